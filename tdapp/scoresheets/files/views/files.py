"""Sheets that come as files and go as files; what GCG cannot carry is told beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from core.later import later
from scoring import write_sheet
from tdapp.events.screens import attempt, done, posted, sent
from tdapp.kernel.context import Context
from tdapp.kernel.messages.sentences import all_translated
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Missing
from tdapp.scoresheets.access import sheets, web_sheet, web_table
from tdapp.scoresheets.files.columns import Place
from tdapp.scoresheets.files.commands.upload import upload as upload_sheet
from tdapp.scoresheets.files.forms import PhotoForm, UploadForm
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet.reading import as_scoresheet, ruleset_of, seats_of
from tdapp.scoresheets.sheet.state import address

if TYPE_CHECKING:
    from tdapp.scoresheets.files import xlsx_write
else:
    xlsx_write = later("tdapp.scoresheets.files.xlsx_write")

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
KINDS = {
    "gcg": "text/plain; charset=utf-8", "json": "application/json", "csv": "text/csv; charset=utf-8", "xlsx": XLSX,
}  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest, event: str, division: str, number: int, table: int) -> HttpResponse:
    """Send a file as the table's next sheet; a question is asked with the file kept."""
    ctx, at = web_table(request, event, division, number, table, "sheet.write")
    seats = seats_of(at)
    form = UploadForm(posted(request), request.FILES or None, seats=seats)
    if sent(request, form) and (answer := attempt(form, lambda: upload_sheet(ctx, at, **form.source()))):
        row = sheets().get(table=at, number=answer["sheet"])
        return done(request, _message(answer), address(row))
    page = {"event": at.round.division.event, "round": at.round, "table": at, "seats": seats, "form": form}
    return render(request, "scoresheets/files/upload.html", page, status=form.status)


def _message(answer: dict[str, Any]) -> str:
    count = answer["turns"]
    said = ngettext("%(n)s row was read.", "%(n)s rows were read.", count) % {"n": count}
    return " ".join([said, *answer["remarks"]])


@require_safe
def files(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int
) -> HttpResponse:
    """A sheet's files to take away, with what GCG has no place for; the photos of its paper."""
    ctx, row = web_sheet(request, event, division, number, table, sheet, "sheet.view")
    return files_page(request, ctx, row)


def files_page(request: HttpRequest, ctx: Context, row: Sheet, form: PhotoForm | None = None) -> HttpResponse:
    """The page itself; `form`: a photo that was refused."""
    losses = write_sheet(as_scoresheet(row), "gcg", ruleset_of(row).tile_set)[1]
    page = {
        "event": row.table.round.division.event, "round": row.table.round, "table": row.table, "sheet": row,
        "losses": all_translated(losses), "photos": row.photos.filter(removed_at=None).order_by("at"),
        "form": form or PhotoForm(), "may_write": can(ctx, "sheet.write"),
        "may_decide": can(ctx, "sheet.decide"),
        "kinds": [("gcg", "GCG"), ("json", "JSON"), ("csv", "CSV"), ("xlsx", "xlsx")],
    }  # fmt: skip
    return render(request, "scoresheets/files/files.html", page, status=form.status if form else 200)


@require_safe
def download(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int, kind: str
) -> HttpResponse:
    """The sheet as gcg, json, csv or xlsx."""
    _ctx, row = web_sheet(request, event, division, number, table, sheet, "sheet.view")
    if kind not in KINDS:
        raise Missing("missing", _("There is no such file."))
    return attachment(content_of(row, kind), KINDS[kind], f"{file_name(row)}.{kind}")


def content_of(row: Sheet, kind: str) -> bytes:
    """The sheet's bytes in one of KINDS."""
    content = as_scoresheet(row)
    if kind == "xlsx":
        return xlsx_write.write_xlsx(content, ruleset_of(row), place_of(row))
    return write_sheet(content, kind, ruleset_of(row).tile_set)[0].encode()


def place_of(row: Sheet) -> Place:
    """Where the sheet belongs, for the head of a workbook."""
    round_ = row.table.round
    return Place(round_.division.event.name, round_.division.name, round_.number, row.table.number)


def file_name(row: Sheet) -> str:
    """open-2026-a-r3-t7-s1: letters every file system takes."""
    round_ = row.table.round
    return f"{round_.division.event.slug}-{round_.division.slug}-r{round_.number}-t{row.table.number}-s{row.number}"


def attachment(data: bytes, kind: str, name: str) -> HttpResponse:
    """A file to save, never to be shown or run in the page's place."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "X-Content-Type-Options": "nosniff"}
    return HttpResponse(data, kind, headers=headers)
