"""The cheapest round among all pairs, from a few of them: who can be in no cheapest round is left out first.

Some hundred promising pairs give a round, so a price `most` that the best one does not exceed. Values for every
node that no pair undercuts give a price `least` that no round goes below. A pair that costs `most - least` more
than its two values come to is then in no cheapest round (reduced-cost fixing). Among the pairs left the solver
finds the cheapest round and verifies its own dual, which proves it over all pairs.

The values come from the cheapest way to give everybody one partner and be given by one, two-way or not (the
assignment on both copies of the players), taken from the round at hand by cancelling circles that save something
(Klein 1967); floats that no round can do without are taken off beforehand, as in `ladder`. They only have to be
good, not exact: what is left out is checked against every pair. Where too many pairs are left, all are taken.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.later import later
from pairings.optimum.limbs import Bools, Ints, each_once, split, tight
from pairings.optimum.nominal.floors import floors, partners_of
from pairings.optimum.pricing import Prices

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

Pair = tuple[int, int]
NEAR, STEPS_AWAY = 8, ((1, 5), (2, 3))
BITS, KEY_BITS, TIE_ROOM = 50, 61, 20
FAR, NEVER = 1 << 59, 1 << 62
PASSES, LOOKS, CIRCLES_EVERY, WIDER, MANY, LIKELY, BESIDE = 40, 6, 3, 4, 2, 4, 2


Solve = Callable[["Table", Bools], "list[Pair] | None"]


def clipped(limbs: Sequence[Ints], widths: Sequence[int], cap: int, drop: int) -> Ints:
    """Prices beyond `cap` as cap + 1, without the lowest `drop` bits: what is left fits 62 bits."""
    below = sum(widths)
    total: Ints = np.zeros(limbs[0].shape, dtype=np.int64)
    over: Bools = np.zeros(limbs[0].shape, dtype=np.bool_)
    for limb, width in zip(reversed(limbs), reversed(widths), strict=True):
        below -= width
        gone = max(0, min(width, drop - below))
        total = (np.where(over, 0, total) << (width - gone)) + (limb >> gone)
        over |= total > cap >> max(below, drop)
    return np.where(over, (cap >> drop) + 1, total)


class Table:
    """All pairs and byes there may be, with their prices."""

    def __init__(self, prices: Prices) -> None:
        self.prices, self.nodes = prices, prices.nodes
        a, b = np.triu_indices(prices.count, 1)
        limbs, barred = prices.of(a, b)
        free = ~barred
        byes = np.array(list(prices.bye_vectors), dtype=np.int64)
        sitting = split([prices.pack(vector) for vector in prices.bye_vectors.values()], prices.limbs)
        self.a = np.append(a[free], byes)
        self.b = np.append(b[free], np.full(len(byes), prices.count))
        self.limbs = [np.append(limb[free], more) for limb, more in zip(limbs, sitting, strict=True)]
        keys = self.a * self.nodes + self.b
        self.order = np.argsort(keys, kind="stable")
        self.keys = keys[self.order]

    def square(self, values: Ints, empty: int) -> Ints:
        """Values by pair as a symmetric table."""
        found: Ints = np.full((self.nodes, self.nodes), empty, dtype=np.int64)
        found[self.a, self.b] = found[self.b, self.a] = values
        return found

    def packed(self, some: Bools) -> list[int]:
        """The exact prices of some pairs, with no room between the limbs."""
        return tight([limb[some] for limb in self.limbs], self.prices.widths)

    def edges(self, some: Bools) -> list[tuple[int, int, int]]:
        """Some pairs with their exact prices."""
        return [*zip(self.a[some].tolist(), self.b[some].tolist(), self.packed(some), strict=True)]

    def rows_of(self, pairs: Sequence[Pair]) -> Ints:
        """Where pairs stand in the table."""
        ends: Ints = np.array(pairs, dtype=np.int64)
        found: Ints = self.order[np.searchsorted(self.keys, ends[:, 0] * self.nodes + ends[:, 1])]
        return found

    def promising(self, targets: Sequence[int], wider: int) -> Bools:
        """The cheapest few pairs of everybody, those to the nearest other score groups for themselves; and, at
        whatever price, those of neighbours and of nominal partners.
        """
        drop = max(0, min(self.prices.bits - KEY_BITS, TIE_ROOM))
        keys = clipped(self.limbs, self.prices.widths, (1 << KEY_BITS + drop) - 1, drop)
        square = self.square(keys, NEVER)
        found = least_of(square, NEAR * wider)
        floor = np.zeros(self.nodes, dtype=np.int64)
        for at, members in enumerate(floors(self.prices, -1)):
            floor[members.members] = at
        away = np.abs(floor[:, None] - floor[None, :])
        for step, few in STEPS_AWAY if floor.any() else ():
            found |= least_of(np.where(away == step, square, NEVER), few * wider)
        partners: Ints = np.array(partners_of(self.prices, targets), dtype=np.int64)
        some: Bools = (found | found.T)[self.a, self.b] | (self.b - self.a <= BESIDE * wider)
        some |= (partners[self.a] == self.b) | (self.b == self.prices.count)
        return some


def least_of(square: Ints, few: int) -> Bools:
    """The few least of each row, as marks."""
    found: Bools = np.zeros(square.shape, dtype=np.bool_)
    if few >= len(square):
        return square < NEVER
    rows = np.arange(len(square))[:, None]
    near = np.argpartition(square, few, axis=1)[:, :few]
    found[rows, near] = square[rows, near] < NEVER
    return found


def rungs(prices: Prices, targets: Sequence[int], mates: Sequence[int]) -> list[int]:
    """Heights that only grow where an odd number of players stands above and just one pair of the round crosses."""
    partners = partners_of(prices, targets)
    sitter = partners[prices.count] if prices.bye is not None else -1
    every = floors(prices, sitter)
    at = next((k for k, arrays in enumerate(prices.arrays) if arrays.levels is not None), 0)
    limb, bit = divmod(prices.shifts[at], 60)
    shift = sum(prices.widths[:limb]) + bit
    heights, height, above = [0] * prices.nodes, 0, set[int]()
    for number, floor in enumerate(every):
        if len(above) % 2 and sum(mates[node] not in above for node in above) == 1:
            gap = every[number - 1].level - floor.level
            height += gap * gap << shift
        for node in floor.members:
            heights[node] = height
        above.update(floor.members)
    for node in (prices.count, sitter) if prices.bye is not None else ():
        heights[node] = height
    return heights


@dataclass(slots=True)
class Arcs:
    """Pairs seen from both sides, sorted by the one who gives: `giver[k]` could give to `taker[k]` at `price[k]`."""

    giver: Ints
    taker: Ints
    price: Ints
    first: Ints

    @classmethod
    def among(cls, square: Ints, some: Bools) -> Arcs:
        """The arcs of a symmetric choice of pairs."""
        giver, taker = np.nonzero(some)
        first = np.searchsorted(giver, np.arange(len(square)))
        return cls(giver, taker, square[giver, taker], first)


class Values:
    """Who gives to whom at least cost in all, and the values that show it."""

    def __init__(self, square: Ints, mates: Ints) -> None:
        self.square = square
        self.gives, self.worth = mates.copy(), np.zeros(len(mates), dtype=np.int64)

    def settle(self, arcs: Arcs) -> None:
        """Lower what each giver's place is worth until no arc is too cheap, cancelling circles that save."""
        after, spare = self.along(arcs)
        for step in range(1, PASSES + 1):
            offers = self.worth.take(after)
            offers += spare
            best = np.minimum.reduceat(offers, arcs.first)
            lower = best < self.worth
            if not lower.any():
                return
            if step % CIRCLES_EVERY == 0 and self.cancel(arcs, after, offers, best, lower):
                after, spare = self.along(arcs)
            self.worth = np.minimum(self.worth, best)

    def along(self, arcs: Arcs) -> tuple[Ints, Ints]:
        """Who gives now to the taker of each arc, and what the arc costs more than that; an arc that is given along already
        is no way to anybody, and would hide the others.
        """
        taken_by = np.argsort(self.gives)
        own = self.square[taken_by, np.arange(len(taken_by))]
        after = taken_by[arcs.taker]
        return after, np.where(after == arcs.giver, FAR, arcs.price - own[arcs.taker])

    def cancel(self, arcs: Arcs, after: Ints, offers: Ints, best: Ints, lower: Bools) -> bool:
        """Give along the circles that save something; whether there was one."""
        end = len(best)
        reached = np.flatnonzero(offers == best[arcs.giver])
        chosen = reached[np.searchsorted(arcs.giver[reached], np.arange(end))]
        way = np.append(np.where(best <= self.worth, after[chosen], end), end)
        for _ in range(end.bit_length()):
            way = way[way]
        inside = each_once(way[way < end])
        if not lower[inside].any():
            return False
        self.gives[inside] = arcs.taker[chosen[inside]]
        return True

    def of_nodes(self) -> Ints:
        """Half of what a node is worth as giver and as taker."""
        taken_by = np.argsort(self.gives)
        taking = self.square[taken_by, np.arange(len(taken_by))] - self.worth[taken_by]
        found: Ints = (self.worth + taking) >> 1
        return found


