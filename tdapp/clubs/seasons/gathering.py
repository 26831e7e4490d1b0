"""The results of a season as released: events with all their rounds out, everybody by the player they are."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from uuid import UUID

from django.db.models import Q

from tdapp.clubs import reckoning
from tdapp.clubs.models import Season
from tdapp.clubs.public.facts import Who, guarded_among, stamp_of
from tdapp.clubs.public.released import people_of
from tdapp.clubs.reckoning import Line, Result, SchoolLine
from tdapp.desk.models import Snapshot
from tdapp.events.models import Division, Event, Person
from tdapp.publishing.released import personal, single_flight
from tdapp.publishing.released.board import persons
from tdapp.publishing.released.games import line_of_row
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


def hidden_of(season: Found, lines: Iterable[Line] | None = None) -> frozenset[str]:
    """The players (of these lines, or all) who stand on no page over several events; asked anew each time."""
    who = {line.player: season.who[line.player] for line in (season.lines if lines is None else lines)}
    guarded = guarded_among({one for some in who.values() for one in some})
    return frozenset(player for player, some in who.items() if guarded & set(some))


def codes_of(season: Found, lines: Iterable[Line] | None = None) -> dict[str, str]:
    """The codes of the pages of those (of these lines, or all) who have one, by player; asked anew each time."""
    players = {UUID(line.player): line.player for line in (season.lines if lines is None else lines)}
    return {players[pk]: page.code for pk, page in pages.of_ids(players).items()}


def _built(season: Season, events: Sequence[Event]) -> Found:
    """Five statements, however many events they are: of a hundred nobody could wait for a hundred boards."""
    released = Division.objects.filter(event__in=events, released_round__gt=0).defer("ruleset_frozen")
    rows = list(released.select_related("freeze").order_by("order", "name"))
    by_event = {event.pk: [one for one in rows if one.event_id == event.pk] for event in events}
    for event in events:
        for one in by_event[event.pk]:
            one.event = event
    shown = personal.newest_of(rows)
    over = [one for event in events for one in by_event[event.pk] if _is_over(one, shown.get(one.pk))]
    waits = tuple(row.name for row in events if not any(one.event_id == row.pk for one in over))
    people, players = people_of(over)
    told = [facts for one in over for facts in _results(one, shown[one.pk], people[one.pk], players)]
    lines = reckoning.standings((result for result, _who, _name in told), season.rule)
    names = {result.player: name for result, _who, name in told}
    who: dict[str, tuple[Who, ...]] = {}
    for result, seat, _name in told:
        who[result.player] = (*who.get(result.player, ()), seat)
    divisions = {str(one.pk): _counted(one) for one in over}
    schools = reckoning.schools(lines, season.school_best) if season.school_best else ()
    return Found(lines, divisions, names, who, waits, schools)


def _is_over(division: Division, shown: Snapshot | None) -> bool:
    """Whether the standings of its last round are out."""
    return shown is not None and shown.after >= division.rounds_planned


def _counted(division: Division) -> Counted:
    event = division.event
    url = f"/t/{event.slug}/{division.slug}/standings/"
    return Counted(str(division.pk), event.name, division.name, event.starts_on, url)


def _results(
    division: Division, shown: Snapshot, people: dict[int, Person], players: dict[UUID, UUID]
) -> Iterable[tuple[Result, Who, str]]:
    """What counts of a division, of everybody the player they are (the one that stays, of merged ones), and their public name."""
    lines = [line_of_row(row, division.event.show_ratings) for row in shown.rows]
    ranked = [line for line in lines if line.rank and not line.withdrawn]
    standing = [people[line.number] for line in lines if line.number in people]
    names = {one.number: one.name for one in persons(standing)}
    for line in ranked:
        row = people.get(line.number)
        if row is None or row.house:
            continue
        result = Result(
            str(players[row.pk]), str(division.pk), division.event.starts_on, line.rank or 0, len(ranked), line.wins, row.klass,
            row.club.name if row.club else "",
        )  # fmt: skip
        yield result, (str(division.pk), line.number), names[line.number]
