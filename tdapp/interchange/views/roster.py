"""A list of people: upload or paste, say what its columns are, look at the rows, enter them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events import access
from tdapp.events.screens import act, attempt, done, go, posted, refused, sent
from tdapp.interchange.commands import entering, roster
from tdapp.interchange.forms.files import AgainForm, ApplyForm, ListForm
from tdapp.interchange.forms.roster import ColumnsForm
from tdapp.interchange.lists import edits, preview_page
from tdapp.interchange.models import RosterPreview
from tdapp.interchange.roster import Reading
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Conflict, Missing, Refusal

HERE, COLUMNS = "interchange:preview", "interchange:columns"


@require_http_methods(["GET", "POST"])
def import_list(request: HttpRequest, event: str) -> HttpResponse:
    """Send a file or paste cells; the columns follow where they are not plain, else the rows."""
    ctx, row = access.web_event(request, event, "roster.import")
    form = ListForm(posted(request), request.FILES or None, event=row)
    if sent(request, form) and (
        answer := attempt(form, lambda: roster.preview_roster(ctx, row, **form.source()))
    ):
        made = find(RosterPreview.objects.filter(event=row), pk=answer["id"])
        return go(COLUMNS if _is_open(made) else HERE, row.slug, made.pk)
    waiting = RosterPreview.objects.filter(event=row, status__in=["waiting", "ready"], data__isnull=False)[:5]
    return render(
        request,
        "interchange/roster/import.html",
        {"event": row, "form": form, "waiting": waiting, "may_fill": can(ctx, "division.edit")},
        status=form.status,
    )


def _is_open(row: RosterPreview) -> bool:
    """Whether somebody has to look at the columns before the rows."""
    return row.status == RosterPreview.Status.READY and not row.report.get("layout", {}).get("sure", True)


def _preview(request: HttpRequest, event: str, pk: Any) -> tuple[Context, RosterPreview]:
    """Context and dry run; Missing when it is another event's, or over."""
    ctx, row = access.web_event(request, event, "roster.import")
    return ctx, find(RosterPreview.objects.filter(event=row).select_related("event"), pk=pk)


