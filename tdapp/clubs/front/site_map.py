"""What search engines may find of an installation: first pages, clubs, seasons, events with what is released of them.

Schools and their events stand in it nowhere, and no player does: whoever is guarded tomorrow would be looked up by it. What
a page itself says of being found (`X-Robots-Tag`) counts in any case.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse

from tdapp.clubs.addresses import around
from tdapp.clubs.models import Season
from tdapp.events.models import Division, Event
from tdapp.people.models import Club, ClubHome

# The protocol takes so many in one file; the newest events are those that are looked for.
MOST = 50_000
FIRST = ("events:home", "clubs:events", "clubs:calendar", "clubs:all")


def paths() -> list[str]:
    """The paths, the first pages first; four statements, however much there is."""
    return [*map(reverse, FIRST), *_of_clubs(), *_of_events()][:MOST]


def _of_clubs() -> Iterator[str]:
    homes = ClubHome.objects.filter(public=True).exclude(club__kind=Club.Kind.SCHOOL)
    known = dict(homes.order_by("slug").values_list("club", "slug"))
    before, after = around("clubs:club", 1)
    for slug in known.values():
        yield f"{before}{slug}{after}"
    rows = Season.objects.filter(public=True, club__in=known).order_by("-starts_on", "slug")
    before, between, after = around("clubs:public_season", 2)
    for club, slug in rows.values_list("club", "slug"):
        yield f"{before}{known[club]}{between}{slug}{after}"


def _of_events() -> Iterator[str]:
    of_schools = Division.objects.filter(school=True).values("event")
    rows = Event.objects.filter(public=True, deleted_at=None, demo=False, school=False)
    rows = rows.exclude(pk__in=of_schools).exclude(host__kind=Club.Kind.SCHOOL)
    events = rows.order_by("-starts_on", "-sequence").values_list("slug", flat=True)
    out = Division.objects.filter(released_round__gt=0, event__public=True).order_by("order", "name")
    released: dict[str, list[str]] = {}
    for event, slug in out.values_list("event__slug", "slug"):
        released.setdefault(event, []).append(slug)
    before, after = around("publishing:home", 1)
    first, between, last = around("publishing:standings", 2)
    for slug in events:
        yield f"{before}{slug}{after}"
        for division in released.get(slug, ()):
            yield f"{first}{slug}{between}{division}{last}"
