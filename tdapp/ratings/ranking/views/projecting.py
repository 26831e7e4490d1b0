"""Ratings as they would be if the event ended after a round: for the desk, binding nobody."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tdapp.desk.ledger import division_standings
from tdapp.events.access import web_division
from tdapp.events.models import Division
from tdapp.kernel.pages.answers import SeeOther
from tdapp.kernel.pages.shells import Tab
from tdapp.kernel.refusals import Missing, Refusal
from tdapp.people.models import RatingList
from tdapp.ratings.ranking.projected import projected, shown_list
from tdapp.ratings.runs.planning import RATED


@require_safe
def newest(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The projection after the newest published round."""
    _ctx, row = web_division(request, event, division, "result.view")
    return SeeOther(reverse("ratings:projected", args=[event, division, division_standings.last_round(row)]))


@require_safe
def projection(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Every entrant's rating before the event and after round `number`, on a public list; `?list=` another one."""
    _ctx, row = web_division(request, event, division, "result.view")
    last = division_standings.last_round(row)
    if number > last:
        raise Missing("missing", _("Round %(round)s is not posted.") % {"round": number})
    lists = list(RatingList.objects.filter(public=True).order_by("name"))
    chosen = shown_list(row, request.GET.get("list", ""))
    facts: dict[str, Any] = {
        "event": row.event, "division": row, "number": number, "chosen": chosen, "rated": row.rating_kind in RATED,
        "rounds": _rounds(row, last, number, chosen),
        "lists": [Tab(one.name, f"?list={one.slug}", one == chosen) for one in lists],
    }  # fmt: skip
    if chosen and facts["rated"]:
        try:
            facts["lines"] = _lines(row, chosen, number)
        except Refusal as refusal:
            facts["broken"] = refusal.sentences[0]
    return render(request, "ratings/ranking/projected.html", facts)


def _rounds(row: Division, last: int, number: int, chosen: RatingList | None) -> list[Tab]:
    more = f"?list={chosen.slug}" if chosen else ""
    return [
        Tab(
            _("Round %(round)s") % {"round": n},
            reverse("ratings:projected", args=[row.event.slug, row.slug, n]) + more,
            n == number,
        )
        for n in range(1, last + 1)
    ]


def _lines(row: Division, chosen: RatingList, number: int) -> list[dict[str, Any]]:
    """The projected, the highest first, each with the entrant and the points moved (None for a first rating)."""
    entrants = {who.number: who for who in row.entrants.select_related("club")}
    found = sorted(projected(row, chosen, number), key=lambda one: (-one.now, one.number))
    return [
        {"who": entrants[one.number], "one": one, "change": one.now - one.before if one.before else None}
        for one in found
    ]
