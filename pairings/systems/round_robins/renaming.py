"""A table with its slots renamed, so that it contains rounds that were published otherwise.

A search in the order of the pinned pairs, each next to one already placed where there is one; bounded by steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pairings.systems.round_robins.circle import Pair, Table

STEPS = 20_000
Move = tuple[int, int, int, int, int]
Level = tuple[Iterator[Move], Move | None, tuple[bool, bool, bool]]


@dataclass(slots=True)
class Naming:
    """Which seat of the table each slot takes, and which round of it each pinned round is; -1: open."""

    table: Table
    seat: list[int]
    turn: list[int]
    taken: set[int] = field(default_factory=set)
    used: set[int] = field(default_factory=set)
    steps: int = STEPS

    def turns_for(self, pinned: int) -> list[int]:
        """The rounds of the table a pinned round may be."""
        if self.turn[pinned] >= 0:
            return [self.turn[pinned]]
        return [turn for turn in range(len(self.table)) if turn not in self.used]

    def moves(self, pinned: int, x: int, y: int) -> Iterator[Move]:
        """Every way to place a pinned pair: round, slots, seats."""
        free = [seat for seat in range(len(self.seat)) if seat not in self.taken]
        here = [self.seat[x]] if self.seat[x] >= 0 else free
        for seat in here:
            for turn in self.turns_for(pinned):
                self.steps -= 1
                there = self.table[turn][seat]
                fits = self.seat[y] == there or (self.seat[y] < 0 and there not in self.taken)
                if fits and self.steps >= 0:
                    yield turn, x, seat, y, there

    def put(self, pinned: int, move: Move) -> tuple[bool, bool, bool]:
        """Place a pair; what was new about it, so that it can be undone."""
        turn, x, seat, y, there = move
        new = self.turn[pinned] < 0, self.seat[x] < 0, self.seat[y] < 0
        self.turn[pinned], self.seat[x], self.seat[y] = turn, seat, there
        self.used.add(turn)
        self.taken |= {seat, there}
        return new

    def take_back(self, pinned: int, move: Move, new: tuple[bool, bool, bool]) -> None:
        """Undo what was new."""
        turn, x, seat, y, there = move
        if new[0]:
            self.turn[pinned] = -1
            self.used.discard(turn)
        for was_new, slot, place in ((new[1], x, seat), (new[2], y, there)):
            if was_new:
                self.seat[slot] = -1
                self.taken.discard(place)


def in_order(pinned: Sequence[frozenset[Pair]]) -> list[tuple[int, int, int]]:
    """The pinned pairs with their round, each touching an earlier one where any is left that does."""
    left = sorted((number, i, j) for number, pairs in enumerate(pinned) for i, j in pairs)
    seen: set[int] = set()
    found = []
    while left:
        best = next((item for item in left if seen & {item[1], item[2]}), left[0])
        left.remove(best)
        number, i, j = best
        found.append((number, j, i) if j in seen and i not in seen else best)
        seen |= {i, j}
    return found


def search(naming: Naming, order: Sequence[tuple[int, int, int]]) -> bool:
    """Place all pairs; False when there is no way or the steps are used up. A loop, for long events."""
    stack: list[Level] = []
    while len(stack) < len(order):
        stack.append((naming.moves(*order[len(stack)]), None, (False, False, False)))
        if not advance(naming, order, stack):
            return False
    return True


def advance(naming: Naming, order: Sequence[tuple[int, int, int]], stack: list[Level]) -> bool:
    """Try the next way at the end of the stack, going back as far as needed; False when nothing is left."""
    while stack:
        moves, before, new = stack.pop()
        pinned = order[len(stack)][0]
        if before is not None:
            naming.take_back(pinned, before, new)
        move = next(moves, None)
        if move is not None:
            stack.append((moves, move, naming.put(pinned, move)))
            return True
    return False


def renamed(table: Table, pinned: Sequence[frozenset[Pair]]) -> list[int] | None:
    """The partners of the last pinned round, completed from the table; None when the table does not fit.

    The slots nobody has placed yet take the seats that are left in their order.
    """
    slots = len(table[0])
    naming = Naming(table, [-1] * slots, [-1] * len(pinned))
    order = in_order(pinned)
    if order and not search(naming, order):
        return None
    free = iter([seat for seat in range(slots) if seat not in naming.taken])
    seat = [place if place >= 0 else next(free) for place in naming.seat]
    slot = {place: at for at, place in enumerate(seat)}
    turn = naming.turns_for(len(pinned) - 1)[0]
    return [slot[table[turn][place]] for place in seat]
