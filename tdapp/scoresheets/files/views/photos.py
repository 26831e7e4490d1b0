"""Photos of the paper: attach one, look at it, take it away."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tdapp.events.screens import act, attempt, done
from tdapp.kernel.managers import find
from tdapp.kernel.pages import photos
from tdapp.scoresheets.access import web_sheet
from tdapp.scoresheets.files.commands.photos import attach, remove
from tdapp.scoresheets.files.forms import PhotoForm
from tdapp.scoresheets.files.views.files import files_page
from tdapp.scoresheets.models import Photo, Sheet
from tdapp.scoresheets.sheet.state import address


@require_POST
def add(request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int) -> HttpResponse:
    """Attach a picture."""
    ctx, row = web_sheet(request, event, division, number, table, sheet, "sheet.write")
    form = PhotoForm(request.POST, request.FILES)
    if form.is_valid():
        data = form.cleaned_data["photo"].read(photos.MOST_BYTES + 1)
        if attempt(form, lambda: attach(ctx, row, data=data, note=form.cleaned_data["note"])):
            return done(request, _("The photo is kept."), address(row, "files"))
    return files_page(request, ctx, row, form)


@require_safe
def image(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int, photo: UUID
) -> HttpResponse:
    """The picture itself, for who may see the sheet; no cache keeps it."""
    _ctx, row = web_sheet(request, event, division, number, table, sheet, "sheet.view")
    return photos.served(_photo(row, photo).sha256)


@require_POST
def take_away(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int, photo: UUID
) -> HttpResponse:
    """Remove a picture; the log keeps that there was one."""
    ctx, row = web_sheet(request, event, division, number, table, sheet, "sheet.write")
    found = _photo(row, photo)
    reason = request.POST.get("reason", "")[:300]
    said = _("The photo is taken away.")
    return act(request, lambda: remove(ctx, found, reason=reason), said, address(row, "files"))


def _photo(row: Sheet, pk: UUID) -> Photo:
    rows = Photo.objects.select_related("sheet__table__round__division__event")
    return find(rows, pk=pk, sheet=row, removed_at=None)
