"""One look at all pairs of players: which cost less than the values say, by clusters whose bounds settle most of it.

A cluster is a few players who sit near each other on one level and on one side of their starts. What a pair of two
clusters costs at least (levels, starts, pattern) never changes; where that is no less than the greatest loads of both
and the rungs between them come to, no pair of the two is looked at. Then the same is reckoned pair by pair, and what is
left is priced exactly. The bounds are in floating point, with a margin wider than all rounding: none is ever left out
that would be too cheap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from core.later import later
from pairings.optimum.limbs import Bools, Ints, Unpriceable, above_zero, each_once, joined, split
from pairings.optimum.looks.shared_sets import Nest, Weighted, less_shared
from pairings.optimum.pricing import Prices

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = later("numpy")

Floats: TypeAlias = "NDArray[np.float64]"
Short = tuple[int, int, int, int]
FEW, MANY, LARGE, RUNS, CHUNK, WORST = 8, 16, 2048, 256, 1 << 17, 3
# Ten roundings of 2^-53 each, of numbers no larger than all together without their signs: 2^-49 at most.
MARGIN = 2.0**-48


class Looking:
    """What looks at one round's prices share: the clusters, and what a pair of two of them costs at least."""

    def __init__(self, prices: Prices) -> None:
        self.prices, count = prices, prices.count
        self.levels, self.gap = self.line(0)
        self.sides, self.alike = self.line(1)
        self.places, self.near = self.line(2)
        self.targets, _ = self.line(3)
        self.members = clusters(
            [self.levels, self.sides, np.sign(self.targets - self.places)],
            self.places,
            MANY if count > LARGE else FEW,
        )
        self.number: Ints = np.full(count + 1, -1, dtype=np.int64)
        self.number[self.members] = np.arange(len(self.members))[:, None]
        ends = [self.ends(line) for line in (self.levels, self.sides, self.places, self.targets)]
        (level, side, place, target) = ends
        gaps = apart(level, level)
        here, there = apart(target, place), apart(place, target)
        alike = (side[0][:, None] == side[1][None, :]) & (side[0] == side[1])[:, None]
        alike = alike & (side[0] == side[1])[None, :] & (side[0] != 0)[:, None]
        least = gaps * gaps * self.gap + alike * self.alike + (here * here + there * there) * self.near
        self.least: Floats = (1 - MARGIN) * least

    def line(self, kind: int) -> tuple[Floats, float]:
        """By player: level, side of 0, place, or place of the nominal partner, and what a unit of it costs."""
        for arrays, shift in zip(self.prices.arrays, self.prices.shifts, strict=True):
            near = arrays.near or (None, None)
            found = (arrays.levels, arrays.sides, *near)[kind]
            if found is not None:
                own = np.array(found, dtype=np.float64)[self.prices.ids]
                return np.sign(own) if kind == 1 else own, unit(shift)
        return np.zeros(self.prices.count), 0.0

    def ends(self, line: Floats) -> tuple[Floats, Floats]:
        """The highest and the lowest of each cluster."""
        high, low = np.append(line, -np.inf), np.append(line, np.inf)
        return high[self.members].max(axis=1), low[self.members].min(axis=1)

    def too_cheap(
        self, loads: Sequence[int], heights: Sequence[int], sets: Weighted, grown: Ints | None = None
    ) -> Iterator[Short]:
        """Every pair of players that is too cheap: by how much, who, and its price.

        `loads` and `heights` by node, `sets` with their weights. Where only some values have `grown`, only the pairs of
        those are looked at, and of many that are too cheap only the worst of each are told.
        """
        nest = Nest(sets, self.prices.nodes) if sets else None
        look = Look(self, loads, heights, nest, grown)
        for a, b in look.likely():
            a, b, short = look.priced(a, b)
            left = less_shared(a, b, short, nest)
            some = above_zero(left)
            if grown is not None:
                some = worst(a, b, left, some, self.prices.nodes)
            plain, whole = (joined([limb[some] for limb in limbs]) for limbs in (short, left))
            for one, two, less, much in zip(a[some].tolist(), b[some].tolist(), plain, whole, strict=True):
                yield much, one, two, loads[one] + loads[two] + abs(heights[one] - heights[two]) - less


