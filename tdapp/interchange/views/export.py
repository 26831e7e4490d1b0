"""Files that go out: asked for with a form, workbooks made by the worker, everything in the log."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events import access
from tdapp.events.models import Event
from tdapp.events.screens import SeeOther, act, attempt, posted, sent
from tdapp.interchange.commands.export import KIND, cancel_export, export_event, place_of
from tdapp.interchange.exports.render import FORMATS, Wish
from tdapp.interchange.exports.render import render as render_file
from tdapp.interchange.forms.files import ExportForm
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import Job
from tdapp.kernel.permissions import can, require
from tdapp.kernel.refusals import Missing

RECENT = 5


@require_http_methods(["GET", "POST"])
def export(request: HttpRequest, event: str) -> HttpResponse:
    """Choose a format; a workbook is made by the worker, everything else comes at once."""
    ctx, row = access.web_event(request, event, "export.run")
    form = ExportForm(posted(request), event=row, may_private=can(ctx, "roster.private"))
    if sent(request, form):
        wish = form.wish()
        background = wish.format == "xlsx"
        answer = attempt(form, lambda: export_event(ctx, row, wish=wish, background=background))
        if answer:
            return (
                SeeOther(reverse("interchange:export_job", args=(row.slug, answer["job"])) + "?fetch=1")
                if background
                else _download(render_file(row, wish), wish, answer["file"])
            )
    recent = Job.objects.filter(scope=row.scope_key, kind=KIND)[:RECENT]
    page = {"event": row, "form": form, "recent": recent, "may_sign": can(ctx, "event.edit")}
    return render(request, "interchange/exports/export.html", page, status=form.status)


def _download(data: bytes, wish: Wish, name: str) -> HttpResponse:
    return HttpResponse(
        data, FORMATS[wish.format], headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )  # fmt: skip


def _job(request: HttpRequest, event: str, pk: Any) -> tuple[Context, Event, Job]:
    """Context, event and export job; a job of another event or kind does not exist."""
    ctx, row = access.web_event(request, event, "export.run")
    return ctx, row, find(Job.objects.filter(scope=row.scope_key, kind=KIND), pk=pk)


@require_safe
def export_job(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """A workbook being made; htmx asks for the progress bar alone. With `?fetch=1` the file comes as soon as it is made."""
    _ctx, row, job = _job(request, event, pk)
    part = request.headers.get("HX-Request") == "true"
    name = "interchange/exports/_export_progress.html" if part else "interchange/exports/export_job.html"
    fetch = "fetch" in request.GET
    answer = render(request, name, {"event": row, "job": job, "fetch": fetch})
    if part and fetch and job.over:
        answer["HX-Refresh"] = "true"
    return answer


@require_safe
def export_file(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """A finished workbook, for who may see what is in it."""
    ctx, _row, job = _job(request, event, pk)
    wish = Wish(**job.params["wish"])
    require(ctx, wish.needs)
    try:
        data = place_of(job).read_bytes()
    except OSError:
        raise Missing("file-gone", _("This file is no longer kept. Export it again.")) from None
    return _download(data, wish, job.params["file"])


@require_POST
def export_cancel(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Stop making a workbook."""
    ctx, row, job = _job(request, event, pk)
    said = _("The export stops at its next step.")
    return act(request, lambda: cancel_export(ctx, job), said, "interchange:export_job", row.slug, job.pk)
