"""What is written on with a pen: the empty wall chart, and the whole table of rounds of a round robin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from pairings.event.refusals import Refusals
from pairings.plan.plan import Span
from pairings.rounds.result import Result
from pairings.systems import pair
from pairings.what_if.ahead import asked_for
from tdapp.desk.day import prints
from tdapp.desk.day.prints import posted_name
from tdapp.desk.ledger import pairing_adapter
from tdapp.events.models import Division, Entrant, Round
from tdapp.kernel.refusals import Refusal
from tdapp.publishing.paper.drawing.document import Box, Document, Sheet
from tdapp.publishing.paper.drawing.flow import LISTED, WRITTEN, Cell, Column, table
from tdapp.publishing.paper.parts.lists import division_head, field

UPRIGHT_ROUNDS, ROUNDS_A_PAGE, TABLES_A_PAGE = 8, 14, 20
Games = list[tuple[int, ...]]


def wall_chart(document: Document, division: Division) -> None:
    """A row for each entrant, a cell for each round: who, the scores, the sum of wins and spread."""
    rows, rounds = field(division), division.rounds_planned
    for first in range(1, rounds + 1, ROUNDS_A_PAGE):
        last = min(rounds, first + ROUNDS_A_PAGE - 1)
        label = "" if last - first + 1 == rounds else _rounds(first, last)
        sheet = Sheet(division_head(division, _("Wall chart"), label), wide=last - first + 1 > UPRIGHT_ROUNDS)
        document.begin(sheet)
        columns = [Column(_("No."), 0.7, "right", bold=True), Column(_("Player"), 3.4, bold=True)]
        columns += [Column(str(number), 1.4, "center") for number in range(first, last + 1)]
        told: list[list[Cell]] = [
            [str(row.number), posted_name(row), *[None] * (last - first + 1)] for row in rows
        ]
        table(document, columns, told, WRITTEN)


def _rounds(first: int, last: int) -> str:
    return _("rounds %(first)s to %(last)s") % {"first": first, "last": last}


def round_robins(division: Division) -> list[Span]:
    """The round robins of a division's plan."""
    return [span for span in pairing_adapter.plan_of(division).spans if span.system == "rr"]


def round_robin(document: Document, division: Division, span: Span, step: Callable[[], None]) -> None:
    """The table of rounds: entrant numbers, the starter first. What is published stands as published."""
    rounds = dict(schedule(division, span, step))
    people = field(division, house=True)
    document.begin(
        Sheet(division_head(division, _("Table of rounds"), _rounds(span.first, span.last)), wide=True)
    )
    most = max((sum(len(game) > 1 for game in games) for games in rounds.values()), default=0)
    room = Box(0, 0, 0, 0)
    wide = ceil(most / ceil(most / TABLES_A_PAGE)) if most else 1
    for first in range(0, max(most, 1), wide):
        room = _block(document, rounds, first, min(most, first + wide))
    _numbers(document, people, room)


def _block(document: Document, rounds: dict[int, Games], first: int, last: int) -> Box:
    """So many games of every round, and who sits out."""
    columns = [Column(_("Round"), 1.3, "right", bold=True)]
    columns += [Column("", 1.5, "center") for _game in range(first, last)]
    byes = any(len(game) == 1 for games in rounds.values() for game in games)
    columns += [Column(_("bye"), 1.5, "center")] if byes else []
    rows: list[list[Cell]] = [_line(number, games, first, last, byes) for number, games in rounds.items()]
    return table(document, columns, rows, LISTED)


def _line(number: int, games: Games, first: int, last: int, byes: bool) -> list[Cell]:
    played = ["–".join(map(str, game)) for game in games if len(game) > 1][first:last]
    told: list[Cell] = [str(number), *played, *[""] * (last - first - len(played))]
    return told + [", ".join(str(game[0]) for game in games if len(game) == 1)] * byes


def _numbers(document: Document, people: Sequence[Entrant], room: Box) -> None:
    """Whose numbers these are, in columns under the table, or on a page of its own."""
    columns, height = 4, 5 * mm
    lines = ceil(len(people) / columns)
    if room.height < (lines + 3) * height:
        room = document.page()
    document.text(
        room.x, room.top - 7 * mm, _("The first named of each two goes first. Numbers are those of the entry list:"), 9, grey=True
    )  # fmt: skip
    for at, row in enumerate(people):
        column, line = divmod(at, max(lines, 1))
        x = room.x + column * room.width / columns
        y = room.top - 14 * mm - line * height
        document.text(x + 8 * mm, y, str(row.number), 10, bold=True, align="right")
        document.text(x + 10 * mm, y, posted_name(row), 10, width=room.width / columns - 12 * mm)


def schedule(division: Division, span: Span, step: Callable[[], None]) -> list[tuple[int, Games]]:
    """Round by round the entrant numbers that meet; a bye is a game of one.

    Rounds ahead come from the engine that will pair them, each on the ones before it.
    """
    numbers = {str(row.pk): row.number for row in division.entrants.all()}
    found, ahead = list[tuple[int, Games]](), list[Result]()
    published = {
        row.number: row for row in division.rounds.exclude(status=Round.Status.PLANNED).select_related("division__event")
    }  # fmt: skip
    for number in range(span.first, span.last + 1):
        step()
        if number in published:
            found.append((number, _published(published[number])))
            continue
        ahead.append(_next(division, number, ahead))
        result = ahead[-1]
        games = [tuple(numbers[key] for key in board.seats) for board in result.boards]
        found.append((number, games + [(numbers[bye.entrant],) for bye in result.byes]))
    return found


def _published(round_: Round) -> Games:
    printed = prints.of_round(round_)
    games = [tuple(entrant.number for entrant in one.entrants) for one in printed.seatings]
    return games + [(entrant.number,) for entrant, kind in printed.apart if kind == "bye"]


def _next(division: Division, number: int, ahead: list[Result]) -> Result:
    """One more round on those already paired ahead; a refusal in the engine's own sentences."""
    first = number - len(ahead)
    request = asked_for(
        pairing_adapter.request(division, first), pairing_adapter.plan_of(division), number, ahead
    )
    result = pair(request)
    if isinstance(result, Refusals):
        raise Refusal("cannot-pair", *result.sentences)
    return result