class Look:
    """One of them, with its values; `grown`: only the pairs of these players."""

    def __init__(
        self,
        looking: Looking,
        loads: Sequence[int],
        heights: Sequence[int],
        nest: Nest | None = None,
        grown: Ints | None = None,
    ) -> None:
        self.looking, self.prices = looking, looking.prices
        count = self.prices.count
        self.own: Bools = np.full(count + 1, grown is None)
        self.own[slice(0) if grown is None else grown] = True
        self.limbs = split(loads[:count], self.prices.limbs)
        self.heights = split(heights[:count], self.prices.limbs)
        order = {height: at for at, height in enumerate(sorted(set(heights[:count])))}
        self.steps: Ints = np.array([order[height] for height in heights[:count]], dtype=np.int64)
        self.tall = floated(heights[:count])
        self.wide = MARGIN * float(np.abs(self.tall).max(initial=0)) if len(order) > 1 else 0.0
        most = floated(loads[:count])
        self.most: Floats = np.append(most + MARGIN * np.abs(most), -np.inf)
        self.nest = nest if nest and nest.few() else None
        if self.nest:
            self.shared: Floats = (1 - MARGIN) * floated([2 * weight for weight in self.nest.weights])

    def likely(self) -> Iterator[tuple[Ints, Ints]]:
        """Pairs that may be too cheap, so many at a time, the higher standing first."""
        members = self.looking.members
        most, size = self.most[members], members.shape[1]
        top, need = most.max(axis=1), self.looking.least - self.rungs()
        if self.nest:
            around = self.nest.around_all(np.where(members < self.prices.count, members, members[:, :1]))
            need += self.shared[self.nest.meeting[around[:, None], around[None, :]]]
        own: Bools = np.any(self.own[members], axis=1)
        ones, others = np.nonzero(
            np.triu((top[:, None] + top[None, :] > need) & (own[:, None] | own[None, :]))
        )
        step = max(1, CHUNK // size)
        for start in range(0, len(ones), step):
            one, other = ones[start : start + step], others[start : start + step]
            least = need[one, other][:, None]
            mine, theirs = most[one] + top[other][:, None] > least, most[other] + top[one][:, None] > least
            turned = mine.sum(axis=1) > theirs.sum(axis=1)
            one, other = np.where(turned, other, one), np.where(turned, one, other)
            at, row = np.nonzero(np.where(turned[:, None], theirs, mine))
            yield from self.pairs(members[one[at], row], members[other[at]])

    def rungs(self) -> Floats:
        """What the rungs between two clusters come to at most."""
        if not self.wide:
            return np.zeros(())
        (high, low), (first, last) = (
            self.looking.ends(self.tall),
            self.looking.ends(self.steps.astype(np.float64)),
        )
        found: Floats = np.maximum(high[None, :] - low[:, None], high[:, None] - low[None, :])
        differs: Bools = (first[:, None] != last[None, :]) | (first[None, :] != last[:, None])
        found += self.wide * differs
        return found

    def pairs(self, rows: Ints, others: Ints) -> Iterator[tuple[Ints, Ints]]:
        """Of some players and those each is to be looked at with, the pairs that may be too cheap."""
        number = self.looking.number
        step = max(1, CHUNK // others.shape[1])
        for start in range(0, len(rows), step):
            a, b = rows[start : start + step, None], others[start : start + step]
            keep = self.may(a, b) & ((number[a] != number[b]) | (a < b)) & (self.own[a] | self.own[b])
            a, b = np.broadcast_to(a, keep.shape)[keep], b[keep]
            if len(a):
                yield np.minimum(a, b), np.maximum(a, b)

    def may(self, a: Ints, b: Ints) -> Bools:
        """Which pairs may be too cheap as far as levels, starts and the pattern tell."""
        look = self.looking
        most = self.most[a] + self.most[b]
        a, b = np.minimum(a, self.prices.count - 1), np.minimum(b, self.prices.count - 1)
        if self.wide:
            most += np.abs(self.tall[a] - self.tall[b]) + self.wide * (self.steps[a] != self.steps[b])
        if self.nest:
            most -= self.shared[self.nest.around_both(a, b)]
        gap = look.levels[a] - look.levels[b]
        here, there = look.targets[a] - look.places[b], look.places[a] - look.targets[b]
        least = (here * here + there * there) * look.near + gap * gap * look.gap
        least += look.alike * (look.sides[a] * look.sides[b] > 0)
        found: Bools = most > (1 - MARGIN) * least
        return found

    def priced(self, a: Ints, b: Ints) -> tuple[Ints, Ints, list[Ints]]:
        """By how much pairs are too cheap, tier after tier; who no longer is is left out."""
        way = self.steps[b] - self.steps[a]
        short = [limb[a] + limb[b] for limb in self.limbs]
        if way.any():
            way = np.sign(way)
            short = [x + way * (h[b] - h[a]) for x, h in zip(short, self.heights, strict=True)]
        for arrays, limb, bit in self.prices.grids():
            assert arrays.grid is not None
            short[limb] = short[limb] - (arrays.grid(self.prices.ids[a], self.prices.ids[b]) << bit)
            a, b, short = kept(a, b, short, above_zero(short))
        barred = self.prices.add_table(a, b, short, -1)
        return kept(a, b, short, above_zero(short) & ~barred)


def worst(a: Ints, b: Ints, short: Sequence[Ints], some: Bools, nodes: int) -> Bools:
    """Of the pairs that are too cheap, those that are among the worst few of either player."""
    at = np.flatnonzero(some)
    found: Bools = np.zeros(len(some), dtype=np.bool_)
    for ends in (a[at], b[at]):
        order = np.lexsort([*(-limb[at] for limb in short), ends])
        own = ends[order]
        first = np.searchsorted(own, each_once(own))
        rank = np.arange(len(own)) - np.repeat(first, np.diff(np.append(first, len(own))))
        found[at[order[rank < WORST]]] = True
    return found


def kept(a: Ints, b: Ints, short: list[Ints], some: Bools) -> tuple[Ints, Ints, list[Ints]]:
    """Only some pairs."""
    return a[some], b[some], [limb[some] for limb in short]


def unit(shift: int) -> float:
    """What one unit of a tier weighs."""
    try:
        return 2.0**shift
    except OverflowError as far:
        raise Unpriceable from far


def floated(values: Sequence[int]) -> Floats:
    """Whole numbers of any size, each rounded to the nearest."""
    try:
        return np.array([float(value) for value in values])
    except OverflowError as far:
        raise Unpriceable from far


def apart(one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> Floats:
    """How far each cluster is from each other one at least, by the ends of two lines."""
    (high, low), (top, bottom) = one, other
    return np.maximum(0, np.maximum(bottom[None, :] - high[:, None], low[:, None] - top[None, :]))


def clusters(kinds: Sequence[Floats], places: Floats, size: int) -> Ints:
    """Players of one kind, in the order of their places, so many together; a last column that is not full names the
    number of players.
    """
    count = len(places)
    order = np.lexsort([places, *reversed(kinds)])
    new: Bools = np.zeros(count, dtype=np.bool_)
    for kind in kinds:
        own = kind[order]
        new[1:] |= own[1:] != own[:-1]
    if np.count_nonzero(new) > max(RUNS, count // size):
        new[:] = False
    firsts = np.flatnonzero(new | (np.arange(count) == 0))
    at = np.arange(count) - np.repeat(firsts, np.diff(np.append(firsts, count)))
    number = np.cumsum(at % size == 0) - 1
    found: Ints = np.full((number[-1] + 1 if count else 0, size), count, dtype=np.int64)
    found[number, at % size] = order
    return found
