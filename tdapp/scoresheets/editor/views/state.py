"""The sheet as data for the editor, the tally and the replay."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_GET

from tdapp.scoresheets.access import web_sheet
from tdapp.scoresheets.sheet.state import state_of


@require_GET
def state(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int
) -> HttpResponse:
    """The sheet as JSON (`state.py`); 204 when it is still the version asked for (`?v=`)."""
    ctx, row = web_sheet(request, event, division, number, table, sheet)
    if request.GET.get("v", "") == str(row.version):
        return HttpResponse(status=204)
    return JsonResponse(state_of(ctx, row))
