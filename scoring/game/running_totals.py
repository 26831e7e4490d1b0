"""Running totals: one wrong sum is one finding, however far it is carried on.

A written total is right when it follows from the total written before it (as carried), or is what the plays really
make (`Step.scores`), or follows with the score as it should be. Only a total that is none of these broke here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from core.messages import Message, gettext_noop
from scoring.game.state import Game, Step
from scoring.sheets.scoresheet import CHALLENGE

_OTHER_SEAT = gettext_noop("It fits player %(seat)s: the points may have been added to the wrong player.")
_OTHER_ROW = gettext_noop("It fits the total of player %(seat)s: the wrong line may have been carried on.")
_OFF_BY = gettext_noop("The sum is off by %(by)s from here on.")
_SWAPPED = gettext_noop("The digits may have been swapped.")


class WrongTotal(NamedTuple):
    """A total that does not follow: as written, as it should be, and what may have happened."""

    recorded: int
    computed: int
    suggestion: Message | None


@dataclass
class Totals:
    """The totals as the sheet carries them, per seat; None where that cannot be known."""

    game: Game
    carried: list[int | None] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.carried = [0] * self.game.seats

    def follows(self, step: Step) -> bool:
        """Whether the total of a play is the one before it and the points written; then it is carried on."""
        seat, turn = step.seat, step.turn
        before = None if seat is None else self.carried[seat]
        if seat is None or before is None or turn.total != before + (turn.score or 0):
            return False
        self.carried[seat] = turn.total
        return True

    def check(self, step: Step) -> WrongTotal | None:
        """Compare the row's total and carry on from what is written."""
        seat, turn = step.seat, step.turn
        if seat is None:
            self._between(step)
            return None
        before, points = self.carried[seat], turn.score if turn.score is not None else step.computed
        expected = _sum(before, points)
        allowed = {expected, _sum(before, step.computed), step.scores[seat]}
        if turn.kind == CHALLENGE:
            allowed.add(before)
        wrong = None
        if turn.total is None:
            self._between(step) if turn.kind == CHALLENGE else self._carry(seat, expected)
        else:
            if expected is not None and turn.total not in allowed:
                wrong = WrongTotal(turn.total, expected, self._why(seat, turn.total, points, expected))
            self._carry(seat, turn.total)
        return wrong

    def _carry(self, seat: int, total: int | None) -> None:
        self.carried[seat] = total

    def _between(self, step: Step) -> None:
        """A ruling that takes a play back changes the total of its player, whoever the row names."""
        owner = _owner(self.game, step)
        if owner is not None and step.computed:
            self.carried[owner] = _sum(self.carried[owner], step.computed)

    def _why(self, seat: int, total: int, points: int | None, expected: int) -> Message | None:
        for other, carried in enumerate(self.carried):
            if other != seat and carried is not None and total == _sum(carried, points):
                return Message("wrong_row", _OTHER_ROW, {"seat": other + 1})
        if points and total == self.carried[seat]:
            return Message("wrong_seat", _OTHER_SEAT, {"seat": (seat + 1) % self.game.seats + 1})
        if sorted(str(total)) == sorted(str(expected)):
            return Message("swapped_digits", _SWAPPED)
        return Message("off_by", _OFF_BY, {"by": f"{total - expected:+d}"})


def _owner(game: Game, step: Step) -> int | None:
    """Whose play a challenge row took back."""
    if step.turn.kind != CHALLENGE or not step.computed:
        return None
    if step.number in game.kept_open and step.turn.of is not None:
        return game.steps[step.turn.of].seat
    earlier = [one for one in game.steps[: step.number] if one.turn.is_move]
    return earlier[-1].seat if earlier else None


def _sum(one: int | None, two: int | None) -> int | None:
    return None if one is None or two is None else one + two
