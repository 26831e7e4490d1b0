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
from pairings.optimum.pricing import Bools, Ints, Prices, above_zero, joined, split
from pairings.optimum.shared_sets import still_short

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

Pair = tuple[int, int]
CHUNK, FEW = 1 << 15, 4
ROUGH = 1 + 1e-9
BLOCK, FINE, LARGE = 512, 128, 2048
PARTS = 64


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


def too_cheap(prices: Prices, proof: Proof) -> Iterator[tuple[int, int, int, int]]:
    """Every pair that costs less than the proof says: by how much, who, and its price."""
    loads, heights = proof.loads(), proof.heights
    every = [*Looking(prices, proof, loads).pairs(), *byes_short(prices, proof, loads)]
    for at, left in still_short(every, proof.sets, prices.nodes, prices.limbs):
        a, b, short = every[at]
        yield left, a, b, loads[a] + loads[b] + abs(heights[a] - heights[b]) - short


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


def byes_short(prices: Prices, proof: Proof, loads: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """The byes that look too cheap: the player, the bye, and by how much."""
    bye = prices.count
    for a, vector in prices.bye_vectors.items():
        rungs = abs(proof.heights[bye] - proof.heights[a])
        short = loads[a] + loads[bye] + rungs - prices.pack(vector)
        if short > 0:
            yield a, bye, short


@dataclass(slots=True)
class Block:
    """Players near each other, all on one side of 0: who, their side, the highest and the lowest level, height, place
    and place of the nominal partner, and the greatest load.
    """

    at: list[int]
    side: int
    levels: tuple[int, int]
    heights: tuple[int, int]
    places: tuple[int, int]
    targets: tuple[int, int]
    top: int


class Looking:
    """One look at all pairs of players, by blocks; blocks whose levels are too far apart are settled whole."""

    def __init__(self, prices: Prices, proof: Proof, loads: Sequence[int]) -> None:
        self.prices, self.proof, self.loads = prices, proof, loads
        self.limbs = split(loads[: prices.count], prices.limbs)
        self.heights = split(proof.heights[: prices.count], prices.limbs)
        order = {height: at for at, height in enumerate(sorted(set(proof.heights)))}
        self.steps: Ints = np.array([order[h] for h in proof.heights[: prices.count]], dtype=np.int64)
        levels = next((x.levels for x in prices.arrays if x.levels is not None), None)
        at = next((k for k, x in enumerate(prices.arrays) if x.levels is not None), 0)
        self.shift = prices.shifts[at] if levels is not None else 0
        self.levels = [levels[i] for i in prices.players] if levels is not None else [0] * prices.count
        self.places, self.targets, self.fine = self.lines()
        self.sides, self.uneven = self.leaning()
        self.blocks = [self.block(at) for run in self.cut() for at in self.by_side(run)]

    def cut(self) -> list[range]:
        """Runs of players of one level, cut to size."""
        count, step = (
            self.prices.count,
            max(FINE if self.uneven else BLOCK, -(-self.prices.count // PARTS)),
        )
        marks = [at for at in range(1, count) if self.levels[at] != self.levels[at - 1]]
        if len(marks) > PARTS:
            marks = []
        edges = sorted({*marks, *range(0, count, step), count})
        return [range(low, high) for low, high in pairwise(edges)]

    def lines(self) -> tuple[list[int], list[int], int]:
        """Each one's place and that of his nominal partner, and where their prices begin; all 0 without a pattern."""
        for arrays, shift in zip(self.prices.arrays, self.prices.shifts, strict=True):
            if arrays.near is not None:
                places, targets = ([some[i] for i in self.prices.players] for some in arrays.near)
                return places, targets, shift
        return [0] * self.prices.count, [0] * self.prices.count, 0

    def leaning(self) -> tuple[list[int], int]:
        """On which side of 0 each one's starts are, and what two on one side cost at least; all 0 where nobody asks."""
        for arrays, shift in zip(self.prices.arrays, self.prices.shifts, strict=True):
            if arrays.sides is not None and self.prices.count >= LARGE:
                sides = [(arrays.sides[i] > 0) - (arrays.sides[i] < 0) for i in self.prices.players]
                if 2 * sides.count(0) < len(sides):
                    return sides, 1 << shift
        return [0] * self.prices.count, 0

    def by_side(self, run: range) -> Iterator[list[int]]:
        """A run of players, in a large field each side of it for itself: more blocks, but more that are settled whole."""
        if not self.uneven:
            yield list(run)
            return
        for side in (1, -1, 0):
            if some := [a for a in run if self.sides[a] == side]:
                yield some

    def block(self, at: list[int]) -> Block:
        """What is to be known of some players."""
        lines = (self.levels, self.proof.heights, self.places, self.targets, self.loads)
        levels, heights, places, targets, loads = ([line[a] for a in at] for line in lines)
        level, height, place, target = ((max(line), min(line)) for line in (levels, heights, places, targets))
        return Block(at, self.sides[at[0]], level, height, place, target, max(loads))

    def least(self, one: Block, two: Block) -> int:
        """What a pair of two blocks costs at least, its rungs taken off."""
        rungs = max(two.heights[0] - one.heights[1], one.heights[0] - two.heights[1])
        gap, here, there = (
            apart(*ends)
            for ends in ((one.levels, two.levels), (one.targets, two.places), (one.places, two.targets))
        )
        alike = self.uneven if one.side == two.side != 0 else 0
        return (gap * gap << self.shift) + alike + (here * here + there * there << self.fine) - rungs

    def pairs(self) -> Iterator[tuple[int, int, int]]:
        """Pairs that look too cheap: the two, and by how much."""
        for at, by in self.close():
            one, two = self.blocks[at], self.blocks[by]
            least = self.least(one, two)
            if one.top + two.top > least:
                rows = [a for a in one.at if self.loads[a] + two.top > least]
                cols = [b for b in two.at if self.loads[b] + one.top > least]
                yield from self.look(np.array(rows), np.array(cols))
                if one is not two and one.at[-1] > two.at[0]:
                    yield from self.look(np.array(cols), np.array(rows))

    def close(self) -> list[tuple[int, int]]:
        """Blocks that may hold such a pair, by number: a rough reckoning of levels and loads, never too few."""
        high, low, up, down, top = (
            np.array([float(value) for value in line])
            for line in zip(*((*x.levels, *x.heights, x.top) for x in self.blocks), strict=True)
        )
        gap = np.maximum(0, np.maximum(low[:, None] - high[None, :], low[None, :] - high[:, None]))
        rungs = np.maximum(up[None, :] - down[:, None], up[:, None] - down[None, :])
        most, price = top[:, None] + top[None, :] + rungs, gap * gap * float(1 << self.shift)
        return [(at, by) for at, by in np.argwhere(np.triu(most * ROUGH >= price)).tolist()]

    def look(self, rows: Ints, cols: Ints) -> Iterator[tuple[int, int, int]]:
        """Look at every row against every column, so many at a time."""
        step = max(1, CHUNK // len(cols))
        for start in range(0, len(rows), step):
            some = rows[start : start + step, None]
            right = cols[int(np.searchsorted(cols, some[0, 0], side="right")) :]
            if len(right):
                yield from self.narrow(some, right[None, :])

    def narrow(self, a: Ints, b: Ints) -> Iterator[tuple[int, int, int]]:
        """Take one tier after the other off; who is no longer too cheap is left out."""
        way = np.sign(self.steps[b] - self.steps[a])
        short = [limb[a] + limb[b] for limb in self.limbs]
        if way.any():
            short = [x + way * (h[b] - h[a]) for x, h in zip(short, self.heights, strict=True)]
        keep = above_zero(short) & (a < b)
        for arrays, limb, bit in self.prices.grids():
            a, b, short = thinned(a, b, short, keep)
            if not short[0].size:
                return
            assert arrays.grid is not None
            short[limb] = short[limb] - (arrays.grid(self.prices.ids[a], self.prices.ids[b]) << bit)
            keep = above_zero(short) & (a < b)
        a, b, short = thinned(a, b, short, keep, flat=True)
        barred = self.prices.add_table(a, b, short, -1)
        a, b, short = thinned(a, b, short, above_zero(short) & ~barred, flat=True)
        yield from zip(a.tolist(), b.tolist(), joined(short), strict=True)


def apart(one: tuple[int, int], two: tuple[int, int]) -> int:
    """How far two stretches (highest, lowest) are from each other."""
    return max(0, one[1] - two[0], two[1] - one[0])


def thinned(
    a: Ints, b: Ints, short: list[Ints], keep: Bools, flat: bool = False
) -> tuple[Ints, Ints, list[Ints]]:
    """Only those to keep, as flat arrays; all of a table of rows and columns while most are kept."""
    if not flat and int(np.count_nonzero(keep)) * FEW > keep.size:
        return a, b, short
    if a.shape != keep.shape or b.shape != keep.shape:
        a, b = np.broadcast_to(a, keep.shape), np.broadcast_to(b, keep.shape)
    return a[keep], b[keep], [limb[keep] for limb in short]
