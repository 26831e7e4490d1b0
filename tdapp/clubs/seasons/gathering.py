"""The results of a season as released: events with all their rounds out, everybody by the player they are."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import Q

from tdapp.clubs import reckoning
from tdapp.clubs.models import Season
from tdapp.clubs.public.facts import Who, guarded_among, stamp_of
from tdapp.clubs.reckoning import Line, Result, SchoolLine
from tdapp.events.models import Entrant, Event
from tdapp.publishing.released import board as boards
from tdapp.publishing.released import public_access, single_flight
from tdapp.publishing.released.board import Board
from tdapp.publishing.released.public_access import EventDoor
from tdapp.ratings.ranking import pages

MOST_EVENTS = 100


@dataclass(frozen=True, slots=True)
class Counted:
    """A division that counts: its event, name, day and where its standings are."""

    key: str
    event: str
    division: str
    day: date
    url: str


@dataclass(frozen=True)
class Found:
    """A season reckoned: `names` by player as the newest event shows them; `who`: where each stands, to ask who is guarded.

    `waits`: public events of the season whose last round is not out.
    """

    lines: tuple[Line, ...]
    divisions: dict[str, Counted]
    names: dict[str, str]
    who: dict[str, tuple[Who, ...]]
    waits: tuple[str, ...]
    schools: tuple[SchoolLine, ...] = field(default=())

    @property
    def classes(self) -> dict[str, tuple[Line, ...]]:
        """Each class that is named, ranked among itself."""
        names = sorted({line.klass for line in self.lines if line.klass})
        return {name: reckoning.ranked(one for one in self.lines if one.klass == name) for name in names}


def events_of(season: Season) -> list[Event]:
    """The events that count, by day: the club's own of that time but those left out, and those named beside them."""
    own = Q(host=season.club_id, starts_on__gte=season.starts_on, starts_on__lte=season.ends_on)
    rows = Event.objects.filter((own & ~Q(slug__in=season.left_out)) | Q(slug__in=season.also))
    # The demo counts in the season of its own club alone.
    public = rows.filter(Q(demo=False) | Q(host=season.club_id), public=True, deleted_at=None)
    return list(public.order_by("starts_on", "sequence")[:MOST_EVENTS])


def found(season: Season) -> Found:
    """The season as of now, at most two seconds stale."""
    events = events_of(season)
    stamp = hashlib.sha256(f"{season.version}:{stamp_of(events)}".encode()).hexdigest()
    return single_flight.fly(f"public:season:{season.pk}", stamp, lambda: _built(season, events))


def hidden_of(season: Found) -> frozenset[str]:
    """The players who stand on no page over several events; asked anew each time."""
    guarded = guarded_among({one for some in season.who.values() for one in some})
    return frozenset(player for player, some in season.who.items() if guarded & set(some))


def codes_of(season: Found) -> dict[str, str]:
    """The codes of the pages of those who have one, by player; asked anew each time."""
    players = {UUID(player): player for player in season.names}
    return {players[pk]: page.code for pk, page in pages.of_ids(players).items()}


def _built(season: Season, events: Sequence[Event]) -> Found:
    doors = [public_access.open_event(row.slug) for row in events]
    over = [(door, board) for door in doors for board in _whole(door)]
    waits = tuple(door.name for door in doors if not any(door is other for other, _board in over))
    entrants = _entrants(board.division for _door, board in over)
    told = [one for door, board in over for one in _results(door, board, entrants)]
    lines = reckoning.standings((result for result, _who, _name in told), season.rule)
    names = {result.player: name for result, _who, name in told}
    who: dict[str, tuple[Who, ...]] = {}
    for result, one, _name in told:
        who[result.player] = (*who.get(result.player, ()), one)
    divisions = {board.division: _counted(door, board) for door, board in over}
    schools = reckoning.schools(lines, season.school_best) if season.school_best else ()
    return Found(lines, divisions, names, who, waits, schools)


def _whole(door: EventDoor) -> list[Board]:
    """The divisions whose last round is out."""
    found = (boards.current(one) for one in door.divisions if one.released)
    return [board for board in found if board.last]


def _counted(door: EventDoor, board: Board) -> Counted:
    url = f"/t/{door.slug}/{board.slug}/standings/"
    return Counted(board.division, door.name, board.name, door.starts_on, url)


def _entrants(divisions: Iterable[str]) -> dict[Who, Any]:
    """Who each number is: player (the one that stays, of merged ones), class, club."""
    rows = Entrant.objects.filter(division__in=list(divisions), house=False).order_by()
    facts = rows.values_list(
        "division", "number", "player", "player__merged_into", "klass", "club__name", "pk"
    )
    return {
        (str(division), number): (str(merged or player or pk), klass, club or "")
        for division, number, player, merged, klass, club, pk in facts
    }


def _results(door: EventDoor, board: Board, entrants: dict[Who, Any]) -> Iterable[tuple[Result, Who, str]]:
    ranked = [line for line in board.lines if line.rank and not line.withdrawn]
    for line in ranked:
        one = (board.division, line.number)
        if one in entrants:
            player, klass, school = entrants[one]
            result = Result(
                player, board.division, door.starts_on, line.rank or 0, len(ranked), line.wins, klass, school
            )  # fmt: skip
            yield result, one, board.people[line.number].name
