"""A turn nobody wrote down, proven by the running totals of the player it belonged to.

GCG has no row for a turn that was lost, so a gap in the order of turns proves nothing by itself there. When the next
total of the player who was due holds points that stand nowhere, it does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.messages import Message, agreeing, gettext_noop
from scoring.game.state import Game, Step
from scoring.sheets.scoresheet import CHALLENGE, END, INVALID, LONGEST, Turn

_ABSENT = gettext_noop(
    "A turn of player %(due)s seems to be missing before this one: the next total has %(points)s points more."
)


class Absent(NamedTuple):
    """Whose turn is missing, the row whose total shows it, and its points."""

    seat: int
    shown_at: int
    points: int

    @property
    def message(self) -> Message:
        return agreeing("turn_absent", _ABSENT, {"due": self.seat + 1, "points": self.points})


def absent_turns(game: Game) -> Mapping[int, Absent]:
    """Missing turns by the row that came out of turn (0-based); in what is longer than any game nobody looks for them."""
    if len(game.steps) > LONGEST:
        return {}
    odd = [step for step in _seated(game) if step.issues or not step.number]
    found = {step.number: _shown(game, due, step.number) for step in odd for due in _due(game, step)}
    return {number: absent for number, absent in found.items() if absent is not None}


def _seated(game: Game) -> Sequence[Step]:
    """The rows of which it is known whose they are; from a guess on nothing tells whose turn or whose points are missing."""
    return game.steps if game.unseated is None else game.steps[: game.unseated]


def _due(game: Game, step: Step) -> list[int]:
    """Whose turn it was instead: nobody's, or one; a game of two starts with the first player of the file."""
    late_start = step.number == 0 and game.sheet.source == "gcg" and game.seats == 2 and step.seat == 1
    told = [int(str(issue.facts["due"])) - 1 for issue in step.issues if issue.code == "out_of_turn"]
    return told or ([0] if late_start else [])


def _shown(game: Game, seat: int, since: int) -> Absent | None:
    steps = _seated(game)
    total = _before(steps[:since], seat)
    for step in steps[since:]:
        turn = step.turn
        if step.seat is None and turn.kind not in (CHALLENGE, END):
            return None
        if step.seat != seat or turn.kind == CHALLENGE:
            continue
        if turn.score is None or total is None:
            return None
        total += turn.score
        if turn.total is not None:
            return _more(seat, step.number, turn, total)
    return None


def _before(steps: Sequence[Step], seat: int) -> int | None:
    """What the seat has after these rows by what is written: the last total, and points of rows since without one."""
    total: int | None = 0
    for step in steps:
        turn = step.turn
        if turn.kind == CHALLENGE:
            total = None if turn.verdict == INVALID else total
        elif step.seat == seat and turn.total is not None:
            total = turn.total
        elif step.seat == seat:
            total = None if total is None or turn.score is None else total + turn.score
    return total


def _more(seat: int, number: int, turn: Turn, total: int) -> Absent | None:
    points = (turn.total or 0) - total
    return Absent(seat, number, points) if points > 0 else None
