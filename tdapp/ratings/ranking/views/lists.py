"""The lists there are; one list by place, on a day, by who moved; the clubs on it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tdapp.kernel import clock
from tdapp.kernel.messages.sentences import translated
from tdapp.kernel.pages.print_parts import part_of
from tdapp.kernel.pages.shells import PrintHead
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Refusal
from tdapp.people.models import Club, Player, RatingList
from tdapp.people.names import fold
from tdapp.ratings.access import KEEPS, reader, web_list
from tdapp.ratings.formulas import FORMULAS
from tdapp.ratings.ranking import clubs as by_clubs
from tdapp.ratings.ranking import ranking
from tdapp.ratings.ranking.outgoing import FORMATS
from tdapp.ratings.ranking.ranking import Wish
from tdapp.ratings.screens import page

A_PAGE = 50
ON_PAPER = 2000
# Bytes of a row on paper, measured.
A_ROW = 330
SINCE = timedelta(days=90)
MOST_BEST = 25


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Every list the reader may see."""
    ctx = reader(request)
    rows = RatingList.objects.select_related("club").order_by("demo", "name")
    if not can(ctx, KEEPS):
        rows = rows.filter(public=True)
    listed = [
        {"list": row, "formula": translated(FORMULAS[row.formula].title), "players": row.values.count()}
        for row in rows
    ]
    return page(request, "ranking/index", _("Ratings"), ctx=ctx, rows=listed)


@require_safe
def rating_list(request: HttpRequest, rating_list: str) -> HttpResponse:
    """A list: `?q= ?club= ?region= ?division= ?active=1`, `?on=` a day, `?movers=1&since=` a day."""
    ctx, row = web_list(request, rating_list)
    wish = wish_of(request)
    found = Paginator(ranking.chosen(row, wish), A_PAGE).get_page(request.GET.get("page"))
    there = Club.objects.filter(pk__in=Player.objects.filter(ratings__rating_list=row).values("club"))
    clubs_there = list(there.values_list("pk", "name", "region"))
    regions = sorted({region for _pk, _name, region in clubs_there if region}, key=fold)
    divisions = ranking.divisions_of(row)
    facts: dict[str, Any] = {
        "page": found, "lines": ranking.lines(row, found.object_list, wish.on), "wish": wish,
        "clubs": _options(((str(pk), name) for pk, name, _region in clubs_there), wish.club),
        "regions": _options(((region, region) for region in regions), wish.region),
        "divisions": _options(divisions, wish.division) if len(divisions) > 1 else "", "today": clock.today(),
        "formula": FORMULAS[row.formula], "formats": list(FORMATS),
    }  # fmt: skip
    return page(request, "ranking/list", row.name, _lead(row, wish), ctx=ctx, rating_list=row, **facts)


def _options(known: Iterable[tuple[str, str]], chosen: str) -> SafeString:
    """What may be chosen, value and text: as a template three hundred clubs took as long as the list beside them."""
    selected = format_html(" {}", "selected")
    return format_html_join(
        "", '<option value="{}"{}>{}</option>',
        ((value, selected if value == chosen else "", text) for value, text in known),
    )  # fmt: skip


def _lead(row: RatingList, wish: Wish) -> str:
    if wish.since:
        return _("Who moved since %(day)s, the farthest first") % {"day": wish.since}
    if wish.on:
        return _("As it stood at the end of %(day)s") % {"day": wish.on}
    return translated(FORMULAS[row.formula].title)


def wish_of(request: HttpRequest) -> Wish:
    """What the query string asks for; a day that is none is told, everything else unknown finds nobody."""
    asked = request.GET
    on = day_of(asked.get("on", ""))
    since = day_of(asked.get("since", "")) if asked.get("movers") else None
    if asked.get("movers") and since is None:
        since = (on or clock.today()) - SINCE
    return Wish(
        asked.get("q", "")[:80],
        asked.get("club", ""),
        asked.get("region", ""),
        asked.get("division", ""),
        bool(asked.get("active")),
        on,
        since,
    )


def day_of(text: str) -> date | None:
    """A day as browsers send it; None for nothing typed."""
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise Refusal(
            "bad-day", _("“%(text)s” is no day like 2026-03-14.") % {"text": text[:40]}, status=400
        ) from error


@require_safe
def clubs(request: HttpRequest, rating_list: str) -> HttpResponse:
    """Clubs by the mean of their best `?best=` active players."""
    ctx, row = web_list(request, rating_list)
    typed = request.GET.get("best", "")
    best = (
        int(typed)
        if typed.isascii() and typed.isdecimal() and len(typed) < 5 and 0 < int(typed) <= MOST_BEST
        else by_clubs.BEST
    )
    found = Paginator(by_clubs.clubs(row, best), A_PAGE).get_page(request.GET.get("page"))
    rows = by_clubs.named(row, found.object_list)
    told: dict[str, Any] = {"rows": rows, "page": found, "best": best, "most": MOST_BEST}
    lead = _("By the mean of each club's best %(n)s active players") % {"n": best}
    return page(request, "ranking/clubs", row.name, lead, ctx=ctx, rating_list=row, **told)


@require_safe
def paper(request: HttpRequest, rating_list: str) -> HttpResponse:
    """The list on paper, as filtered; at most two thousand rows, in parts where they are many."""
    _ctx, row = web_list(request, rating_list)
    wish = wish_of(request)
    chosen = ranking.chosen(row, wish)[:ON_PAPER]
    part = part_of(request, len(chosen), A_ROW)
    lines = ranking.lines(row, part.rows(chosen), wish.on)
    if lines:
        part = part.named(
            _("%(first)s to %(last)s") % {"first": lines[0].who.name, "last": lines[-1].who.name}
        )
    head = PrintHead(row.name, title=_("Ratings"), version=str(row.version), at=clock.now())
    back = reverse("ratings:list", args=[row.slug])
    facts = {
        "list": row,
        "lines": lines,
        "head": part.head(head),
        "part": part,
        "wish": wish,
        "lead": _lead(row, wish),
        "back_url": back,
    }
    return render(request, "ratings/ranking/print.html", facts)
