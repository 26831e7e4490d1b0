"""A whole event from files: send, look at the dry run, make it. The same for one empty division of an event."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events import access
from tdapp.events.entries.commands.minors import unasked
from tdapp.events.models import Event
from tdapp.events.screens import attempt, done, go, person_desk, posted, refused, sent
from tdapp.interchange.commands import events
from tdapp.interchange.forms.files import EventFilesForm, FillForm, SeenForm
from tdapp.interchange.forms.results_columns import ResultColumnsForm
from tdapp.interchange.models import EventPreview
from tdapp.interchange.results_book.columns import said_columns
from tdapp.interchange.results_book.layout import layout
from tdapp.interchange.tsh import results_book
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import User
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Refusal

NEW, FILL, COLUMNS = "interchange:import_event", "interchange:fill", "interchange:event_columns"


def _creator(request: HttpRequest) -> tuple[Context, User]:
    told = _("You may not create events here; ask who installed this.")
    return access.web_installation(request, "installation.create_event", told)


@require_http_methods(["GET", "POST"])
def import_event(request: HttpRequest) -> HttpResponse:
    """Send .t files, a tsh folder or an archive; the dry run follows."""
    ctx, user = _creator(request)
    form = EventFilesForm(posted(request), request.FILES or None)
    call = lambda: events.preview_import(ctx, Installation(), **form.wishes())  # noqa: E731
    if sent(request, form) and (answer := attempt(form, call)):
        return go("interchange:event_preview", answer["id"])
    page = {"desk": person_desk(user), "form": form}
    return render(request, "interchange/event_files/import_event.html", page, status=form.status)


def _preview(request: HttpRequest, pk: Any) -> tuple[Context, EventPreview, User]:
    """Context and dry run of a new event, for whoever sent the files: they may hold another club's players."""
    ctx, user = _creator(request)
    return ctx, find(EventPreview.objects.filter(division=None, made_by=ctx.actor), pk=pk), user


def _agreed(request: HttpRequest) -> dict[str, str]:
    """What was on the screen, and the answer about unknown ages if one was given."""
    return {"seen": request.POST.get("seen", ""), "minors": request.POST.get("minors", "")}


@require_safe
def event_preview(request: HttpRequest, pk: Any) -> HttpResponse:
    """What the files would make."""
    _ctx, row, user = _preview(request, pk)
    if row.report.get("asks") and row.status == EventPreview.Status.READY:
        return go(COLUMNS, row.pk)
    page = {
        "desk": person_desk(user), "preview": row, "form": SeenForm(initial={"seen": row.digest}),
        "is_table": _table(row) is not None,
    }  # fmt: skip
    return render(request, "interchange/event_files/event_preview.html", page)


def _table(row: EventPreview) -> bytes | None:
    """The table of results of a dry run; None of other files, and of one that is over."""
    files = events.files_of(row)
    return files[0][1] if len(files) == 1 and results_book.looks_like_one(*files[0]) else None


@require_http_methods(["GET", "POST"])
def event_columns(request: HttpRequest, pk: Any) -> HttpResponse:
    """What each column of a table of results holds: found, shown with samples, chosen by hand."""
    ctx, row, user = _preview(request, pk)
    data = _table(row)
    if data is None:
        return go("interchange:event_preview", row.pk)
    shown = layout(data, said_columns(row.wanted.get("columns", "")))
    form = ResultColumnsForm(posted(request), layout=shown, initial={"seen": row.digest})
    if sent(request, form) and attempt(form, lambda: events.choose_columns(ctx, row, **form.chosen())):
        return go("interchange:event_preview", row.pk)
    page = {"desk": person_desk(user), "preview": row, "form": form, "asks": row.report.get("asks")}
    return render(request, "interchange/event_files/columns.html", page, status=form.status)


@require_POST
def event_apply(request: HttpRequest, pk: Any) -> HttpResponse:
    """Make the event."""
    ctx, row, _user = _preview(request, pk)
    try:
        answer = events.apply_import(ctx, row, **_agreed(request))
    except Refusal as refusal:
        return refused(request, refusal, "interchange:event_preview", row.pk)
    return done(
        request, _("The event is there, with everything the files say."), "desk:overview", answer["slug"]
    )


@require_POST
def event_discard(request: HttpRequest, pk: Any) -> HttpResponse:
    """Throw the dry run away."""
    ctx, row, _user = _preview(request, pk)
    try:
        events.discard_import(ctx, row)
    except Refusal as refusal:
        return refused(request, refusal, NEW)
    messages.success(request, _("Discarded; no event was made."))
    return go(NEW)


@require_http_methods(["GET", "POST"])
def fill(request: HttpRequest, event: str) -> HttpResponse:
    """Send a .t file for an empty division; the dry run follows."""
    ctx, row = access.web_event(request, event, "division.edit")
    form = FillForm(posted(request), request.FILES or None, event=row)
    if sent(request, form) and (
        answer := attempt(form, lambda: events.preview_fill(ctx, form.division(), files=form.files_sent()))
    ):
        return go("interchange:fill_preview", row.slug, answer["id"])
    return render(
        request, "interchange/event_files/fill.html", {"event": row, "form": form}, status=form.status
    )


def _filling(request: HttpRequest, event: str, pk: Any) -> tuple[Context, Event, EventPreview]:
    ctx, row = access.web_event(request, event, "division.edit")
    rows = EventPreview.objects.filter(division__event=row).select_related("division__event")
    return ctx, row, find(rows, pk=pk)


@require_safe
def fill_preview(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """What the file would put into the division."""
    _ctx, row, preview = _filling(request, event, pk)
    page = {"event": row, "preview": preview, "form": SeenForm(initial={"seen": preview.digest})}
    return render(request, "interchange/event_files/fill_preview.html", page)


@require_POST
def fill_apply(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Fill the division."""
    ctx, row, preview = _filling(request, event, pk)
    try:
        answer = events.apply_fill(ctx, preview, **_agreed(request))
    except Refusal as refusal:
        return refused(request, refusal, "interchange:fill_preview", row.slug, preview.pk)
    said = _("The division has everything the file says.")
    if unasked(Event.objects.get(pk=row.pk)) and can(ctx, "event.edit"):
        return done(request, said, "desk:overview", row.slug)
    return done(request, said, "desk:division", row.slug, answer["division"])


@require_POST
def fill_discard(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Throw the dry run away."""
    ctx, row, preview = _filling(request, event, pk)
    try:
        events.discard_fill(ctx, preview)
    except Refusal as refusal:
        return refused(request, refusal, FILL, row.slug)
    messages.success(request, _("Discarded; nothing was entered."))
    return go(FILL, row.slug)
