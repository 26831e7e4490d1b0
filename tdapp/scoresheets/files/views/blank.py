"""Blank scoresheets of a division: to print from the browser, as PDF, as a workbook to fill in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.later import later
from tdapp.events.access import web_division
from tdapp.events.models import Division
from tdapp.events.rules import rulesets
from tdapp.kernel import clock
from tdapp.kernel.pages.shells import PrintHead
from tdapp.scoresheets.files.columns import Place
from tdapp.scoresheets.files.views.files import XLSX, attachment
from tdapp.scoresheets.pdf import printing
from tdapp.scoresheets.pdf.blank import render as render_pdf

if TYPE_CHECKING:
    from tdapp.scoresheets.files import xlsx_write
else:
    xlsx_write = later("tdapp.scoresheets.files.xlsx_write")


@require_safe
def page(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """A blank sheet made for paper; `?paper=a4|letter&seats=2`."""
    _ctx, row = web_division(request, event, division, "sheet.view")
    ruleset = rulesets.of_division(row)
    sheet = printing.blank(row, printing.seats_wanted(request.GET.get("seats", ""), ruleset))
    head = PrintHead(row.event.name, sheet.division, "", _("Scoresheet"), "", clock.now())
    shown = {
        "paper": _paper(request), "layout": "wide" if sheet.wide else "", "head": head, "blank": sheet, "event": row.event,
        "division": row, "choices": range(ruleset.players.fewest, ruleset.players.most + 1),
        "back_url": reverse("scoresheets:sheets", args=[row.event.slug]),
    }  # fmt: skip
    return render(request, "scoresheets/files/blank.html", shown)


def _paper(request: HttpRequest) -> str:
    wanted = request.GET.get("paper", "")
    return wanted if wanted in printing.PAPERS else printing.PAPERS[0]


@require_safe
def pdf(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The same as PDF, one page."""
    _ctx, row = web_division(request, event, division, "sheet.view")
    seats = printing.seats_wanted(request.GET.get("seats", ""), rulesets.of_division(row))
    data = render_pdf(printing.blank(row, seats), _paper(request))
    return attachment(data, "application/pdf", f"{_name(row)}-sheet-{seats}.pdf")


@require_safe
def template(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The workbook to fill in; `?round=3&table=7` for one table."""
    _ctx, row = web_division(request, event, division, "sheet.view")
    place = Place(row.event.name, row.name, _number(request, "round"), _number(request, "table"))
    return attachment(
        xlsx_write.write_template(rulesets.of_division(row), place), XLSX, f"{_name(row)}-sheet.xlsx"
    )


def _number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else None


def _name(row: Division) -> str:
    return f"{row.event.slug}-{row.slug}"
