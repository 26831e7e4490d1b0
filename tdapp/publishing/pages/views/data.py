"""The same facts as JSON, for whoever writes a screen or a bot of his own. Only what the pages show."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from pairings.event.table_points import WHOLE
from tdapp.desk.pairing.teams import team_table
from tdapp.publishing.answers import answers
from tdapp.publishing.released import board as boards
from tdapp.publishing.released import public_access, rows
from tdapp.publishing.released import teams as released_teams
from tdapp.publishing.released.board import Board, Person


@require_safe
def standings(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The released standings; `round` 0 and no rows while nothing is released."""
    return _answer(request, event, division, _standings)


@require_safe
def teams(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The released standings of teams and their matches; `round` 0 and no rows while nothing is released."""
    return _answer(request, event, division, _teams)


@require_safe
def pairings(request: HttpRequest, event: str, division: str) -> HttpResponse:
    """The newest shown round; `round` 0 and no tables while none is shown."""
    return _answer(request, event, division, _pairings)


def _answer(request: HttpRequest, event: str, division: str, tell: Any) -> HttpResponse:
    door = public_access.open_event(event)
    board = boards.current(door.division(division))
    told = {"event": door.slug, "division": board.slug, **tell(board)}
    return answers.for_all(answers.conditional(request, JsonResponse(told)), door)


def _standings(board: Board) -> dict[str, Any]:
    return {
        "round": board.after,
        "released_at": board.released_at,
        "held_back": board.held,
        "final_version": board.final.version if board.final else 0,
        "rows": [
            {
                **_person(board.people[line.number]), "rank": line.rank, "wins": line.wins / 2,
                "losses": line.losses / 2, "ties": line.ties, "spread": line.spread, "games": line.games,
                "movement": line.movement, "withdrawn": line.withdrawn,
                **({} if line.points is None else {"points": line.points / WHOLE}),
            }
            for line in board.lines
        ],
    }  # fmt: skip


def _teams(board: Board) -> dict[str, Any]:
    return {
        "round": board.after,
        "released_at": board.released_at,
        "held_back": board.held,
        "rows": [
            {**team_table.as_data(one.row), "members": [_person(person) for person in one.members]}
            for one in released_teams.of_board(board)
        ],
        "matches": [team_table.match_as_data(one) for one in released_teams.matches_of(board)],
    }


def _pairings(board: Board) -> dict[str, Any]:
    shown = board.shown
    return {
        "round": shown.number if shown else 0,
        "shown_at": shown.at if shown else None,
        "print_version": shown.print_version if shown else 0,
        "tables": [
            {"table": row.table, "starts": "drawn" if row.drawn else "first", "seats": _people(row.seats)}
            for row in rows.tables(board)
        ],
        "without_table": [{**_person(row.who.person), "kind": row.kind} for row in rows.without_table(board)],
    }


def _people(seats: Iterable[rows.Who]) -> list[dict[str, Any]]:
    return [_person(seat.person) for seat in seats]


def _person(person: Person) -> dict[str, Any]:
    return {"number": person.number, "name": person.name, "club": person.club}
