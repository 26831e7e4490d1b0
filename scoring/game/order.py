"""Whose turn is it, and who still has to sit one out. Sources: SAL:106, SET:30, BIS:24; SAL:138, BIS:43."""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.game.issues import Issue
from scoring.sheets.scoresheet import LOST, PASSED


@dataclass
class Order:
    """`due` is None until somebody moved; `owed` counts lost turns not yet served, per seat.

    `told` False: the paper does not say whose turn followed whose, so nobody is out of turn. `loose`: turns somebody has
    to lose, and the paper does not say who.
    """

    seats: int
    step: int = 1
    due: int | None = None
    owed: list[int] = field(default_factory=list)
    told: bool = True
    loose: int = 0

    def __post_init__(self) -> None:
        self.owed = self.owed or [0] * self.seats

    def after(self, seat: int) -> int:
        return (seat + self.step) % self.seats

    def owe(self, seat: int) -> None:
        """One more turn to lose; several queue up."""
        self.owed[seat] += 1

    def next_for(self, kind: str) -> tuple[int | None, bool]:
        """Who makes the next move, of that kind, if nobody wrote it; and whether that is sure."""
        due, sure = self.due, self.told and not self.loose
        if due is None or not self.owed[due] or kind == LOST:
            return due, sure
        # Who has a turn to lose may write it as a pass; anybody else's pass looks the same.
        return (due, False) if kind == PASSED else (self._passing_over(due), sure)

    def _passing_over(self, due: int) -> int:
        for _ in range(self.seats):
            if not self.owed[due]:
                break
            due = self.after(due)
        return due

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
        due, waiting, loose = self.due, list(self.owed), self.loose
        while due is not None and due != seat and (waiting[due] or loose):
            loose -= not waiting[due]
            waiting[due] -= waiting[due] > 0
            due = self.after(due)
        if due == seat:
            self.owed, self.loose = waiting, loose
            return due
        return self.due

    def _serve(self, seat: int, kind: str) -> list[Issue]:
        owes = self.owed[seat] > 0
        self.owed[seat] -= owes
        if owes and kind not in (LOST, PASSED):
            return [Issue("lost_turn_not_served")]
        if kind != LOST or owes:
            return []
        unexplained = [] if self.loose else [Issue("lost_turn_unexplained")]
        self.loose -= self.loose > 0
        return unexplained
