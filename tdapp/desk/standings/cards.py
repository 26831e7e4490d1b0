"""A player's card: every round with its opponent, result and running record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from pairings.event.history import History
from pairings.event.records import add_round, blank_records
from pairings.standings.metrics import Stand
from pairings.standings.own_places import place_of
from pairings.standings.standings import Row, order_of
from tdapp.desk.ledger import division_standings
from tdapp.desk.ledger import history as halls
from tdapp.desk.standings.round_cells import PLAYED, Cell, cells_of
from tdapp.events.models import Division, Entrant, Person, people_of
from tdapp.kernel.pages import svg


@dataclass(frozen=True, slots=True)
class CardLine:
    """One round on the card; `rank` and `shared` stand after it."""

    cell: Cell
    opponents: tuple[Person, ...]
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
    key, people = str(entrant.pk), people_of(division)
    places, cells = _places(history, key, division.precedence), cells_of(history, only=[key])[key]
    lines = tuple(
        CardLine(cell, tuple(people[one] for one in cell.opponents), *place)
        for cell, place in zip(cells, places, strict=True)
    )
    played = [cell for cell in cells if cell.kind == PLAYED and cell.score is not None]
    scores, against = [cell.score or 0 for cell in played], [max(cell.against) for cell in played]
    table = division_standings.compute(division, len(cells), history=history)
    row = next(row for row in table if row.entrant == key)
    shared = row.rank is not None and sum(one.rank == row.rank and not one.withdrawn for one in table) > 1
    return Card(
        entrant, row, shared, lines, len(played), _tenths(scores), _tenths(against),
        max(scores, default=None),
        _record(played, True), _record(played, False), _chart(cells),
    )  # fmt: skip


def _places(history: History, key: str, precedence: Sequence[str]) -> list[tuple[int | None, bool]]:
    """The place after each round and whether it is shared: one pass, and no table of the thousand others."""
    records, found = blank_records(history), []
    for number in range(1, len(history.rounds) + 1):
        add_round(records, history, number)
        found.append(place_of(Stand(records, number), order_of(precedence, number), key))
    return found


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
