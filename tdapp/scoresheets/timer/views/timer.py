"""The turn timer: of a table, and one that stands alone."""

from __future__ import annotations

import json

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_POST, require_safe

from tdapp.events.rules import rulesets
from tdapp.kernel.pages.middleware import refusal_response
from tdapp.kernel.refusals import Refusal
from tdapp.scoresheets.access import web_table
from tdapp.scoresheets.editor.views.bodies import body_of
from tdapp.scoresheets.timer import timing
from tdapp.scoresheets.timer.commands.timing import take_times


@require_safe
def timer(request: HttpRequest, event: str, division: str, number: int, table: int) -> HttpResponse:
    """The timer of a table: two to four seats, one press a move."""
    _ctx, row = web_table(request, event, division, number, table, "sheet.write")
    address = [event, division, number, table]
    facts = timing.of_table(row, reverse("scoresheets:timer_time", args=address))
    shown = {"facts": json.dumps(facts), "table": row, "back": reverse("desk:table", args=address)}
    return render(request, "scoresheets/timer/timer.html", shown)


@require_POST
def take(request: HttpRequest, event: str, division: str, number: int, table: int) -> HttpResponse:
    """`{"moves": [...], "removed": [...]}`; see `commands.timing.take_times`. A refusal is data, whoever asks."""
    ctx, row = web_table(request, event, division, number, table, "sheet.write")
    try:
        body = body_of(request)
        sent = {name: body[name] for name in ("moves", "removed") if name in body}
        return JsonResponse(take_times(ctx, row, **sent))
    except Refusal as refusal:
        return refusal_response(request, refusal, as_json=True)


@require_safe
def practice(request: HttpRequest) -> HttpResponse:
    """A timer for anybody: rules, seats and seconds are chosen in the page, nothing is stored but in the browser."""
    shown = {
        "facts": json.dumps(timing.of_practice()),
        "rulesets": rulesets.titles(),
        "back": reverse("events:home"),
    }
    response = render(request, "scoresheets/timer/timer.html", shown)
    response["Cache-Control"] = "public, max-age=60"
    # A cookie may have chosen the language: without it here a reader who changes it sees the old one for a minute.
    patch_vary_headers(response, ("Accept-Language", "Cookie"))
    return response
