"""The same facts as JSON. Only what the pages show."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from tdapp.publishing.answers import answers
from tdapp.publishing.pages import page_data
from tdapp.publishing.pages.page_bodies import Now
from tdapp.publishing.released import board as boards
from tdapp.publishing.released import public_access


@require_safe
def standings(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The released standings."""
    return _answer(request, event, division, page_data.standings)


@require_safe
def teams(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The released standings of teams and their matches."""
    return _answer(request, event, division, page_data.teams)


@require_safe
def pairings(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The newest shown round."""
    return _answer(request, event, division, page_data.pairings)


def _answer(
    request: HttpRequest, event: str, division: str, tell: Callable[[Now], page_data.Data]
) -> HttpResponse:
    door = public_access.open_event(event)
    board = boards.current(door.division(division))
    told = {"event": door.slug, "division": board.slug, **tell(Now(board))}
    answer = answers.for_all(answers.conditional(request, JsonResponse(told)), door)
    # Another website's page may read what everybody may.
    answer["Access-Control-Allow-Origin"] = "*"
    return answer
