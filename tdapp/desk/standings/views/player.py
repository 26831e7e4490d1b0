"""A player's card."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tdapp.desk.standings.cards import card
from tdapp.events.access import web_division
from tdapp.events.models import Division, Entrant
from tdapp.kernel.managers import find


@require_safe
def entrant(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """One entrant, round by round."""
    _ctx, row = web_division(request, event, division, "result.view")
    who = find(row.entrants.select_related("club", "division__event"), number=number)
    beside = {
        "before": _neighbour(row, "-number", number__lt=number),
        "after": _neighbour(row, "number", number__gt=number),
    }
    return render(
        request,
        "desk/standings/entrant.html",
        {"event": row.event, "division": row, "card": card(row, who), **beside},
    )


def _neighbour(division: Division, order: str, **where: int) -> Entrant | None:
    return division.entrants.filter(**where).order_by(order).first()
