"""Enter, confirm, correct, undo results. Append-only; constraints and a compare-and-swap are the guards."""

from __future__ import annotations

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from tdapp.desk.ledger import result_entry as checks
from tdapp.desk.ledger import sheet_check, unfinished_game
from tdapp.desk.ledger.result_entry import Entry, in_words
from tdapp.desk.ledger.rows import (
    answer_of,
    append,
    as_entry,
    current_result,
    did,
    newest,
    next_version,
    plays_here,
    put_in_force,
    seats_in_hand,
    seats_of,
    str_table,
    take_back,
    user_id,
)
from tdapp.desk.models import Result
from tdapp.desk.phones import devices
from tdapp.desk.results import claims
from tdapp.events.models import Division, Slot, Table
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal

SINGLE, TWO_PEOPLE, TWO_SLIPS = Division.ConfirmPolicy.values


@command("result.enter", "result entered", needs="result.enter")
def enter_result(
    ctx: Context, table: Table, *, entry: Entry, sure: bool = False, second: bool = False
) -> Change:
    """Store the first result of a table, in seat order. By policy `single` it is confirmed at once, unless a finished
    scoresheet says otherwise: then it waits for the director's decision.

    Refuses: 422 impossible, equal-scores, ask (amber questions, unless `sure`); 409 already-in with
    both entries. Under `two-slips` an entry for a table that waits for its second slip confirms it (or
    conflicts with it); the clerk who typed the first slip is asked whether this is the other one, unless `second`.
    """
    _refuse_closed(table)
    # As they were read with the table: who seats it anew makes it another version, which `swap` refuses.
    division, seats = table.round.division, seats_in_hand(table)
    entry = unfinished_game.by_rule(entry, division)
    current, version = newest(table)
    if current and _is_second_slip(current, division):
        if not (second or sure or not _is_own(ctx, current)):
            raise _is_it_the_second(table)
        return _second_slip(ctx, table, current, entry, seats_of(table))
    if current:
        raise _already_in(ctx, table, current, entry)
    checks.refuse_impossible(entry, len(seats), division)
    _ask(entry, seats, division, sure, table)
    swap(table, table.version, entry)
    at_once = division.confirm_policy == SINGLE
    counts = at_once and not plays_here(ctx, seats) and not sheet_check.any_finished(table)
    row = append(ctx, table, entry, seats, version=version, counts=counts)
    waits = {} if counts else _let_count(ctx, table, row, seats, at_once)
    after = {**entry.as_data(), "confirmed": row.in_force}
    return Change({**answer_of(row, seats), **waits}, str_table(table), None, after)


def _let_count(
    ctx: Context, table: Table, row: Result, seats: list[Slot], at_once: bool
) -> dict[str, list[str]]:
    """Put a new entry in force if the policy lets it count at once; what it waits for when a sheet contradicts it."""
    waiting = sheet_check.open_at(table, row)
    if at_once and not waiting and not plays_here(ctx, seats):
        put_in_force(ctx, row, row.entered_at)
    return {"sheets": [one.sentence for one in waiting]} if waiting else {}


def _refuse_closed(table: Table) -> None:
    if not table.round.is_open:
        raise Refusal(
            "round-closed", _("Round %(round)s is not open for results.") % {"round": table.round.number}
        )


def _ask(entry: Entry, seats: list[Slot], division: Division, sure: bool, table: Table | None = None) -> None:
    if sure:
        return
    reported = claims.question(table, seats, entry) if table else []
    if found := checks.questions(entry, [slot.entrant for slot in seats], division) + reported:
        raise Refusal("ask", *(question["sentence"] for question in found), questions=found)


def _already_in(ctx: Context, table: Table, current: Result, entry: Entry) -> Conflict:
    stored = as_entry(current)
    facts = {
        "table": table.number,
        "scores": in_words(stored.as_data()),
        "who": current.entered_name,
        "time": timezone.localtime(current.entered_at).strftime("%H:%M"),
    }
    code, sentence = (
        "already-in",
        _("Table %(table)s already has a result: %(scores)s, entered by %(who)s %(time)s."),
    )
    if stored.as_data() == entry.as_data():
        code = "same-already-in"
        sentence = _("Table %(table)s already has the same result, entered by %(who)s %(time)s.")
    return Conflict(code, sentence % facts, stored=answer_of(current), typed=entry.as_data())


