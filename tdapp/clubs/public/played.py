"""What a member played for the club, at anybody's events, as far as it is public."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q

from tdapp.events.models import Entrant
from tdapp.people.models import Player
from tdapp.publishing.released import board as boards
from tdapp.publishing.released import public_access
from tdapp.publishing.released.games import Line

MOST = 40


@dataclass(frozen=True, slots=True)
class Played:
    """An entry with its line of the released standings, and where it stands in public."""

    event: str
    division: str
    day: date
    line: Line
    after: int
    url: str


def of_player(club: Any, player: Player) -> list[Played]:
    """The newest first. Entries under another club or school are not this club's to see together."""
    rows = Entrant.objects.filter(Q(player=player) | Q(player__merged_into=player), club=club, house=False)
    rows = rows.filter(event__public=True, event__deleted_at=None, division__released_round__gt=0)
    entries = rows.select_related("event", "division").order_by("-event__starts_on", "-event__sequence")
    return [one for row in entries[:MOST] if (one := _played(row)) is not None]


def _played(row: Entrant) -> Played | None:
    door = public_access.open_event(row.event.slug)
    board = boards.current(door.division(row.division.slug))
    line = board.line_of(row.number)
    if line is None:
        return None
    url = f"/t/{door.slug}/{board.slug}/players/{row.number}/"
    return Played(door.name, board.name, door.starts_on, line, board.after, url)
