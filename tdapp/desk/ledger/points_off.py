"""Points off at the desk (`p1=10`): what a division lets them change, said once for everybody who reads a result.

`score`: they come off the score before winner and spread are read, so they can change who won. `spread`: off that
player's spread alone. A result keeps both figures as they were typed, whatever the division says.
"""

from __future__ import annotations

from dataclasses import replace

from pairings.event.history import Seat
from tdapp.desk.ledger.entry_line import Entry
from tdapp.events.models import Division

SCORE, SPREAD = Division.PenaltyRule.values


def off_score(division: Division) -> bool:
    """Whether points off change the score, and with it perhaps the winner."""
    return division.penalty_rule == SCORE


def seat(division: Division, entrant: str, score: int, before: int | None, penalty: int) -> Seat:
    """A seat's line as the standings count it."""
    if not off_score(division):
        return Seat(entrant, score, before, penalty)
    return Seat(entrant, score - penalty, None if before is None else before - penalty, 0, penalty)


def decided(entry: Entry, division: Division) -> Entry:
    """The entry with the scores that decide the game: without the points off where they come off the score."""
    if not off_score(division) or not entry.penalties:
        return entry
    return replace(entry, scores=_less(entry.scores, entry), before=_less(entry.before, entry))


def _less(scores: tuple[int, ...], entry: Entry) -> tuple[int, ...]:
    return tuple(score - entry.penalties.get(at, 0) for at, score in enumerate(scores, start=1))
