"""Prices of many pairs at once, exactly: the tiers packed side by side into whole numbers of 60 bits (limbs).

Every tier has room for the largest sum a whole round can reach, so the cheapest packed sum is the
lexicographically cheapest vector. A limb holds whole tiers; the first limb holds the least important ones.
All prices are doubled, so that the values of a proof are whole numbers too. Players are numbered by their
place among those to be paired (0 first); the bye comes last.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from core.later import later
from pairings.optimum.limbs import LIMB, MASK, Bools, Ints, Unpriceable, each_once, joined, split
from pairings.optimum.tiers import Arrays, Tier, Tiers

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

Pair = tuple[int, int]
ROOM = LIMB - 2
BARRED = 1 << 62
ROWS_MAX, WIDE = 2048, 6000


def shifts_of(bounds: Sequence[int]) -> list[int]:
    """Where each tier begins, in bits; no tier lies in two limbs. Bit 0 stays free: prices are doubled."""
    at, found = 1, [0] * len(bounds)
    for tier in range(len(bounds) - 1, -1, -1):
        width = bounds[tier].bit_length()
        if width > ROOM - 1:
            raise Unpriceable
        if at % LIMB + width > ROOM:
            at += LIMB - at % LIMB
        found[tier] = at
        at += width
    return found


class Prices:
    """The prices of one round. `players` are field indexes, highest standing first; `bye` the bye's index."""

    def __init__(
        self, tiers: Tiers, players: Sequence[int], bye: int | None, banned: Iterable[Pair] = ()
    ) -> None:
        self.tiers, self.players, self.bye = tiers, list(players), bye
        self.ids: Ints = np.array(self.players, dtype=np.int64)
        self.count = len(self.players)
        self.at = {i: at for at, i in enumerate(self.players)}
        self.banned = self.local(banned)
        self.arrays = [tier.arrays or by_rows(tier, self.players) for tier in tiers]
        self.bye_vectors = self.byes()
        bounds = [self.bound(tier) for tier in range(len(tiers))]
        self.shifts = shifts_of(bounds)
        self.limbs = 1 + max(self.shifts, default=0) // LIMB
        ends = [
            (s // LIMB, s % LIMB + bound.bit_length()) for s, bound in zip(self.shifts, bounds, strict=True)
        ]
        self.widths = [max((end for at, end in ends if at == k), default=0) for k in range(self.limbs)]
        self.bits = sum(self.widths)

    def local(self, pairs: Iterable[Pair]) -> list[Pair]:
        """Pairs of field indexes by place; those of others are left out."""
        at = self.at if self.bye is None else {**self.at, self.bye: self.count}
        return [(at[i], at[j]) for i, j in pairs if i in at and j in at]

    def byes(self) -> dict[int, list[int]]:
        """What sitting out costs each who may, tier by tier."""
        if self.bye is None:
            return {}
        barred = {i for i, j in self.banned if j == self.count}
        rows = [(at, i) for at, i in enumerate(self.players) if at not in barred]
        return {at: [tier.bye(i) for tier in self.tiers] for at, i in rows}

    def bound(self, tier: int) -> int:
        """The most a whole round can add up to in a tier."""
        arrays = self.arrays[tier]
        top = arrays.most + max((arrays.some or {}).values(), default=0)
        return top * (self.count // 2) + max((v[tier] for v in self.bye_vectors.values()), default=0)

    def silent_on(self, partners: Sequence[int]) -> Prices:
        """The same, but the last tier, which only decides between equals, is silent on these partners (by place)."""
        twin = copy(self)
        last, grid = self.arrays[-1], self.arrays[-1].grid
        if self.tiers[-1].name != "tie" or grid is None:
            return twin
        meant: Ints = np.full(max(self.players, default=0) + 1, -1, dtype=np.int64)
        games = [(a, b) for a, b in enumerate(partners[: self.count]) if b < self.count]
        meant[self.ids[[a for a, _ in games]]] = self.ids[[b for _, b in games]]
        twin.arrays = [*self.arrays[:-1], replace(last, grid=lambda i, j: grid(i, j) * (meant[i] != j))]
        return twin

    @cached_property
    def bye_prices(self) -> dict[int, int]:
        """What sitting out costs each who may, packed."""
        return {at: self.pack(vector) for at, vector in self.bye_vectors.items()}

    @property
    def nodes(self) -> int:
        """Players, and the bye when there is one."""
        return self.count + (self.bye is not None)

    @property
    def pairs(self) -> int:
        """How many pairs and byes there may be."""
        barred = sum(b < self.count for _, b in self.banned)
        return self.count * (self.count - 1) // 2 - barred + len(self.bye_vectors)

    @property
    def gap_unit(self) -> int:
        """What a step of one level costs, packed; 1 where no tier has levels."""
        return next(
            (1 << s for s, x in zip(self.shifts, self.arrays, strict=True) if x.levels is not None), 1
        )

    @property
    def near_unit(self) -> int:
        """What a step off the pattern costs, packed; 0 where no tier has one."""
        return next((1 << s for s, x in zip(self.shifts, self.arrays, strict=True) if x.near), 0)

    @property
    def common(self) -> int:
        """What every two players cost at least, packed: those of one club where all belong to it."""
        return sum(x.common << s for s, x in zip(self.shifts, self.arrays, strict=True))

    def pack(self, vector: Sequence[int]) -> int:
        """A price by tiers as one number."""
        return sum(value << shift for value, shift in zip(vector, self.shifts, strict=True))

    def tightened(self, packed: int) -> int:
        """A packed price with no room between the limbs."""
        total, bit = 0, 0
        for k, width in enumerate(self.widths):
            total += (packed >> LIMB * k & MASK) << bit
            bit += width
        return total

    @cached_property
    def table(self) -> tuple[Ints, list[Ints]]:
        """Pairs with a price of their own (or none at all), sorted by key, and what they add to the grids."""
        layers = [(*self.own(x.some), s) for x, s in zip(self.arrays, self.shifts, strict=True) if x.some]
        barred: Ints = np.array(
            [a * self.count + b for a, b in self.banned if b < self.count], dtype=np.int64
        )
        keys: Ints = each_once(np.concatenate([barred, *(own for own, _, _ in layers)]))
        limbs: list[Ints] = [np.zeros(len(keys), dtype=np.int64) for _ in range(self.limbs)]
        for own, price, shift in layers:
            limbs[shift // LIMB][np.searchsorted(keys, own)] += price << shift % LIMB
        limbs[-1][np.searchsorted(keys, barred)] = BARRED
        return keys, limbs

    def own(self, some: Mapping[Pair, int]) -> tuple[Ints, Ints]:
        """The keys of single pairs of one tier, and their prices."""
        at, count = self.at, self.count
        found = {at[i] * count + at[j]: price for (i, j), price in some.items() if i in at and j in at}
        keys: Ints = np.fromiter(found, dtype=np.int64, count=len(found))
        return keys, np.fromiter(found.values(), dtype=np.int64, count=len(found))

    @cached_property
    def in_table(self) -> Bools:
        """Whether a pair stands in the table, by key."""
        found: Bools = np.zeros(self.count * self.count, dtype=np.bool_)
        found[self.table[0]] = True
        return found

    def grids(self) -> list[tuple[Arrays, int, int]]:
        """The tiers that price by arrays, the most important first, with limb and bit."""
        found = zip(self.arrays, self.shifts, strict=True)
        return [(arrays, shift // LIMB, shift % LIMB) for arrays, shift in found if arrays.grid]

    def add_table(self, a: Ints, b: Ints, total: list[Ints], sign: int = 1) -> Bools:
        """Add what single pairs cost (times `sign`); says which pairs are barred."""
        keys, limbs = self.table
        barred: Bools = np.zeros(a.shape, dtype=np.bool_)
        if not len(keys):
            return barred
        wanted = a * self.count + b
        if self.count <= WIDE:
            hit = np.flatnonzero(self.in_table[wanted])
        else:
            at = np.searchsorted(keys, wanted).clip(max=len(keys) - 1)
            hit = np.flatnonzero(keys[at] == wanted)
        at = np.searchsorted(keys, wanted[hit])
        barred[hit] = limbs[-1][at] == BARRED
        for k, limb in enumerate(limbs):
            total[k][hit] += sign * np.where(limbs[-1][at] == BARRED, 0, limb[at])
        return barred

    def of(self, a: Ints, b: Ints) -> tuple[list[Ints], Bools]:
        """The prices of pairs of players (a before b) in limbs, and which pairs are barred."""
        total: list[Ints] = [np.zeros(a.shape, dtype=np.int64) for _ in range(self.limbs)]
        i, j = self.ids[a], self.ids[b]
        for arrays, limb, bit in self.grids():
            assert arrays.grid is not None
            total[limb] += arrays.grid(i, j) << bit
        barred = self.add_table(a, b, total)
        return total, barred

    @cached_property
    def sitting(self) -> tuple[list[Ints], Bools]:
        """What sitting out costs each player, in limbs, and who may not."""
        packed = [self.bye_prices.get(a, 0) for a in range(self.count)]
        return split(packed, self.limbs), np.array([a not in self.bye_vectors for a in range(self.count)])

    def with_byes(self, a: Ints, b: Ints) -> tuple[list[Ints], Bools]:
        """As `of`, but b may be the bye (a may not)."""
        byes = b >= self.count
        if not byes.any():
            return self.of(a, b)
        limbs, barred = self.of(a, np.where(byes, a, b))
        sitting, never = self.sitting
        limbs = [np.where(byes, mine[a], limb) for limb, mine in zip(limbs, sitting, strict=True)]
        return limbs, np.where(byes, never[a], barred)

    def one(self, a: int, b: int) -> int | None:
        """The price of one pair or bye as a number; None when it may not be."""
        a, b = (a, b) if a < b else (b, a)
        if b == self.count:
            return self.bye_prices.get(a)
        limbs, barred = self.of(np.array([a]), np.array([b]))
        return None if barred[0] else joined(limbs)[0]


def by_rows(tier: Tier, players: Sequence[int]) -> Arrays:
    """Arrays for a tier that only prices row by row: every pair is asked once."""
    count = len(players)
    if count > ROWS_MAX:
        raise Unpriceable
    size = max(players, default=0) + 1
    whole: Ints = np.zeros((size, size), dtype=np.int64)
    most = 0
    try:
        for at, i in enumerate(players[:-1]):
            row = tier.row(i, players[at + 1 :])
            whole[i, players[at + 1 :]] = row
            most = max(most, *row) if len(row) > 1 else max(most, row[0])
    except OverflowError as far:
        raise Unpriceable from far
    return Arrays(grid=lambda i, j: whole[i, j], most=most)
