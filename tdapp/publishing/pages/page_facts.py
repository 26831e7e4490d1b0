"""What the templates of the public pages walk through, from what was read of the database once. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from pairings.standings.matchplay import MatchLine
from tdapp.desk.prizes import finals
from tdapp.desk.prizes.rules import words
from tdapp.publishing.entering.telling import Line as EnteringLine
from tdapp.publishing.released import rows
from tdapp.publishing.released.board import Board
from tdapp.publishing.released.games import Game, Played
from tdapp.publishing.released.prizes import Line
from tdapp.publishing.released.public_access import EventDoor, nothing_here
from tdapp.publishing.released.teams import Team
from tdapp.publishing.screens.slides.pairings import seated

CALLED_AT_ONCE = 6
TABLE, NAME, CLUB = ORDERS = ("table", "name", "club")
Facts = dict[str, Any]


class Released(Protocol):
    """What is public of a division: the board, and what was made of its release."""

    @property
    def board(self) -> Board: ...

    @property
    def played(self) -> Played: ...

    @property
    def newest(self) -> Mapping[int, Game]: ...

    @property
    def teams(self) -> tuple[Team, ...]: ...

    @property
    def matches(self) -> tuple[MatchLine, ...]: ...


def pairings(now: Released, arg: str | int) -> Facts:
    """The shown round in one of ORDERS."""
    board = now.board
    everybody = rows.everybody(board) if arg != TABLE else []
    groups = {NAME: rows.by_letter, CLUB: rows.by_club}
    return {
        "by": arg,
        "shared_by": arg if arg == NAME else "",
        "matches": rows.matches(rows.tables(board)) if arg == TABLE else [],
        "alone": rows.without_table(board) if arg == TABLE else [],
        "groups": groups[str(arg)](everybody) if arg in groups else [],
    }


def standings(now: Released, arg: str | int) -> Facts:
    """The released standings, or those after a round. Missing: none came out after it."""
    if arg and now.board.after != arg:
        raise nothing_here()
    ranking = rows.ranking(now.board, now.newest)
    most = max((abs(row.who.line.spread) for row in ranking if row.who.line), default=0)
    return {"rows": ranking, "most": most, "changes": _changes(now.board)}


def _changes(board: Board) -> list[str]:
    """What the newest final version changed, under public names."""
    if board.final is None:
        return []
    names = words.Names({(board.slug, number): one.name for number, one in board.people.items()}, {})
    return finals.sentences(board.final.changes, board.slug, names)


def results(now: Released, arg: str | int) -> Facts:
    """Results of a released round, the newest for 0. Missing: no such round."""
    board = now.board
    number = int(arg) or board.after
    if number > board.after:
        raise nothing_here()
    facts = rows.meetings(board, now.played, number) if number else {}
    return {"number": number, "rounds": range(1, board.after + 1), **facts}


def players(now: Released, arg: str | int) -> Facts:
    """Everybody who stands in something public."""
    people = sorted(now.board.people.values(), key=lambda person: (person.sort, person.number))
    return {"people": [rows.who(now.board, person.number) for person in people if not person.house]}


def player(now: Released, arg: str | int) -> Facts:
    """One player by number. Missing: nobody public has it."""
    board, number = now.board, int(arg)
    if number not in board.people:
        raise nothing_here()
    who = rows.who(board, number)
    return {
        "who": who, "shared": rows.shares(board, who.line), "mine": rows.mine(board, number),
        "cards": rows.cards(board, now.played, number),
        "over": board.shown is not None and board.shown.number <= board.after,
    }  # fmt: skip


def wallchart(now: Released, arg: str | int) -> Facts:
    """The released rounds on one sheet."""
    return {"rows": rows.wall(now.board, now.played), "rounds": range(1, now.board.after + 1)}


def teams(now: Released, arg: str | int) -> Facts:
    """The teams, and the matches of the newest round that has some."""
    newest = max((one.first for one in now.matches), default=0)
    return {
        "teams": now.teams,
        "whole": any(one.row.whole for one in now.teams),
        "matches": [one for one in now.matches if one.first == newest],
        "newest": newest,
    }


def callout(now: Released, arg: str | int) -> Facts:
    """The shown round to be read out, a few tables at a time."""
    found = seated(now.board)
    lines = found["lines"]
    sixes = [lines[first : first + CALLED_AT_ONCE] for first in range(0, len(lines), CALLED_AT_ONCE)]
    told = [{"first": six[0]["table"], "last": six[-1]["table"], "lines": six} for six in sixes]
    return {"sixes": told, "alone": found["alone"]}


def prizes(event: EventDoor, lines: tuple[Line, ...]) -> Facts:
    """The prizes of an event."""
    return {"event": event, "lines": lines, "several": len(event.divisions) > 1}


def entering(event: EventDoor, found: Iterable[Board]) -> list[EnteringLine]:
    """How one enters, until the first standings are out."""
    return [] if any(board.after for board in found) else event.entering_lines


def leaders(board: Board) -> list[rows.Who]:
    """The first three of the released standings."""
    ranked = [line for line in board.lines if line.rank and not board.people[line.number].house]
    return [rows.who(board, line.number) for line in ranked[:3]]
