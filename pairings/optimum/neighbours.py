"""Whom each node is priced against: near its nominal partner, beside itself, around floats; the rest if asked.

A pair stands in the rows of both or of neither, whatever is fetched first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import pairwise
from typing import TYPE_CHECKING

from core.later import later
from pairings.optimum.blossom import Row
from pairings.optimum.nominal.beginning import Beginning
from pairings.optimum.pricing import Ints, Prices, joined

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

AROUND_TARGET, AROUND_SELF, AROUND_FLOAT, SITTERS = 8, 3, 5, 24
AROUND_EVEN, FAR = 3, (8, 3)
BALL = 6
TINY, SMALL_FIELD = 3, 400


class Neighbours:
    """Whom each node is priced against, fetched when first asked for; the ladder is taken off."""

    def __init__(self, prices: Prices, begun: Beginning) -> None:
        self.prices, self.partners, self.heights = prices, begun.nominal, list(begun.heights)
        self.raw: dict[int, dict[int, int]] = {}
        self.rows: dict[int, Row] = {}
        self.extra: dict[int, dict[int, int]] = {}
        self.full: set[int] = set()
        self.order, self.wanted = places(prices, begun.nominal)
        self.stands: Ints = np.argsort(self.order)
        self.signs, self.tilts = begun.signs, begun.tilts
        self.around, self.aside = (AROUND_TARGET, AROUND_SELF) if begun.signs is None else FAR
        self.counter = self.counterparts(begun)
        self.windows = self.float_windows()
        self.tiny_floors(begun)
        self.sitters()

    def copy(self) -> Neighbours:
        """The same rows, so that more can be noted without touching these."""
        twin = copy(self)
        twin.raw, twin.rows, twin.full = dict(self.raw), dict(self.rows), set(self.full)
        twin.extra = {node: dict(row) for node, row in self.extra.items()}
        twin.heights = list(self.heights)
        return twin

    def sitters(self) -> None:
        """The bye's cheapest players."""
        packed = {a: self.prices.pack(vector) for a, vector in self.prices.bye_vectors.items()}
        for a in sorted(packed, key=lambda a: (packed[a], a))[:SITTERS]:
            self.note(a, self.prices.count, packed[a])

    def note(self, a: int, b: int, price: int) -> None:
        """Remember a pair beyond the windows, on both sides."""
        for one, other in ((a, b), (b, a)):
            self.extra.setdefault(one, {})[other] = price
            self.rows.pop(one, None)

    def float_windows(self) -> dict[int, set[int]]:
        """Around each nominal pair of two score groups: everybody near the one with everybody near the other."""
        found: dict[int, set[int]] = {}
        last = self.prices.count
        for a, b in enumerate(self.partners):
            if a < b < last and self.heights[a] != self.heights[b]:
                ones, others = window(a, last), window(b, last)
                for one in ones:
                    found.setdefault(one, set()).update(others)
                for other in others:
                    found.setdefault(other, set()).update(ones)
        return found

    def tiny_floors(self, begun: Beginning) -> None:
        """Where starts count: everybody on a floor of two or three with everybody on the floors around it, for they float far.

        In a large field too many stand there; trees that go far are looked at before they are kept instead.
        """
        if begun.even is None or self.prices.count > SMALL_FIELD:
            return
        for one, other in pairwise(floor.members for floor in begun.every):
            if min(len(one), len(other)) <= TINY:
                for a in one:
                    self.windows.setdefault(a, set()).update(other)
                for b in other:
                    self.windows.setdefault(b, set()).update(one)

    def fetch(self, nodes: Sequence[int]) -> None:
        """Price the windows of many nodes at once."""
        own: Ints = np.array(nodes, dtype=np.int64)
        mine, other = self.near_targets(own, self.wanted)
        if self.signs is not None:
            more, others = self.near_targets(own, self.counter)
            mine, other = np.append(mine, more), np.append(other, others)
        beside = own[:, None] + np.arange(-self.aside, self.aside + 1)
        mine, other = np.append(mine, np.repeat(own, beside.shape[1])), np.append(other, beside.ravel())
        wide = [(a, b) for a in nodes for b in self.windows.get(a, ())]
        if wide:
            more = np.array(wide, dtype=np.int64)
            mine, other = np.append(mine, more[:, 0]), np.append(other, more[:, 1])
        right = (other >= 0) & (other < self.prices.count) & (other != mine)
        self.keep(nodes, *self.even(mine[right], other[right]))

    def near_targets(self, own: Ints, wanted: Ints) -> tuple[Ints, Ints]:
        """Everybody near the place a node is meant for who is meant for a place near it."""
        at = np.clip(
            wanted[own][:, None] + np.arange(-self.around, self.around + 1), 0, self.prices.count - 1
        )
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
        """Price pairs and keep them by node."""
        limbs, barred = self.prices.of(np.minimum(mine, other), np.maximum(mine, other))
        for a in nodes:
            self.raw[a] = {}
        found = zip(mine.tolist(), other.tolist(), joined(limbs), barred.tolist(), strict=True)
        for a, b, price, never in found:
            if not never:
                self.raw[a][b] = price

    def widen(self, nodes: Sequence[int]) -> bool:
        """Price some nodes against everybody; whether any pair is new."""
        everybody: Ints = np.arange(self.prices.count)
        new = False
        for node in nodes:
            if node in self.full:
                continue
            self.full.add(node)
            known = self.extra.get(node, {}).keys() | self.raw.get(node, {}).keys()
            for other, price in self.against(node, everybody[everybody != node]):
                if other not in known:
                    self.note(node, other, price)
                    new = True
        return new

    def against(self, node: int, others: Ints) -> Iterator[tuple[int, int]]:
        """The prices of one node against others, those it may not meet left out."""
        if node == self.prices.count:
            yield from ((a, self.prices.pack(vector)) for a, vector in self.prices.bye_vectors.items())
            return
        limbs, barred = self.prices.of(np.minimum(others, node), np.maximum(others, node))
        for other, price, never in zip(others.tolist(), joined(limbs), barred.tolist(), strict=True):
            if not never:
                yield other, price
        if node in self.prices.bye_vectors:
            yield self.prices.count, self.prices.pack(self.prices.bye_vectors[node])

    def ball(self, node: int) -> list[int]:
        """A node, those beside it and their nominal partners, as far as they are not fetched yet."""
        near = range(max(0, node - BALL), min(self.prices.count, node + BALL + 1))
        wanted = {*near, *(self.partners[a] for a in near)}
        return sorted(a for a in wanted if a < self.prices.count and a not in self.raw)

    def prepare(self, nodes: Sequence[int]) -> None:
        """Fetch around many nodes at once: trees will grow from there."""
        wanted = {a for node in nodes if node < self.prices.count for a in self.ball(node)}
        if wanted:
            self.fetch(sorted(wanted))

    def of(self, node: int) -> Row:
        """The edges of a node: (price, other)."""
        row = self.rows.get(node)
        if row is None:
            if node < self.prices.count and node not in self.raw:
                self.fetch(self.ball(node))
            every = {**self.raw.get(node, {}), **self.extra.get(node, {})}
            heights = self.heights
            own = heights[node]
            row = [(price - abs(own - heights[b]), b) for b, price in every.items()]
            self.rows[node] = row
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
