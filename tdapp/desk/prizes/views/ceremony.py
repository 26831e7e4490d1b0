"""The ceremony's desk: begin, next, back, end; what the screens show now and what comes."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tdapp.desk.models import PrizeGiving
from tdapp.desk.pairing import freezing
from tdapp.desk.prizes import ceremony as shows
from tdapp.desk.prizes import finals, given_since, overtaken
from tdapp.desk.prizes.commands.ceremony import (
    STEPS,
    end_ceremony,
    note_given,
    start_ceremony,
    step_ceremony,
)
from tdapp.desk.prizes.rules import unnamed, words
from tdapp.events.access import web_event
from tdapp.events.screens import act, done, go, refused
from tdapp.kernel.refusals import Refusal

LOOK, PAGE = "standings.release", "desk:ceremony"


@require_safe
def ceremony(request: HttpRequest, event: str) -> HttpResponse:
    """The card the screens show, the one that comes, every card with the desk's names."""
    _ctx, row = web_event(request, event, LOOK)
    running = shows.current(row.pk)
    facts: dict[str, Any] = {"event": row, "giving": running, "held": freezing.of_event(row)}
    facts |= {"hidden": finals.not_public(row), "over": shows.is_over(row)}
    if running:
        cards = shows.cards(running, words.spoken)
        facts |= {"cards": cards, "now": cards[running.step], "shown": shows.card(running)}
        facts["outdated"] = shows.is_outdated(running)
        facts["following"] = cards[running.step + 1] if running.step + 1 < len(cards) else None
    else:
        final = finals.of_event(row)
        facts["late"] = overtaken.of_event(row, final)
        giving = PrizeGiving.objects.select_related("event").filter(event=row).first()
        facts["changed"] = given_since.so_far(giving, final, facts["late"])
        facts["unnamed"] = unnamed.of_event(row)
    return render(request, "desk/prizes/ceremony.html", facts)


@require_POST
def start(request: HttpRequest, event: str) -> HttpResponse:
    """Begin."""
    ctx, row = web_event(request, event, LOOK)
    return act(request, lambda: start_ceremony(ctx, row), _("The screens show the ceremony."), PAGE, event)


@require_POST
def given(request: HttpRequest, event: str) -> HttpResponse:
    """What a correction changed was handed over without another ceremony."""
    ctx, row = web_event(request, event, LOOK)
    return act(
        request, lambda: note_given(ctx, row), _("Noted: the prizes are with their winners."), PAGE, event
    )


@require_POST
def step(request: HttpRequest, event: str) -> HttpResponse:
    """`to` next, back or first; `seen` is the card the presser saw."""
    ctx, row = web_event(request, event, LOOK)
    to, seen = request.POST.get("to", ""), request.POST.get("seen", "")
    if to not in STEPS or not (seen.isascii() and seen.isdecimal() and len(seen) < 5):
        raise Refusal("bad-step", _("Say whether the next card comes, or the one before."))
    try:
        step_ceremony(ctx, row, to=to, seen=int(seen))
    except Refusal as refusal:
        return refused(request, refusal, PAGE, event)
    return go(PAGE, event)


@require_POST
def end(request: HttpRequest, event: str) -> HttpResponse:
    """Take it off the screens."""
    ctx, row = web_event(request, event, LOOK)
    end_ceremony(ctx, row)
    return done(request, _("The ceremony is off the screens."), PAGE, event)
