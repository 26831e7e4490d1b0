"""The places of a website: how each stands, what to do, what is said of it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tdapp.events.access import Place, web_event
from tdapp.events.models import Event
from tdapp.events.screens import act, attempt, done, go, posted, sent
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Missing
from tdapp.publishing.models import PushPlace
from tdapp.publishing.site.push import forms, kinds, standing
from tdapp.publishing.site.push.commands import places as commands

PAGE = "push:place"


def _event(request: HttpRequest, event: str, needs: str) -> tuple[Context, Event]:
    ctx, row = web_event(request, event, needs)
    request.place = Place(ctx, row, stage=f"/e/{row.slug}/publish/")  # type: ignore[attr-defined]
    return ctx, row


def _place(request: HttpRequest, event: str, pk: Any, needs: str) -> tuple[Context, PushPlace]:
    """Context and place; one of another event does not exist."""
    ctx, row = _event(request, event, needs)
    return ctx, find(PushPlace.objects.select_related("event").filter(event=row), pk=pk)


@require_safe
def places(request: HttpRequest, event: str) -> HttpResponse:
    """All places, and the kinds that can be added."""
    ctx, row = _event(request, event, commands.SENDS)
    facts = {
        "event": row, "places": standing.of_event(row), "may": can(ctx, commands.NEEDS),
        "kinds": [(kind, kinds.LABELS[kinds.Kind(kind)]) for kind in kinds.offered()],
    }  # fmt: skip
    return render(request, "publishing/site/push/places.html", facts)


@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, event: str, kind: str) -> HttpResponse:
    """A new place of a kind."""
    ctx, row = _event(request, event, commands.NEEDS)
    if kind not in kinds.offered():
        raise Missing("missing", _("There is no such kind of place here."))
    form = forms.of(kind, posted(request))
    if sent(request, form) and (
        answer := attempt(form, lambda: commands.add_place(ctx, row, kind=kind, **form.said()))
    ):
        return go(PAGE, row.slug, answer["place"])
    facts = {"event": row, "form": form, "kind": kinds.LABELS[kinds.Kind(kind)]}
    return render(request, "publishing/site/push/add.html", facts, status=form.status)


@require_http_methods(["GET", "POST"])
def place(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """One place: how it stands, and what is said of it, which POST changes."""
    ctx, row = _place(request, event, pk, commands.NEEDS if request.method == "POST" else commands.SENDS)
    form = forms.of(row.kind, posted(request), row)
    if sent(request, form):
        seen = form.cleaned_data["seen"] or 0
        if attempt(form, lambda: commands.change_place(ctx, row, seen=seen, **form.said())):
            return done(request, _("Saved."), PAGE, event, pk)
        row.refresh_from_db()
        form.look_again(str(row.version))
    facts = {"event": row.event, "one": standing.of(row), "form": form, "may": can(ctx, commands.NEEDS)}
    return render(request, "publishing/site/push/place.html", facts, status=form.status)


@require_safe
def progress(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """How the place stands, alone: asked for every few seconds while it is sent."""
    ctx, row = _place(request, event, pk, commands.SENDS)
    facts = {"event": row.event, "one": standing.of(row), "may": can(ctx, commands.NEEDS)}
    return render(request, "publishing/site/push/_standing.html", facts)


@require_POST
def now(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Send it now; `everything`: also what the place has."""
    ctx, row = _place(request, event, pk, commands.SENDS)
    everything = request.POST.get("everything") == "1"
    said = _("It is sent within seconds.")
    return act(request, lambda: commands.push_now(ctx, row, everything=everything), said, PAGE, event, pk)


@require_POST
def confirm(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """The fingerprint was compared and is right."""
    ctx, row = _place(request, event, pk, commands.NEEDS)
    shown = request.POST.get("fingerprint", "")
    said = _("Confirmed. It is sent within seconds.")
    return act(request, lambda: commands.confirm_key(ctx, row, fingerprint=shown), said, PAGE, event, pk)


@require_POST
def down(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Take everything down there."""
    ctx, row = _place(request, event, pk, commands.NEEDS)
    return act(
        request, lambda: commands.take_down(ctx, row), _("It is taken down within seconds."), PAGE, event, pk
    )


@require_POST
def remove(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Forget the place."""
    ctx, row = _place(request, event, pk, commands.NEEDS)
    return act(request, lambda: commands.remove_place(ctx, row), _("Removed."), "push:places", event)


@require_POST
def cancel(request: HttpRequest, event: str, pk: Any) -> HttpResponse:
    """Stop what is being sent."""
    ctx, row = _place(request, event, pk, commands.SENDS)
    said = _("It stops after the files that are on their way, and goes on in half an hour.")
    return act(request, lambda: commands.cancel_push(ctx, row), said, PAGE, event, pk)
