"""A list of people: upload or paste, look at the dry run, enter it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events import access
from tdapp.events.views.common import act, attempt, done, go, posted, refused, sent
from tdapp.interchange import shown
from tdapp.interchange.commands import roster
from tdapp.interchange.forms import AgainForm, ApplyForm, ListForm
from tdapp.interchange.models import RosterPreview
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import Job
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Conflict, Missing, Refusal

HERE = "interchange:preview"


@require_http_methods(["GET", "POST"])
def import_list(request: HttpRequest, event: str) -> HttpResponse:
    """Send a file or paste cells; the dry run follows."""
    ctx, row = access.web_event(request, event, "roster.import")
    form = ListForm(posted(request), request.FILES or None, event=row)
    if sent(request, form) and (
        answer := attempt(form, lambda: roster.preview_roster(ctx, row, **form.source()))
    ):
        return go(HERE, row.slug, answer["id"])
    waiting = RosterPreview.objects.filter(event=row, status__in=["waiting", "ready"], data__isnull=False)[:5]
    return render(
        request,
        "interchange/import.html",
        {"event": row, "form": form, "waiting": waiting, "may_fill": can(ctx, "division.edit")},
        status=form.status,
    )


def _preview(request: HttpRequest, event: str, pk: Any) -> tuple[Context, RosterPreview]:
    """Context and dry run; Missing when it is another event's, or over."""
    ctx, row = access.web_event(request, event, "roster.import")
    return ctx, find(RosterPreview.objects.filter(event=row).select_related("event"), pk=pk)


@require_safe
def preview(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """The dry run: what is added, changed, refused, and why, by row and cell."""
    _ctx, row = _preview(request, event, pk)
    return render(request, "interchange/preview.html", _page(row))


def _page(row: RosterPreview) -> dict[str, Any]:
    sheets = row.report.get("sheets", [])
    initial = {"sheet": row.sheet or (sheets[0] if sheets else ""), "division": row.division}
    names = dict(row.event.divisions.values_list("slug", "name"))
    return {
        "event": row.event,
        "preview": row,
        "job": _job(row),
        "told": shown.report(row.report, names),
        "again": AgainForm(event=row.event, sheets=sheets, initial=initial),
        "apply": ApplyForm(initial={"seen": row.digest}),
    }


def _job(row: RosterPreview) -> Job | None:
    return Job.objects.filter(pk=row.job, scope=row.scope_key).first() if row.job else None


@require_safe
def progress(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """The progress bar of the job at work on a list; once it is over the page is to be read anew."""
    _ctx, row = _preview(request, event, pk)
    job = _job(row)
    answer = render(request, "interchange/_progress.html", {"event": row.event, "preview": row, "job": job})
    if job is None or job.over:
        answer["HX-Refresh"] = "true"
    return answer


@require_POST
def again(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Read the list again: another sheet, another default division, or entries that moved on."""
    ctx, row = _preview(request, event, pk)
    form = AgainForm(request.POST, event=row.event, sheets=row.report.get("sheets", []))
    wanted = form.values() if form.is_valid() else {}
    said = _("The list was read again.")
    return act(request, lambda: roster.examine_roster(ctx, row, **wanted), said, HERE, row.event.slug, row.pk)


@require_POST
def apply(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Enter everybody, all or nothing; a large list is entered by the worker."""
    ctx, row = _preview(request, event, pk)
    form = ApplyForm(request.POST)
    if not form.is_valid():
        return go(HERE, row.event.slug, row.pk)
    large = sum(row.counts.get(name, 0) for name in ("add", "change")) > roster.LARGE_ROWS
    command = roster.apply_roster_later if large else roster.apply_roster
    try:
        answer = command(ctx, row, **form.values())
    except Missing:
        raise
    except Conflict as conflict:
        roster.examine_roster(replace(ctx, key=""), row)
        return refused(request, conflict, HERE, row.event.slug, row.pk)
    except Refusal as refusal:
        return refused(request, refusal, HERE, row.event.slug, row.pk)
    if large:
        return go(HERE, row.event.slug, row.pk)
    return done(request, shown.applied(answer["counts"]), "events:entries", row.event.slug)


@require_POST
def discard(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Throw a dry run away."""
    ctx, row = _preview(request, event, pk)
    try:
        roster.discard_roster(ctx, row)
    except Refusal as refusal:
        return refused(request, refusal, "interchange:import", row.event.slug)
    messages.success(request, _("Thrown away; nobody was entered."))
    return go("interchange:import", row.event.slug)
