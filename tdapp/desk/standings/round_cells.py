"""What a round was for each entrant: the cells of a wall chart, the lines of a player card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pairings.event.history import (
    Bye,
    Forfeit,
    History,
    Outcome,
    Played,
    Unfinished,
    Unscored,
    complete_round,
    named_in,
)
from pairings.event.records import Record, Records, add_round, blank_records

PLAYED, FORFEIT, BYE, UNSCORED, OUT, NOTHING = "played", "forfeit", "bye", "unscored", "out", "nothing"
RESULTS = {2: "won", 1: "tied", 0: "lost"}


@dataclass(frozen=True, slots=True)
class Cell:
    """One entrant's round. `gain` (half points) and `spread` are what the round brought; `halves`,
    `lost`, `total` stand after it. `opponents` are entrant ids; `starts` None where nobody started.
    """

    round: int
    kind: str
    gain: int | None
    spread: int
    score: int | None
    against: tuple[int, ...]
    opponents: tuple[str, ...]
    table: int | None
    starts: bool | None
    halves: int
    lost: int
    total: int

    @property
    def result(self) -> str:
        """won, tied, lost, or "" when the round decided nothing."""
        return "" if self.gain is None else RESULTS[self.gain]


Cells = dict[str, list[Cell]]


def cells_of(history: History, since: int = 1, only: Iterable[str] | None = None) -> Cells:
    """The cells of every entrant (or `only` of these) by id, for rounds `since` to the last in their order."""
    records = blank_records(history)
    found: Cells = {key: [] for key in (records if only is None else only)}
    for number in range(since, len(history.rounds) + 1):
        for key, cell in zip(found, next_cells(records, history, number, list(found)), strict=True):
            found[key].append(cell)
    return found


def next_cells(records: Records, history: History, number: int, keys: Sequence[str]) -> list[Cell]:
    """Count one more round into the records, and what it was for each of these entrants."""
    before = [(records[key].halves, records[key].spread) for key in keys]
    add_round(records, history, number)
    said, wanted = dict[str, Outcome](), set(keys)
    for outcome in complete_round(history, number):
        for key in named_in(outcome):
            if key in wanted:
                said[key] = outcome
    return [
        _cell(number, key, said.get(key), was, records[key]) for key, was in zip(keys, before, strict=True)
    ]


def _cell(number: int, key: str, outcome: Outcome | None, before: tuple[int, int], record: Record) -> Cell:
    kind = _kind(outcome)
    seats = _seats(outcome, key)
    gain = record.halves - before[0] if kind in {PLAYED, FORFEIT, BYE} else None
    return Cell(
        number, kind, gain, record.spread - before[1], seats.score, seats.against, seats.opponents,
        seats.table,
        seats.starts, record.halves, record.lost, record.spread,
    )  # fmt: skip


def _kind(outcome: Outcome | None) -> str:
    match outcome:
        case None:
            return NOTHING
        case Played():
            return PLAYED
        case Forfeit():
            return FORFEIT
        case Bye():
            return BYE
        case Unfinished():
            return OUT
        case _:
            return UNSCORED


@dataclass(frozen=True, slots=True)
class _Seats:
    score: int | None = None
    against: tuple[int, ...] = ()
    opponents: tuple[str, ...] = ()
    table: int | None = None
    starts: bool | None = None


def _seats(outcome: Outcome | None, key: str) -> _Seats:
    match outcome:
        case Played(table=table, seats=seats):
            own = next(seat for seat in seats if seat.entrant == key)
            others = [seat for seat in seats if seat is not own]
            against, ids = tuple(s.score for s in others), tuple(s.entrant for s in others)
            return _Seats(own.score, against, ids, table, own is seats[0])
        case Unfinished(table=table, seats=ids):
            return _Seats(None, (), tuple(one for one in ids if one != key), table, ids[0] == key)
        case Unscored(table=table, against=against):
            return _Seats(None, (), against, table)
        case Forfeit(table=table):
            return _Seats(None, (), tuple(one for one in named_in(outcome) if one != key), table)
        case _:
            return _Seats()