def lifted(square: Ints, values: Ints) -> Ints:
    """Values no pair undercuts, each as high as the others allow."""
    found = values.copy()
    for node, row in enumerate(square):
        found[node] = (row - found).min()
    return found


def around(table: Table, some: Bools, found: Sequence[Pair], most: int, targets: Sequence[int]) -> Left:
    """Which pairs may be in a cheapest round, as one of the price `most` over some of them is known."""
    prices, drop = table.prices, max(0, most.bit_length() - BITS)
    mates: Ints = np.zeros(table.nodes, dtype=np.int64)
    for one, other in found:
        mates[one], mates[other] = other, one
    heights: Ints = np.array([h >> drop for h in rungs(prices, targets, mates.tolist())], dtype=np.int64)
    square = table.square(clipped(table.limbs, prices.widths, most, drop), FAR)
    square -= np.abs(heights[:, None] - heights[None, :])
    arcs, values = table.square(some.astype(np.int64), 0) > 0, Values(square, mates)
    for _ in range(LOOKS):
        values.settle(Arcs.among(square, arcs))
        nodes = values.of_nodes()
        short = square - nodes[:, None] - nodes[None, :]
        more = short < 0
        count = np.count_nonzero(more)
        if not count:
            break
        if count > WIDER * len(square):
            more &= least_of(short, WIDER)
        arcs |= more | more.T
    return Left(table, square, lifted(square, nodes), int(heights.max() - heights.min()), drop)


