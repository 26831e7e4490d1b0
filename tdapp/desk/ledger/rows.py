"""The rows of a result: read them; and, from inside the result commands, append and put in force."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F, Max, Q, QuerySet

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.models import Result, ResultLine, TableQuestion
from tdapp.events.models import Division, Slot, Table
from tdapp.kernel import clock
from tdapp.kernel.context import SYSTEM, Context
from tdapp.kernel.running.written_once import WrittenOnce

IN_HAND = "seats_in_hand"


@WrittenOnce
def _seats(table: UUID) -> QuerySet[Slot]:
    return Slot.objects.filter(table=table).select_related("entrant__club").order_by("seat")


@WrittenOnce
def _versions(table: UUID) -> QuerySet[Result]:
    return Result.objects.filter(table=table).order_by("version")


@WrittenOnce
def _current(table: UUID) -> QuerySet[Result]:
    return Result.objects.filter(table=table, is_current=True).order_by()


@WrittenOnce
def _lines(results: list[UUID]) -> QuerySet[ResultLine]:
    return ResultLine.objects.filter(result__in=results).order_by("seat")


@WrittenOnce
def _entries(division: UUID) -> QuerySet[Division, int]:
    return Division.objects.filter(pk=division).values_list("entries", flat=True)


def seats_of(table: Table) -> list[Slot]:
    """The table's slots in seat order, entrants loaded. Read anew; the table keeps them for `seats_in_hand`."""
    found = _seats(table.pk)
    for slot in found:
        slot.table = table
    vars(table)[IN_HAND] = list(found)
    return found


def seats_in_hand(table: Table) -> list[Slot]:
    """The seats as whoever had this very table in hand read them last; read now where nobody did."""
    return list(vars(table).get(IN_HAND) or seats_of(table))


def current_result(table: Table) -> Result | None:
    """The newest entry of a table that was not undone."""
    row = next(iter(_current(table.pk)), None)
    if row:
        row.table = table
        _know_lines(row, _lines([row.pk]))
    return row


def plays_here(ctx: Context, seats: list[Slot]) -> bool:
    """Whether the actor plays at this table: nobody alone decides on his own game."""
    return bool(ctx.person) and any(str(slot.entrant.player_id) == ctx.person for slot in seats)


def user_id(ctx: Context) -> str | None:
    """The user's id in a context, None for the program itself."""
    return ctx.actor.removeprefix("user:") if ctx.actor.startswith("user:") else None


def did(ctx: Context, user: UUID | None, name: str) -> bool:
    """Whether what this user did was the actor's; what no user did is the program's own where it bears its name."""
    if user is None:
        return ctx.actor == SYSTEM and name == ctx.actor_name
    return str(user) == user_id(ctx)


def newest(table: Table) -> tuple[Result | None, int]:
    """The current entry of a table, and the number of its next version: an undone one keeps its own. One query of a table
    where nothing is in.
    """
    known = _versions(table.pk)
    for row in known:
        row.table = table
    lines = _lines([row.pk for row in known]) if known else []
    for row in known:
        _know_lines(row, [line for line in lines if line.result_id == row.pk])
    return next((row for row in known if row.is_current), None), known[-1].version + 1 if known else 1


def next_version(table: Table) -> int:
    """The number of a table's next version; an undone one keeps its own."""
    return int(table.results.aggregate(last=Max("version"))["last"] or 0) + 1


def append(
    ctx: Context, table: Table, entry: Entry, seats: list[Slot], *, version: int, reason: str = "",
    counts: bool = False,
) -> Result:  # fmt: skip
    """Write one version with its lines, and make it the current one; with `counts` it is confirmed as it is entered."""
    division, who, now = table.round.division, ctx.actor_name[:150], clock.now()
    grown = {"version": F("version") + 1} if counts else {}
    Division.objects.filter(pk=division.pk).update(entries=F("entries") + 1, **grown)
    (sequence,) = _entries(division.pk)
    if version > 1:
        table.results.filter(is_current=True).update(is_current=False)
        if counts:
            table.results.filter(in_force=True).update(in_force=False)
    confirmed = {
        "in_force": True,
        "confirmed_at": now,
        "confirmed_by_id": user_id(ctx),
        "confirmed_name": who,
    }
    row = Result.objects.create(
        table=table, version=version, kind=entry.kind, sequence=sequence, entered_at=now,
        entered_by_id=user_id(ctx), entered_name=who, reason=reason[:300], **(confirmed if counts else {}),
    )  # fmt: skip
    _know_lines(row, ResultLine.objects.bulk_create(_line(row, slot, entry) for slot in seats))
    if counts:
        settle_slips(ctx, table)
    return row


def _know_lines(row: Result, lines: list[ResultLine]) -> None:
    """What was just stored or read need not be read again: as Django keeps what it fetched ahead."""
    for line in lines:
        line.result = row
    known = row.lines.all()
    known._result_cache = lines
    row._prefetched_objects_cache = {"lines": known}  # type: ignore[attr-defined]


def _line(row: Result, slot: Slot, entry: Entry) -> ResultLine:
    place = int(slot.seat or 0)
    return ResultLine(
        result=row, slot=slot, seat=place,
        score=entry.scores[place - 1] if entry.scores else 0,
        before=entry.before[place - 1] if entry.before else None,
        penalty=entry.penalties.get(place, 0), absent=place in entry.absent,
    )  # fmt: skip


def put_in_force(ctx: Context, row: Result, at: datetime | None = None) -> None:
    """Make a result the one that counts, and say so to everything that watches the division.

    `at`: when, where it counts with its entry; now for a confirmation of its own.
    """
    if row.version > 1:
        row.table.results.filter(in_force=True).update(in_force=False)
    row.confirmed_at, row.confirmed_name = at or clock.now(), ctx.actor_name[:150]
    row.confirmed_by_id, row.in_force = user_id(ctx), True
    row.save(update_fields=["confirmed_at", "confirmed_name", "confirmed_by", "in_force"])
    Division.objects.filter(pk=row.table.round.division_id).update(version=F("version") + 1)
    settle_slips(ctx, row.table)


# What `Result.alone` says, asked of the database.
ALONE = (
    Q(in_force=True)
    & ~Q(confirmed_at=F("entered_at"))
    & (
        Q(confirmed_by=F("entered_by"))
        | Q(confirmed_by=None, entered_by=None, confirmed_name=F("entered_name")) & ~Q(entered_name="")
    )
)


def confirmed_alone(division: Division) -> list[tuple[int, int]]:
    """Round and table of every result that counts by the word of one person who entered and confirmed it; one query."""
    rows = Result.objects.filter(ALONE, table__round__division=division)
    return list(
        rows.order_by("table__round__number", "table__number").values_list(
            "table__round__number", "table__number"
        )
    )


def settle_slips(ctx: Context, table: Table) -> None:
    """A result that counts settles the question which of two differing slips, or phones, is right."""
    kinds = (TableQuestion.Kind.SLIPS, TableQuestion.Kind.PHONES)
    table.questions.filter(kind__in=kinds, resolved_at=None).update(
        resolved_at=clock.now(), resolved_by_id=user_id(ctx), resolved_name=ctx.actor_name[:150]
    )


def take_back(table: Table, current: Result) -> None:
    """Undo a version: the one before it is current again, and the newest confirmed one counts."""
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


def answer_of(row: Result, seats: list[Slot] | None = None) -> dict[str, Any]:
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
