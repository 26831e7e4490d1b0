"""A list of people: upload or paste, look at the dry run, enter it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events import access
from tdapp.events.screens import act, attempt, done, go, posted, refused, sent
from tdapp.interchange.commands import entering, roster
from tdapp.interchange.entering import preview_page
from tdapp.interchange.forms.files import AgainForm, ApplyForm, ListForm
from tdapp.interchange.models import RosterPreview
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
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
        "interchange/roster/import.html",
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
    return render(request, "interchange/roster/preview.html", _page(row))


def _page(row: RosterPreview) -> dict[str, Any]:
    job = roster.job_of(row)
    if job is not None and job.over:
        row.refresh_from_db()  # the job ended after the row was read: nothing on the page would say so later
    sheets = row.report.get("sheets", [])
    sheet = row.sheet or (sheets[0] if sheets else "")
    initial = {"sheet": sheet, "division": row.division, "totals": row.totals}
    names = dict(row.event.divisions.values_list("slug", "name"))
    return {
        "event": row.event,
        "preview": row,
        "job": job,
        "told": preview_page.report(row.report, names),
        "again": AgainForm(event=row.event, sheets=sheets, totals=_has_totals(row), initial=initial),
        "apply": ApplyForm(initial={"seen": row.digest}),
        "unknown": row.report.get("unknown_ages", 0),
    }


def _has_totals(row: RosterPreview) -> bool:
    """Whether it matters what rows that look like totals are."""
    return row.totals or any(one["code"] == "total-row" for one in row.report.get("findings", ()))


@require_safe
def progress(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """The progress bar of the job at work on a list; once it is over the page is to be read anew."""
    _ctx, row = _preview(request, event, pk)
    job = roster.job_of(row)
    answer = render(
        request, "interchange/roster/_progress.html", {"event": row.event, "preview": row, "job": job}
    )
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
    look = lambda: roster.examine_roster(ctx, row, at_once=False, **wanted)  # noqa: E731
    return act(request, look, said, HERE, row.event.slug, row.pk)


@require_POST
def apply(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Enter everybody, all or nothing; a large list is entered by the worker."""
    ctx, row = _preview(request, event, pk)
    form = ApplyForm(request.POST)
    if not form.is_valid():
        return go(HERE, row.event.slug, row.pk)
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
