"""What the weighted sets around both ends of a pair come to, for many pairs at once: such a pair leaves none of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, reduce
from typing import TYPE_CHECKING

from core.later import later
from pairings.optimum.limbs import Ints, carried, split

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

TABLE = 400
Weighted = Sequence[tuple[tuple[int, ...], int]]


class Nest:
    """Sets that lie in each other or apart: of each the next one around it, and what it weighs with all around it.

    -1 stands for no set.
    """

    def __init__(self, sets: Weighted, nodes: int) -> None:
        self.inmost: Ints = np.full(nodes, -1, dtype=np.int64)
        self.around: Ints = np.full(len(sets) + 1, -1, dtype=np.int64)
        self.depth: Ints = np.zeros(len(sets) + 1, dtype=np.int64)
        self.outmost: Ints = np.full(len(sets) + 1, -1, dtype=np.int64)
        self.weights = [0] * (len(sets) + 1)
        self.order = sorted(range(len(sets)), key=lambda at: (-len(sets[at][0]), at))
        for number in self.order:
            inside, weight = sets[number]
            around = int(self.inmost[inside[0]])
            self.around[number], self.depth[number] = around, self.depth[around] + 1
            self.outmost[number] = self.outmost[around] if around >= 0 else number
            self.weights[number] = self.weights[around] + weight
            self.inmost[list(inside)] = number

    def around_both(self, a: Ints, b: Ints) -> Ints:
        """The innermost set around both of each pair; two whose outermost sets differ share none."""
        mine, other = self.inmost[a], self.inmost[b]
        if self.few():
            return self.meeting[mine, other]
        strange = self.outmost[mine] != self.outmost[other]
        mine[strange] = other[strange] = -1
        at = np.flatnonzero(mine != other)
        while len(at):
            one, two = mine[at], other[at]
            deep, level = self.depth[one] - self.depth[two], self.around
            mine[at], other[at] = np.where(deep >= 0, level[one], one), np.where(deep <= 0, level[two], two)
            at = at[mine[at] != other[at]]
        return mine

    def around_all(self, some: Ints) -> Ints:
        """The innermost set around all of each row; only where they are few."""
        return reduce(lambda one, other: self.meeting[one, other], self.inmost[some].T)

    def few(self) -> bool:
        """Whether it is known of every two sets where they meet."""
        return len(self.weights) <= TABLE

    @cached_property
    def meeting(self) -> Ints:
        """For every two sets the innermost one around both: from the largest down, as the next one around it has it."""
        found: Ints = np.full((len(self.weights), len(self.weights)), -1, dtype=np.int64)
        for number in self.order:
            around = self.around[number]
            found[number] = found[:, number] = found[around] if around >= 0 else -1
            found[number, number] = number
        return found


def less_shared(a: Ints, b: Ints, short: Sequence[Ints], nest: Nest | None) -> list[Ints]:
    """By how much pairs are too cheap (in limbs), less twice what the sets around both weigh."""
    found = list(short)
    if nest and len(a):
        both, weights = nest.around_both(a, b), split([2 * weight for weight in nest.weights], len(found))
        found = [limb - weight[both] for limb, weight in zip(found, weights, strict=True)]
        carried(found)
    return found
