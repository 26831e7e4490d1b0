"""From a typed line to the table it speaks of and the command it asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet, prefetch_related_objects
from django.utils.translation import gettext as _

from tdapp.desk.ledger import entry_line
from tdapp.desk.ledger.result_entry import Entry, from_typed, in_words
from tdapp.desk.ledger.rows import as_entry, seats_in_hand, user_id
from tdapp.desk.models import Result, TableQuestion
from tdapp.desk.results.commands.questions import raise_question
from tdapp.desk.results.commands.results import enter_result, undo_result
from tdapp.events.models import Division, Event, Round, Table
from tdapp.kernel.context import SYSTEM, Context
from tdapp.kernel.models import IdempotencyKey
from tdapp.kernel.refusals import Conflict, Missing, Refusal
from tdapp.kernel.running.written_once import WrittenOnce

TWO_SLIPS = Division.ConfirmPolicy.TWO_SLIPS


@WrittenOnce
def _open_tables(event: UUID, number: int) -> QuerySet[Table]:
    return _in_order(
        Table.objects.filter(round__division__event=event, number=number, round__status="published")
    )


def _in_order(rows: QuerySet[Table]) -> QuerySet[Table]:
    return rows.select_related("round__division").order_by("round__number", "round__division__order")


def tables_numbered(
    event: Event, number: int, *, division: Division | None = None, round_number: int = 0
) -> list[Table]:
    """Tables of this number in the rounds that are open (or in the round named), earliest round first."""
    if not round_number and not division:
        found = _open_tables(event.pk, number)
    else:
        rows = Table.objects.filter(round__division__event=event, number=number)
        rows = (
            rows.filter(round__number=round_number)
            if round_number
            else rows.filter(round__status="published")
        )
        found = list(_in_order(rows.filter(round__division=division) if division else rows))
    for row in found:
        row.round.division.event = event  # known: its many columns need not come with every table
    if len(found) > 1:  # of several, what is in decides which is meant
        prefetch_related_objects(found, "results__lines")
    return found


def waits(table: Table) -> bool:
    """Whether a table still waits for a line: nothing in, or only the first of two slips."""
    current = next((row for row in table.results.all() if row.is_current), None)
    if current is None:
        return True
    return table.round.division.confirm_policy == TWO_SLIPS and current.confirmed_at is None


def find_table(event: Event, number: int, **where: Any) -> Table:
    """The table a number speaks of: the earliest that waits for a line, else the newest; or Missing."""
    return _found(event, number, **where)[0]


def _found(event: Event, number: int, **where: Any) -> tuple[Table, list[Table]]:
    """The table a number speaks of, and all of this number that it might have been."""
    found = tables_numbered(event, number, **where)
    if not found:
        raise _not_paired(event, number)
    if len(found) == 1:
        return found[0], found
    return next((row for row in found if waits(row)), found[-1]), found


def _not_paired(event: Event, number: int) -> Missing:
    rounds = Round.objects.filter(division__event=event, status="published").select_related("division")
    told = [_range_of(row) for row in rounds]
    if not told:
        return Missing("none-open", _("No round is open for results."))
    facts = {"table": number, "open": "; ".join(text for text in told if text)}
    sentence = _("Nobody is paired at table %(table)s. Type one of these: %(open)s.")
    return Missing("not-paired", sentence % facts)


def _range_of(round_: Round) -> str:
    numbers = sorted(round_.tables.values_list("number", flat=True))
    if not numbers:
        return ""
    facts = {
        "division": round_.division.name, "round": round_.number, "first": numbers[0], "last": numbers[-1]
    }  # fmt: skip
    return _("%(division)s round %(round)s, tables %(first)s to %(last)s") % facts


def read(
    event: Event, text: str, *, division: Division | None = None, round_number: int = 0
) -> tuple[Table, Entry]:
    """A typed line as the table it speaks of and the entry; refuses with one sentence for each mistake."""
    return _meant(event, text, division=division, round_number=round_number)[:2]


def _meant(
    event: Event, text: str, *, division: Division | None = None, round_number: int = 0
) -> tuple[Table, Entry, list[Table]]:
    number = entry_line.table_number(text)
    if number is None:
        raise Refusal("bad-line", *_sentences(entry_line.read(text)))
    round_number = round_number or entry_line.round_number(text) or 0
    table, found = _found(event, number, division=division, round_number=round_number)
    return table, read_for(table, text), found


def read_for(table: Table, text: str) -> Entry:
    """A typed line as an entry for a table that is already known."""
    typed = entry_line.read(text, len(seats_in_hand(table)))
    if isinstance(typed, list):
        raise Refusal("bad-line", *typed)
    return from_typed(typed)


def _sentences(read_line: object) -> list[str]:
    return read_line if isinstance(read_line, list) else []


@dataclass(frozen=True, slots=True)
class Entered:
    """What a line did: the command's answer, the table as the command had it in hand with its seats, and
    the others of its number that it might have meant; None where nobody looked.
    """

    answer: dict[str, Any]
    table: Table
    others: tuple[Table, ...] | None = None


def enter(ctx: Context, event: Event, text: str, **how: Any) -> dict[str, Any]:
    """As `entered`: the command's answer alone."""
    return entered(ctx, event, text, **how).answer


