"""A released game for everybody: found through what is public, told under public names, made once for each state."""

from __future__ import annotations

from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tdapp.events.models import Slot
from tdapp.publishing.released import board as boards
from tdapp.publishing.released import single_flight
from tdapp.publishing.released.board import Board
from tdapp.publishing.released.public_access import DivisionDoor, EventDoor, nothing_here
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.replay import replay_page
from tdapp.scoresheets.replay.telling_a_game import Replay


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a game was played, and which of its sheets tells it."""

    round: int
    table: int
    sheet: int


def shown(event: EventDoor, door: DivisionDoor, spot: Spot, turn: str | None) -> str:
    """The page's body with the board after `turn` rows. Missing for everything that is not released."""
    row = _released(door, spot)
    digest = boards.digest_of(door)
    stamp = f"{row.pk}:{row.version}:{digest}:{get_language()}"
    told: Replay = single_flight.fly(f"public:told:{stamp}", stamp, lambda: _replay(door, row))
    number = replay_page.turn_asked(turn, told)
    return single_flight.fly(
        f"public:replay:{stamp}:{number}", stamp, lambda: _render(event, door, spot, told, number)
    )


def _released(door: DivisionDoor, spot: Spot) -> Sheet:
    """Asked of the database at every request: what was hidden is gone at once."""
    if spot.round > door.released:
        raise nothing_here()
    rows = sheets().filter(table__round__division__id=door.id, table__round__number=spot.round)
    row = rows.filter(released_at__isnull=False, table__number=spot.table, number=spot.sheet).first()
    if row is None:
        raise nothing_here()
    return row


def _replay(door: DivisionDoor, row: Sheet) -> Replay:
    return replay_page.replay_of(row, _names(boards.current(door), row))


def told(door: DivisionDoor, board: Board, spot: Spot) -> Replay:
    """A released game under the names of a board. Missing for everything that is not released."""
    row = _released(door, spot)
    return replay_page.replay_of(row, _names(board, row))


def _names(board: Board, row: Sheet) -> list[str]:
    """By the public name and nothing else; whoever stands in nothing public any more is a seat."""
    facts = Slot.objects.filter(table=row.table_id).order_by("seat").values_list("seat", "entrant__number")
    people = board.people
    return [people[n].name if n in people else _("Player %(n)s") % {"n": seat} for seat, n in facts]


def _render(event: EventDoor, door: DivisionDoor, spot: Spot, told: Replay, turn: int) -> str:
    facts = {"event": event, "division": door, "spot": spot, **replay_page.page(told, turn)}
    return render_to_string("publishing/pages/_replay.html", facts)
