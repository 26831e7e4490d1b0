"""Team standings after any round."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tdapp.desk.pairing.teams import team_table
from tdapp.desk.standings.views.standings import refuse_future
from tdapp.events.access import web_division
from tdapp.kernel.pages.shells import Tab


@require_safe
def table(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """Teams after round `number`: `?by=matches` team against team, else the members' sum; `?best=4`: so many count.

    `?round=3`: the matches of that round, where there are too many for one page.
    """
    _ctx, row = web_division(request, event, division, "result.view")
    refuse_future(row, number)
    usual = team_table.MATCHES if team_table.of_matches(row) else team_table.SUM
    by = asked if (asked := request.GET.get("by")) in (team_table.MATCHES, team_table.SUM) else usual
    shown = team_table.table(row, number, by, _number(request, "best"), _number(request, "round"))
    facts = {
        "event": row.event, "division": row, "number": number, "table": shown, "ways": _ways(by),
        "rounds": _rounds(shown),
    }  # fmt: skip
    return render(request, "desk/standings/teams.html", facts)


def _number(request: HttpRequest, name: str) -> int:
    text = request.GET.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 4 else 0


def _rounds(shown: team_table.TeamTable) -> list[Tab]:
    """One tab a round to its matches, where they are too many for one page."""
    return [
        Tab(_("Round %(round)s") % {"round": n}, f"?by={shown.by}&round={n}", n == shown.round)
        for n in shown.rounds
    ]


def _ways(by: str) -> list[Tab]:
    return [
        Tab(_("Sum of the members"), "?by=sum", by == team_table.SUM),
        Tab(_("Team against team"), "?by=matches", by == team_table.MATCHES),
    ]
