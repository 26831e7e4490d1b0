"""Find me: one hit leads straight to the player's page."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from tdapp.publishing.answers import answers
from tdapp.publishing.released import board as boards
from tdapp.publishing.released import public_access, rows
from tdapp.publishing.released.find import search

MOST_SHOWN = 60


@require_safe
def find(request: HttpRequest, event: str) -> HttpResponse:
    """People found by `?q=`: a name as the public knows it, a club or school, a number."""
    door = public_access.open_event(event)
    typed = " ".join(request.GET.get("q", "").replace("\0", "").split())
    hits = search([boards.current(row) for row in door.divisions], typed)
    if len(hits) == 1:
        where = (door.slug, hits[0].board.slug, hits[0].person.number)
        return answers.for_all(HttpResponseRedirect(reverse("publishing:player", args=where)), door)
    divisions = [
        (row.name, reverse("publishing:pairings", args=(door.slug, row.slug))) for row in door.divisions
    ]
    found = [
        {"hit": hit, "mine": rows.mine(hit.board, hit.person.number)} for hit in hits[:MOST_SHOWN]
    ]  # fmt: skip
    facts = {
        "public": answers.shell(door, divisions, "", []), "event": door, "typed": typed, "found": found,
        "more": len(hits) - len(found), "several": len(door.divisions) > 1,
    }  # fmt: skip
    return answers.for_all(render(request, "publishing/find.html", facts), door)
