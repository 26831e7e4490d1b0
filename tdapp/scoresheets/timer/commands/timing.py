"""Seconds the turn timer of a table read, move by move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tdapp.events.models import Table
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Refusal
from tdapp.scoresheets.models import Sheet, Timing

MOST_MOVES = 500
MOST_SECONDS = 100_000  # as in a scoresheet
MOST_LIMIT = 14_400  # as in a ruleset
Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Read:
    """What the timer read for one move: `move` from 1 over all seats, `limit` the seconds a turn had (0: none).

    `paused`: seconds the clock stood meanwhile; it is noted in the log and charged to nobody.
    """

    move: int
    seat: int
    seconds: int
    limit: int
    paused: int = 0


@command("sheet.time", "turn timer handed over", needs="sheet.write")
def take_times(ctx: Context, table: Table, *, moves: Any = (), removed: Any = ()) -> Change:
    """Keep the seconds of these moves; a move sent again replaces what was there, one in `removed` is taken away.

    moves: `[{"move", "seat", "seconds", "limit", "paused"}]`. Refuses: 422 with a sentence for each wrong value;
    422 sheet-finished when a finished sheet of the table rests on the seconds there are.
    """
    read, gone = _read(moves, removed, table.seats.count())
    before = _stored(table)
    _refuse_behind_a_sheet(table, before, read, gone)
    Timing.objects.filter(table=table, move__in=gone).delete()
    for one in read:
        facts = {"seat": one.seat, "seconds": one.seconds, "limit": one.limit}
        told = {"at": clock.now(), "by_name": ctx.actor_name[:150]}
        Timing.objects.update_or_create(table=table, move=one.move, defaults={**facts, **told})
    after = {"moves": [_as_data(one) for one in read], "removed": sorted(gone)}
    changed = [
        before[number] for number in sorted(before) if number in gone or number in {r.move for r in read}
    ]
    return Change({"moves": len(read), "removed": len(gone)}, _name(table), {"moves": changed}, after)


def handed_over(table: Table) -> list[Data]:
    """What the server has of a table's moves, in order."""
    return list(_stored(table).values())


def _stored(table: Table) -> dict[int, Data]:
    rows = Timing.objects.filter(table=table).order_by("move").values("move", "seat", "seconds", "limit")
    return {row["move"]: dict(row) for row in rows}


def _refuse_behind_a_sheet(
    table: Table, before: Mapping[int, Data], read: Iterable[Read], gone: Iterable[int]
) -> None:
    """A finished sheet was checked with the seconds there were; they change only after it is opened again."""
    same = all(before.get(one.move) == _as_data(one, paused=False) for one in read)
    if same and not set(gone) & set(before):
        return
    number = table.sheets.filter(status=Sheet.Status.FINISHED).values_list("number", flat=True).first()
    if number is not None:
        facts = {"sheet": number, "table": table.number}
        sentence = _("Sheet %(sheet)s of table %(table)s is finished. Open it again to change its seconds.")
        raise Refusal("sheet-finished", sentence % facts)


def _as_data(one: Read, *, paused: bool = True) -> Data:
    row = {"move": one.move, "seat": one.seat, "seconds": one.seconds, "limit": one.limit}
    return {**row, "paused": one.paused} if paused and one.paused else row


def _name(table: Table) -> str:
    return f"{table.round.division.slug} round {table.round.number} table {table.number}"


def _read(moves: Any, removed: Any, seats: int) -> tuple[list[Read], set[int]]:
    """What was sent, checked; Refusal with one sentence for each mistake."""
    if not isinstance(moves, list | tuple) or not isinstance(removed, list | tuple):
        raise Refusal("wrong-value", _("“moves” and “removed” must be lists."))
    if not moves and not removed:
        raise Refusal("wrong-value", _("No move was sent."))
    if len(moves) + len(removed) > MOST_MOVES:
        raise Refusal("wrong-value", _("At most %(most)s moves at a time.") % {"most": MOST_MOVES})
    wrong = [sentence for place, row in enumerate(moves, 1) for sentence in _wrong(place, row, seats)]
    if not all(_is_whole(number, 1, MOST_MOVES) for number in removed):
        wrong.append(_("“removed” must be numbers of moves."))
    if wrong:
        raise Refusal("wrong-value", *wrong)
    read = [Read(**{name: row[name] for name in Read.__slots__ if name in row}) for row in moves]
    if len({one.move for one in read}) < len(read):
        raise Refusal("wrong-value", _("A move is there twice."))
    return read, set(removed) - {one.move for one in read}


def _wrong(place: int, row: Any, seats: int) -> Iterable[str]:
    if not isinstance(row, dict):
        yield _("Entry %(place)s must be an object.") % {"place": place}
        return
    for name, low, high in _ranges(seats):
        if not _is_whole(row.get(name, 0 if name == "paused" else None), low, high):
            facts = {"place": place, "key": name, "low": low, "high": high}
            yield _("Entry %(place)s: “%(key)s” must be a whole number from %(low)s to %(high)s.") % facts


def _ranges(seats: int) -> Iterable[tuple[str, int, int]]:
    yield "move", 1, MOST_MOVES
    yield "seat", 1, seats
    yield "seconds", 0, MOST_SECONDS
    yield "limit", 0, MOST_LIMIT
    yield "paused", 0, MOST_SECONDS


def _is_whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
