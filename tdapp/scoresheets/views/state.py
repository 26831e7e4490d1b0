"""The editor's page, and the sheet as data for it, for the tally and for the replay."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_safe

from tdapp.kernel.permissions import can
from tdapp.scoresheets.access import web_sheet
from tdapp.scoresheets.reading import ruleset_of, seats_of
from tdapp.scoresheets.state import address, state_of

ACTIONS = ("state", "write", "undo", "finish", "reopen")


@require_safe
def editor(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int
) -> HttpResponse:
    """A sheet to write in; whoever may only look sees it as it stands."""
    ctx, row = web_sheet(request, event, division, number, table, sheet)
    round_ = row.table.round
    shown = {
        "ctx": ctx, "event": round_.division.event, "division": round_.division, "round": round_,
        "table": row.table, "sheet": row, "seats": seats_of(row.table), "ruleset": ruleset_of(row),
        "state": state_of(ctx, row), "urls": {name: address(row, name) for name in ACTIONS},
        "may": {name: can(ctx, f"sheet.{name}") for name in ("write", "decide", "release")},
    }  # fmt: skip
    return render(request, "scoresheets/editor.html", shown)


@require_GET
def state(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int
) -> HttpResponse:
    """The sheet as JSON (`state.py`); 204 when it is still the version asked for (`?v=`)."""
    ctx, row = web_sheet(request, event, division, number, table, sheet)
    if request.GET.get("v", "") == str(row.version):
        return HttpResponse(status=204)
    return JsonResponse(state_of(ctx, row))
