"""Team standings after any round."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tdapp.desk import standings, team_table
from tdapp.desk.views.standings import refuse_future
from tdapp.events.access import web_division
from tdapp.kernel.shells import Tab


@require_safe
def table(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Teams after round `number`: `?by=matches` team against team, else the members' sum; `?best=4`: so many count."""
    _ctx, row = web_division(request, event, division, "result.view")
    refuse_future(row, number)
    by = team_table.MATCHES if request.GET.get("by") == team_table.MATCHES else team_table.SUM
    best = request.GET.get("best", "")
    shown = team_table.table(row, number, by, int(best) if best.isdecimal() and len(best) < 4 else 0)
    facts = {"event": row.event, "division": row, "number": number, "table": shown, "ways": _ways(by)}
    return render(request, "desk/teams.html", {**facts, "last": standings.last_round(row)})


def _ways(by: str) -> list[Tab]:
    return [
        Tab(_("Sum of the members"), "?", by == team_table.SUM),
        Tab(_("Team against team"), "?by=matches", by == team_table.MATCHES),
    ]
