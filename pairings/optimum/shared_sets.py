"""What the weighted sets around both ends of a pair come to, for many pairs at once: such a pair leaves none of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.later import later
from pairings.optimum.pricing import Ints, above_zero, joined, split

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

Weighted = Sequence[tuple[tuple[int, ...], int]]
Short = tuple[int, int, int]


def still_short(pairs: Sequence[Short], sets: Weighted, nodes: int, limbs: int) -> list[tuple[int, int]]:
    """Of pairs (two, by how much they are too cheap): which still are, by number, less twice what the sets around both
    weigh, and by how much.

    Sets lie in each other or apart, so what two nodes share is what stands around both from the outside in.
    """
    if not pairs or not sets:
        return [(at, one[2]) for at, one in enumerate(pairs)]
    first, second = (np.array([one[k] for one in pairs], dtype=np.int64) for k in (0, 1))
    short, at = split([one[2] for one in pairs], limbs), np.arange(len(pairs))
    weights = split([*(2 * weight for _, weight in sets), 0], limbs)
    done: list[tuple[int, int]] = []
    for ring in rings(sets, nodes):
        mine, other = ring[first[at]], ring[second[at]]
        both = (mine == other) & (mine >= 0)
        done += numbered(at[~both], [limb[~both] for limb in short])
        at, mine = at[both], mine[both]
        short = [limb[both] - weight[mine] for limb, weight in zip(short, weights, strict=True)]
        left = above_zero(short)
        at, short = at[left], [limb[left] for limb in short]
    return done + numbered(at, short)


def numbered(at: Ints, short: Sequence[Ints]) -> list[tuple[int, int]]:
    """Numbers of pairs with what they are short of."""
    return [*zip(at.tolist(), joined(short), strict=True)]


def rings(sets: Weighted, nodes: int) -> list[Ints]:
    """For each node the number of the outermost set around it, of the next one inside, and so on; -1: none."""
    depth, found = [0] * nodes, list[Ints]()
    for number in sorted(range(len(sets)), key=lambda at: (-len(sets[at][0]), at)):
        for node in sets[number][0]:
            if depth[node] == len(found):
                found.append(np.full(nodes, -1, dtype=np.int64))
            found[depth[node]][node] = number
            depth[node] += 1
    return found
