"""Statistics of a division."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tdapp.desk.standings.statistics import statistics
from tdapp.events.access import web_division


@require_safe
def stats(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """High games, high losses, spreads, what starting is worth, averages."""
    _ctx, row = web_division(request, event, division, "result.view")
    return render(
        request, "desk/standings/stats.html", {"event": row.event, "division": row, "stats": statistics(row)}
    )
