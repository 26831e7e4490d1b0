"""Enter, confirm, correct and undo results. Append-only; constraints and a compare-and-swap are the guards."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Max
from django.utils import timezone
from django.utils.translation import gettext as _

from tdapp.desk import entry as checks
from tdapp.desk.entry import Entry, in_words
from tdapp.desk.models import Result, ResultLine, TableQuestion
from tdapp.events.models import Division, Slot, Table
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, NotAllowed, Refusal

SINGLE, TWO_PEOPLE, TWO_SLIPS = Division.ConfirmPolicy.values


@command("result.enter", needs="result.enter")
def enter_result(
    ctx: Context, table: Table, *, entry: Entry, sure: bool = False, second: bool = False
) -> Change:
    """Store the first result of a table, in seat order. By policy `single` it is confirmed at once.

    Refuses: 422 impossible, equal-scores, ask (amber questions, unless `sure`); 409 already-in with both entries.
    Under `two-slips` an entry for a table that waits for its second slip confirms it (or conflicts with it); the
    clerk who typed the first slip is asked whether this is the other one, unless `second` says so.
    """
    division, seats = _open_table(table)
    current = current_result(table)
    if current and _is_second_slip(current, division):
        if not (second or sure or not _is_own(ctx, current)):
            raise _is_it_the_second(table)
        return _second_slip(ctx, table, current, entry, seats)
    if current:
        raise _already_in(ctx, table, current, entry)
    checks.refuse_impossible(entry, len(seats), division)
    _ask(entry, seats, division, sure)
    swap(table, table.version, entry)
    row = append(ctx, table, entry, seats, version=_next_version(table))
    if division.confirm_policy == SINGLE and not plays_here(ctx, seats):
        put_in_force(ctx, row)
    return Change(told(row, seats), str_table(table), None, {**entry.as_data(), "confirmed": row.in_force})


def _open_table(table: Table) -> tuple[Division, list[Slot]]:
    """The table's division and seats, with the round checked to be open for results."""
    if not table.round.is_open:
        raise Refusal(
            "round-closed", _("Round %(round)s is not open for results.") % {"round": table.round.number}
        )
    return table.round.division, seats_of(table)


def seats_of(table: Table) -> list[Slot]:
    """The table's slots in seat order, entrants loaded."""
    return list(table.seats.select_related("entrant__club").order_by("seat"))


def current_result(table: Table) -> Result | None:
    """The newest entry of a table that was not undone."""
    return table.results.filter(is_current=True).prefetch_related("lines").first()


def plays_here(ctx: Context, seats: list[Slot]) -> bool:
    """Whether the actor plays at this table: nobody alone decides on his own game."""
    return bool(ctx.person) and any(str(slot.entrant.player_id) == ctx.person for slot in seats)


def _ask(entry: Entry, seats: list[Slot], division: Division, sure: bool) -> None:
    if not sure and (found := checks.questions(entry, seats, division)):
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
        _("Table %(table)s is already in: %(scores)s, entered by %(who)s %(time)s."),
    )
    if stored.as_data() == entry.as_data():
        code = "same-already-in"
        sentence = _("Table %(table)s is already in with the same result, entered by %(who)s %(time)s.")
    return Conflict(code, sentence % facts, stored=told(current), typed=entry.as_data())


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
        stored=told(current) if current else None, typed=typed.as_data() if typed else None,
    )  # fmt: skip


def _next_version(table: Table) -> int:
    return int(table.results.aggregate(last=Max("version"))["last"] or 0) + 1


def append(
    ctx: Context, table: Table, entry: Entry, seats: list[Slot], *, version: int, reason: str = ""
) -> Result:
    """Write one version with its lines, and make it the current one."""
    division = table.round.division
    Division.objects.filter(pk=division.pk).update(entries=F("entries") + 1)
    sequence = Division.objects.values_list("entries", flat=True).get(pk=division.pk)
    table.results.filter(is_current=True).update(is_current=False)
    row = Result.objects.create(
        table=table, version=version, kind=entry.kind, sequence=sequence, entered_at=clock.now(),
        entered_by_id=user_id(ctx), entered_name=ctx.actor_name[:150], reason=reason[:300],
    )  # fmt: skip
    ResultLine.objects.bulk_create(_line(row, slot, entry) for slot in seats)
    return row


