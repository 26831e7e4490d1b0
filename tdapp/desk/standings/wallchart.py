"""The wall chart: a row an entrant, a cell a round."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from pairings.standings.standings import Row, standings
from tdapp.desk.ledger import history as halls
from tdapp.desk.standings.round_cells import Cell, cells_of
from tdapp.events.models import Division, Entrant, tell_apart


@dataclass(frozen=True, slots=True)
class ChartCell:
    """A cell with its opponents as people."""

    cell: Cell
    opponents: tuple[Entrant, ...]


@dataclass(frozen=True, slots=True)
class ChartRow:
    """One entrant over all rounds, with the place held after the last one."""

    entrant: Entrant
    cells: tuple[ChartCell, ...]
    row: Row
    shared: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """The whole chart after a round."""

    rounds: tuple[int, ...]
    rows: tuple[ChartRow, ...]
    last_round: int


def chart(division: Division, after: int | None = None, *, by_rank: bool = False) -> Chart:
    """Confirmed results up to round `after` (None: every published one), in order of number or of rank."""
    history = halls.of_division(division, after=after)
    last = len(history.rounds)
    people = {str(row.pk): row for row in division.entrants.select_related("club", "division__event")}
    tell_apart(list(people.values()), public=False)
    ranked = standings(history, last, tuple(division.precedence))
    cells = cells_of(history)
    level: Counter[int | None] = Counter(
        row.rank for row in ranked if row.rank is not None and not row.withdrawn
    )
    rows = [
        ChartRow(people[row.entrant], _cells(cells[row.entrant], people), row, level[row.rank] > 1)
        for row in ranked
    ]
    if not by_rank:
        rows.sort(key=lambda row: row.entrant.number)
    return Chart(tuple(range(1, last + 1)), tuple(rows), last)


def _cells(cells: list[Cell], people: dict[str, Entrant]) -> tuple[ChartCell, ...]:
    return tuple(ChartCell(cell, tuple(people[key] for key in cell.opponents)) for cell in cells)
