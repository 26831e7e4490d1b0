"""All events, the calendar, and the search, for everybody."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tdapp.clubs.front import events, index, people, site_map
from tdapp.clubs.views.public import for_all, open_club
from tdapp.events.models import Event
from tdapp.events.setup.my_list import words
from tdapp.kernel import clock
from tdapp.kernel.pages.shells import Public
from tdapp.people.models import ClubHome
from tdapp.publishing.site import feeds

PAGE, MOST_EVENTS, MOST_CLUBS = 50, 20, 20


@require_safe
def all_events(request: HttpRequest) -> HttpResponse:
    """Every public event, fifty a page: `?year=2026`, `?q=Quezon`, `?page=2`."""
    asked = request.GET.get("year", "")
    year = int(asked) if asked.isascii() and asked.isdigit() and len(asked) == 4 else None
    typed = words(request.GET.get("q", ""))
    page: Page[Event] = Paginator(events.found(typed, year), PAGE).get_page(request.GET.get("page"))
    assert isinstance(page.object_list, QuerySet)
    shown = {
        "public": Public(_("Tournament desk"), "/"), "typed": typed, "year": year, "years": events.years(),
        "page": page, "rows": events.listed(page.object_list),
    }  # fmt: skip
    return for_all(request, None, render(request, "clubs/front/events.html", shown))


@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """What is on and what comes, month by month."""
    shown = {
        "public": Public(_("Tournament desk"), "/"), "months": events.to_come(), "today": clock.today(),
    }  # fmt: skip
    return for_all(request, None, render(request, "clubs/front/calendar.html", shown))


@require_safe
def calendar_file(request: HttpRequest, home: str = "") -> HttpResponse:
    """The same, or one club's events, for a calendar program, which asks for it again by itself."""
    root = _root(request)
    club = open_club(home) if home else None
    name = club.club.name if club else _("Crossword events")
    text = feeds.days_of(name, events.days(root, club), clock.now())
    answer = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    answer["Access-Control-Allow-Origin"] = "*"
    return for_all(request, club, answer)


def _root(request: HttpRequest) -> str:
    """Where the addresses begin."""
    return settings.PUBLIC_URL or request.build_absolute_uri("/").rstrip("/")


@require_safe
def sitemap(request: HttpRequest) -> HttpResponse:
    """The addresses of all public pages but those of schools and players, for search engines."""
    root = _root(request)
    text = feeds.urlset(f"{root}{path}" for path in site_map.paths())
    return for_all(request, None, HttpResponse(text, content_type="application/xml; charset=utf-8"))


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """That search engines may look, and where the list is; what is not for them says so itself."""
    text = f"User-agent: *\nDisallow:\nSitemap: {_root(request)}/sitemap.xml\n"
    return for_all(request, None, HttpResponse(text, content_type="text/plain; charset=utf-8"))


def _events(typed: str) -> QuerySet[Event]:
    named = index.found(index.EVENT, typed)
    return events.found(typed) if named is None else events.public().filter(pk__in=named)


def _clubs(typed: str) -> QuerySet[ClubHome]:
    named, rows = index.found(index.CLUB, typed), ClubHome.objects.filter(public=True).select_related("club")
    rows = rows.filter(club__name__icontains=typed) if named is None else rows.filter(pk__in=named)
    return rows.order_by("club__name")


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Events, clubs and players by `?q=`; whoever is guarded is not found."""
    typed = words(request.GET.get("q", ""))
    shown: dict[str, Any] = {"public": Public(_("Tournament desk"), "/"), "typed": typed}
    if typed:
        shown |= {
            "events": events.listed(_events(typed)[:MOST_EVENTS]), "clubs": _clubs(typed)[:MOST_CLUBS],
            "players": people.found(typed, index.found(index.PLAYER, typed)),
        }  # fmt: skip
    answer = for_all(request, None, render(request, "clubs/front/search.html", shown))
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer
