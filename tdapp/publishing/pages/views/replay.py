"""A game the director released, turn by turn."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tdapp.publishing.answers import answers
from tdapp.publishing.pages.views.pages import sections
from tdapp.publishing.released import public_access
from tdapp.publishing.released.replays import Spot, shown


@require_safe
def replay(
    request: HttpRequest, event: str, division: str, number: int, table: int, sheet: int
) -> HttpResponse:
    """`?turn=3`: the board after three rows; without it, the end of the game."""
    door = public_access.open_event(event)
    row = door.division(division)
    spot = Spot(number, table, sheet)
    body = shown(door, row, spot, request.GET.get("turn"))
    tabs = [(one.name, reverse("publishing:results", args=(door.slug, one.slug))) for one in door.divisions]
    here = reverse("publishing:results", args=(door.slug, row.slug))
    facts = {
        "public": answers.shell(door, tabs, here, sections(door, row, "results")), "event": door, "body": body,
        "title": row.name, "spot": spot,
    }  # fmt: skip
    return answers.for_all(
        answers.conditional(request, render(request, "publishing/replay.html", facts)), door
    )
