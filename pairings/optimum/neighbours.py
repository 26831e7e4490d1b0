"""Whom each node is priced against: near its nominal partner, beside itself, around floats; the rest if asked.

A pair stands in the rows of both or of neither, whatever is fetched first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from core.later import later
from pairings.optimum.blossom import Row
from pairings.optimum.limbs import Bools, Ints, carried, each_once, joined, split
from pairings.optimum.nominal.beginning import Beginning
from pairings.optimum.pricing import Prices

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

AROUND_TARGET, AROUND_SELF, AROUND_FLOAT, SITTERS = 8, 3, 5, 24
AROUND_EVEN, FAR = 3, (8, 3)
BALL = 6
TINY, SMALL_FIELD = 3, 400


@dataclass(frozen=True, slots=True)
class Fetched:
    """Pairs that were priced together, those of one node after the other: who is priced, against whom, and the prices."""

    nodes: Sequence[int]
    mine: Ints
    other: Ints
    limbs: Sequence[Ints]


class Neighbours:
    """Whom each node is priced against, fetched when first asked for; the ladder is taken off."""

    def __init__(self, prices: Prices, begun: Beginning) -> None:
        self.prices, self.partners, self.heights = prices, begun.nominal, list(begun.heights)
        self.fetched: dict[int, Fetched] = {}
        self.rows: dict[int, Row] = {}
        self.standing: list[Ints] | None = None
        self.extra: dict[int, dict[int, int]] = {}
        self.full: set[int] = set()
        self.order, self.wanted = places(prices, begun.nominal)
        self.stands: Ints = np.argsort(self.order)
        self.signs, self.tilts = begun.signs, begun.tilts
        self.around, self.aside = (AROUND_TARGET, AROUND_SELF) if begun.signs is None else FAR
        self.counter = self.counterparts(begun)
        self.windows = self.between([*self.float_windows(), *self.tiny_floors(begun)])
        self.sitters()

    def copy(self) -> Neighbours:
        """The same rows, so that more can be noted without touching these."""
        twin = copy(self)
        twin.fetched, twin.rows, twin.full = dict(self.fetched), dict(self.rows), set(self.full)
        twin.extra = {node: dict(row) for node, row in self.extra.items()}
        twin.heights = list(self.heights)
        return twin

    def sitters(self) -> None:
        """The bye's cheapest players."""
        packed = self.prices.bye_prices
        for a in sorted(packed, key=lambda a: (packed[a], a))[:SITTERS]:
            self.note(a, self.prices.count, packed[a])

    def note(self, a: int, b: int, price: int) -> None:
        """Remember a pair beyond the windows, on both sides. A row is never changed: a copy may read it too."""
        left = price - self.rungs(a, b)
        for one, other in ((a, b), (b, a)):
            own = self.extra.setdefault(one, {})
            if one in self.rows and own.get(other) != price:
                self.rows[one] = [*self.rows[one], (left, other)]
            own[other] = price

    def between(self, groups: Sequence[tuple[Sequence[int], Sequence[int]]]) -> Ints:
        """Everybody of a group with everybody of the one it is named with, seen from both sides, in order, as keys."""
        count = self.prices.count
        keys: list[Ints] = [np.zeros(0, dtype=np.int64)]
        for one, other in groups:
            ones, others = np.array(one, dtype=np.int64), np.array(other, dtype=np.int64)
            keys += [(ones[:, None] * count + others).ravel(), (others[:, None] * count + ones).ravel()]
        found: Ints = each_once(np.concatenate(keys))
        apart: Ints = found[found // count != found % count]
        return apart

    def float_windows(self) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
        """Around each nominal pair of two score groups: everybody near the one with everybody near the other."""
        last = self.prices.count
        for a, b in enumerate(self.partners):
            if a < b < last and self.heights[a] != self.heights[b]:
                yield window(a, last), window(b, last)

    def tiny_floors(self, begun: Beginning) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
        """Where starts count: everybody on a floor of two or three with everybody on the floors around it, for they float far.

        In a large field too many stand there; trees that go far are looked at before they are kept instead.
        """
        if begun.even is None or self.prices.count > SMALL_FIELD:
            return
        for one, other in pairwise(floor.members for floor in begun.every):
            if min(len(one), len(other)) <= TINY:
                yield one, other

    def fetch(self, nodes: Sequence[int]) -> None:
        """Price the windows of many nodes at once."""
        own: Ints = np.array(nodes, dtype=np.int64)
        mine, other = self.near_targets(own, self.wanted)
        if self.signs is not None:
            more, others = self.near_targets(own, self.counter)
            mine, other = np.append(mine, more), np.append(other, others)
        beside = own[:, None] + np.arange(-self.aside, self.aside + 1)
        mine, other = np.append(mine, np.repeat(own, beside.shape[1])), np.append(other, beside.ravel())
        right = (other >= 0) & (other < self.prices.count) & (other != mine)
        wanted: Bools = np.zeros(self.prices.count, dtype=np.bool_)
        wanted[own] = True
        wide = self.windows[wanted[self.windows // self.prices.count]]
        keys: Ints = np.append(mine[right] * self.prices.count + other[right], wide)
        mine, other = np.divmod(each_once(keys), self.prices.count)
        self.keep(nodes, *self.even(mine, other))

    def near_targets(self, own: Ints, wanted: Ints) -> tuple[Ints, Ints]:
        """Everybody near the place a node is meant for who is meant for a place near it."""
        at = wanted[own][:, None] + np.arange(-self.around, self.around + 1)
        at = np.minimum(np.maximum(at, 0), self.prices.count - 1)
        targets = self.order[at]
        mutual = np.abs(wanted[targets] - self.stands[own][:, None]) <= self.around
        rows = np.broadcast_to(own[:, None], targets.shape)
        return rows[mutual], targets[mutual]

    def counterparts(self, begun: Beginning) -> Ints:
        """Where each one's first partner stands."""
        found: Ints = self.wanted.copy()
        for a, b in enumerate(begun.even.partners if begun.even else ()):
            if a != b and b < self.prices.count:
                found[a] = self.stands[b]
        return found

    def even(self, mine: Ints, other: Ints) -> tuple[Ints, Ints]:
        """Without the far pairs that would be an uneven start on a floor that can do without."""
        if self.signs is None:
            return mine, other
        far = np.abs(self.wanted[mine] - self.stands[other]) > AROUND_EVEN
        far &= np.abs(self.wanted[other] - self.stands[mine]) > AROUND_EVEN
        far &= np.abs(mine - other) > AROUND_SELF
        sign = self.signs[mine]
        alike = (sign == self.signs[other]) & (sign != 0)
        needed = (sign == self.tilts[mine]) & (sign == self.tilts[other])
        keep = ~(far & alike & ~needed)
        return mine[keep], other[keep]

    def keep(self, nodes: Sequence[int], mine: Ints, other: Ints) -> None:
        """Price pairs, and lay them out as rows."""
        limbs, barred = self.prices.of(np.minimum(mine, other), np.maximum(mine, other))
        free = ~barred
        some = Fetched(nodes, mine[free], other[free], [limb[free] for limb in limbs])
        self.fetched.update(dict.fromkeys(nodes, some))
        self.lay(some)

    def lay(self, some: Fetched) -> None:
        """The rows of nodes that were priced together."""
        others = some.other.tolist()
        edges = list(zip(joined(self.less_rungs(some)), others, strict=True))
        ends = np.searchsorted(some.mine, np.array(some.nodes, dtype=np.int64), side="right").tolist()
        start = 0
        for node, end in zip(some.nodes, ends, strict=True):
            row, more = edges[start:end], self.extra.get(node)
            if more:
                row = [edge for edge in row if edge[1] not in more]
                row += [(price - self.rungs(node, b), b) for b, price in more.items()]
            self.rows[node], start = row, end

    def less_rungs(self, some: Fetched) -> Sequence[Ints]:
        """Prices without the rungs between both."""
        if self.standing is None:
            order = {height: at for at, height in enumerate(sorted(set(self.heights)))}
            steps: Ints = np.array([order[height] for height in self.heights], dtype=np.int64)
            self.standing = [steps, *split(self.heights, self.prices.limbs)]
        steps, *heights = self.standing
        way = np.sign(steps[some.other] - steps[some.mine])
        if not way.any():
            return some.limbs
        found = [
            limb - way * (height[some.other] - height[some.mine])
            for limb, height in zip(some.limbs, heights, strict=True)
        ]
        carried(found)
        return found

    def moved(self) -> None:
        """Heights have changed: nothing that was reckoned with them holds."""
        self.rows.clear()
        self.standing = None

    def widen(self, nodes: Sequence[int]) -> bool:
        """Price some nodes against everybody; whether any pair is new."""
        everybody: Ints = np.arange(self.prices.count)
        new = False
        for node in nodes:
            if node in self.full:
                continue
            self.full.add(node)
            known = {other for _, other in self.of(node)}
            for other, price in self.against(node, everybody[everybody != node]):
                if other not in known:
                    self.note(node, other, price)
                    new = True
        return new

    def against(self, node: int, others: Ints) -> Iterator[tuple[int, int]]:
        """The prices of one node against others, those it may not meet left out."""
        if node == self.prices.count:
            yield from self.prices.bye_prices.items()
            return
        limbs, barred = self.prices.of(np.minimum(others, node), np.maximum(others, node))
        for other, price, never in zip(others.tolist(), joined(limbs), barred.tolist(), strict=True):
            if not never:
                yield other, price
        if node in self.prices.bye_prices:
            yield self.prices.count, self.prices.bye_prices[node]

    def ball(self, node: int) -> list[int]:
        """A node, those beside it and their nominal partners, as far as they are not fetched yet."""
        near = range(max(0, node - BALL), min(self.prices.count, node + BALL + 1))
        wanted = {*near, *(self.partners[a] for a in near)}
        return sorted(a for a in wanted if a < self.prices.count and a not in self.fetched)

    def prepare(self, nodes: Sequence[int]) -> None:
        """Fetch around many nodes at once: trees will grow from there."""
        wanted = {a for node in nodes if node < self.prices.count for a in self.ball(node)}
        if wanted:
            self.fetch(sorted(wanted))

    def of(self, node: int) -> Row:
        """The edges of a node: (price, other)."""
        row = self.rows.get(node)
        if row is None:
            if node in self.fetched:
                self.lay(self.fetched[node])
            elif node < self.prices.count:
                self.fetch(self.ball(node))
            else:
                found = self.extra.get(node, {}).items()
                self.rows[node] = [(price - self.rungs(node, b), b) for b, price in found]
            row = self.rows[node]
        return row

    def rungs(self, a: int, b: int) -> int:
        """What the ladder weighs between two nodes."""
        return abs(self.heights[a] - self.heights[b])


def window(a: int, last: int) -> range:
    """The places around one."""
    return range(max(0, a - AROUND_FLOAT), min(last, a + AROUND_FLOAT + 1))


def places(prices: Prices, partners: Sequence[int]) -> tuple[Ints, Ints]:
    """Players in the order the pattern works on, and where in it each one's nominal partner is."""
    near = next((arrays.near for arrays in prices.arrays if arrays.near), None)
    if near is None:
        return np.arange(prices.count), np.array([min(b, prices.count - 1) for b in partners[: prices.count]])
    place, target = (np.array(some, dtype=np.int64)[prices.ids] for some in near)
    order = np.argsort(place, kind="stable")
    return order, np.searchsorted(place[order], target)
