"""Is it really the cheapest? A proof by values, and the checker that reads it: it shares nothing with the search.

Every node has a value, some odd sets of nodes have a weight, and the ladder is a row of sets given by height:
a pair pays for every rung between its two ends. If no pair costs less than what its two values, the sets it
leaves and its rungs come to, every complete pairing costs at least all of them together, because it leaves
each odd set at least once. A pairing that costs just that is the cheapest (Edmonds 1965).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from core.later import later
from pairings.optimum.limbs import Ints, joined
from pairings.optimum.looks.looking import Looking, Short
from pairings.optimum.pricing import Prices

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Proof:
    """Values and heights by node (players by place, then the bye), and the weighted sets, in doubled prices."""

    values: tuple[int, ...]
    sets: tuple[tuple[tuple[int, ...], int], ...]
    heights: tuple[int, ...]

    def loads(self) -> list[int]:
        """Each node's value with all sets around it."""
        found = list(self.values)
        for inside, weight in self.sets:
            for node in inside:
                found[node] += weight
        return found

    def rungs(self) -> int:
        """What all rungs weigh together: from the lowest height to the highest."""
        return max(self.heights) - min(self.heights)

    def total(self) -> int:
        """What no complete pairing can be cheaper than."""
        return sum(self.values) + sum(weight for _, weight in self.sets) + self.rungs()

    def around(self) -> dict[int, dict[int, int]]:
        """The weighted sets around each node that is in any: number of the set -> weight."""
        found: dict[int, dict[int, int]] = {}
        for number, (inside, weight) in enumerate(self.sets):
            for node in inside:
                found.setdefault(node, {})[number] = weight
        return found


def shared(around: dict[int, dict[int, int]], a: int, b: int) -> int:
    """What the sets around both weigh: such a pair leaves none of them."""
    mine, other = around.get(a), around.get(b)
    if not mine or not other:
        return 0
    return sum(weight for number, weight in mine.items() if number in other)


def odd_everywhere(proof: Proof) -> bool:
    """Every weighted set, and every set above a rung, has an odd number of nodes, and no two sets cross."""
    heights = sorted(proof.heights)
    above = [at for at, (low, high) in enumerate(pairwise(heights), start=1) if low != high]
    sets = all(len(set(inside)) % 2 and weight >= 0 for inside, weight in proof.sets)
    return sets and nested(proof.sets) and all(at % 2 for at in above)


def covers(pairs: Sequence[Pair], nodes: int) -> bool:
    """Whether everybody is in exactly one pair."""
    return sorted(node for pair in pairs for node in pair) == list(range(nodes))


def holds(prices: Prices, proof: Proof, pairs: Sequence[Pair]) -> bool:
    """Whether the proof shows these pairs (by place, the bye last) to be the cheapest of all."""
    return adds_up(prices, proof, pairs) and not any(True for _ in too_cheap(prices, proof))


def adds_up(prices: Prices, proof: Proof, pairs: Sequence[Pair], gift: int = 0) -> bool:
    """Whether everybody is in one pair, every set is odd, and the pairs cost what the proof comes to.

    With `gift` taken off the price of one of them.
    """
    if not covers(pairs, prices.nodes) or not odd_everywhere(proof):
        return False
    cost = cost_of(prices, pairs)
    return cost is not None and cost - gift == proof.total()


def cost_of(prices: Prices, pairs: Sequence[Pair]) -> int | None:
    """What pairs and byes cost together; None when one of them may not be."""
    games = [pair for pair in pairs if max(pair) < prices.count]
    byes = [prices.one(*pair) for pair in pairs if max(pair) >= prices.count]
    ends: Ints = np.array(games, dtype=np.int64).reshape(-1, 2)
    limbs, barred = prices.of(ends.min(axis=1), ends.max(axis=1))
    if barred.any() or None in byes:
        return None
    return sum(joined(limbs)) + sum(cost for cost in byes if cost is not None)


def too_cheap(prices: Prices, proof: Proof, looking: Looking | None = None) -> Iterator[Short]:
    """Every pair that costs less than the proof says: by how much, who, and its price.

    `looking`: made ready for these prices, where there will be several looks.
    """
    loads = proof.loads()
    yield from (looking or Looking(prices)).too_cheap(loads, proof.heights, proof.sets)
    yield from byes_short(prices, proof, loads)


def nested(sets: Sequence[tuple[tuple[int, ...], int]]) -> bool:
    """Whether of every two sets that share a node one lies in the other."""
    inside = [frozenset(some) for some, _ in sets]
    order = sorted(range(len(sets)), key=lambda at: (-len(inside[at]), at))
    outer: dict[int, int] = {}
    for at in order:
        if len({outer.get(node, -1) for node in inside[at]}) > 1:
            return False
        outer.update(dict.fromkeys(inside[at], at))
    return True


def byes_short(prices: Prices, proof: Proof, loads: Sequence[int]) -> Iterator[Short]:
    """The byes that are too cheap."""
    bye, both = prices.count, dict[int, int]()
    for inside, weight in proof.sets if prices.bye_prices else ():
        if bye in inside:
            for node in inside:
                both[node] = both.get(node, 0) + weight
    for a, price in prices.bye_prices.items():
        rungs = abs(proof.heights[bye] - proof.heights[a])
        short = loads[a] + loads[bye] + rungs - 2 * both.get(a, 0) - price
        if short > 0:
            yield short, a, bye, price
