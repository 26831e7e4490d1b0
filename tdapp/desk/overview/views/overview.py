"""The event's first page, and the live "12 of 18 in" of the top line."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tdapp.desk.day import division_states, shell
from tdapp.desk.overview import after, steps
from tdapp.desk.overview import overview as facts
from tdapp.events.access import web_division, web_event
from tdapp.events.entries.commands.minors import unasked
from tdapp.events.screens import SeeOther
from tdapp.events.setup.forms import MinorsForm
from tdapp.kernel.permissions import can


@require_safe
def overview(request: HttpRequest, event: str) -> HttpResponse:
    """Overview: each division with its rounds and next step, the way after the last round, tables out, last entries."""
    ctx, row = web_event(request, event)
    known = division_states.states_of_page(row)
    may_edit = can(ctx, "event.edit")
    may = {"may_edit": may_edit, "may_release": can(ctx, "standings.release")}
    may["may_close"], may["may_rule"] = can(ctx, "pair.publish"), can(ctx, "judge.rule")
    may["comes_and_goes"] = (
        can(ctx, "roster.edit") and any(state.rounds for state in known) and not after.over(known)
    )
    ages = {"unasked": unasked(row), "minors": MinorsForm()} if may_edit else {}
    shown = {"event": row, **may, **ages, **facts.where_were_we(ctx, row, known)}
    return render(request, "desk/overview/overview.html", shown)


@require_safe
def division(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """A division as it is now: the round being played, the one to pair, or the final standings."""
    _ctx, row = web_division(request, event, division)
    here = next(state for state in division_states.states(row.event) if state.row.pk == row.pk)
    return SeeOther(f"/e/{event}/{division}/{steps.stands_at(here)}")


@require_safe
def results_in(request: HttpRequest, event: str) -> HttpResponse:
    """The fragment `td/shell/_in.html` with the rail's words beside it; 204 while nothing new came in."""
    wanted = request.GET.get("division", "")
    division = web_division(request, event, wanted)[1] if wanted else None
    row = division.event if division else web_event(request, event)[1]
    found = shell.progress(row, division)
    version = found.version if found else ""
    if found is None or request.GET.get("v", "") == version:
        return HttpResponse(status=204)
    response = render(request, "desk/overview/_in_and_rail.html", {"progress": found})
    response["X-Version"] = version
    return response
