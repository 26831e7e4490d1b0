"""The wall chart: a row an entrant, a cell a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pairings.standings.standings import Row, standings
from tdapp.desk.ledger import division_standings
from tdapp.desk.ledger import history as halls
from tdapp.desk.standings.round_cells import Cell, cells_of
from tdapp.events.models import Division, Person, people_of


@dataclass(frozen=True, slots=True)
class ChartCell:
    """A cell with its opponents as people."""

    cell: Cell
    opponents: tuple[Person, ...]


@dataclass(frozen=True, slots=True)
class ChartRow:
    """One entrant over all rounds, with the place held after the last one."""

    entrant: Person
    cells: tuple[ChartCell, ...]
    row: Row
    shared: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """The whole chart after a round."""

    rounds: tuple[int, ...]
    rows: tuple[ChartRow, ...]
    last_round: int


def places(division: Division, *, by_rank: bool) -> list[tuple[Row, Person]]:
    """Everybody with their place after the last posted round, in order of number or of rank: the rows of a chart to come."""
    rows = division_standings.rows_of(division, division_standings.last_round(division))
    people = people_of(division)
    found = [(row, people[row.entrant]) for row in rows if row.entrant in people]
    return found if by_rank else sorted(found, key=lambda pair: pair[1].number)


def part(
    division: Division, ranked: Sequence[tuple[Row, Person]], shown: Sequence[tuple[Row, Person]]
) -> Chart:
    """The rows `shown` of a chart whose places are `ranked`: only their games are read."""
    last = division_standings.last_round(division)
    history = halls.of_division(division, after=last, only=[who.pk for _row, who in shown])
    people = {row.entrant: who for row, who in ranked}
    cells = cells_of(history, only=[row.entrant for row, _who in shown])
    level = _level([row for row, _who in ranked])
    rows = tuple(
        ChartRow(who, _cells(cells[row.entrant], people), row, level[row.rank] > 1) for row, who in shown
    )
    return Chart(tuple(range(1, last + 1)), rows, last)


def _level(ranked: Iterable[Row]) -> Counter[int | None]:
    return Counter(row.rank for row in ranked if row.rank is not None and not row.withdrawn)


def chart(division: Division, after: int | None = None, *, by_rank: bool = False) -> Chart:
    """Confirmed results up to round `after` (None: every published one), in order of number or of rank."""
    history = halls.of_division(division, after=after)
    last = len(history.rounds)
    people = people_of(division)
    ranked = standings(history, last, tuple(division.precedence))
    cells = cells_of(history)
    level = _level(ranked)
    rows = [
        ChartRow(people[row.entrant], _cells(cells[row.entrant], people), row, level[row.rank] > 1)
        for row in ranked
    ]
    if not by_rank:
        rows.sort(key=lambda row: row.entrant.number)
    return Chart(tuple(range(1, last + 1)), tuple(rows), last)


def _cells(cells: list[Cell], people: dict[str, Person]) -> tuple[ChartCell, ...]:
    return tuple(ChartCell(cell, tuple(people[key] for key in cell.opponents)) for cell in cells)
