"""The columns of a round as what its tables and places came to. Pure: nothing here asks the database."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from pairings.event import history as h
from tdapp.desk.ledger import points_off
from tdapp.desk.models import Result
from tdapp.events.models import Division, Slot

SEAT, BYE, HALF, UNSCORED = Slot.Kind.SEAT, Slot.Kind.BYE, Slot.Kind.HALF, Slot.Kind.UNSCORED
# A row of the database: (kind, entrant, table, its number, spread) of a slot, (kind of the result, entrant, score, before,
# penalty, absent) of a line.
Facts = tuple[Any, ...]
# A round as plain data, settings of the division not yet applied: whoever had no table as [kind, entrant, spread]; tables by
# number, a plain game of two as [number, entrant, score, before, entrant, score, before], any other as [number, entrants in
# seat order, lines of its result].
Columns = dict[str, list[list[Any]]]
PLAIN = 7
# Signs of an id with its hyphens; without them it has four less.
WRITTEN = 36


class Ids(dict[str, str]):
    """Ids as the database writes them -> as Python writes them; each is turned once, not for every row it stands in."""

    def __missing__(self, written: str) -> str:
        # As str(UUID(written)) says it, in a tenth of the time.
        w = written
        text = w if len(w) == WRITTEN else f"{w[:8]}-{w[8:12]}-{w[12:16]}-{w[16:20]}-{w[20:]}"
        self[written] = text
        return text


def columns_of(slots: Iterable[Facts], results: dict[Any, list[Facts]], ids: Ids) -> Columns:
    """A round's slots, in order of table and seat, and the lines of its results by table, as plain data."""
    apart: list[list[Any]] = []
    seated: dict[Any, tuple[int, list[str]]] = {}
    for kind, entrant, table, number, spread in slots:
        if kind == SEAT:
            seated.setdefault(table, (number, []))[1].append(ids[entrant])
        else:
            apart.append([kind, ids[entrant], spread])
    tables = [_table(number, who, results.get(key, ()), ids) for key, (number, who) in seated.items()]
    return {"apart": apart, "tables": tables}


def _table(number: int, entrants: list[str], lines: Sequence[Facts], ids: Ids) -> list[Any]:
    if len(lines) == 2:
        (kind, a, score_a, before_a, off_a, _x), (_k, b, score_b, before_b, off_b, _y) = lines
        if kind == Result.Kind.PLAYED and not off_a and not off_b:
            return [number, ids[a], score_a, before_a, ids[b], score_b, before_b]
    return [number, entrants, [[kind, ids[entrant], *rest] for kind, entrant, *rest in lines]]


def outcomes_of(columns: Columns, division: Division) -> Iterator[h.Outcome]:
    """What a round came to by the division's settings: places without a table first, then the tables by number."""
    for kind, entrant, spread in columns["apart"]:
        yield without_table(kind, entrant, spread, division)
    played, seat = h.Played, h.Seat
    for table in columns["tables"]:
        if len(table) == PLAIN:
            number, a, score_a, before_a, b, score_b, before_b = table
            yield played(number, (seat(a, score_a, before_a), seat(b, score_b, before_b)))
        else:
            number, entrants, lines = table
            yield from game(number, entrants, lines, division)


def without_table(kind: str, entrant: str, spread: int | None, division: Division) -> h.Outcome:
    """What a round without a table came to: a bye, whole or half, not scored, or lost by absence."""
    if kind in {BYE, HALF}:
        return h.Bye(entrant, division.bye_spread if spread is None else spread, kind == HALF)
    if kind == UNSCORED:
        return h.Unscored(entrant)
    return h.Forfeit(None, (entrant,), (), division.forfeit_spread if spread is None else spread)


def game(
    number: int, entrants: Sequence[str], lines: Sequence[Sequence[Any]], division: Division
) -> Iterable[h.Outcome]:
    """What a table came to; a table without a result is unfinished."""
    if not lines:
        return (h.Unfinished(number, tuple(entrants)),)
    kind = lines[0][0]
    if kind == Result.Kind.UNSCORED:
        return unscored(number, entrants)
    if kind == Result.Kind.FORFEIT:
        return (_forfeit(number, lines, division),)
    seats = tuple(
        points_off.seat(division, entrant, score, before, penalty)
        for _k, entrant, score, before, penalty, _a in lines
    )
    return (h.Played(number, seats),)


def unscored(number: int, entrants: Sequence[str]) -> tuple[h.Outcome, ...]:
    """A table that is not scored: everybody at it, in seat order."""
    return tuple(
        h.Unscored(one, number, tuple(other for other in entrants if other != one)) for one in entrants
    )


def _forfeit(number: int, lines: Sequence[Sequence[Any]], division: Division) -> h.Forfeit:
    absent = tuple(entrant for _kind, entrant, *_scores, away in lines if away)
    present = tuple(entrant for _kind, entrant, *_scores, away in lines if not away)
    return h.Forfeit(number, absent, present, division.forfeit_spread, division.forfeit_win_spread)
