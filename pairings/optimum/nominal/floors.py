"""Where a search from the nominal partners begins: who means whom, and what no round can do without.

Between two score groups with an odd number of players above, somebody has to float: that price is a rung of
the ladder. On a floor with more who owe a start than who are owed one, somebody has to be uneven: those of the
majority are worth half such a start, the others less.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from core.later import later
from pairings.optimum.limbs import Ints
from pairings.optimum.pricing import Prices

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")


def partners_of(prices: Prices, targets: Sequence[int]) -> list[int]:
    """Each node's nominal partner by place; himself where there is none. The bye's is who means to sit out."""
    found = [prices.at.get(targets[i], a) if targets else a for a, i in enumerate(prices.players)]
    found = [b if found[b] == a else a for a, b in enumerate(found)]
    if prices.bye is None:
        return found
    alone = [a for a, b in enumerate(found) if a == b and a in prices.bye_vectors]
    if not alone:
        return [*found, prices.count]
    sitter = min(alone, key=lambda a: (prices.bye_prices[a], a))
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

    Where both are level, the floors around decide where they agree: it costs nothing, and who floats past them all is worth
    the same all the way. Where they do not, none does: then the values tell which side floats.
    """
    tilts: Ints = np.zeros(len(signs), dtype=np.int64)
    level: list[Floor] = []
    before = 0
    for floor in every:
        own = signs[floor.members].tolist()
        over = 2 * max(own.count(1), own.count(-1)) - len(own)
        floor.tilt = (1 if own.count(1) >= own.count(-1) else -1) if over > 0 else 0
        if over == 0 and 0 not in own:
            level.append(floor)
            continue
        for one in level if floor.tilt == before else ():
            one.tilt = before
        before, level = floor.tilt, []
    for floor in every:
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
