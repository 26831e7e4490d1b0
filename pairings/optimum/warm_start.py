"""The cheapest round of a large field, from the nominal partners on.

Nearly everybody can meet the partner the pattern means, at no price. Those pairs are matched from the start,
with all values at 0; only the few others (rematches, club mates, uneven starts) grow trees, over the pairs
near them. Then every pair there is gets looked at: one that is cheaper than the values allow joins, and the
search goes on from where it was. A float between score groups of odd size cannot be avoided, so its price is
taken off beforehand as a rung of the ladder; a rung that turns out to be crossed more than once is taken
away. What comes out is only called proven when the proof adds up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from itertools import pairwise
from typing import TYPE_CHECKING

from core.later import later
from pairings.event.cancellation import pulse
from pairings.optimum.blossom import EVEN, NEVER, Matching
from pairings.optimum.far_trees import FarMatching
from pairings.optimum.halts import OutOfSteps
from pairings.optimum.limbs import Ints, Unpriceable, carried, joined, split
from pairings.optimum.looks.looking import Looking
from pairings.optimum.neighbours import Neighbours
from pairings.optimum.nominal.beginning import Beginning, beginning
from pairings.optimum.nominal.even_partners import EvenPartners
from pairings.optimum.nominal.rungs import lowest, rungs, together
from pairings.optimum.pricing import Prices
from pairings.optimum.proof import Proof, adds_up, too_cheap

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

Pair = tuple[int, int]
LOOKS, NEAR, SOON = 60, 640, 1024


class NoWay(Exception):
    """The pairs that may be do not pair everybody; caught by whoever asked."""


class Warm:
    """One search: where it stands, and how it goes on."""

    def __init__(self, prices: Prices, begun: Beginning, steps: int, look: int = 0, more: int = 0) -> None:
        self.prices, self.looking = prices, Looking(prices)
        self.look, self.more = look, more
        self.partners = begun.partners
        self.near = Neighbours(prices, begun)
        self.matching: Matching = FarMatching(
            prices.nodes, self.near.of, steps, self.near_enough(), self.missed
        )
        self.share(prices.common // 2)
        if begun.signs is not None:
            self.lean(begun.signs, begun.tilts, begun.half)
        if begun.even is not None:
            self.even_out(begun, begun.even)
        self.seat_bye(begun.sitter)
        self.match_nominal()
        self.near.prepare(self.matching.loose())

    def copy(self, steps: int) -> Warm:
        """The same search to be taken further on its own."""
        twin = copy(self)
        twin.look = twin.more = 0
        twin.near = self.near.copy()
        twin.matching = self.matching.copy(twin.near.of, steps)
        return twin

    def share(self, half: int) -> None:
        """Everybody is worth half of what no two can do without, so that nominal partners are tight all the same."""
        for a in range(self.prices.count if half else 0):
            self.matching.set_value(a, half)

    def lean(self, signs: Ints, tilts: Ints, half: int) -> None:
        """On a floor with a majority side, its members are worth half an uneven start more, the others less."""
        for a, (sign, major) in enumerate(zip(signs.tolist(), tilts.tolist(), strict=True)):
            if major:
                own = self.matching.value[a]
                self.matching.set_value(a, own + (half if sign == major else -half))

    def even_out(self, begun: Beginning, even: EvenPartners) -> None:
        """What everybody is worth on an even floor; those who float as much as their floor allows."""
        shift = next(
            s for s, arrays in zip(self.prices.shifts, self.prices.arrays, strict=True) if arrays.near
        )
        matching = self.matching
        for a, worth in enumerate(even.worth):
            matching.set_value(a, matching.value[a] + (worth << shift))
        values = split(matching.value[: self.prices.count], self.prices.limbs)
        self.fit_open(begun, even, values)
        found = rungs(self.prices, begun.every, even.floats, values, self.near.heights)
        last = self.near.heights[begun.every[-1].members[0]]
        for node in (self.prices.count, begun.sitter) if self.prices.bye is not None else ():
            self.near.heights[node] = last
        self.near.moved()
        for a, b, price in found:
            self.near.note(a, b, price)

    def fit_open(self, begun: Beginning, even: EvenPartners, values: Sequence[Ints]) -> None:
        """Who floats, or is meant to, is worth what the cheapest partner on the own floor leaves; one after the other.

        Not where everybody there floats: they are no partners for each other, and often have just met.
        """
        floor_of = {node: floor.members for floor in begun.every for node in floor.members}
        floating = {*even.open_}
        open_ = [a for a in even.open_ if not floating.issuperset(floor_of[a])]
        ways = []
        for a in open_:
            others: Ints = np.array([b for b in floor_of[a] if b != a], dtype=np.int64)
            ways.append((np.full_like(others, a), others))
        _, others, limbs, barred, ends = together(self.prices, ways)
        for a, (start, end) in zip(open_, pairwise(ends), strict=True):
            free = start + np.flatnonzero(~barred[start:end])
            if len(free):
                spare = [limb[free] - own[others[free]] for limb, own in zip(limbs, values, strict=True)]
                carried(spare)
                self.matching.set_value(a, lowest(spare))
            for limb, own in zip(values, split([self.matching.value[a]], len(values)), strict=True):
                limb[a] = own[0]

    def seat_bye(self, sitter: int) -> None:
        """The bye's value is the cheapest bye; who means to sit out gives way to nobody else."""
        row = sorted((price, a) for price, a in self.near.of(self.prices.count)) if self.prices.bye else []
        if not row:
            return
        half = self.prices.common // 2
        least = row[0][0] - half
        if row[0][1] == sitter and len(row) > 1:
            least = row[1][0] - half
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
        self.match_tight([(a, b, self.prices.bye_prices[a]) for a, b in byes])

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
        pulse()
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
        """Take in the pairs that are too cheap, and lower the values that made them so; how many.

        Whoever has come to a first look gets the steps that were kept back for the rest.
        """
        self.matching.steps -= self.look
        if self.matching.steps < 0:
            raise OutOfSteps
        self.matching.steps, self.more = self.matching.steps + self.more, 0
        found = sorted(too_cheap(self.prices, self.proof(), self.looking), reverse=True)
        often = Counter(node for _, a, b, _ in found for node in (a, b))
        for _, a, b, price in found:
            self.take_in(a, b, price, often)
        return len(found)

    def near_enough(self) -> int:
        """How far a tree may move values unseen: in a small field as far as it likes, for all is soon looked at."""
        return NEAR * self.prices.near_unit if self.prices.count > SOON else NEVER

    def missed(self, grown: Sequence[int]) -> list[tuple[int, int, int]]:
        """List the pairs of some nodes that are too cheap, the worst of each; told with their price less the rungs."""
        matching, players = self.matching, [a for a in grown if a < self.prices.count]
        some: Ints = np.array(players, dtype=np.int64)
        pulse()
        found = [*self.looking.too_cheap(matching.load, self.near.heights, matching.sets(), some)]
        for _, a, b, price in found:
            self.near.note(a, b, price)
        return [(a, b, price - self.near.rungs(a, b)) for _, a, b, price in found]

    def take_in(self, a: int, b: int, price: int, often: Mapping[int, int]) -> None:
        """One pair that is too cheap; who is in more of them gives way, and at last who is worth more."""
        if b not in self.near.extra.get(a, {}):
            self.near.note(a, b, price)
        load = self.matching.load
        pair = sorted((a, b), key=lambda one: (-often[one], -load[one], one))
        self.matching.bring_down(pair, price - self.near.rungs(a, b))

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
        self.near.moved()
        self.free_crossing(old)

    def free_crossing(self, old: Sequence[int]) -> None:
        """Free every matched pair whose ends have come nearer to each other, and forget every blossom with such."""
        matching, heights = self.matching, self.near.heights
        for blossom in list(matching.kids):
            inside = matching.inside.get(blossom, [])
            if len({old[node] for node in inside}) > 1:
                while blossom in matching.kids:
                    matching.dissolve(matching.top[inside[0]])
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


def solve_warm(
    prices: Prices,
    targets: Sequence[int],
    steps: int,
    look: int = 0,
    begun: Beginning | None = None,
    more: int = 0,
) -> Warm | None:
    """A search that ended with the cheapest pairs and their proof; None when it did not.

    `steps` is how many edges it may look at, `more` how many besides after its first look at all pairs; each look counts
    as `look` of them.
    """
    try:
        search = Warm(prices, begun or beginning(prices, targets), steps, look, more)
    except (OutOfSteps, Unpriceable):
        return None
    return search if ended(search) else None
