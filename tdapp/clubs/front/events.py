"""Every public event, by year and by what is typed; those to come; as lines a calendar can take over.

A list is read in columns: with the rows of a hundred and fifty events came as many of their hosts and divisions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.functions import ExtractYear
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import get_language

from tdapp.events.models import Division, Event
from tdapp.events.setup.my_list import having
from tdapp.kernel import clock
from tdapp.people.models import ClubHome
from tdapp.publishing.entering import telling
from tdapp.publishing.entering.telling import Line
from tdapp.publishing.site.feeds import Day

PAST = timedelta(days=366)
ENTERING = tuple(f"entering__{name}" for name in telling.FIELDS)
COLUMNS = ("pk", "slug", "name", "demo", "venue", "starts_on", "ends_on", "host__name", "host__home__slug",
           "host__home__public", *ENTERING)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Listed:
    """An event as it stands in a list: its days and divisions as text; where its host has a page, that club's name and
    address; of one that is on or comes, how one enters.
    """

    slug: str
    name: str
    demo: bool
    venue: str
    starts_on: date
    days: str
    divisions: str
    host: str
    host_url: str
    entering: list[Line]


def public() -> QuerySet[Event]:
    """All events with a public page, the newest first; those of the demo are marked where they are shown."""
    return Event.objects.filter(public=True, deleted_at=None).order_by("-starts_on", "-sequence")


def found(typed: str, year: int | None = None) -> QuerySet[Event]:
    """Those whose name, place or club has each word typed; of one year, or of all."""
    rows = public().filter(starts_on__year=year) if year else public()
    return having(rows, typed)


def years() -> list[int]:
    """The years with a public event, the newest first."""
    told = public().order_by().annotate(year=ExtractYear("starts_on")).values_list("year", flat=True)
    return sorted(set(told.distinct()), reverse=True)


def listed(events: QuerySet[Event]) -> list[Listed]:
    """With the pages of the clubs that hold them; two queries."""
    rows, today = list(events.values(*COLUMNS)), clock.today()
    divisions: dict[UUID, list[str]] = defaultdict(list)
    of_them = Division.objects.filter(event__in=[row["pk"] for row in rows]).order_by("order", "name")
    for event, name in of_them.values_list("event_id", "name"):
        divisions[event].append(name)
    return [_listed(row, ", ".join(divisions[row["pk"]]), today) for row in rows]


def _listed(row: Mapping[str, Any], divisions: str, today: date) -> Listed:
    shown = row["host__home__public"]
    return Listed(
        row["slug"], row["name"], row["demo"], row["venue"], row["starts_on"], _days(row["starts_on"], row["ends_on"]),
        divisions, row["host__name"] if shown else "",
        reverse("clubs:club", args=[row["host__home__slug"]]) if shown else "", _lines(row, today),
    )  # fmt: skip


def _days(first: date, last: date) -> str:
    language = get_language() or ""
    told = _day(first, language)
    return told if first == last else f"{told} – {_day(last, language)}"


@lru_cache(maxsize=2000)
def _day(day: date, _language: str) -> str:
    return date_format(day, "j M Y")


def _lines(row: Mapping[str, Any], today: date) -> list[Line]:
    """How one enters an event that is not over."""
    return telling.lines(telling.of_values(row, "entering__")) if row["ends_on"] >= today else []


def to_come() -> list[tuple[date, list[Listed]]]:
    """What is on and what follows, by month (its first day)."""
    rows = listed(public().filter(ends_on__gte=clock.today()).order_by("starts_on", "sequence"))
    months = groupby(rows, key=lambda one: one.starts_on.replace(day=1))
    return [(month, list(group)) for month, group in months]


def days(root: str, home: ClubHome | None = None) -> Iterator[Day]:
    """Each event of the last year and to come, for a calendar: all but the demo's, or those of a club.

    `root`: where the addresses begin.
    """
    today = clock.today()
    told = public().filter(host=home.club_id) if home else public().filter(demo=False)
    told = told.filter(ends_on__gte=today - PAST).order_by("starts_on", "sequence")
    # Of those that are over nothing more is told: nine of ten.
    about = {
        row["slug"]: _lines(row, today)
        for row in told.filter(ends_on__gte=today).values("slug", "ends_on", *ENTERING)
    }
    for slug, name, first, last, place in told.values_list("slug", "name", "starts_on", "ends_on", "venue"):
        lines = [line.said for line in about.get(slug, ())]
        yield Day(slug, name, first, last, place, f"{root}/t/{slug}/", lines)
