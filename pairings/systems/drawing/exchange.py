"""The nearest other way for every board: the cheapest exchange of two pairings near each other, all at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.later import later
from pairings.optimum.limbs import LIMB, MASK, Bools, Ints
from pairings.optimum.pricing import Prices

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

Pair = tuple[int, int]
Exchange = tuple[Pair, Pair, Pair, Pair]
WINDOW = 12
FAR = 1 << 61


def neighbours(count: int) -> tuple[Ints, Ints]:
    """Every two pairings at most `WINDOW` from each other, by number."""
    width = min(WINDOW, count - 1)
    one = np.repeat(np.arange(count), width)
    other = one + np.tile(np.arange(1, width + 1), count)
    return one[other < count], other[other < count]


def carried(limbs: Sequence[Ints]) -> list[Ints]:
    """Limbs with their carries moved up; only the last is signed."""
    found = list(limbs)
    for k in range(len(found) - 1):
        found[k + 1] = found[k + 1] + (found[k] >> LIMB)
        found[k] = found[k] & MASK
    return found


def extras(prices: Prices, every: Ints, sides: Ints, news: Ints) -> tuple[list[Ints], Bools]:
    """What each exchange costs more, and which may not be. `sides` are the two pairings, `news` the new pairs.

    Shapes: every (pairings, 2), sides (rows, 2), news (2 ways, 2 pairs, rows, 2); answers (2 ways x rows).
    """
    own, _ = prices.with_byes(every.min(axis=1), every.max(axis=1))
    flat = news.reshape(-1, 2)
    limbs, barred = prices.with_byes(flat.min(axis=1), flat.max(axis=1))
    shape = news.shape[:3]
    total = [
        new.reshape(shape).sum(axis=1) - old[sides].sum(axis=1) for new, old in zip(limbs, own, strict=True)
    ]
    return [limb.ravel() for limb in carried(total)], barred.reshape(shape).any(axis=1).ravel()


def cheapest(board: Ints, limbs: list[Ints], count: int) -> Ints:
    """For each board the row that costs least (the first of equal ones), -1 for none. `board` is sorted."""
    rows = np.arange(len(board))
    for limb in reversed(limbs):
        least = np.full(count, FAR)
        np.minimum.at(least, board[rows], limb[rows])
        rows = rows[limb[rows] == least[board[rows]]]
    found: Ints = np.full(count, -1)
    found[board[rows][::-1]] = rows[::-1]
    return found


def exchanges(prices: Prices, pairs: Sequence[Pair]) -> list[Exchange | None]:
    """For each pairing (by place, in order) its own, the other one, and the two new ones; None without any."""
    if len(pairs) < 2:
        return [None] * len(pairs)
    every: Ints = np.array(pairs, dtype=np.int64)
    one, other = neighbours(len(pairs))
    sides = np.stack([one, other], axis=1)
    a, b, c, d = every[one, 0], every[one, 1], every[other, 0], every[other, 1]
    news = np.array([[[a, c], [b, d]], [[a, d], [b, c]]]).swapaxes(2, 3)
    limbs, never = extras(prices, every, sides, news)
    board = np.concatenate([one, one, other, other])
    source = np.tile(np.arange(2 * len(one)), 2)
    order = np.flatnonzero(~never[source])
    order = order[np.argsort(board[order], kind="stable")]
    best = cheapest(board[order], [limb[source[order]] for limb in limbs], len(pairs))
    rows = [-1 if row < 0 else int(source[order[row]]) for row in best.tolist()]
    return [None if row < 0 else exchange_of(pairs, at, sides, news, row) for at, row in enumerate(rows)]


def exchange_of(pairs: Sequence[Pair], here: int, sides: Ints, news: Ints, row: int) -> Exchange:
    """One exchange in pairs, the pairing `here` first."""
    way, at = divmod(row, len(sides))
    first, second = (sorted(pair) for pair in news[way, :, at].tolist())
    other = int(sides[at].sum()) - here
    return pairs[here], pairs[other], (first[0], first[1]), (second[0], second[1])
