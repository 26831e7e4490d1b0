"""The public pages: each a fragment made once for each state of what is public, and shared by everybody.

A page polls its own address with `?v=<token>`. The token is a digest of the fragment, so it tells nothing that the
page does not show, and it stays the same while unreleased results come in.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from django.utils.translation import get_language

from tdapp.desk.prizes import finals
from tdapp.desk.prizes.rules import words
from tdapp.publishing.released import board as boards
from tdapp.publishing.released import rounds, rows, single_flight, teams
from tdapp.publishing.released.board import Board
from tdapp.publishing.released.fragments import Fragment, fragment
from tdapp.publishing.released.public_access import DivisionDoor, EventDoor, nothing_here
from tdapp.publishing.screens.slides.pairings import seated

CALLED_AT_ONCE = 6
ORDERS = ("table", "name", "club")


def of_division(event: EventDoor, door: DivisionDoor, kind: str, arg: str | int = "") -> Fragment:
    """One page of a division: `kind` is a key of PAGES, `arg` its order, round or entrant number. Missing: no such page."""
    digest = boards.digest_of(door)
    key = f"public:page:{digest}:{get_language()}:{kind}:{arg}"
    return single_flight.fly(key, digest, lambda: _render(event, door, kind, arg))


def _render(event: EventDoor, door: DivisionDoor, kind: str, arg: str | int) -> Fragment:
    board = boards.current(door)
    facts = PAGES[kind](board, arg)
    return fragment(f"publishing/pages/_{kind}.html", {"event": event, "board": board, **facts})


def of_event(event: EventDoor) -> Fragment:
    """The event's first page: every division with what is out and who leads."""
    digest = hashlib.sha256("".join(boards.digest_of(door) for door in event.divisions).encode()).hexdigest()
    key = f"public:page:{event.slug}:{digest[:24]}:{get_language()}:home"
    return single_flight.fly(key, digest, lambda: _home(event))


def _home(event: EventDoor) -> Fragment:
    found = [boards.current(door) for door in event.divisions]
    cards = [{"board": board, "leaders": _leaders(board)} for board in found]
    return fragment("publishing/pages/_home.html", {"event": event, "cards": cards})


def _leaders(board: Board) -> list[rows.Who]:
    ranked = [line for line in board.lines if line.rank and not board.people[line.number].house]
    return [rows.who(board, line.number) for line in ranked[:3]]


def _pairings(board: Board, arg: str | int) -> dict[str, Any]:
    everybody = rows.everybody(board) if arg != "table" else []
    groups = {"name": rows.by_letter, "club": rows.by_club}
    return {
        "by": arg,
        "matches": rows.matches(rows.tables(board)) if arg == "table" else [],
        "alone": rows.without_table(board) if arg == "table" else [],
        "groups": groups[str(arg)](everybody) if arg in groups else [],
    }


def _standings(board: Board, arg: str | int) -> dict[str, Any]:
    ranking = rows.ranking(board, rounds.of_board(board))
    most = max((abs(row.who.line.spread) for row in ranking if row.who.line), default=0)
    return {"rows": ranking, "most": most, "changes": _changes(board)}


def _changes(board: Board) -> list[str]:
    """What the newest final version changed, under public names."""
    if board.final is None:
        return []
    names = words.Names({(board.slug, number): one.name for number, one in board.people.items()}, {})
    return finals.sentences(board.final.changes, board.slug, names)


def _results(board: Board, arg: str | int) -> dict[str, Any]:
    number = int(arg) or board.after
    if number > board.after:
        raise nothing_here()
    facts = rows.meetings(board, rounds.of_board(board), number) if number else {}
    return {"number": number, "rounds": range(1, board.after + 1), **facts}


def _players(board: Board, arg: str | int) -> dict[str, Any]:
    people = sorted(board.people.values(), key=lambda person: (person.sort, person.number))
    return {"people": [rows.who(board, person.number) for person in people if not person.house]}


def _player(board: Board, arg: str | int) -> dict[str, Any]:
    number = int(arg)
    if number not in board.people:
        raise nothing_here()
    played = rounds.of_board(board)
    who = rows.who(board, number)
    shared = any(row.shared for row in rows.ranking(board, played) if row.who.person.number == number)
    return {
        "who": who, "shared": shared, "mine": rows.mine(board, number), "cards": rows.cards(board, played, number),
        "over": board.shown is not None and board.shown.number <= board.after,
    }  # fmt: skip


def _wallchart(board: Board, arg: str | int) -> dict[str, Any]:
    return {"rows": rows.wall(board, rounds.of_board(board)), "rounds": range(1, board.after + 1)}


def _teams(board: Board, arg: str | int) -> dict[str, Any]:
    found, played = teams.of_board(board), teams.matches_of(board)
    newest = max((one.first for one in played), default=0)
    matches = [one for one in played if one.first == newest]
    return {
        "teams": found,
        "whole": any(one.row.whole for one in found),
        "matches": matches,
        "newest": newest,
    }


def _callout(board: Board, arg: str | int) -> dict[str, Any]:
    found = seated(board)
    lines = found["lines"]
    sixes = [lines[first : first + CALLED_AT_ONCE] for first in range(0, len(lines), CALLED_AT_ONCE)]
    told = [{"first": six[0]["table"], "last": six[-1]["table"], "lines": six} for six in sixes]
    return {"sixes": told, "alone": found["alone"]}


PAGES: dict[str, Callable[[Board, str | int], dict[str, Any]]] = {
    "pairings": _pairings,
    "standings": _standings,
    "results": _results,
    "players": _players,
    "player": _player,
    "wallchart": _wallchart,
    "callout": _callout,
    "teams": _teams,
}
