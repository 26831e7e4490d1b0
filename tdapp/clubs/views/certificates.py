"""Certificates of a season: printed and taken back by the club; what a code stands for, for everybody."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tdapp.clubs.commands import certificates as commands
from tdapp.clubs.models import Season, SeasonCertificate
from tdapp.clubs.screens import page
from tdapp.clubs.seasons import certificates, gathering, papers
from tdapp.events.access import web_club
from tdapp.events.screens import SeeOther, act
from tdapp.kernel.managers import find
from tdapp.kernel.pages.shells import Public
from tdapp.kernel.refusals import NotAllowed, Refusal
from tdapp.kernel.signing_in import devices, limits

# A hall of families looks theirs up at once; whoever guesses at 27^10 codes is no further for it.
MOST_ASKED, EACH, LONGEST = 60, 100, 40
# Whoever directs the club's events sees the names anyway.
PRINTS = commands.NEEDS


@never_cache
@require_POST
def print_certificates(request: HttpRequest, club: str, pk: UUID) -> HttpResponse:
    """The certificates as a PDF, `part` of them; the log says who printed them. Refuses 422 what there is none of."""
    ctx, home = web_club(request, club, PRINTS)
    row = find(Season.objects.filter(club=home.club_id), pk=pk)
    found = gathering.found(row)
    given = certificates.awards(row, found)
    wanted = request.POST.get("part", "1")
    parts = {str(at): part for at, part in enumerate(certificates.parts(len(given)), start=1)}
    if wanted not in parts:
        raise Refusal("no-certificates", _("There are no such certificates: look at the rule of the season."))
    first, last = parts[wanted]
    some = given[first - 1 : last]
    made = commands.print_certificates(ctx, row, papers=[papers.data_of(one) for one in some])
    codes = [papers.spelled(code) for code in made["codes"]]
    headers = {"Content-Disposition": f'attachment; filename="{row.slug}-certificates-{wanted}.pdf"'}
    drawn = certificates.drawn(home, row, found, some, codes, _root(request))
    return HttpResponse(drawn, "application/pdf", headers=headers)


def _root(request: HttpRequest) -> str:
    """Where the public addresses begin as everybody reaches them, "" unknown: paper is looked at long after the hall."""
    return settings.PUBLIC_URL or ("" if settings.LOCAL else request.build_absolute_uri("/").rstrip("/"))


@never_cache
@require_safe
def printed(request: HttpRequest, club: str, pk: UUID) -> HttpResponse:
    """Every certificate of the season that was printed, the newest first, for who may print them."""
    ctx, home = web_club(request, club, PRINTS)
    row = find(Season.objects.filter(club=home.club_id), pk=pk)
    shown = Paginator(row.certificates.all(), EACH).get_page(request.GET.get("page"))
    heading, rows = _("Printed certificates"), papers.of_season(row, list(shown.object_list))
    return page(request, "printed", heading, ctx=ctx, home=home, season=row, page=shown, rows=rows)


@require_POST
def withdraw(request: HttpRequest, club: str, pk: UUID) -> HttpResponse:
    """Take one back."""
    ctx, home = web_club(request, club, PRINTS)
    row = find(SeasonCertificate.objects.filter(club=home.club_id, season__isnull=False), pk=pk)
    said = _("Withdrawn: whoever looks it up reads so.")
    return act(request, lambda: commands.withdraw(ctx, row), said, "clubs:printed", home.slug, row.season_id)


@never_cache
@require_safe
def look_up(request: HttpRequest) -> HttpResponse:
    """Type the code of a certificate: `?code=` leads to what it stands for."""
    typed = request.GET.get("code", "").replace("\0", "")[:LONGEST]
    if code := papers.read(typed):
        return SeeOther(reverse("clubs:certificate", args=[papers.spelled(code)]))
    return _answer(request, {"typed": typed, "wrong": bool(typed.strip())})


@never_cache
@require_safe
def certificate(request: HttpRequest, code: str) -> HttpResponse:
    """What a code stands for; 404 with the same page for a wrong one, 429 for who asks too often."""
    if seconds := limits.wait("certificate", limits.household(devices.address(request)), MOST_ASKED):
        sentence = _("Too much came from your network. Wait a minute, then try again.")
        raise NotAllowed("too-many-tries", sentence, status=429, retry_after=round(seconds) + 1)
    paper = papers.found(papers.read(code))
    if paper is None:
        return _answer(request, {"typed": code[:LONGEST], "wrong": True})
    home = getattr(paper.row.club, "home", None)
    shown = home if home is not None and home.public else None
    return _answer(request, {"paper": paper, "row": paper.row, "home": shown})


def _answer(request: HttpRequest, facts: dict[str, Any]) -> HttpResponse:
    told = {"public": Public(_("Tournament desk"), "/"), **facts}
    status = 404 if facts.get("wrong") else 200
    answer = render(request, "clubs/public/certificate.html", told, status=status)
    answer["X-Robots-Tag"] = "noindex, nofollow"
    return answer
