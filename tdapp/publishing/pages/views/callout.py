"""Calling out with a megaphone: six tables at a time, huge, the next six by a key or a tap."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tdapp.publishing.answers import answers
from tdapp.publishing.pages import page_bodies
from tdapp.publishing.released import parts, public_access


@require_safe
def callout(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The shown round in sixes; without scripts one after the other on one page."""
    door = public_access.open_event(event)
    row = door.division(division)
    part = parts.of_division(door, row)
    fragment = page_bodies.of_division(door, row, "callout")
    if "v" in request.GET:
        return answers.page(request, door, part, fragment, answers.shell(door, [], "", []))
    facts = {"event": door, "division": row, "fragment": fragment, "part": part}
    return answers.for_all(
        answers.conditional(request, render(request, "publishing/callout.html", facts)), door
    )
