"""The facts of a club's page: its public events, who won the last ones, the records of all of them.

A page over several events: whoever is guarded at any event stands on it nowhere, not even as the public sees them there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice
from typing import TypeVar
from uuid import UUID

from django.db.models import BooleanField, ExpressionWrapper, QuerySet
from django.db.models.functions import Coalesce

from tdapp.clubs.public.records import Record, Who, records_of
from tdapp.clubs.public.released import Released
from tdapp.events.models import Division, Entrant, Event
from tdapp.kernel import clock
from tdapp.people.models import ClubHome
from tdapp.publishing.entering import telling
from tdapp.publishing.entering.telling import NOTHING, Entering, Line
from tdapp.publishing.released import single_flight
from tdapp.ratings.ranking import pages
from tdapp.ratings.ranking.public_names import GUARDS, guarded_players

MOST_EVENTS, MOST_RESULTS = 200, 8


@dataclass(frozen=True, slots=True)
class Coming:
    """An event that is on or will be, with how one enters."""

    name: str
    venue: str
    starts_on: date
    ends_on: date
    url: str
    entering: Entering = NOTHING

    @property
    def lines(self) -> list[Line]:
        """How one enters, in the reader's language."""
        return telling.lines(self.entering)


@dataclass(frozen=True, slots=True)
class Winner:
    """A division's first place as released; no `name` where a child stands there (`who`: division and number). `over`: no
    round follows. `code`: of their page over all events, where they have one.
    """

    who: Who
    division: str
    name: str
    wins: int
    losses: int
    spread: int
    over: bool
    url: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Over:
    """An event with its winners."""

    name: str
    starts_on: date
    url: str
    winners: tuple[Winner, ...]


Named = TypeVar("Named", Winner, Record)


@dataclass(frozen=True, slots=True)
class Facts:
    """All of the page that changes by itself."""

    coming: tuple[Coming, ...]
    results: tuple[Over, ...]
    records: tuple[Record, ...]


def of_club(home: ClubHome) -> Facts:
    """The facts as of now, at most two seconds stale; who is guarded is asked each time, for another event may tell it."""
    events = public_events(home)
    stamp = f"{stamp_of(events)}:{[_entering(row) for row in events]!r}"
    found = single_flight.fly(f"public:club:{home.pk}", stamp, lambda: _built(events))
    return masked(found)


def masked(facts: Facts) -> Facts:
    """Without the names of whoever is guarded, the others with their pages; as many queries for many as for few."""
    winners = [one for over in facts.results for one in over.winners]
    them = {one.who for one in winners} | {one.who for one in facts.records}
    hidden, codes = guarded_among(them), codes_among(them)

    def shown(one: Named) -> Named:
        return replace(one, name="") if one.who in hidden else replace(one, code=codes.get(one.who, ""))

    results = tuple(replace(over, winners=tuple(map(shown, over.winners))) for over in facts.results)
    return replace(facts, results=results, records=tuple(map(shown, facts.records)))


def public_events(home: ClubHome) -> list[Event]:
    """The club's events with a public page, the newest first."""
    rows = Event.objects.filter(host=home.club_id, public=True, deleted_at=None)
    return list(rows.select_related("entering").order_by("-starts_on", "-sequence")[:MOST_EVENTS])


STAMPED = (
    "pk", "name", "version", "released_round", "released_version", "rounds_planned", "freeze__last", "freeze__unveiled_at"
)  # fmt: skip


def stamp_of(events: Sequence[Event]) -> str:
    """Changes with whatever the facts are made of, and with the day."""
    told = [(row.pk, row.name, row.venue, row.starts_on, row.ends_on, row.school) for row in events]
    divisions = Division.objects.filter(event__in=events).order_by("pk").values_list(*STAMPED)
    return hashlib.sha256(repr((clock.today(), told, list(divisions))).encode()).hexdigest()


def _entering(event: Event) -> Entering:
    return telling.of_row(getattr(event, "entering", None))


def _built(events: Sequence[Event]) -> Facts:
    today = clock.today()
    released = Released(events)
    results = tuple(islice(_results(events, released), MOST_RESULTS))
    ahead = [row for row in events if row.ends_on >= today]
    ended = _ended(ahead, released)
    coming = sorted((row for row in ahead if row.pk not in ended), key=lambda row: row.starts_on)
    return Facts(
        tuple(
            Coming(row.name, row.venue, row.starts_on, row.ends_on, _url(row), _entering(row)) for row in coming
        ),
        results, tuple(records_of(released)),
    )  # fmt: skip


def guarded_among(them: Collection[Who]) -> set[Who]:
    """Who of these (by division and number) stands on no page over several events."""
    if not them:
        return set()
    # Columns, not rows: with each came the rules of its division, nine kilobytes, to tell whether it is of a school.
    rows = _entries(them).values_list(
        "division", "number", "player", ExpressionWrapper(GUARDS, BooleanField())
    )
    found = {(str(division), number): (player, own) for division, number, player, own in rows}
    people = guarded_players([*{player for player, _own in found.values() if player}])
    return {one for one in them if one not in found or found[one][1] or found[one][0] in people}


def _entries(them: Collection[Who]) -> QuerySet[Entrant]:
    """Them, and others of their numbers in these divisions."""
    rows = Entrant.objects.filter(division__in={one for one, _n in them}, number__in={n for _one, n in them})
    return rows.order_by()


def codes_among(them: Collection[Who]) -> dict[Who, str]:
    """The codes of the pages of those of these (by division and number) who have one."""
    rows = _entries(them).annotate(stays=Coalesce("player__merged_into_id", "player_id"))
    told = {
        (str(division), number): stays for division, number, stays in rows.values_list("division", "number", "stays")
    }  # fmt: skip
    found = pages.of_ids(told[one] for one in them if told.get(one))
    return {one: found[told[one]].code for one in them if told.get(one) in found}


def _results(events: Sequence[Event], released: Released) -> Iterator[Over]:
    """The newest events first, as many read at once as are shown."""
    some = [event for event in events if released.of_event[event.pk]]
    for at in range(0, len(some), MOST_RESULTS):
        part = some[at : at + MOST_RESULTS]
        released.read(row for event in part for row in released.of_event[event.pk])
        for event in part:
            winners = (_winner(row, released) for row in released.of_event[event.pk])
            if told := tuple(one for one in winners if one):
                yield Over(event.name, event.starts_on, _url(event), told)


def _ended(events: Sequence[Event], released: Released) -> set[UUID]:
    """Which of them have the end of every division among the results that were read: on their last day they come no more."""
    divisions = Division.objects.filter(event__in=events).values_list("event_id", "pk", "rounds_planned")
    shown = {pk: row.after for pk, row in released.snapshots.items()}
    going_on = {event for event, pk, planned in divisions if shown.get(pk, 0) < planned}
    return {event for event, _pk, _planned in divisions} - going_on


def _url(event: Event) -> str:
    return f"/t/{event.slug}/"


def _winner(division: Division, released: Released) -> Winner | None:
    people = released.people[division.pk]
    line = next(
        (one for one in released.lines(division) if one.rank == 1 and not people[one.number].house), None
    )
    if line is None:
        return None
    url = f"/t/{division.event.slug}/{division.slug}/standings/"
    over = released.snapshots[division.pk].after >= division.rounds_planned
    name = released.names(division)[line.number]
    return Winner(
        (str(division.pk), line.number), division.name, name, line.wins, line.losses, line.spread, over, url
    )
