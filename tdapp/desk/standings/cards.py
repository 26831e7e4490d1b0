"""A player's card: every round with its opponent, result and running record."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from pairings.event.history import History
from pairings.event.records import blank_records
from pairings.standings.metrics import Stand
from pairings.standings.own_places import place_of
from pairings.standings.standings import Places, Row, order_of, places, table_of
from tdapp.desk.ledger import history as halls
from tdapp.desk.standings.round_cells import PLAYED, Cell, next_cells
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
    told = _told(history, key, tuple(division.precedence))
    lines = tuple(
        CardLine(cell, tuple(people[one] for one in cell.opponents), *place)
        for cell, place in zip(told.cells, told.places, strict=True)
    )
    played = [cell for cell in told.cells if cell.kind == PLAYED and cell.score is not None]
    scores, against = [cell.score or 0 for cell in played], [max(cell.against) for cell in played]
    row = next(row for row in told.table if row.entrant == key)
    shared = (
        row.rank is not None and sum(one.rank == row.rank and not one.withdrawn for one in told.table) > 1
    )
    return Card(
        entrant, row, shared, lines, len(played), _tenths(scores), _tenths(against),
        max(scores, default=None),
        _record(played, True), _record(played, False), _chart(told.cells),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Told:
    """What one pass over the rounds says: the place after each and whether it is shared, the cells, the standings at the end."""

    places: list[tuple[int | None, bool]]
    cells: list[Cell]
    table: tuple[Row, ...]


def _told(history: History, key: str, precedence: tuple[str, ...]) -> _Told:
    """Of one entrant: no round is counted twice, and of the thousand others no table is made but the last."""
    records, last = blank_records(history), len(history.rounds)
    found, cells, before = list[tuple[int | None, bool]](), list[Cell](), Places()
    for number in range(1, last + 1):
        if number == last:
            before = places(records, number - 1, precedence)
        cells += next_cells(records, history, number, [key])
        found.append(place_of(Stand(records, number), order_of(precedence, number), key))
    return _Told(found, cells, table_of(records, last, precedence, before))


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
