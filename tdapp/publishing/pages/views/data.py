"""The same facts as JSON. Only what the pages show."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from tdapp.publishing.answers import answers
from tdapp.publishing.pages import page_data
from tdapp.publishing.pages.page_bodies import Now
from tdapp.publishing.pages.views import pages
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


@require_safe
def players(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """Everybody who stands in something public."""
    return _answer(request, event, division, page_data.players)


@require_safe
def round_standings(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """The standings after one round, as they were released."""
    return _answer(request, event, division, page_data.standings, pages.after_round(number))


@require_safe
def round_pairings(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """The pairings of one shown round."""
    return _answer(request, event, division, page_data.pairings, pages.with_round(number))


@require_safe
def round_results(request: HttpRequest, event: str, division: str, number: int) -> HttpResponse:
    """The results of one released round."""
    return _answer(request, event, division, lambda now: _results(now, number))


def _results(now: Now, number: int) -> page_data.Data:
    if not 1 <= number <= now.board.after:
        raise public_access.nothing_here()
    return page_data.results(now, number)


def _answer(
    request: HttpRequest, event: str, division: str, tell: Callable[[Now], page_data.Data],
    stage: pages.Stage | None = None,
) -> HttpResponse:  # fmt: skip
    door = public_access.open_event(event)
    row = door.division(division)
    board = boards.current(stage(row) if stage else row)
    told = {"event": door.slug, "division": board.slug, **tell(Now(board))}
    answer = answers.for_all(answers.conditional(request, JsonResponse(told)), door)
    # Another website's page may read what everybody may.
    answer["Access-Control-Allow-Origin"] = "*"
    return answer