def swap(table: Table, seen: int, typed: Entry | None = None) -> None:
    """Move the table to its next version, or refuse: somebody else did so first (compare and swap)."""
    if Table.objects.filter(pk=table.pk, version=seen).update(version=F("version") + 1):
        table.version = seen + 1
        return
    current = current_result(table)
    sentence = _(
        "Table %(table)s changed while you were typing. Nothing of yours was stored; both are shown."
    )
    raise Conflict(
        "stale", sentence % {"table": table.number},
        stored=answer_of(current) if current else None, typed=typed.as_data() if typed else None,
    )  # fmt: skip


def _is_second_slip(current: Result, division: Division) -> bool:
    return division.confirm_policy == TWO_SLIPS and current.confirmed_at is None


def _is_it_the_second(table: Table) -> Refusal:
    sentence = _(
        "You typed the first slip of table %(table)s. Is this the second one, from the other player?"
    )
    asked = {"code": "second-slip", "sentence": sentence % {"table": table.number}}
    return Refusal("ask", asked["sentence"], questions=[asked])


def _second_slip(ctx: Context, table: Table, current: Result, entry: Entry, seats: list[Slot]) -> Change:
    if as_entry(current).as_data() != entry.as_data():
        sentence = _("The two slips of table %(table)s differ. Both are shown; the director decides.")
        raise Conflict(
            "slips-differ",
            sentence % {"table": table.number},
            stored=answer_of(current),
            typed=entry.as_data(),
        )
    if plays_here(ctx, seats):
        raise _own_game()
    return _put_through(ctx, table, current, seats)


@command("result.confirm", "result confirmed", needs="result.confirm")
def confirm_result(ctx: Context, table: Table, *, seen: int) -> Change:
    """Confirm a table's current entry; `seen` is the result version on the confirmer's screen.

    Refuses 403 when the division asks for two people and the actor entered it, or plays at the table; 409
    sheet-differs with both sides when a finished scoresheet says otherwise and no director has decided.
    """
    current = current_result(table)
    if current is None:
        raise Refusal("nothing-in", _("Table %(table)s has no result yet.") % {"table": table.number})
    if current.version != seen:
        sentence = _("Table %(table)s was entered anew meanwhile. Look again, then confirm.")
        raise Conflict(
            "stale", sentence % {"table": table.number}, stored=answer_of(current), typed={"seen": seen}
        )
    if current.in_force:
        return Change(answer_of(current), str_table(table))
    return _confirm(ctx, table, current, seats_of(table))


def _confirm(ctx: Context, table: Table, current: Result, seats: list[Slot]) -> Change:
    refuse_alone(ctx, table.round.division, current, seats)
    return _put_through(ctx, table, current, seats)


def _put_through(ctx: Context, table: Table, current: Result, seats: list[Slot]) -> Change:
    sheet_check.refuse_open(table, current)
    swap(table, table.version)
    put_in_force(ctx, current)
    told: dict[str, object] = {"confirmed": as_entry(current).as_data()}
    if current.alone:
        told["confirmed_by_who_entered"] = True
    return Change(answer_of(current, seats), str_table(table), None, told)


def refuse_alone(ctx: Context, division: Division, current: Result, seats: list[Slot]) -> None:
    """Two people means two people, two slips means two slips; and nobody confirms a game he plays in."""
    if plays_here(ctx, seats):
        raise _own_game()
    if division.confirm_policy != SINGLE and _is_own_phone(ctx, current):
        sentence = _(
            "A phone reported this whose code you have seen or printed; somebody else has to confirm it."
        )
        raise NotAllowed("own-phone", sentence, ways_out())
    if not _is_own(ctx, current):
        return
    if division.confirm_policy == TWO_PEOPLE:
        sentence = _("You entered this result; somebody else has to confirm it.")
        raise NotAllowed("own-entry", sentence, ways_out())
    if division.confirm_policy == TWO_SLIPS:
        sentence = _("You typed this slip. Type the second one, or let somebody else confirm it.")
        raise NotAllowed("own-slip", sentence, ways_out())


