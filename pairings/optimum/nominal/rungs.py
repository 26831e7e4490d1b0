"""Rungs that one float just pays: what a step down costs at least, values being what they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.later import later
from pairings.optimum.nominal.floors import Floor
from pairings.optimum.pricing import Ints, Prices, carried, joined

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

BESIDE, LISTED = 2, 60
Pair = tuple[int, int]
Priced = tuple[int, int, int]


def rungs(
    prices: Prices, every: Sequence[Floor], floats: Sequence[Pair], values: Sequence[Ints], heights: list[int]
) -> list[Priced]:
    """Set each rung under a float to what the cheapest float there costs more than its values (in limbs).

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
            pairs = around_float(every[number - 1].members, floor.members, told[number])
            spare, some = cheapest(prices, *pairs, values, LISTED)
            if spare and spare[0] > 0 and abs(spare[0] - step) < unit:
                lift += spare[0] - step
            found += some
        for node in floor.members:
            heights[node] = own + lift
    return found


def cheapest(
    prices: Prices, a: Ints, b: Ints, values: Sequence[Ints], few: int
) -> tuple[list[int], list[Priced]]:
    """Of pairs of players, the few that cost least more than their values: how much more, and the pairs with prices."""
    first, second = np.minimum(a, b), np.maximum(a, b)
    limbs, barred = prices.of(first, second)
    free = np.flatnonzero(~barred)
    spare = [limb[free] - own[a[free]] - own[b[free]] for limb, own in zip(limbs, values, strict=True)]
    carried(spare)
    least = np.lexsort(spare)[:few]
    chosen = free[least]
    priced = zip(
        a[chosen].tolist(), b[chosen].tolist(), joined([limb[chosen] for limb in limbs]), strict=True
    )
    return joined([limb[least] for limb in spare]), list(priced)


def around_float(above: Sequence[int], below: Sequence[int], one: Pair) -> tuple[Ints, Ints]:
    """The floats from anybody above to those around the lower one, and from those around the upper one to anybody."""
    ones, others = beside(above, one[0]), beside(below, one[1])
    upper, lower = np.array(above, dtype=np.int64), np.array(below, dtype=np.int64)
    rest = np.setdiff1d(upper, ones)
    return (
        np.append(np.repeat(ones, len(lower)), np.repeat(rest, len(others))),
        np.append(np.tile(lower, len(ones)), np.tile(others, len(rest))),
    )


def beside(members: Sequence[int], node: int) -> Ints:
    """One of a floor and those beside him."""
    at = list(members).index(node)
    return np.array(members[max(0, at - BESIDE) : at + BESIDE + 1], dtype=np.int64)
