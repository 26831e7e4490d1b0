"""Rungs that one float just pays: what a step down costs at least, values being what they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.later import later
from pairings.optimum.nominal.floors import Floor
from pairings.optimum.pricing import Prices, joined

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

BESIDE, LISTED = 2, 300
Pair = tuple[int, int]
Priced = tuple[int, int, int]


def rungs(
    prices: Prices, every: Sequence[Floor], floats: Sequence[Pair], values: Sequence[int], heights: list[int]
) -> list[Priced]:
    """Set each rung under a float to what the cheapest float there costs more than its values.

    No rung is made where there was none: only above an odd number of players there may be one. A rung stays as it is where
    every float there costs more than its step down: another floor may be cheaper to float to.
    Changes `heights`; returns the floats worth looking at: (above, below, price).
    """
    at = {node: number for number, floor in enumerate(every) for node in floor.members}
    told = {at[b]: (a, b) for a, b in floats}
    found: list[Priced] = []
    lift, before, unit = 0, 0, prices.gap_unit
    for number, floor in enumerate(every):
        own = heights[floor.members[0]]
        step, before = own - before, own
        if number in told and step:
            some = priced(prices, every[number - 1].members, floor.members, told[number])
            spare = sorted((price - values[a] - values[b], a, b, price) for a, b, price in some)
            if spare and spare[0][0] > 0 and abs(spare[0][0] - step) < unit:
                lift += spare[0][0] - step
            found += [one[1:] for one in spare[:LISTED]]
        for node in floor.members:
            heights[node] = own + lift
    return found


def priced(prices: Prices, above: Sequence[int], below: Sequence[int], one: Pair) -> list[Priced]:
    """The floats from anybody above to those around the lower one, and from those around the upper one to anybody."""
    ends = {(a, b) for b in around(below, one[1]) for a in above}
    ends |= {(a, b) for a in around(above, one[0]) for b in below}
    pairs = np.array(sorted(ends), dtype=np.int64)
    first, second = pairs.min(axis=1), pairs.max(axis=1)
    limbs, barred = prices.of(first, second)
    every = zip(pairs.tolist(), joined(limbs), barred.tolist(), strict=True)
    return [(a, b, price) for (a, b), price, never in every if not never]


def around(members: Sequence[int], node: int) -> list[int]:
    """One of a floor and those beside him."""
    at = list(members).index(node)
    return list(members[max(0, at - BESIDE) : at + BESIDE + 1])
