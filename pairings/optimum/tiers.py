"""A tier: one named price of pairs and byes, for pair after pair or for arrays of them. Which there are: `costs.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from core.later import later

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = later("numpy")


LIMIT_BITS = 120
Row = Callable[[int, Sequence[int]], list[int]]
Pair = tuple[int, int]
Ints: TypeAlias = "NDArray[np.int64]"
Grid = Callable[[Ints, Ints], Ints]


def no_bye_price(i: int) -> int:
    """The price of a bye in a tier that says nothing on byes."""
    return 0


@dataclass(frozen=True, slots=True)
class Arrays:
    """A tier's prices for many pairs at once: what `grid` says of arrays i and j (i before j), `most` at most,
    and what `some` single pairs cost besides.

    `levels`, where given, promise that a pair costs at least the square of the difference of its levels.
    `near` gives each player's place and the place of his nominal partner. `sides`: two players on the same
    side of 0 cost 1 or more. `common`: what every two cost at least.
    """

    grid: Grid | None = None
    most: int = 0
    some: Mapping[Pair, int] | None = None
    levels: Sequence[int] | None = None
    near: tuple[Sequence[int], Sequence[int]] | None = None
    sides: Sequence[int] | None = None
    common: int = 0


@dataclass(frozen=True, slots=True)
class Tier:
    """A named price: `row(i, js)` for i against each of js, `bye(i)` for sitting out.

    `arrays` says the same of all pairs at once; a tier without them is asked row by row.
    """

    name: str
    row: Row
    bye: Callable[[int], int] = no_bye_price
    arrays: Arrays | None = None

    def pair(self, i: int, j: int) -> int:
        """The price of one pair."""
        return self.row(min(i, j), (max(i, j),))[0]


Tiers = Sequence[Tier]


def single(name: str, prices: Mapping[Pair, int], bye: Callable[[int], int] = no_bye_price) -> Tier:
    """A tier in which only some pairs (the higher standing first) cost anything."""

    def row(i: int, js: Sequence[int]) -> list[int]:
        return [prices.get((i, j), 0) for j in js]

    return Tier(name, row, bye, Arrays(some=prices))


def unless_meant(name: str, partners: Sequence[int], bye: Callable[[int], int] = no_bye_price) -> Tier:
    """One for every pair but those of two who are meant for each other; -1 (or himself): meant for nobody."""
    meant: Ints = np.array(partners, dtype=np.int64)

    def row(i: int, js: Sequence[int]) -> list[int]:
        wanted = partners[i]
        return [int(j != wanted) for j in js]

    return Tier(name, row, bye, Arrays(lambda i, j: (meant[i] != j).astype(np.int64), 1))


def apart_squared(name: str, places: Sequence[int], free: int = 0) -> Tier:
    """Steps between two places beyond `free` of them, squared."""
    known: Ints = np.array(places, dtype=np.int64)

    def row(i: int, js: Sequence[int]) -> list[int]:
        mine = places[i]
        return [(abs(places[j] - mine) - free) ** 2 for j in js]

    most = max(free, max(places, default=0) - min(places, default=0)) ** 2
    return Tier(name, row, arrays=Arrays(lambda i, j: (np.abs(known[j] - known[i]) - free) ** 2, most))


def many(tiers: Tiers, pairs: Sequence[Pair]) -> list[tuple[int, ...]]:
    """The prices of pairs, tier by tier."""
    if not pairs:
        return []
    ends: Ints = np.array(pairs, dtype=np.int64)
    i, j = ends.min(axis=1), ends.max(axis=1)
    return list(zip(*(in_tier(tier, pairs, i, j) for tier in tiers), strict=True))


def in_tier(tier: Tier, pairs: Sequence[Pair], i: Ints, j: Ints) -> list[int]:
    """The prices of pairs in one tier."""
    arrays = tier.arrays
    if arrays is None:
        return [tier.pair(*pair) for pair in pairs]
    base: list[int] = arrays.grid(i, j).tolist() if arrays.grid else [0] * len(pairs)
    if not arrays.some:
        return base
    own = [arrays.some.get((min(pair), max(pair)), 0) for pair in pairs]
    return [price + more for price, more in zip(base, own, strict=True)]


def vector(tiers: Tiers, pairs: Iterable[Pair], byes: Iterable[int] = ()) -> tuple[int, ...]:
    """The price of a set of pairs and byes, tier by tier."""
    priced, byes = many(tiers, list(pairs)), list(byes)
    sums = [sum(values) for values in zip(*priced, strict=True)] or [0] * len(tiers)
    return tuple(total + sum(t.bye(i) for i in byes) for total, t in zip(sums, tiers, strict=True))
