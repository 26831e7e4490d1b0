"""Seasons of a club: begun and changed by its officers, read by everybody."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.clubs.commands import seasons as commands
from tdapp.clubs.commands.certificates import NEEDS as PRINTS
from tdapp.clubs.forms import SeasonForm
from tdapp.clubs.models import Season
from tdapp.clubs.screens import page
from tdapp.clubs.seasons import certificates, gathering, shown
from tdapp.clubs.views.public import for_all, open_club, shell
from tdapp.events.access import web_club
from tdapp.events.models import as_data
from tdapp.events.screens import act, attempt, done, posted, sent
from tdapp.kernel import clock
from tdapp.kernel.managers import find
from tdapp.kernel.permissions import can
from tdapp.publishing.released.public_access import nothing_here

NEEDS = "club.edit"
NONE: frozenset[str] = frozenset()


@require_safe
def seasons(request: HttpRequest, club: str) -> HttpResponse:
    """Every season of the club."""
    ctx, home = web_club(request, club)
    rows = Season.objects.filter(club=home.club_id)
    return page(request, "seasons", _("Seasons"), ctx=ctx, home=home, rows=rows)


@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, club: str) -> HttpResponse:
    """A new season: this year, points of the first eight places."""
    ctx, home = web_club(request, club, NEEDS)
    year = clock.today().year
    start = {
        "name": _("Season %(year)s") % {"year": year}, "starts_on": f"{year}-01-01", "ends_on": f"{year}-12-31",
        "points": "10 8 6 5 4 3 2 1", "best": 0, "rest": 0, "school_best": 0, "seen": 0,
    }  # fmt: skip
    form = SeasonForm(posted(request), initial=start)
    if sent(request, form):
        values = form.values()
        values.pop("seen")
        if answer := attempt(form, lambda: commands.add_season(ctx, home, **values)):
            return done(request, _("Saved."), "clubs:season", home.slug, answer["id"])
    return page(request, "season", _("New season"), ctx=ctx, home=home, form=form, season=None)


@require_http_methods(["GET", "POST"])
def season(request: HttpRequest, club: str, pk: UUID) -> HttpResponse:
    """A season's settings, and its standings with the reason for each line."""
    ctx, home = web_club(request, club, NEEDS if request.method == "POST" else "club.view")
    row = find(Season.objects.filter(club=home.club_id), pk=pk)
    form = SeasonForm(posted(request), initial=_initial(row))
    call = lambda: commands.edit_season(ctx, row, home=home, **form.values())  # noqa: E731
    if sent(request, form) and attempt(form, call):
        return done(request, _("Saved."), "clubs:season", home.slug, row.pk)
    row.refresh_from_db()
    form.look_again(str(row.version))
    found = gathering.found(row)
    given = len(certificates.awards(row, found)) if can(ctx, PRINTS) else 0
    told = {**_facts(request, row, NONE, found), "given": given, "parts": certificates.parts(given)}
    told["printed"] = can(ctx, PRINTS) and row.certificates.exists()
    return page(request, "season", row.name, ctx=ctx, home=home, form=form, season=row, **told)


def _initial(row: Season) -> dict[str, Any]:
    typed = {"left_out": " ".join(row.left_out), "also": " ".join(row.also), "seen": row.version}
    return {**as_data(row, *commands.FIELDS), **typed}


def _facts(
    request: HttpRequest, row: Season, hidden: frozenset[str], found: gathering.Found
) -> dict[str, Any]:
    made = shown.tables(row, found, hidden, gathering.codes_of(found))
    tables, page_of = shown.paged(made, request.GET.get("page"))
    return {
        "tables": tables, "page": page_of,
        "counted": found.divisions.values(), "waits": found.waits, "rules": shown.rules(row),
    }  # fmt: skip


@require_POST
def remove(request: HttpRequest, club: str, pk: UUID) -> HttpResponse:
    """Remove a season; results stay."""
    ctx, home = web_club(request, club, NEEDS)
    row = find(Season.objects.filter(club=home.club_id), pk=pk)
    return act(request, lambda: commands.remove_season(ctx, row), _("Removed."), "clubs:seasons", home.slug)


@require_safe
def public(request: HttpRequest, home: str, season: str) -> HttpResponse:
    """A season for everybody: nobody guarded stands on it by name."""
    club = open_club(home)
    row = Season.objects.filter(club=club.club_id, slug=season, public=True).first()
    if row is None:
        raise nothing_here()
    found = gathering.found(row)
    facts = {"public": shell(club), "home": club, "season": row}
    told = _facts(request, row, gathering.hidden_of(found), found)
    return for_all(request, club, render(request, "clubs/public/season.html", {**facts, **told}))
