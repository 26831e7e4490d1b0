"""Confirming: the list of what waits, one key a row."""

from __future__ import annotations

import json
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from tdapp.desk.ledger import tables
from tdapp.desk.results import confirming
from tdapp.desk.results.commands.results import confirm_result, ways_out
from tdapp.events.access import web_event
from tdapp.events.models import Event, Table
from tdapp.events.screens import SeeOther
from tdapp.kernel.context import Context
from tdapp.kernel.managers import find
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Refusal


@require_GET
def confirm(request: HttpRequest, event: str) -> HttpResponse:
    """Everything that waits to be confirmed or answered."""
    ctx, row = web_event(request, event, "result.view")
    return render(request, "desk/results/confirm.html", _page(ctx, row))


@require_GET
def waiting(request: HttpRequest, event: str) -> HttpResponse:
    """The list alone, polled with the version last seen: 204 while nothing changed."""
    ctx, row = web_event(request, event, "result.view")
    if request.GET.get("v") == tables.version(row):
        return HttpResponse(status=204)
    return _list(request, ctx, row)


@require_POST
def confirm_one(request: HttpRequest, event: str, table: UUID) -> HttpResponse:
    """Confirm a table's entry as it was seen; answers the list, or goes back to where the button stood."""
    ctx, row = web_event(request, event, "result.confirm")
    at = table_with_id(row, table)
    try:
        confirm_result(ctx, at, seen=seen_by(request))
    except Refusal as refusal:
        return _after(request, ctx, row, "stop", str(refusal), refusal.status)
    sentence = _("Table %(table)s is confirmed.") % {"table": at.number}
    return _after(request, ctx, row, "ok", sentence, 200)


def table_with_id(event: Event, pk: UUID) -> Table:
    """A table of this event as commands want it."""
    rows = Table.objects.filter(round__division__event=event).select_related("round__division__event")
    return find(rows, pk=pk)


def seen_by(request: HttpRequest) -> int:
    """The result version on the screen the request came from; 0 fits none."""
    text = request.POST.get("seen", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0


def _page(ctx: Context, event: Event) -> dict[str, Any]:
    # First the version, then the rows: what comes between the two is asked for again, never taken for seen.
    version = tables.version(event)
    listed = confirming.waiting(ctx, event)
    return {
        "event": event, "ctx": ctx, "waiting": listed, "version": version,
        "ways_out": ways_out() if any(one.own for one in listed) else "",
        "may_edit": can(ctx, "division.edit"),
        "several": event.divisions.count() > 1,
    }  # fmt: skip


def _list(request: HttpRequest, ctx: Context, event: Event, status: int = 200) -> HttpResponse:
    page = _page(ctx, event)
    response = render(request, "desk/results/_waiting.html", page, status=status)
    response["X-Version"] = page["version"]
    return response


def _after(
    request: HttpRequest, ctx: Context, event: Event, state: str, sentence: str, status: int
) -> HttpResponse:
    if "HX-Request" in request.headers:
        response = _list(request, ctx, event, status)
        response["HX-Trigger"] = json.dumps({"td:said": {"state": state, "text": sentence}})
        return response
    if state == "ok":
        messages.success(request, sentence)
        return SeeOther(_back(request, event))
    messages.error(request, sentence)
    return render(request, "desk/results/confirm.html", _page(ctx, event), status=status)


def _back(request: HttpRequest, event: Event) -> str:
    """The table's page when the button stood there, else the list."""
    back = request.POST.get("back", "")
    inside = back.startswith(f"/e/{event.slug}/") and "\\" not in back
    return back if inside else reverse("desk:confirm", args=[event.slug])
