"""Trees that move values far: such a tree is kept only when no pair at all would be too cheap by it.

While values move little, the pairs listed around everybody are the only ones that count. A tree that goes further, down
half a score group to whoever floats, may make pairs too cheap that nobody listed; kept all the same, it would have to be
mended pair by pair, and each mending grows long trees again. So it is looked at before it is kept: where pairs were
missed, they are listed, everything is put back, and the tree grows once more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pairings.optimum.blossom import EVEN, NEVER, Matching, Row
from pairings.optimum.halts import TooCheap, TooFar
from pairings.optimum.nested_blossoms import Link

Priced = tuple[int, int, int]
Review = Callable[[Sequence[int]], list[Priced]]


class Missed(Exception):
    """Pairs that nobody had listed would be too cheap: (one, other, price). Caught in `grow_far`."""


@dataclass(frozen=True, slots=True)
class State:
    """A matching as it was before a tree."""

    value: list[int]
    load: list[int]
    top: list[int]
    base: dict[int, int]
    weight: dict[int, int]
    inside: dict[int, list[int]]
    kids: dict[int, list[int]]
    links: dict[int, list[Link]]
    parent: dict[int, int]

    def again(self) -> State:
        """The same, to be changed on its own."""
        return State(
            self.value[:], self.load[:], self.top[:], dict(self.base), dict(self.weight),
            dict(self.inside), dict(self.kids), dict(self.links), dict(self.parent),
        )  # fmt: skip


class FarMatching(Matching):
    """The search, which asks `review` before it keeps a tree that has moved values by more than `near`.

    `review` is given the nodes whose values have grown; it lists the pairs that were missed, and tells them.
    """

    def __init__(
        self, count: int, edges: Callable[[int], Row], steps: int, near: int, review: Review
    ) -> None:
        super().__init__(count, edges, steps)
        self.within, self.near, self.review, self.asks = near, near, review, False

    def grow_from(self, root: int) -> bool:
        """As long as it stays near; else the careful way."""
        try:
            return super().grow_from(root)
        except TooFar:
            self.leave(self.near)
        self.near, self.asks = NEVER, True
        try:
            return self.grow_far(root)
        finally:
            self.near, self.asks = self.within, False

    def grow_far(self, root: int) -> bool:
        """Match a free node by a tree that was looked at."""
        while self.mate[root] < 0:
            self.begin()
            before = self.state().again()
            try:
                if not self.grow(root):
                    return False
            except TooCheap as pair:
                self.put_right(*pair.args)
            except Missed as pairs:
                self.put_back(before)
                self.mend(pairs.args)
        return True

    def agree(self) -> None:
        """Before a far tree is kept, with its values settled."""
        if self.asks:
            evens = [top for top, label in self.label.items() if label == EVEN]
            if missed := self.review([node for top in evens for node in self.leaves(top)]):
                raise Missed(*missed)

    def state(self) -> State:
        """The matching as it is; whom everybody is matched with no tree changes before it is kept."""
        return State(
            self.value, self.load, self.top, self.base, self.weight,
            self.inside, self.kids, self.links, self.parent,
        )  # fmt: skip

    def put_back(self, before: State) -> None:
        """The matching as it was."""
        self.begin()
        self.value, self.load, self.top = before.value, before.load, before.top
        self.base, self.weight, self.inside = before.base, before.weight, before.inside
        self.kids, self.links, self.parent = before.kids, before.links, before.parent

    def mend(self, pairs: Sequence[Priced]) -> None:
        """Put those right that were too cheap before the tree already; the others it will meet."""
        for one, other, price in pairs:
            if self.top[one] != self.top[other] and self.load[one] + self.load[other] > price:
                self.put_right(one, other, price)
