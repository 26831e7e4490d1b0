"""Rungs that one float just pays: what a step down costs at least, values being what they are."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, islice, pairwise
from typing import TYPE_CHECKING

from core.later import later
from pairings.optimum.limbs import LIMB, Bools, Ints, carried, joined
from pairings.optimum.nominal.floors import Floor
from pairings.optimum.pricing import Prices

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
    own = [heights[floor.members[0]] for floor in every]
    steps = [height - before for height, before in zip(own, [0, *own], strict=False)]
    floors = [number for number in range(len(every)) if number in told and steps[number]]
    ways = [around_float(every[at - 1].members, every[at].members, told[at]) for at in floors]
    lifts = [0] * len(every)
    for number, spare, some in zip(floors, *cheapest(prices, ways, values), strict=True):
        if spare > 0 and abs(spare - steps[number]) < prices.gap_unit:
            lifts[number] = spare - steps[number]
        found += some
    for floor, height, lift in zip(every, own, accumulate(lifts), strict=True):
        for node in floor.members:
            heights[node] = height + lift
    return found


def cheapest(
    prices: Prices, ways: Sequence[tuple[Ints, Ints]], values: Sequence[Ints]
) -> tuple[list[int], list[list[Priced]]]:
    """Of each lot of pairs how much the cheapest costs more than its values (0: there is none), and the few that cost least
    more, with their prices. All are priced at once.
    """
    a, b, limbs, barred, ends = together(prices, ways)
    least, chosen = [], []
    for start, end in pairwise(ends):
        free = start + np.flatnonzero(~barred[start:end])
        spare = [limb[free] - own[a[free]] - own[b[free]] for limb, own in zip(limbs, values, strict=True)]
        carried(spare)
        order = np.lexsort(spare)[:LISTED]
        least += joined([limb[order[:1]] for limb in spare]) or [0]
        chosen.append(free[order])
    every: Ints = np.concatenate(chosen) if chosen else np.zeros(0, dtype=np.int64)
    priced = zip(a[every].tolist(), b[every].tolist(), joined([limb[every] for limb in limbs]), strict=True)
    return least, [list(islice(priced, len(some))) for some in chosen]


def together(
    prices: Prices, ways: Sequence[tuple[Ints, Ints]]
) -> tuple[Ints, Ints, list[Ints], Bools, list[int]]:
    """The pairs of all lots one after the other, with their prices, which of them may not be, and where each lot begins."""
    none: Ints = np.zeros(0, dtype=np.int64)
    a, b = (np.concatenate([none, *(way[k] for way in ways)]) for k in (0, 1))
    limbs, barred = prices.of(np.minimum(a, b), np.maximum(a, b))
    return a, b, limbs, barred, [0, *accumulate(len(one) for one, _ in ways)]


def lowest(limbs: Sequence[Ints]) -> int:
    """The least of some numbers in limbs."""
    some, found = np.ones(len(limbs[0]), dtype=np.bool_), 0
    for limb in reversed(limbs):
        least = limb[some].min()
        some &= limb == least
        found = (found << LIMB) + int(least)
    return found


def around_float(above: Sequence[int], below: Sequence[int], one: Pair) -> tuple[Ints, Ints]:
    """The floats from anybody above to those around the lower one, and from those around the upper one to anybody."""
    at = above.index(one[0])
    first, last = max(0, at - BESIDE), at + BESIDE + 1
    upper, lower = np.array(above, dtype=np.int64), np.array(below, dtype=np.int64)
    ones, others, rest = upper[first:last], beside(below, one[1]), np.append(upper[:first], upper[last:])
    return (
        np.append(np.repeat(ones, len(lower)), np.repeat(rest, len(others))),
        np.append(np.tile(lower, len(ones)), np.tile(others, len(rest))),
    )


def beside(members: Sequence[int], node: int) -> Ints:
    """One of a floor and those beside him."""
    at = list(members).index(node)
    return np.array(members[max(0, at - BESIDE) : at + BESIDE + 1], dtype=np.int64)
