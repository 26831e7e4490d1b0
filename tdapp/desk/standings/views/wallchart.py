"""The wall chart on screen."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tdapp.desk.standings.wallchart import chart
from tdapp.events.access import web_division


@require_safe
def wallchart(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """A row an entrant, a cell a round; by number, or `?by=rank`."""
    _ctx, row = web_division(request, event, division, "result.view")
    by_rank = request.GET.get("by") == "rank"
    shown = {"event": row.event, "division": row, "chart": chart(row, by_rank=by_rank), "by_rank": by_rank}
    return render(request, "desk/standings/wallchart.html", shown)
