"""Reported by phones: the list beside the entry line, one key to take a report over."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from tdapp.desk.ledger import tables
from tdapp.desk.models import Claim
from tdapp.desk.results import claims, echo
from tdapp.desk.results.commands.claiming import accept
from tdapp.events.access import web_event
from tdapp.events.models import Event
from tdapp.events.screens import SeeOther
from tdapp.kernel.managers import find
from tdapp.kernel.refusals import Refusal


@require_GET
def reported(request: HttpRequest, event: str) -> HttpResponse:
    """The list alone, polled with the version last seen: 204 while nothing changed."""
    _ctx, row = web_event(request, event, "result.enter")
    if request.GET.get("v") == tables.version(row):
        return HttpResponse(status=204)
    return _list(request, row)


@require_POST
def take(request: HttpRequest, event: str, claim: UUID) -> HttpResponse:
    """Take a report over as the result; what is unusual is asked once more in its row."""
    ctx, row = web_event(request, event, "result.enter")
    found = find(
        Claim.objects.select_related("table__round__division__event"), pk=claim,
        table__round__division__event=row,
    )  # fmt: skip
    try:
        sure, beside = bool(request.POST.get("sure")), request.POST.getlist("beside")
        told = accept(ctx, found, sure=sure, beside=beside)
    except Refusal as refusal:
        asked = {"asked": found.pk, "sentences": refusal.sentences} if refusal.code == "ask" else {}
        return _after(request, row, "ask" if asked else "stop", str(refusal), refusal.status, **asked)
    return _after(request, row, "ok", echo.in_a_line(echo.saved(row, told)), 200)


def facts(event: Event) -> dict[str, Any]:
    """What the list shows, for the page it stands on too."""
    rows = claims.reported(event)
    agreed = [one.claims[0].pk for one in rows if not one.differs]
    return {"reported": rows, "next_claim": agreed[0] if agreed else None, "claim_key": uuid4().hex}


def _list(request: HttpRequest, event: Event, status: int = 200, **more: Any) -> HttpResponse:
    version = tables.version(event)  # before the rows, as everywhere
    shown = {"event": event, **facts(event), **more}
    response = render(request, "desk/results/_reported.html", shown, status=status)
    response["X-Version"] = version
    return response


def _after(
    request: HttpRequest, event: Event, state: str, sentence: str, status: int, **more: Any
) -> HttpResponse:
    if "HX-Request" in request.headers:
        response = _list(request, event, status, **more)
        told: dict[str, Any] = {"td:said": {"state": state, "text": sentence}}
        # A question waits in its row: asking for fresh lists now would take it away again.
        response["HX-Trigger"] = json.dumps(told if state == "ask" else {**told, "td:ask-now": True})
        return response
    if state == "ask":
        return render(
            request, "desk/results/reported.html", {"event": event, **facts(event), **more}, status=status
        )
    (messages.success if state == "ok" else messages.error)(request, sentence)
    return SeeOther(reverse("desk:enter", args=[event.slug]))
