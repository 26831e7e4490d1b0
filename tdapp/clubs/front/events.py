"""Every public event, by year and by what is typed; those to come; as lines a calendar can take over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import groupby

from django.db.models import Prefetch, QuerySet
from django.db.models.functions import ExtractYear

from tdapp.events.models import Division, Event
from tdapp.events.setup.my_list import having
from tdapp.kernel import clock
from tdapp.people.models import ClubHome
from tdapp.publishing.entering import telling
from tdapp.publishing.entering.telling import Line
from tdapp.publishing.site.feeds import Day

PAST = timedelta(days=366)


@dataclass(frozen=True, slots=True)
class Listed:
    """An event and, where its host has a page, that club's; of one that is on or comes, how one enters."""

    event: Event
    host: ClubHome | None
    entering: list[Line]


def public() -> QuerySet[Event]:
    """All events with a public page, the newest first; those of the demo are marked where they are shown."""
    # Without the rules, of which lists of events say nothing: nine kilobytes a division.
    light = Division.objects.defer("ruleset_frozen", "ruleset_file")
    rows = Event.objects.filter(public=True, deleted_at=None).prefetch_related(Prefetch("divisions", light))
    return rows.select_related("host", "entering").order_by("-starts_on", "-sequence")


def found(typed: str, year: int | None = None) -> QuerySet[Event]:
    """Those whose name, place or club has each word typed; of one year, or of all."""
    rows = public().filter(starts_on__year=year) if year else public()
    return having(rows, typed)


def years() -> list[int]:
    """The years with a public event, the newest first."""
    told = public().order_by().annotate(year=ExtractYear("starts_on")).values_list("year", flat=True)
    return sorted(set(told), reverse=True)


def listed(events: Iterable[Event]) -> list[Listed]:
    """With the pages of the clubs that hold them; one query."""
    rows = list(events)
    homes = ClubHome.objects.filter(club__in={row.host_id for row in rows if row.host_id}, public=True)
    known = {home.club_id: home for home in homes.select_related("club")}
    return [Listed(row, known.get(row.host_id) if row.host_id else None, lines_of(row)) for row in rows]


def lines_of(event: Event) -> list[Line]:
    """How one enters an event that is not over (its `entering` loaded)."""
    told = telling.of_row(getattr(event, "entering", None))
    return telling.lines(told) if event.ends_on >= clock.today() else []


def to_come() -> list[tuple[date, list[Listed]]]:
    """What is on and what follows, by month (its first day)."""
    rows = listed(public().filter(ends_on__gte=clock.today()).order_by("starts_on", "sequence"))
    months = groupby(rows, key=lambda one: one.event.starts_on.replace(day=1))
    return [(month, list(group)) for month, group in months]


def days(root: str, home: ClubHome | None = None) -> Iterator[Day]:
    """Each event of the last year and to come, for a calendar: all but the demo's, or those of a club.

    `root`: where the addresses begin.
    """
    told = public().prefetch_related(None)
    told = told.filter(host=home.club_id) if home else told.filter(demo=False)
    rows: Sequence[Event] = list(
        told.filter(ends_on__gte=clock.today() - PAST).order_by("starts_on", "sequence")
    )
    for row in rows:
        about = [line.said for line in lines_of(row)]
        yield Day(row.slug, row.name, row.starts_on, row.ends_on, row.venue, f"{root}/t/{row.slug}/", about)