def ways_out() -> str:
    """What whoever is alone at the desk can do."""
    return _(
        "Nobody else here? The director invites a helper under People, or changes in the division's settings, "
        "with a reason, that a result counts when it is entered."
    )


def _own_game() -> NotAllowed:
    return NotAllowed("own-game", _("You play at this table; somebody else has to confirm it."))


def _is_own_phone(ctx: Context, current: Result) -> bool:
    """Whether an entry came from one phone alone, whose code the actor has had before their eyes."""
    if current.entered_by_id is not None:
        return False
    told = list(current.claims.all())
    return len(devices.sound(told)) < 2 and any(devices.knows(ctx, claim) for claim in told)


def _is_own(ctx: Context, current: Result) -> bool:
    return current.entered_by_id is not None and str(current.entered_by_id) == user_id(ctx)


@command("result.correct", "result corrected", needs="result.correct")
def correct_result(
    ctx: Context, table: Table, *, entry: Entry, seen: int, reason: str, sure: bool = False
) -> Change:
    """Replace a result by a new version, with a reason. Published pairings stay; standings follow.

    Under `two-people` the old one counts until somebody else confirms the new one; otherwise it counts
    at once, but under `two-slips` not where nothing counted yet and nobody else typed a slip.
    """
    current = current_result(table)
    if current is None:
        raise Refusal("nothing-in", _("Table %(table)s has no result yet.") % {"table": table.number})
    if not reason.strip():
        raise Refusal("no-reason", _("Say why the result is corrected."))
    if current.version != seen:
        sentence = _(
            "Table %(table)s was changed by %(who)s meanwhile. Nothing of yours was stored; both are shown."
        )
        facts = {"table": table.number, "who": current.entered_name}
        raise Conflict("stale", sentence % facts, stored=answer_of(current), typed=entry.as_data())
    return _replace(ctx, table, current, entry, reason, sure)


def _replace(ctx: Context, table: Table, current: Result, entry: Entry, reason: str, sure: bool) -> Change:
    division, seats = table.round.division, seats_of(table)
    entry = unfinished_game.by_rule(entry, division)
    checks.refuse_impossible(entry, len(seats), division)
    _ask(entry, seats, division, sure)
    at_once = _corrects_at_once(ctx, table, current)
    swap(table, table.version, entry)
    row = append(ctx, table, entry, seats, version=next_version(table), reason=reason)
    waits = _let_count(ctx, table, row, seats, at_once)
    after = {**entry.as_data(), "confirmed": row.in_force}
    answer = {**answer_of(row, seats), **waits}
    return Change(answer, str_table(table), as_entry(current).as_data(), after, reason)


def _corrects_at_once(ctx: Context, table: Table, current: Result) -> bool:
    """Two slips take somebody else too: a correction of one's own first slip is that slip still."""
    if table.round.division.confirm_policy != TWO_SLIPS:
        return table.round.division.confirm_policy == SINGLE
    counted = table.results.filter(in_force=True).exists()
    return counted or not (_is_own(ctx, current) or _is_own_phone(ctx, current))


@command("result.undo", "result undone", needs="result.enter")
def undo_result(ctx: Context, table: Table, *, seen: int) -> Change:
    """Take back one's own newest entry: the table is out again (or the version before it counts again).

    What somebody else confirmed, or what belongs to a closed round, cannot be undone, only corrected.
    """
    _refuse_closed(table)
    current = current_result(table)
    mine = current is not None and did(ctx, current.entered_by_id, current.entered_name)
    if current is None or current.version != seen or not mine:
        raise Conflict(
            "stale",
            _("There is no entry of yours to take back here."),
            stored=answer_of(current) if current else None,
        )
    if current.in_force and not did(ctx, current.confirmed_by_id, current.confirmed_name):
        facts = {"who": current.confirmed_name}
        raise Refusal("confirmed", _("%(who)s has confirmed this; it can only be corrected now.") % facts)
    swap(table, table.version)
    take_back(table, current)
    told_back = {**answer_of(current), "undone": True, "confirmed": False}
    return Change(told_back, str_table(table), as_entry(current).as_data())
