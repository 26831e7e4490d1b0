"""The page that makes the website of an event, its progress, its file."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events.access import Place, web_event
from tdapp.events.models import Event
from tdapp.events.screens import act, attempt, go, posted, sent
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.models import Job
from tdapp.kernel.refusals import Missing
from tdapp.kernel.signing_in.owning import may_end
from tdapp.publishing.models import EventWebsite
from tdapp.publishing.site.download import making
from tdapp.publishing.site.download.forms import SiteForm

RECENT = 6


@require_http_methods(["GET", "POST"])
def site(request: HttpRequest, event: str) -> HttpResponse:
    """What it is, a button, and those of today."""
    ctx, row = _place(request, event)
    found = Job.objects.filter(scope=row.scope_key, kind=making.KIND)[:RECENT]
    last = found[0].params if found else {}
    known = EventWebsite.objects.filter(event=row).values_list("address", flat=True).first()
    form = SiteForm(posted(request), initial={"base": last.get("base") or known or settings.PUBLIC_URL})
    if sent(request, form):
        base, on_disk = form.cleaned_data["base"], form.cleaned_data["on_disk"] == "1"
        if answer := attempt(form, lambda: making.make_site(ctx, row, base=base, on_disk=on_disk)):
            return go("site:job", row.slug, answer["job"])
    recent = [{"row": one, "kept": making.place_of(one).exists()} for one in found]
    facts = {"event": row, "form": form, "recent": recent}
    return render(request, "publishing/site/download/site.html", facts, status=form.status)


def _place(request: HttpRequest, event: str) -> tuple[Context, Event]:
    ctx, row = web_event(request, event, making.NEEDS)
    # In the rail it belongs to what is public.
    request.place = Place(ctx, row, stage=f"/e/{row.slug}/publish/")  # type: ignore[attr-defined]
    return ctx, row


def _job(request: HttpRequest, event: str, pk: Any) -> tuple[Context, Event, Job]:
    """Context, event and job; a job of another event or kind does not exist."""
    ctx, row = _place(request, event)
    return ctx, row, find(Job.objects.filter(scope=row.scope_key, kind=making.KIND), pk=pk)


@require_safe
def job(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """A site being built; htmx asks for the progress bar alone."""
    ctx, row, found = _job(request, event, pk)
    part = request.headers.get("HX-Request") == "true"
    name = "publishing/site/download/_progress.html" if part else "publishing/site/download/job.html"
    kept = making.place_of(found).exists()
    facts = {"event": row, "job": found, "kept": kept, "may_end": may_end(ctx, found.actor, "event.edit")}
    return render(request, name, facts)


@require_safe
def file(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """A finished one."""
    _ctx, _row, found = _job(request, event, pk)
    try:
        data = making.place_of(found).read_bytes()
    except OSError:
        raise Missing("file-gone", _("This file is no longer kept. Make the website again.")) from None
    name = found.params["file"]
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(data, "application/zip", headers=headers)


@require_POST
def cancel(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Stop building."""
    ctx, row, found = _job(request, event, pk)
    said = _("The website stops at its next page.")
    return act(request, lambda: making.cancel_site(ctx, found), said, "site:job", row.slug, found.pk)
