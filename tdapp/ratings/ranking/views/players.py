"""A player's way on a list, and one change of it in full."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Case, When
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from tdapp.kernel.managers import find
from tdapp.kernel.pages.answers import SeeOther, go
from tdapp.kernel.permissions import can
from tdapp.people.models import Player, RatingList, RatingValue
from tdapp.ratings.access import KEEPS, reader, web_list
from tdapp.ratings.formulas import formula
from tdapp.ratings.models import RatingRun
from tdapp.ratings.ranking import history, pages, ranking
from tdapp.ratings.ranking.public_names import Shown, shown
from tdapp.ratings.screens import page

A_PAGE = 50


@require_safe
def player(request: HttpRequest, rating_list: str, member: str) -> HttpResponse:
    """Every change of a player, the newest first, with the curve; a merged number leads to the one that stayed."""
    ctx, row = web_list(request, rating_list)
    who = find(Player.objects.select_related("merged_into"), number=member)
    if who.merged_into:
        return SeeOther(reverse("ratings:player", args=[row.slug, who.merged_into.number]))
    found = list(history.changes(row, who))
    value = find(RatingValue.objects.filter(rating_list=row), player=who)
    steps = history.steps(found, can(ctx, KEEPS))
    seen = _seen(row, who)
    facts: dict[str, Any] = {
        "who": seen, "value": value, "chart": history.chart(steps, seen.name),
        "page": Paginator(steps[::-1], A_PAGE).get_page(request.GET.get("page")),
        "inactive": ranking.is_inactive(row, value.changed_on),
        "provisional": value.games < row.provisional_games, "best": max(step.after for step in steps),
        "code": getattr(pages.page_of(who), "code", ""),
    }  # fmt: skip
    return page(request, "ranking/player", seen.name, _lead(seen), ctx=ctx, rating_list=row, **facts)


@require_safe
def by_id(request: HttpRequest, who: Any) -> HttpResponse:
    """A player's page on the list he stands on that most people know (national first); with none, the lists."""
    ctx = reader(request)
    named = find(Player.objects.select_related("merged_into"), pk=who)
    found = named.merged_into or named
    national = Case(When(rating_list__kind=RatingList.Kind.NATIONAL, then=0), default=1)
    rows = RatingValue.objects.filter(player=found).order_by(national, "rating_list__name")
    if not can(ctx, KEEPS):
        rows = rows.filter(rating_list__public=True)
    value = rows.select_related("rating_list").first()
    return go("ratings:player", value.rating_list.slug, found.number) if value else go("ratings:index")


def _seen(rating_list: RatingList, who: Player) -> Shown:
    return shown([who.pk], rating_list)[who.pk]


def _lead(who: Shown) -> str:
    # A guarded child's school stands beside the name already.
    return who.number if who.guarded or not who.club else f"{who.club} · {who.number}"


@require_safe
def change(request: HttpRequest, rating_list: str, member: str, run: Any) -> HttpResponse:
    """Why one event moved a player's rating: the steps of the formula and every game."""
    ctx, row = web_list(request, rating_list)
    who = find(Player.objects.filter(merged_into=None), number=member)
    found = find(history.changes(row, who), run=run, run__kind=RatingRun.Kind.EVENT)
    inside = can(ctx, KEEPS)
    event = history.event_name(found.run.division, inside)
    facts: dict[str, Any] = {
        "who": _seen(row, who), "change": found, "event": event, "told": history.full_change(found, inside),
        "formula": formula(found.run.formula),
    }  # fmt: skip
    return page(request, "ranking/change", facts["who"].name, event, ctx=ctx, rating_list=row, **facts)
