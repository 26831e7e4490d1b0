"""A player's card: every round with its opponent, result and running record."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from pairings.standings.standings import Row, standings_by_round
from tdapp.desk.ledger import history as halls
from tdapp.desk.standings.round_cells import PLAYED, Cell, cells_of
from tdapp.events.models import Division, Entrant, tell_apart
from tdapp.kernel.pages import svg


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round on the card; `rank` and `shared` stand after it."""

    cell: Cell
    opponents: tuple[Entrant, ...]
    rank: int | None
    shared: bool


@dataclass(frozen=True, slots=True)
class Card:
    """The card of one entrant. Averages are tenths of a point; None without a finished game."""

    entrant: Entrant
    row: Row
    shared: bool
    lines: tuple[CardLine, ...]
    games: int
    average: int | None
    against: int | None
    best: int | None
    starts: tuple[int, int]
    replies: tuple[int, int]
    chart: SafeString


def card(division: Division, entrant: Entrant, after: int | None = None) -> Card:
    """The card up to round `after` (None: every published one), confirmed results only."""
    history = halls.of_division(division, after=after)
    tables = standings_by_round(history, tuple(division.precedence))
    key = str(entrant.pk)
    cells = cells_of(history)[key]
    people = {str(row.pk): row for row in division.entrants.select_related("club")}
    tell_apart(list(people.values()), public=False)
    lines = tuple(_line(cell, tables[cell.round], key, people) for cell in cells)
    played = [cell for cell in cells if cell.kind == PLAYED and cell.score is not None]
    scores, against = [cell.score or 0 for cell in played], [max(cell.against) for cell in played]
    row = next(row for row in tables[-1] if row.entrant == key)
    shared = _is_shared(tables[-1], row)
    return Card(
        entrant, row, shared, lines, len(played), _tenths(scores), _tenths(against),
        max(scores, default=None),
        _record(played, True), _record(played, False), _chart(cells),
    )  # fmt: skip


def _line(cell: Cell, table: tuple[Row, ...], key: str, people: dict[str, Entrant]) -> CardLine:
    row = next(row for row in table if row.entrant == key)
    return CardLine(cell, tuple(people[one] for one in cell.opponents), row.rank, _is_shared(table, row))


def _is_shared(table: tuple[Row, ...], row: Row) -> bool:
    """Whether somebody else holds the same place (one who has just withdrawn takes none)."""
    level = [one for one in table if one.rank == row.rank and not one.withdrawn]
    return row.rank is not None and len(level) > 1


def _tenths(values: list[int]) -> int | None:
    return (20 * sum(values) + len(values)) // (2 * len(values)) if values else None


def _record(played: list[Cell], starting: bool) -> tuple[int, int]:
    """Half points won and lost in the games started (or replied in)."""
    gains = [cell.gain or 0 for cell in played if cell.starts is starting]
    return sum(gains), 2 * len(gains) - sum(gains)


def _chart(cells: list[Cell]) -> SafeString:
    """The spread after each round as a line; nothing for fewer than two rounds."""
    if len(cells) < 2:
        return svg.NOTHING
    labels = [str(cell.round) for cell in cells]
    desc = _("The sum of spreads after each round; the numbers are in the table.")
    return svg.line_charts(
        _("Spread by round"), desc, labels, [svg.Series(_("spread"), [c.total for c in cells])]
    )
