"""From an address to a table or a sheet of an event, with the Context of who asks."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import HttpRequest

from tdapp.events.access import web_round
from tdapp.events.models import Table
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.scoresheets.models import Sheet


def tables() -> QuerySet[Table]:
    """Tables as commands and pages want them."""
    return Table.objects.select_related("round__division__event")


def sheets() -> QuerySet[Sheet]:
    """Sheets as commands and pages want them."""
    return Sheet.objects.select_related("table__round__division__event")


def web_table(
    request: HttpRequest, event: str, division: str, number: int, table: int, needs: str = "sheet.view"
) -> tuple[Context, Table]:
    """Context and table of a page; Missing and NotAllowed as everywhere."""
    ctx, round_ = web_round(request, event, division, number, needs)
    return ctx, find(tables(), round=round_, number=table)


def web_sheet(
    request: HttpRequest,
    event: str,
    division: str,
    number: int,
    table: int,
    sheet: int,
    needs: str = "sheet.view",
) -> tuple[Context, Sheet]:
    """Context and sheet of a page."""
    ctx, at = web_table(request, event, division, number, table, needs)
    return ctx, find(sheets(), table=at, number=sheet)
