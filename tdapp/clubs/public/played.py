"""What a member played for the club, at anybody's events, as far as it is public."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from tdapp.clubs.public.released import Released
from tdapp.events.models import Entrant
from tdapp.people.models import Player
from tdapp.people.registry import numbers_of
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
    """The newest first. Entries under another club or school are not this club's to see together. As many statements for
    forty events as for one.
    """
    rows = Entrant.objects.filter(player__in=numbers_of(player.pk), club=club, house=False)
    rows = rows.filter(event__public=True, event__deleted_at=None, division__released_round__gt=0)
    entries = list(rows.select_related("event").order_by("-event__starts_on", "-event__sequence")[:MOST])
    released = Released([row.event for row in entries])
    released.read(
        [released.divisions[row.division_id] for row in entries if row.division_id in released.divisions]
    )
    return [one for row in entries if (one := _played(row, released)) is not None]


def _played(row: Entrant, released: Released) -> Played | None:
    division, shown = released.divisions.get(row.division_id), released.snapshots.get(row.division_id)
    line = (
        next((one for one in released.lines(division) if one.number == row.number), None)
        if division
        else None
    )
    if division is None or line is None or shown is None:
        return None
    url = f"/t/{row.event.slug}/{division.slug}/players/{row.number}/"
    return Played(row.event.name, division.name, row.event.starts_on, line, shown.after, url)
