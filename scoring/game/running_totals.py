"""Running totals: one wrong sum is one finding, however far it is carried on.

A written total is right when it follows from the total written before it (as carried), or is what the plays really
make (`Step.scores`), or follows with the score as it should be. Only a total that is none of these broke here. A sum is
`loose` while it holds points that nobody wrote and that cannot be told for sure: then nothing is proven by it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from core.messages import Message, gettext_noop
from scoring.game.state import Game, Step
from scoring.sheets.scoresheet import CHALLENGE, INVALID, PLAY, SCORE, THEME, WITHDRAWN

_OTHER_SEAT = gettext_noop("It fits player %(seat)s: the points may have been added to the wrong player.")
_OTHER_ROW = gettext_noop("It fits the total of player %(seat)s: the wrong line may have been carried on.")
_OFF_BY = gettext_noop("The sum is off by %(by)s from here on.")
_SWAPPED = gettext_noop("The digits may have been swapped.")


class WrongTotal(NamedTuple):
    """A total that does not follow: as written, as it should be, what may have happened, whether that is proven."""

    recorded: int
    computed: int
    suggestion: Message | None
    certain: bool


# The last play: its row, whose it was, the sum before it, whether that was loose.
Played = tuple[int, int, int | None, bool]


@dataclass
class Totals:
    """The totals as the sheet carries them, per seat; None where that cannot be known."""

    game: Game
    carried: list[int | None] = field(default_factory=list)
    loose: set[int] = field(default_factory=set)
    _last: Played | None = None

    def __post_init__(self) -> None:
        self.carried = [0] * self.game.seats

    def follows(self, step: Step) -> bool:
        """Whether the total of a play is the one before it and the points written; then it is carried on."""
        seat, turn = step.seat, step.turn
        before = None if seat is None else self.carried[seat]
        if seat is None or before is None or turn.total != before + (turn.score or 0):
            return False
        if self.loose:
            return False
        self.carried[seat] = turn.total
        self._last = (step.number, seat, before, False)
        return True

    def check(self, step: Step) -> WrongTotal | None:
        """Compare the row's total and carry on from what is written."""
        seat, turn = step.seat, step.turn
        back = self._taken_back(step)
        if back is not None:
            return self._return(step, back)
        if seat is None:
            if turn.score:
                self.loose |= set(range(self.game.seats))
            return None
        if turn.kind == CHALLENGE:
            return self._unchanged(step, seat)
        before, loose = self.carried[seat], seat in self.loose
        points = turn.score if turn.score is not None else step.computed
        unproven = loose or (turn.score is None and not self._is_sure(step))
        wrong = self._wrong(step, seat, _sum(before, points), not unproven)
        if turn.kind in (PLAY, SCORE):
            self._last = (step.number, seat, before, loose)
        elif self._last and self._last[1] == seat and turn.kind != THEME:
            number, _, earlier, unsure = self._last
            self._last = (number, seat, _sum(earlier, points), unsure)
        after = _sum(before, points) if turn.total is None else turn.total
        self._carry(seat, after, unproven and turn.total is None)
        return wrong

    def _wrong(self, step: Step, seat: int, expected: int | None, proven: bool) -> WrongTotal | None:
        total, before, points = step.turn.total, self.carried[seat], step.turn.score
        allowed = {expected, _sum(before, step.computed), step.scores[seat]}
        if total is None or expected is None or total in allowed:
            return None
        told = self._why(seat, total, step.computed if points is None else points, expected)
        return WrongTotal(total, expected, told, self._counts(step) and proven)

    def _carry(self, seat: int, total: int | None, loose: bool) -> None:
        self.carried[seat] = total
        (self.loose.add if loose else self.loose.discard)(seat)

    def _counts(self, step: Step) -> bool:
        """Whether it is known whose row this is."""
        return self.game.unseated is None or step.number < self.game.unseated

    def _is_sure(self, step: Step) -> bool:
        """Whether the points computed can be relied on where none are written."""
        if step.turn.kind not in (PLAY, SCORE, THEME):
            return step.computed is not None
        return step.certain and step.sure

    def _taken_back(self, step: Step) -> Played | None:
        """The play this row takes back: the last one, or with a hold an earlier one."""
        turn = step.turn
        if turn.kind == CHALLENGE and step.number in self.game.kept_open and turn.of is not None:
            seat = self.game.steps[turn.of].seat or 0
            return turn.of, seat, _sum(self.carried[seat], step.computed), seat in self.loose
        goes = turn.kind == WITHDRAWN or (turn.kind == CHALLENGE and turn.verdict == INVALID)
        last = self._last if goes else None
        return last if last is not None and last[0] in self.game.taken_back else None

    def _return(self, step: Step, play: Played) -> WrongTotal | None:
        """After a play went back its player has what was there before it, or has lost what is written."""
        _, owner, before, was_loose = play
        turn, now, wrong = step.turn, self.carried[owner], None
        written = _sum(now, turn.score) if turn.kind == WITHDRAWN and turn.score else None
        loose = was_loose if written is None else owner in self.loose
        after = before if written is None or loose else written
        if turn.total is not None and step.seat is not None:
            own = step.seat == owner
            allowed = {
                self.carried[step.seat],
                step.scores[step.seat],
                *((before, written) if own else ()),
            }
            expected = after if own else self.carried[step.seat]
            if expected is not None and turn.total not in allowed:
                told = self._why(step.seat, turn.total, turn.score, expected)
                wrong = WrongTotal(turn.total, expected, told, self._counts(step) and not loose)
            if own:
                after, loose = turn.total, False
            else:
                self._carry(step.seat, turn.total, False)
        self._carry(owner, after, loose)
        self._last = None
        return wrong

    def _unchanged(self, step: Step, seat: int) -> WrongTotal | None:
        """A challenge brings its challenger nothing."""
        total, before = step.turn.total, self.carried[seat]
        if total is None:
            return None
        wrong = None
        if before is not None and total not in (before, step.scores[seat]):
            proven = self._counts(step) and seat not in self.loose
            wrong = WrongTotal(total, before, self._why(seat, total, None, before), proven)
        self._carry(seat, total, False)
        return wrong

    def _why(self, seat: int, total: int, points: int | None, expected: int) -> Message | None:
        for other, carried in enumerate(self.carried):
            if other != seat and carried is not None and total == _sum(carried, points):
                return Message("wrong_row", _OTHER_ROW, {"seat": other + 1})
        if points and total == self.carried[seat]:
            return Message("wrong_seat", _OTHER_SEAT, {"seat": (seat + 1) % self.game.seats + 1})
        if sorted(str(total)) == sorted(str(expected)):
            return Message("swapped_digits", _SWAPPED)
        return Message("off_by", _OFF_BY, {"by": f"{total - expected:+d}"})


def _sum(one: int | None, two: int | None) -> int | None:
    return None if one is None or two is None else one + two