@require_http_methods(["GET", "POST"])
def columns(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """What each column is, sheet by sheet: found, shown with samples, chosen by hand, remembered."""
    ctx, row = _preview(request, event, pk)
    layout = row.report.get("layout", {}).get("sheets", [])
    if not layout or row.status != RosterPreview.Status.READY:
        return go(HERE, row.event.slug, row.pk)
    private = can(ctx, "roster.private")
    form = ColumnsForm(posted(request), event=row.event, layout=layout, division=row.division, open=private)
    if sent(request, form) and attempt(form, lambda: _choose(ctx, row, form)):
        row.refresh_from_db()
        return go(COLUMNS if _is_open(row) else HERE, row.event.slug, row.pk)
    shown = {"event": row.event, "preview": row, "form": form, "stopped": row.report.get("stopped", [])}
    return render(request, "interchange/roster/columns.html", shown, status=form.status)


def _choose(ctx: Context, row: RosterPreview, form: ColumnsForm) -> dict[str, Any]:
    reading = edits.with_columns(Reading.from_data(row.reading), form.layout, form.chosen())
    return roster.examine_roster(
        ctx,
        row,
        division=form.cleaned_data.get("division", ""),
        sheet="",
        reading=reading,
        remember=True,
        at_once=False,
    )


@require_safe
def preview(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """The dry run: what is added, changed, refused, and why, by row and cell."""
    _ctx, row = _preview(request, event, pk)
    job = roster.job_of(row)
    if job is not None and job.over:
        row.refresh_from_db()  # the job ended after the row was read: nothing on the page would say so later
    if "stopped" in row.report:
        return go(COLUMNS, row.event.slug, row.pk)
    return render(request, "interchange/roster/preview.html", {**_page(request, row), "job": job})


def _page(request: HttpRequest, row: RosterPreview) -> dict[str, Any]:
    told = preview_page.report(row.report)
    divisions = list(row.event.divisions.order_by("order", "name").values_list("slug", "name"))
    show, number = request.GET.get("show", ""), request.GET.get("page", "1")
    return {
        "event": row.event,
        "preview": row,
        "told": told,
        "rows": preview_page.rows_page(row.report, show, number, divisions) if told else None,
        "asked": preview_page.questions(row.report, row.reading, row.division, divisions) if told else {},
        "divisions": divisions,
        "unsure": not row.report.get("layout", {}).get("sure", True),
        "apply": ApplyForm(initial={"seen": row.digest}),
        "unknown": row.report.get("unknown_ages", 0),
    }


@require_safe
def progress(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """The progress bar of the job at work on a list; once it is over the page is to be read anew."""
    _ctx, row = _preview(request, event, pk)
    job = roster.job_of(row)
    answer = render(
        request, "interchange/roster/_progress.html", {"event": row.event, "preview": row, "job": job}
    )
    if job is None or job.over:
        row.refresh_from_db()
        if _is_open(row) and not row.reading.get("settled"):
            answer["HX-Redirect"] = resolve_url(COLUMNS, row.event.slug, row.pk)
        else:
            answer["HX-Refresh"] = "true"
    return answer


@require_POST
def again(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Read the list again with what was mended, ticked and answered on its page; or against entries that moved on."""
    ctx, row = _preview(request, event, pk)
    wanted = _wanted(request, row)
    where = (HERE, row.event.slug, row.pk)
    if "turn" in request.POST and not _differs(row, wanted):
        return go(*where, query=_view(request))
    try:
        roster.examine_roster(ctx, row, at_once=False, **wanted)
    except Missing:
        raise
    except Refusal as refusal:
        if refusal.status == 403:
            raise
        return refused(request, refusal, *where)
    return done(request, _("The list was checked again."), *where, query=_view(request))


def _wanted(request: HttpRequest, row: RosterPreview) -> dict[str, Any]:
    """What the page sent, as arguments of `roster.examine`."""
    form = AgainForm(request.POST, event=row.event, sheets=row.report.get("sheets", []))
    wanted = (
        {name: value for name, value in form.values().items() if name in request.POST}
        if form.is_valid()
        else {}
    )
    slugs = row.event.divisions.values_list("slug", flat=True)
    if "rows" in row.report:
        wanted["reading"] = edits.with_rows(Reading.from_data(row.reading), row.report, request.POST, slugs)
    return wanted


def _differs(row: RosterPreview, wanted: dict[str, Any]) -> bool:
    """Whether anything was changed on the page."""
    reading = wanted.get("reading")
    changed = reading is not None and reading != Reading.from_data(row.reading)
    return changed or any(
        wanted.get(name, getattr(row, name)) != getattr(row, name) for name in ("division", "sheet")
    )


def _view(request: HttpRequest) -> dict[str, str]:
    """The part of the rows that is looked at next: the one whose button was pressed."""
    show, _colon, number = request.POST.get("turn", request.POST.get("view", "")).partition(":")
    return {name: value for name, value in (("show", show), ("page", number)) if value}


@require_POST
def apply(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Enter everybody, all or nothing; a large list is entered by the worker. What was just mended is looked at first."""
    ctx, row = _preview(request, event, pk)
    form = ApplyForm(request.POST)
    if not form.is_valid():
        return go(HERE, row.event.slug, row.pk)
    if (
        row.status == RosterPreview.Status.READY
        and "shown" in request.POST
        and _differs(row, _wanted(request, row))
    ):
        messages.info(request, _("First your changes were checked. Look, then import."))
        return again(request, event, pk)
    large = entering.is_large(row)
    command = entering.apply_roster_later if large else entering.apply_roster
    try:
        answer = command(ctx, row, **form.values())
    except Missing:
        raise
    except Conflict as conflict:
        roster.examine_roster(replace(ctx, key=""), row, at_once=False)
        return refused(request, conflict, HERE, row.event.slug, row.pk)
    except Refusal as refusal:
        return refused(request, refusal, HERE, row.event.slug, row.pk)
    if large:
        return go(HERE, row.event.slug, row.pk)
    return done(request, preview_page.applied(answer["counts"]), "events:entries", row.event.slug)


@require_POST
def cancel(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Stop the reading or entering of a list."""
    ctx, row = _preview(request, event, pk)
    said = _("It stops at its next step.")
    return act(request, lambda: roster.cancel_roster(ctx, row), said, HERE, row.event.slug, row.pk)


@require_POST
def discard(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Throw a dry run away."""
    ctx, row = _preview(request, event, pk)
    said = _("Discarded; nobody was entered.")
    return act(request, lambda: roster.discard_roster(ctx, row), said, "interchange:import", row.event.slug)
