"""Everything a search from the nominal partners begins with, read from the prices once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.later import later
from pairings.optimum.limbs import Ints
from pairings.optimum.nominal.even_partners import EvenPartners, Line, even_partners
from pairings.optimum.nominal.floors import Floor, floors, ladder, partners_of, signs_of, tilt
from pairings.optimum.pricing import Prices

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

MATES = (0.3, 0.9)


@dataclass(frozen=True, slots=True)
class Beginning:
    """Nominal partners by node, who means to sit out (-1: nobody), floors, sides and half the price of two on one side,
    heights; with `even` where uneven starts cost something.
    """

    nominal: list[int]
    sitter: int
    every: list[Floor]
    signs: Ints | None
    half: int
    tilts: Ints
    heights: list[int]
    even: EvenPartners | None

    @property
    def partners(self) -> list[int]:
        """Whom each node is matched with at first where nothing else stands in the way."""
        if self.even is None:
            return self.nominal
        count = len(self.even.partners)
        found = [*self.even.partners, *self.nominal[count:]]
        if self.sitter >= 0:
            found[self.sitter] = count
        return found


def beginning(prices: Prices, targets: Sequence[int]) -> Beginning:
    """What is known before the search."""
    nominal = partners_of(prices, targets)
    sitter = nominal[prices.count] if prices.bye is not None else -1
    every = floors(prices, sitter)
    signs, half = signs_of(prices)
    tilts = tilt(signs, every) if signs is not None else np.zeros(prices.count, dtype=np.int64)
    heights = ladder(prices, every, half, sitter)
    leaning = signs is not None and 2 * int(np.count_nonzero(signs)) > prices.count
    even = evened(prices, nominal, every, signs) if signs is not None and leaning and every else None
    return Beginning(nominal, sitter, every, signs, half, tilts, heights, even)


def evened(
    prices: Prices, nominal: Sequence[int], every: Sequence[Floor], signs: Ints
) -> EvenPartners | None:
    """The first partners where starts count; None where no pattern says who sits where."""
    near = next((arrays.near for arrays in prices.arrays if arrays.near), None)
    if near is None:
        return None
    place, target = (np.array(some, dtype=np.int64)[prices.ids].tolist() for some in near)
    return even_partners(Line(place, target, nominal[: prices.count], signs.tolist()), every)


def between_mates(prices: Prices, begun: Beginning) -> bool:
    """Whether so many nominal partners are club mates (two clubs in the field) that the search from them on is long.

    Where nearly all are, no round can do without, and the search is short again.
    """
    games = [(a, b) for a, b in enumerate(begun.nominal[: prices.count]) if a < b < prices.count]
    i, j = (prices.ids[[pair[k] for pair in games]] for k in (0, 1))
    grids = (x.grid for tier, x in zip(prices.tiers, prices.arrays, strict=True) if tier.name == "club")
    mates = sum(int(np.count_nonzero(grid(i, j))) for grid in grids if grid and games)
    return MATES[0] * len(games) < mates < MATES[1] * len(games)