def _line(row: Result, slot: Slot, entry: Entry) -> ResultLine:
    place = int(slot.seat or 0)
    return ResultLine(
        result=row, slot=slot, seat=place,
        score=entry.scores[place - 1] if entry.scores else 0,
        before=entry.before[place - 1] if entry.before else None,
        penalty=entry.penalties.get(place, 0), absent=place in entry.absent,
    )  # fmt: skip


def user_id(ctx: Context) -> str | None:
    """The user's id in a context, None for the program itself."""
    return ctx.actor.removeprefix("user:") if ctx.actor.startswith("user:") else None


def put_in_force(ctx: Context, row: Result) -> None:
    """Make a result the one that counts, and say so to everything that watches the division."""
    row.table.results.filter(in_force=True).update(in_force=False)
    row.confirmed_at, row.confirmed_name = clock.now(), ctx.actor_name[:150]
    row.confirmed_by_id, row.in_force = user_id(ctx), True
    row.save(update_fields=["confirmed_at", "confirmed_name", "confirmed_by", "in_force"])
    Division.objects.filter(pk=row.table.round.division_id).update(version=F("version") + 1)
    settle_slips(ctx, row.table)


def settle_slips(ctx: Context, table: Table) -> None:
    """A result that counts settles the question which of two differing slips is right."""
    table.questions.filter(kind=TableQuestion.Kind.SLIPS, resolved_at=None).update(
        resolved_at=clock.now(), resolved_by_id=user_id(ctx), resolved_name=ctx.actor_name[:150]
    )


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
            "slips-differ", sentence % {"table": table.number}, stored=told(current), typed=entry.as_data()
        )
    if plays_here(ctx, seats):
        raise _own_game()
    return _put_through(ctx, table, current, seats)


@command("result.confirm", needs="result.confirm")
def confirm_result(ctx: Context, table: Table, *, seen: int) -> Change:
    """Confirm a table's current entry; `seen` is the result version on the confirmer's screen.

    Refuses 403 when the division asks for two people and the actor entered it, or plays at the table.
    """
    current = current_result(table)
    if current is None:
        raise Refusal("nothing-in", _("Table %(table)s has no result yet.") % {"table": table.number})
    if current.version != seen:
        sentence = _("Table %(table)s was entered anew meanwhile. Look again, then confirm.")
        raise Conflict(
            "stale", sentence % {"table": table.number}, stored=told(current), typed={"seen": seen}
        )
    if current.in_force:
        return Change(told(current), str_table(table))
    return _confirm(ctx, table, current, seats_of(table))


def _confirm(ctx: Context, table: Table, current: Result, seats: list[Slot]) -> Change:
    refuse_alone(ctx, table.round.division, current, seats)
    return _put_through(ctx, table, current, seats)


def _put_through(ctx: Context, table: Table, current: Result, seats: list[Slot]) -> Change:
    swap(table, table.version)
    put_in_force(ctx, current)
    return Change(told(current, seats), str_table(table), None, {"confirmed": as_entry(current).as_data()})


def refuse_alone(ctx: Context, division: Division, current: Result, seats: list[Slot]) -> None:
    """Two people means two people, two slips means two slips; and nobody confirms a game he plays in."""
    if plays_here(ctx, seats):
        raise _own_game()
    if not _is_own(ctx, current):
        return
    if division.confirm_policy == TWO_PEOPLE:
        raise NotAllowed("own-entry", _("You entered this result; somebody else has to confirm it."))
    if division.confirm_policy == TWO_SLIPS:
        sentence = _("You typed this slip. Type the second one, or let somebody else confirm it.")
        raise NotAllowed("own-slip", sentence)


def _own_game() -> NotAllowed:
    return NotAllowed("own-game", _("You play at this table; somebody else has to confirm it."))


def _is_own(ctx: Context, current: Result) -> bool:
    return current.entered_by_id is not None and str(current.entered_by_id) == user_id(ctx)


