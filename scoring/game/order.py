"""Whose turn is it, and who still has to sit one out. Sources: SAL:106, SET:30, BIS:24; SAL:138, BIS:43."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.game.issues import Issue
from scoring.sheets.scoresheet import LOST, PASSED


@dataclass
class Order:
    """`due` is None until somebody moved; `owed` counts lost turns not yet served, per seat.

    `told` False: the paper does not say whose turn followed whose, so nobody is out of turn.
    """

    seats: int
    step: int = 1
    due: int | None = None
    owed: list[int] = field(default_factory=list)
    told: bool = True

    def __post_init__(self) -> None:
        self.owed = self.owed or [0] * self.seats

    def after(self, seat: int) -> int:
        return (seat + self.step) % self.seats

    def owe(self, seat: int) -> None:
        """One more turn to lose; several queue up."""
        self.owed[seat] += 1

    def move(self, seat: int, kind: str) -> list[Issue]:
        """A turn is used by `seat`; lost turns of others on the way are served without being written."""
        due = self._skipped(seat)
        in_turn = due in (None, seat) or not self.told
        issues = [] if in_turn else [Issue("out_of_turn", {"due": (due or 0) + 1})]
        issues += self._serve(seat, kind)
        self.due = self.after(seat)
        return issues

    def _skipped(self, seat: int) -> int | None:
        if self.due == seat:
            return seat
        due, waiting = self.due, list(self.owed)
        while due is not None and due != seat and waiting[due]:
            waiting[due] -= 1
            due = self.after(due)
        if due == seat:
            self.owed = waiting
            return due
        return self.due

    def _serve(self, seat: int, kind: str) -> list[Issue]:
        owes = self.owed[seat] > 0
        self.owed[seat] -= owes
        if owes and kind not in (LOST, PASSED):
            return [Issue("lost_turn_not_served")]
        return [Issue("lost_turn_unexplained")] if kind == LOST and not owes else []