@dataclass(slots=True)
class Left:
    """What the values leave: pairs that may be in a cheapest round."""

    table: Table
    square: Ints
    values: Ints
    rungs: int
    drop: int

    def spare(self) -> Ints:
        """By how much each pair exceeds its values."""
        a, b = self.table.a, self.table.b
        found: Ints = self.square[a, b] - self.values[a] - self.values[b]
        return found

    def within(self, most: int) -> Bools:
        """The pairs that may be in a round of the price `most`."""
        found: Bools = self.spare() <= (most >> self.drop) + 1 - int(self.values.sum()) - self.rungs
        return found

    def likely(self) -> Bools:
        """The few pairs of everybody that exceed their values least."""
        found = least_of(self.table.square(self.spare(), NEVER), LIKELY)
        some: Bools = (found | found.T)[self.table.a, self.table.b]
        return some


def few_left(table: Table, targets: Sequence[int], solve: Solve) -> Bools | None:
    """Pairs among which every cheapest round of all pairs lies; None when no round was found among a few."""
    for wider in (1, WIDER):
        some = table.promising(targets, wider)
        found = solve(table, some)
        if found is not None:
            break
    else:
        return None
    most = price_of(table, found)
    left = around(table, some, found, most, targets)
    keep = left.within(most)
    if np.count_nonzero(keep) > MANY * table.nodes:
        some = left.likely()
        some[table.rows_of(found)] = True
        keep = left.within(price_of(table, solve(table, some) or found))
    return keep


def price_of(table: Table, found: Sequence[Pair]) -> int:
    """What a round costs."""
    rows = table.rows_of(found)
    return sum(tight([limb[rows] for limb in table.limbs], table.prices.widths))
