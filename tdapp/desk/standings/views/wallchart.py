"""The wall chart on screen."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tdapp.desk.standings.wallchart import part, places
from tdapp.events.access import web_division
from tdapp.events.portions import portion

# A row of a day's rounds is a kilobyte of cells.
ROWS, AT_FIRST = 50, 30


@require_safe
def wallchart(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """A row an entrant, a cell a round; by number, or `?by=rank`."""
    _ctx, row = web_division(request, event, division, "result.view")
    by_rank = request.GET.get("by") == "rank"
    ranked = places(row, by_rank=by_rank)
    found = portion(
        request, ranked, lambda pair: f"{pair[1].number} {pair[1].listed}", size=ROWS, first=AT_FIRST
    )
    drawn = part(row, ranked, found.rows)
    shown = {
        "event": row.event, "division": row, "chart": drawn, "by_rank": by_rank,
        "portion": found, "columns": 5 + len(drawn.rounds),
    }  # fmt: skip
    return render(request, "desk/standings/wallchart.html", shown)
