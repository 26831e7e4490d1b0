"""The desk's page about how one enters."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tdapp.events.access import Place, web_event
from tdapp.events.models import as_data
from tdapp.events.screens import attempt, done, posted, sent
from tdapp.publishing.entering import commands, telling
from tdapp.publishing.entering.forms import EnteringForm
from tdapp.publishing.models import EventEntering


@require_http_methods(["GET", "HEAD", "POST"])
def entering(request: HttpRequest, event: str) -> HttpResponse:
    """What those who would come need to know, as it stands in public."""
    ctx, row = web_event(request, event, "event.edit")
    # In the rail it belongs to what is public.
    request.place = Place(ctx, row, stage=f"/e/{row.slug}/publish/")  # type: ignore[attr-defined]
    known = EventEntering.objects.filter(event=row).first() or EventEntering(event=row)
    start = {**as_data(known, *telling.FIELDS), "seen": known.version}
    form = EnteringForm(posted(request), initial=start)
    if sent(request, form) and attempt(form, lambda: commands.set_entering(ctx, row, **form.values())):
        return done(request, _("Saved."), "entering:entering", event)
    known = EventEntering.objects.filter(event=row).first() or known
    form.look_again(str(known.version))
    facts = {"event": row, "form": form, "lines": telling.lines(telling.of_row(known))}
    return render(request, "publishing/entering.html", facts, status=form.status)
