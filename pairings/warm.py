"""The cheapest round of a large field, from the nominal partners on.

Nearly everybody can meet the partner the pattern means, at no price. Those pairs are matched from the start,
with all values at 0; only the few others (rematches, club mates, uneven starts) grow trees, over the pairs
near them. Then every pair there is gets looked at: one that is cheaper than the values allow joins, and the
search goes on from where it was. A float between score groups of odd size cannot be avoided, so its price is
taken off beforehand as a rung of the ladder; a rung that turns out to be crossed more than once is taken
away. What comes out is only called proven when the proof adds up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from pairings.blossom import EVEN, Matching, OutOfSteps, Row
from pairings.pricing import Ints, Prices, Unpriceable, joined
from pairings.proof import Proof, adds_up, too_cheap
from pairings.pulse import pulse

Pair = tuple[int, int]
AROUND_TARGET, AROUND_SELF, AROUND_FLOAT, SITTERS = 8, 3, 5, 24
AROUND_EVEN, FAR = 3, (12, 8)
LOOKS = 60
BALL = 8


class NoWay(Exception):
    """The pairs that may be do not pair everybody; caught by whoever asked."""


class Neighbours:
    """Whom each node is priced against, fetched when first asked for; the ladder is taken off."""

    def __init__(
        self,
        prices: Prices,
        partners: Sequence[int],
        heights: list[int],
        every: Sequence[Floor],
        signs: Ints | None,
        tilts: Ints,
    ) -> None:
        self.prices, self.partners, self.heights = prices, partners, heights
        self.raw: dict[int, dict[int, int]] = {}
        self.rows: dict[int, Row] = {}
        self.extra: dict[int, dict[int, int]] = {}
        self.full: set[int] = set()
        self.order, self.wanted = places(prices, partners)
        self.stands: Ints = np.argsort(self.order)
        self.signs, self.tilts = signs, tilts
        self.around, self.aside = (AROUND_TARGET, AROUND_SELF) if signs is None else FAR
        self.counter = self.counterparts(every)
        self.windows = self.float_windows()
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

    def counterparts(self, every: Sequence[Floor]) -> Ints:
        """Where the k-th of one side is on a floor who is meant for the k-th of the other."""
        found: Ints = self.wanted.copy()
        signs = self.signs if self.signs is not None else np.zeros_like(found)
        for floor in every:
            own: Ints = np.array(floor.members, dtype=np.int64)
            down = self.wanted[own] > self.stands[own]
            for sign in (1, -1):
                ones, others = own[down & (signs[own] == sign)], own[~down & (signs[own] != sign)]
                if len(ones) and len(others):
                    ones = ones[np.argsort(self.wanted[ones], kind="stable")]
                    others = others[np.argsort(self.stands[others], kind="stable")]
                    found[ones] = self.stands[others][np.arange(len(ones)) * len(others) // len(ones)]
                    found[others] = self.stands[ones][np.arange(len(others)) * len(ones) // len(others)]
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

    def of(self, node: int) -> Row:
        """The edges of a node: (price, other)."""
        row = self.rows.get(node)
        if row is None:
            if node < self.prices.count and node not in self.raw:
                self.fetch(self.ball(node))
            every = {**self.raw.get(node, {}), **self.extra.get(node, {})}
            row = [(price - self.rungs(node, b), b) for b, price in every.items()]
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


def partners_of(prices: Prices, targets: Sequence[int]) -> list[int]:
    """Each node's nominal partner by place; himself where there is none. The bye's is who means to sit out."""
    found = [prices.at.get(targets[i], a) if targets else a for a, i in enumerate(prices.players)]
    found = [b if found[b] == a else a for a, b in enumerate(found)]
    if prices.bye is None:
        return found
    alone = [a for a, b in enumerate(found) if a == b and a in prices.bye_vectors]
    if not alone:
        return [*found, prices.count]
    sitter = min(alone, key=lambda a: (prices.pack(prices.bye_vectors[a]), a))
    return [*(prices.count if a == sitter else b for a, b in enumerate(found)), sitter]


@dataclass(slots=True)
class Floor:
    """Players of one level who follow each other, and which side has more of them than the others together."""

    members: list[int]
    level: int
    tilt: int = 0


def floors(prices: Prices, sitter: int) -> list[Floor]:
    """Score groups from the top without who sits out; empty when the levels do not fall from top to bottom."""
    levels = next((arrays.levels for arrays in prices.arrays if arrays.levels is not None), None)
    found: list[Floor] = []
    for a, i in enumerate(prices.players):
        if a == sitter or levels is None:
            continue
        if not found or found[-1].level != levels[i]:
            found.append(Floor([], levels[i]))
        found[-1].members.append(a)
    falling = all(one.level > two.level for one, two in pairwise(found))
    return found if falling else []


def signs_of(prices: Prices) -> tuple[Ints | None, int]:
    """On which side each player is, and half the price of two on one side; None when floors say nothing of it."""
    at = next((k for k, arrays in enumerate(prices.arrays) if arrays.sides is not None), -1)
    top = next((k for k, arrays in enumerate(prices.arrays) if arrays.levels is not None), len(prices.tiers))
    sides = prices.arrays[at].sides if at > top else None
    if sides is None:
        return None, 0
    return np.sign(np.array(sides, dtype=np.int64)[prices.ids]), 1 << prices.shifts[at] - 1


def tilt(signs: Ints, every: Sequence[Floor]) -> Ints:
    """Which side has the majority on each player's floor, 0 none.

    Where both are level, the floor above decides: it costs nothing.
    """
    tilts: Ints = np.zeros(len(signs), dtype=np.int64)
    before = 0
    for floor in every:
        own = signs[floor.members].tolist()
        over = 2 * max(own.count(1), own.count(-1)) - len(own)
        major = 1 if own.count(1) >= own.count(-1) else -1
        floor.tilt = before = major if over > 0 else before if over == 0 and 0 not in own else 0
        tilts[floor.members] = floor.tilt
    return tilts


def ladder(prices: Prices, every: Sequence[Floor], half: int, sitter: int) -> list[int]:
    """Heights: one rung wherever an odd number of players stands above the end of a floor.

    It weighs what the step down costs, less what the two floors would gain by it. Who sits out stands beside
    the bye, below everybody.
    """
    shift = next((s for s, arrays in zip(prices.shifts, prices.arrays, strict=True) if arrays.levels), 0)
    heights, height, above = [0] * prices.nodes, 0, 0
    for at, floor in enumerate(every):
        if above % 2:
            gap, turn = every[at - 1].level - floor.level, abs(every[at - 1].tilt - floor.tilt)
            height += (gap * gap << shift) - turn * half
        for a in floor.members:
            heights[a] = height
        above += len(floor.members)
    for node in (prices.count, sitter) if prices.bye is not None else ():
        heights[node] = height
    return heights


class Warm:
    """One search: where it stands, and how it goes on."""

    def __init__(self, prices: Prices, targets: Sequence[int], steps: int) -> None:
        self.prices = prices
        self.partners = partners_of(prices, targets)
        sitter = self.partners[prices.count] if prices.bye is not None else -1
        every = floors(prices, sitter)
        signs, half = signs_of(prices)
        tilts = tilt(signs, every) if signs is not None else np.zeros(prices.count, dtype=np.int64)
        heights = ladder(prices, every, half, sitter)
        self.near = Neighbours(prices, self.partners, heights, every, signs, tilts)
        self.matching = Matching(prices.nodes, self.near.of, steps)
        if signs is not None:
            self.lean(signs, tilts, half)
        self.seat_bye()
        self.match_nominal()

    def copy(self, steps: int) -> Warm:
        """The same search to be taken further on its own."""
        twin = copy(self)
        twin.near = self.near.copy()
        twin.matching = self.matching.copy(twin.near.of, steps)
        return twin

    def lean(self, signs: Ints, tilts: Ints, half: int) -> None:
        """On a floor with a majority side, its members are worth half an uneven start, the others less."""
        for a, (sign, major) in enumerate(zip(signs.tolist(), tilts.tolist(), strict=True)):
            if major:
                self.matching.set_value(a, half if sign == major else -half)

    def seat_bye(self) -> None:
        """The bye's value is the cheapest bye; who means to sit out gives way to nobody else."""
        row = sorted((price, a) for price, a in self.near.of(self.prices.count)) if self.prices.bye else []
        if not row:
            return
        sitter = self.partners[self.prices.count]
        least = row[0][0]
        if row[0][1] == sitter and len(row) > 1:
            least = row[1][0]
            self.matching.set_value(sitter, row[0][0] - least)
        self.matching.set_value(self.prices.count, least)

    def match_nominal(self) -> None:
        """Match every nominal pair whose price is just what the values say."""
        pairs = [(a, b) for a, b in enumerate(self.partners) if a < b]
        games = [(a, b) for a, b in pairs if b < self.prices.count]
        ones, others = (np.array([pair[k] for pair in games], dtype=np.int64) for k in (0, 1))
        limbs, barred = self.prices.of(ones, others)
        costs = zip(games, joined(limbs), barred.tolist(), strict=True)
        self.match_tight([(a, b, price) for (a, b), price, never in costs if not never])
        byes = [(a, b) for a, b in pairs if b == self.prices.count]
        self.match_tight([(a, b, self.prices.pack(self.prices.bye_vectors[a])) for a, b in byes])

    def match_tight(self, pairs: Sequence[tuple[int, int, int]]) -> None:
        """Match the pairs that cost no more than their values."""
        matching = self.matching
        for a, b, price in pairs:
            if price - self.near.rungs(a, b) == matching.load[a] + matching.load[b]:
                matching.mate[a], matching.mate[b] = b, a

    def proof(self) -> Proof:
        """What the search knows now."""
        matching = self.matching
        return Proof(tuple(matching.value), tuple(matching.sets()), tuple(self.near.heights))

    def pairs(self) -> list[Pair]:
        """The pairs so far, by place."""
        return [(a, b) for a, b in enumerate(self.matching.mate) if a < b]

    def settled(self) -> bool:
        """Match everybody, look at all pairs, take the rungs crossed too often away; whether nothing changed."""
        while loose := self.matching.loose():
            for node in loose:
                pulse()
                while not self.matching.grow_from(node):
                    if not self.near.widen(self.reached()):
                        raise NoWay
        return not self.amend() and not self.take_rungs()

    def reached(self) -> list[int]:
        """The nodes from which a tree found no way on."""
        tops = [top for top, label in self.matching.label.items() if label == EVEN]
        return sorted(node for top in tops for node in self.matching.leaves(top))

    def amend(self) -> int:
        """Take in the pairs that are too cheap, and lower the values that made them so; how many."""
        found = sorted(too_cheap(self.prices, self.proof()), reverse=True)
        for _, a, b, price in found:
            self.take_in(a, b, price)
        return len(found)

    def take_in(self, a: int, b: int, price: int) -> None:
        """One pair that is too cheap."""
        if b not in self.near.extra.get(a, {}):
            self.near.note(a, b, price)
        self.matching.put_right(a, b, price - self.near.rungs(a, b))

    def take_rungs(self) -> bool:
        """Take the rungs away that more than one pair crosses, and free those pairs."""
        heights = self.near.heights
        spans = [sorted((heights[a], heights[b])) for a, b in self.pairs()]
        steps = sorted(set(heights))
        gone = {
            high for low, high in pairwise(steps) if sum(down <= low and up >= high for down, up in spans) > 1
        }
        if gone:
            self.lower_ladder(steps, gone)
        return bool(gone)

    def lower_ladder(self, steps: Sequence[int], gone: set[int]) -> None:
        """Take rungs away; pairs that crossed them are no longer tight."""
        new, height = {}, 0
        for at, high in enumerate(steps):
            height += high - steps[at - 1] if at and high not in gone else 0
            new[high] = height
        old = list(self.near.heights)
        self.near.heights[:] = [new[height] for height in old]
        self.near.rows.clear()
        self.free_crossing(old)

    def free_crossing(self, old: Sequence[int]) -> None:
        """Free every matched pair, and every blossom, whose ends have come nearer to each other."""
        matching, heights = self.matching, self.near.heights
        for blossom in [one for one in matching.kids if one in matching.kids]:
            inside = matching.inside.get(blossom, [])
            if len({old[node] for node in inside}) > 1:
                for node in inside:
                    matching.free(node)
        for a, b in self.pairs():
            if abs(old[a] - old[b]) != abs(heights[a] - heights[b]):
                matching.free(a)


def ended(search: Warm, gift: int = 0) -> bool:
    """Go on until the search ends with a proof; False when it does not.

    `settled` has looked at every pair with the very values that then have to add up.
    """
    try:
        done = any(search.settled() for _ in range(LOOKS))
        return done and adds_up(search.prices, search.proof(), search.pairs(), gift)
    except (OutOfSteps, NoWay, Unpriceable):
        return False


def solve_warm(prices: Prices, targets: Sequence[int], steps: int) -> Warm | None:
    """A search that ended with the cheapest pairs and their proof; None when it did not."""
    try:
        search = Warm(prices, targets, steps)
    except (OutOfSteps, Unpriceable):
        return None
    return search if ended(search) else None