def entered(
    ctx: Context, event: Event, text: str, *, sure: bool = False, second: bool = False,
    check: Callable[[Table], None] = lambda _table: None, **where: Any,
) -> Entered:  # fmt: skip
    """Carry out one typed line: enter a result, or raise the question `7 ? words`.

    `where`: division and round_number, where they are known. `check` may refuse the table before anything is stored.
    A line sent again with its key means what it meant the first time, whatever is open now: the key keeps it from being
    stored at another table, and then its own is looked up.
    """
    try:
        return _entered(ctx, event, text, sure, second, check, where)
    except Refusal:
        table = _of_key(ctx, event)
        if table is None or table.number != _number_in(text):
            raise
    check(table)
    if aside := entry_line.question(text):
        return Entered(raise_question(ctx, table, text=aside[1]), table)
    return Entered(enter_at(ctx, table, read_for(table, text), sure=sure, second=second), table)


def _number_in(text: str) -> int | None:
    aside = entry_line.question(text)
    return aside[0] if aside else entry_line.table_number(text)


def _entered(
    ctx: Context, event: Event, text: str, sure: bool, second: bool, check: Callable[[Table], None],
    where: dict[str, Any],
) -> Entered:  # fmt: skip
    if aside := entry_line.question(text):
        table = find_table(event, aside[0], **where)
        return Entered(raise_question(ctx, table, text=aside[1]), table)
    table, entry, found = _meant(event, text, **where)
    check(table)
    others = tuple(row for row in found if row.pk != table.pk)
    named = bool(where.get("round_number") or entry_line.round_number(text))
    if not sure and not named:
        _ask_if_said_before(others, table, entry)
    told = enter_at(ctx, table, entry, sure=sure, second=second)
    return Entered(told, table, None if named or where.get("division") else others)


def enter_at(
    ctx: Context, table: Table, entry: Entry, *, sure: bool = False, second: bool = False
) -> dict[str, Any]:
    """Enter a result by whatever door; a second slip that says something else is kept as a question on the table."""
    try:
        return enter_result(ctx, table, entry=entry, sure=sure, second=second)
    except Conflict as refusal:
        if refusal.code == "slips-differ":
            _note_differing_slips(ctx, table, entry)
        raise


def _of_key(ctx: Context, event: Event) -> Table | None:
    answer = _stored_answer(ctx, "result.enter", "result.question")
    rows = Table.objects.filter(round__division__event=event).select_related("round__division__event")
    return rows.filter(pk=answer["id"]).first() if answer and "id" in answer else None


def _stored_answer(ctx: Context, *intents: str) -> dict[str, Any] | None:
    if not ctx.key:
        return None
    rows = IdempotencyKey.objects.filter(scope=ctx.scope, actor=ctx.actor, key=ctx.key, intent__in=intents)
    known = rows.exclude(answer=None).first()
    return dict(known.answer) if known and known.answer else None


def _ask_if_said_before(others: Sequence[Table], table: Table, entry: Entry) -> None:
    """Ask when another open round's table of this number has the same result: likely one slip twice."""
    for other in others if entry.scores else ():
        current = next((row for row in other.results.all() if row.is_current), None)
        if current and as_entry(current).as_data() == entry.as_data():
            raise _same_in(other, table, entry)


def _same_in(other: Table, table: Table, entry: Entry) -> Refusal:
    facts = {
        "table": table.number, "round": other.round.number, "scores": in_words(entry.as_data()),
        "this": table.round.number,
    }  # fmt: skip
    sentence = _(
        "Table %(table)s of round %(round)s is entered with %(scores)s too. This would be round %(this)s."
    )
    asked = {"code": "said-before", "sentence": sentence % facts}
    return Refusal("ask", asked["sentence"], questions=[asked])


def _note_differing_slips(ctx: Context, table: Table, entry: Entry) -> None:
    """Keep what the second slip says where whoever confirms will see it."""
    text = _("The second slip says %(scores)s.") % {"scores": in_words(entry.as_data())}
    raise_question(ctx.keyless(), table, text=text, kind=TableQuestion.Kind.SLIPS)


def my_last(ctx: Context, event: Event) -> Result | None:
    """The actor's newest entry that still stands in an open round; of the program itself what it entered, no phone's."""
    user = user_id(ctx)
    if user is None and ctx.actor != SYSTEM:
        return None
    mine = Q(entered_by_id=UUID(user)) if user else Q(entered_by=None, entered_name=ctx.actor_name)
    rows = Result.objects.filter(mine, is_current=True, table__round__status="published")
    rows = rows.filter(table__round__division__event=event)
    rows = rows.select_related("table__round__division__event")
    return rows.order_by("-entered_at", "-sequence").first()


def undo_last(
    ctx: Context, event: Event, *, check: Callable[[Table], None] = lambda _table: None
) -> dict[str, Any]:
    """Take back the actor's last entry. Sent again with its key it takes back nothing more. `check` may refuse the table."""
    if known := _stored_answer(ctx, "result.undo"):
        return known
    last = my_last(ctx, event)
    if last is None:
        raise Refusal(
            "nothing-mine", _("There is no entry of yours to take back in the rounds that are open.")
        )
    check(last.table)
    return undo_result(ctx, last.table, seen=last.version)
