"""A turn nobody wrote down, proven by the running totals of the player it belonged to.

GCG has no row for a turn that was lost, so a gap in the order of turns proves nothing by itself there. When the next
total of the player who was due holds points that stand nowhere, it does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.messages import Message, gettext_noop
from scoring.game.state import Game, Step
from scoring.sheets.scoresheet import CHALLENGE, END, LONGEST, Turn

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
        return Message("turn_absent", _ABSENT, {"due": self.seat + 1, "points": self.points})


def absent_turns(game: Game) -> Mapping[int, Absent]:
    """Missing turns by the row that came out of turn (0-based); in what is longer than any game nobody looks for them."""
    if len(game.steps) > LONGEST:
        return {}
    odd = [step for step in game.steps if step.issues or not step.number]
    found = {step.number: _shown(game, due, step.number) for step in odd for due in _due(game, step)}
    return {number: absent for number, absent in found.items() if absent is not None}


def _due(game: Game, step: Step) -> list[int]:
    """Whose turn it was instead: nobody's, or one; a game of two starts with the first player of the file."""
    late_start = step.number == 0 and game.sheet.source == "gcg" and game.seats == 2 and step.seat == 1
    told = [int(str(issue.facts["due"])) - 1 for issue in step.issues if issue.code == "out_of_turn"]
    return told or ([0] if late_start else [])


def _shown(game: Game, seat: int, since: int) -> Absent | None:
    turns = game.sheet.turns
    written = [turn.total for turn in turns[:since] if turn.seat == seat and turn.total is not None]
    total = written[-1] if written else 0
    for number, turn in enumerate(turns[since:], since):
        if turn.seat is None and turn.kind not in (CHALLENGE, END):
            return None
        if turn.seat != seat or turn.kind == CHALLENGE:
            continue
        if turn.score is None:
            return None
        total += turn.score
        if turn.total is not None:
            return _more(seat, number, turn, total)
    return None


def _more(seat: int, number: int, turn: Turn, total: int) -> Absent | None:
    points = (turn.total or 0) - total
    return Absent(seat, number, points) if points > 0 else None
