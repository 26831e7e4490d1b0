"""Repairs and squares for a sheet being written, as JSON."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_GET

from tdapp.scoresheets.access import web_sheet
from tdapp.scoresheets.editor.offers import offers_of


@require_GET
def offers(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int
) -> JsonResponse:
    """What can be taken into an open sheet (`offers.py`); `{"version": n}` alone for a finished one."""
    _ctx, row = web_sheet(request, event, division, number, table, sheet, "sheet.write")
    return JsonResponse(offers_of(row) if row.is_open else {"version": row.version})
