"""A table's result from its scoresheet in one key, and the director's decision where they differ."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tdapp.desk.results import echo
from tdapp.desk.results.commands.sheets import decide, enter_sheet
from tdapp.desk.results.sheet_forms import DecideForm, EnterSheetForm
from tdapp.desk.results.views.results import show
from tdapp.events.screens import attempt, done
from tdapp.scoresheets.access import web_sheet


@require_POST
def sheet_enter(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int
) -> HttpResponse:
    """Take a finished sheet's scores as the result; a question or a difference shows the table's page."""
    ctx, row = web_sheet(request, event, division, number, table, sheet, "result.enter")
    form = EnterSheetForm(request.POST)
    if form.is_valid() and (answer := attempt(form, lambda: enter_sheet(ctx, row, **form.values()))):
        return done(request, _message(answer["confirmed"]), echo.table_url(row.table))
    return show(request, ctx, row.table, sheet=(sheet, form))


def _message(confirmed: bool) -> str:
    return _("The sheet's scores count.") if confirmed else _("The sheet's scores are in, to be confirmed.")


@require_POST
def sheet_decide(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int
) -> HttpResponse:
    """Decide whether the slip or the sheet stands."""
    ctx, row = web_sheet(request, event, division, number, table, sheet, "sheet.decide")
    form = DecideForm(request.POST, auto_id=f"sheet{sheet}_%s")
    if form.is_valid() and attempt(form, lambda: decide(ctx, row, **form.values())):
        return done(request, _("Decided; it is in the log."), echo.table_url(row.table))
    return show(request, ctx, row.table, sheet=(sheet, form))
