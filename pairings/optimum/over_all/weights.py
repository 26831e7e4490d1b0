"""Every pair for the solver of bounded integers: what it weighs, light and as good as solved where that can be.

Whoever pairs a small field spends most of the time in the solver, and the solver most of it on finding out what each
player is worth. So it is told beforehand: a player is worth what his cheapest partner leaves, one player after the
other. Taking the same worth off all his pairs changes what every complete round costs by the same amount, so the
cheapest stays the cheapest, and most of its pairs cost nothing any more.

Where the first tiers price single pairs alone (rematches), a round without any of those pairs is tried first: it beats
all others in those tiers, and less is left to weigh.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from core.later import later
from pairings.optimum.limbs import LIMB, Ints, tight
from pairings.optimum.pricing import Prices

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

Edge = tuple[int, int, int]
ROOM = 60
FAR = 1 << ROOM


def weights_of(prices: Prices) -> Iterator[list[Edge]]:
    """Pairs and byes with their weights: the complete round that weighs most, of the first lot that has one, is the cheapest
    of all. The last lot is every pair there may be.
    """
    a, b = all_pairs(prices.count)
    limbs, barred = prices.of(a, b)
    free, above = ~barred, single_pairs_from(prices)
    if above is not None:
        light = free & (limbs[-1] >> above % LIMB == 0)
        least = min((price >> above for price in prices.bye_prices.values()), default=0)
        byes = {at: p - (least << above) for at, p in prices.bye_prices.items() if p >> above == least}
        yield weighed(prices, a[light], b[light], [limb[light] for limb in limbs], byes)
    yield weighed(prices, a[free], b[free], [limb[free] for limb in limbs], prices.bye_prices)


@lru_cache(maxsize=1)
def all_pairs(count: int) -> tuple[Ints, Ints]:
    """Every two places, the higher first; kept, as round after round is paired with as many players."""
    a, b = np.triu_indices(count, 1)
    a.flags.writeable = b.flags.writeable = False
    return a, b


def single_pairs_from(prices: Prices) -> int | None:
    """From which bit of the last limb on only tiers come that price single pairs and byes; None where another is above all."""
    found = None
    for arrays, shift in zip(prices.arrays, prices.shifts, strict=True):
        if arrays.grid or shift < LIMB * (prices.limbs - 1):
            break
        found = shift
    return found


def weighed(prices: Prices, a: Ints, b: Ints, limbs: Sequence[Ints], byes: Mapping[int, int]) -> list[Edge]:
    """Some pairs and byes: what each costs less than the dearest, the worth of its two taken off where arrays hold that."""
    sitting = {at: prices.tightened(price) for at, price in byes.items()}
    if max(*sitting.values(), int(limbs[-1].max(initial=0)) << sum(prices.widths[:-1]), 0) < FAR:
        price = limbs[-1]
        for limb, width in zip(reversed(limbs[:-1]), reversed(prices.widths[:-1]), strict=True):
            price = (price << width) + limb
        return worth_taken(prices.nodes, a, b, price, sitting)
    top = (1 << prices.bits) - 1
    weights = [top - price for price in tight(limbs, prices.widths)]
    rest = [(at, prices.count, top - price) for at, price in sitting.items()]
    return [*zip(a.tolist(), b.tolist(), weights, strict=True), *rest]


def worth_taken(nodes: int, a: Ints, b: Ints, price: Ints, byes: Mapping[int, int]) -> list[Edge]:
    """Pairs and byes whose prices are plain numbers, by what they cost more than their two are worth."""
    if byes:
        a = np.append(a, np.fromiter(byes, dtype=np.int64))
        b, price = np.append(b, np.full(len(byes), nodes - 1)), np.append(price, [*byes.values()])
    square: Ints = np.full((nodes, nodes), FAR, dtype=np.int64)
    square[a, b] = square[b, a] = price
    worth = worths(square)
    dearer = price - worth[a] - worth[b]
    weights = dearer.max(initial=0) - dearer
    return [*zip(a.tolist(), b.tolist(), weights.tolist(), strict=True)]


def worths(square: Ints) -> Ints:
    """What each node is worth by a symmetric table of prices, one after the other: as much as all before him allow."""
    found: Ints = np.zeros(len(square), dtype=np.int64)
    left = np.empty_like(found)
    for node, row in enumerate(square):
        np.subtract(row, found, out=left)
        found[node] = np.minimum.reduce(left)
    return found
