"""Clubs for everybody: the list, and each club's own page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tdapp.clubs.addresses import around
from tdapp.clubs.models import Season
from tdapp.clubs.public import facts
from tdapp.clubs.seasons import gathering, shown
from tdapp.kernel import clock
from tdapp.kernel.pages.shells import Public
from tdapp.people.models import ClubHome
from tdapp.publishing.answers.answers import MAX_AGE, conditional
from tdapp.publishing.look import answers as look_answers
from tdapp.publishing.released.public_access import nothing_here


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every club with a public page."""
    known = ClubHome.objects.filter(public=True).order_by("club__name")
    before, after = around("clubs:club")
    rows = [
        (f"{before}{slug}{after}", name, region)
        for slug, name, region in known.values_list("slug", "club__name", "club__region")
    ]
    shown = {"public": Public(_("Tournament desk"), "/"), "rows": rows}
    return for_all(request, None, render(request, "clubs/public/all.html", shown))


@require_safe
def club(request: HttpRequest, home: str) -> HttpResponse:
    """A club: next events, last results, records, how to join."""
    row = open_club(home)
    seasons = list(Season.objects.filter(club=row.club_id, public=True))
    told = {"public": shell(row), "home": row, "facts": facts.of_club(row), "seasons": seasons}
    return for_all(request, row, render(request, "clubs/public/club.html", {**told, **_this_season(seasons)}))


def _this_season(seasons: list[Season]) -> dict[str, Any]:
    """The season that runs, with its first few; nothing between two."""
    today = clock.today()
    now = next((one for one in seasons if one.starts_on <= today <= one.ends_on), None)
    if now is None:
        return {}
    return {"season": now, "leaders": shown.leaders(now, gathering.found(now))}


@require_safe
def logo(request: HttpRequest, home: str) -> HttpResponse:
    """The logo, for everybody."""
    return look_answers.picture(open_club(home), look_answers.PUBLIC)


@require_safe
def style(request: HttpRequest, home: str) -> HttpResponse:
    """The colour as a style sheet, for everybody."""
    return look_answers.sheet(open_club(home), look_answers.PUBLIC)


def open_club(slug: str) -> ClubHome:
    """A club with a public page, or Missing."""
    row = ClubHome.objects.select_related("club").filter(slug=slug, public=True).first()
    if row is None:
        raise nothing_here()
    return row


def shell(row: ClubHome) -> Public:
    """What surrounds the pages of a club."""
    where = reverse("clubs:club", args=[row.slug])
    return Public(
        row.club.name, where, row.club.region, home_url="/",
        look_url=f"{where}look.css?v={row.version}" if row.colour else "",
        logo_url=f"{where}logo.png?v={row.version}" if row.width else "",
    )  # fmt: skip


def for_all(request: HttpRequest, home: ClubHome | None, response: HttpResponse) -> HttpResponse:
    """Public and short-lived, told apart by language; of a school nothing for search engines."""
    response = conditional(request, response)
    response["Cache-Control"] = MAX_AGE
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    if home is not None and home.is_school:
        response["X-Robots-Tag"] = "noindex, nofollow"
    return response