@command("result.correct", needs="result.correct")
def correct_result(
    ctx: Context, table: Table, *, entry: Entry, seen: int, reason: str, sure: bool = False
) -> Change:
    """Replace a result by a new version, with a reason. Published pairings stay; standings follow.

    Under `two-people` the old one counts until somebody else confirms the new one; otherwise it counts at once.
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
        raise Conflict("stale", sentence % facts, stored=told(current), typed=entry.as_data())
    return _replace(ctx, table, current, entry, reason, sure)


def _replace(ctx: Context, table: Table, current: Result, entry: Entry, reason: str, sure: bool) -> Change:
    division, seats = table.round.division, seats_of(table)
    checks.refuse_impossible(entry, len(seats), division)
    _ask(entry, seats, division, sure)
    swap(table, table.version, entry)
    row = append(ctx, table, entry, seats, version=_next_version(table), reason=reason)
    if division.confirm_policy != TWO_PEOPLE and not plays_here(ctx, seats):
        put_in_force(ctx, row)
    after = {**entry.as_data(), "confirmed": row.in_force}
    return Change(told(row, seats), str_table(table), as_entry(current).as_data(), after, reason)


@command("result.undo", needs="result.enter")
def undo_result(ctx: Context, table: Table, *, seen: int) -> Change:
    """Take back one's own newest entry: the table is out again (or the version before it counts again).

    What somebody else confirmed, or what belongs to a closed round, cannot be undone, only corrected.
    """
    _open_table(table)
    current = current_result(table)
    if current is None or current.version != seen or str(current.entered_by_id) != user_id(ctx):
        raise Conflict(
            "stale",
            _("There is no entry of yours to take back here."),
            stored=told(current) if current else None,
        )
    if current.in_force and str(current.confirmed_by_id) != user_id(ctx):
        facts = {"who": current.confirmed_name}
        raise Refusal("confirmed", _("%(who)s has confirmed this; it can only be corrected now.") % facts)
    swap(table, table.version)
    _take_back(table, current)
    told_back = {**told(current), "undone": True, "confirmed": False}
    return Change(told_back, str_table(table), as_entry(current).as_data())


def _take_back(table: Table, current: Result) -> None:
    was_in_force = current.in_force
    current.is_current, current.in_force, current.withdrawn = False, False, True
    current.save(update_fields=["is_current", "in_force", "withdrawn"])
    older = table.results.filter(withdrawn=False).order_by("-version")
    Result.objects.filter(pk__in=older.values("pk")[:1]).update(is_current=True)
    if was_in_force:
        counted = older.exclude(confirmed_at=None).values("pk")[:1]
        Result.objects.filter(pk__in=counted).update(in_force=True)
    Division.objects.filter(pk=table.round.division_id).update(
        entries=F("entries") + 1, version=F("version") + int(was_in_force)
    )


def as_entry(row: Result) -> Entry:
    """A stored result as the entry it came from."""
    lines = sorted(row.lines.all(), key=lambda line: line.seat)
    scored = row.kind in {Result.Kind.PLAYED, Result.Kind.UNFINISHED}
    return Entry(
        row.kind,
        tuple(line.score for line in lines) if scored else (),
        tuple(line.before for line in lines if line.before is not None),
        {line.seat: line.penalty for line in lines if line.penalty},
        tuple(line.seat for line in lines if line.absent),
    )


def told(row: Result, seats: list[Slot] | None = None) -> dict[str, Any]:
    """A result as plain data for an answer: table, version, values, who, when, whether it counts."""
    names = [
        {"seat": slot.seat, "number": slot.entrant.number, "name": slot.entrant.listed}
        for slot in seats or []
    ]
    return {
        "id": row.table_id, "division": row.table.round.division.slug, "round": row.table.round.number,
        "table": row.table.number, "version": row.version, **as_entry(row).as_data(),
        "by": row.entered_name, "at": row.entered_at, "confirmed": row.in_force, "seats": names,
    }  # fmt: skip


def str_table(table: Table) -> str:
    """A table's name in the log: round and number, machine-independent."""
    return f"{table.round.division.slug} round {table.round.number} table {table.number}"
