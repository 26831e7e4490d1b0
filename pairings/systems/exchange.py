"""The nearest other way for every board: the cheapest exchange of two pairings near each other, all at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pairings.pricing import LIMB, MASK, Bools, Ints, Prices

Pair = tuple[int, int]
Exchange = tuple[Pair, Pair, Pair, Pair]
WINDOW = 24
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


def extras(prices: Prices, old: Ints, news: Sequence[Ints]) -> tuple[list[Ints], Bools]:
    """What new pairs cost more than the old ones, by row (four players each), and which rows may not be."""
    total: list[Ints] = [np.zeros(len(old), dtype=np.int64) for _ in range(prices.limbs)]
    never: Bools = np.zeros(len(old), dtype=np.bool_)
    for table, sign in ((old[:, :2], -1), (old[:, 2:], -1), *((new, 1) for new in news)):
        low, high = table.min(axis=1), table.max(axis=1)
        limbs, barred = prices.with_byes(low, high)
        total = [sum_ + sign * limb for sum_, limb in zip(total, limbs, strict=True)]
        never = never | barred
    return carried(total), never


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
    quads = np.concatenate([every[one], every[other]], axis=1)
    crossed = [(quads[:, [0, 2]], quads[:, [1, 3]]), (quads[:, [0, 3]], quads[:, [1, 2]])]
    priced = [extras(prices, quads, news) for news in crossed]
    limbs = [np.concatenate([part[0][k] for part in priced] * 2) for k in range(prices.limbs)]
    free = ~np.concatenate([part[1] for part in priced] * 2)
    board = np.concatenate([one, one, other, other])
    source = np.tile(np.arange(2 * len(one)), 2)
    order = np.flatnonzero(free)
    order = order[np.argsort(board[order], kind="stable")]
    best = cheapest(board[order], [limb[order] for limb in limbs], len(pairs))
    rows = [-1 if row < 0 else int(source[order[row]]) for row in best.tolist()]
    sides = np.stack([one, other], axis=1)
    return [None if row < 0 else told(pairs, at, sides, crossed, row) for at, row in enumerate(rows)]


def told(
    pairs: Sequence[Pair], here: int, sides: Ints, crossed: Sequence[tuple[Ints, Ints]], row: int
) -> Exchange:
    """One exchange in pairs, the pairing `here` first."""
    way, at = divmod(row, len(sides))
    first, second = (sorted(table[at].tolist()) for table in crossed[way])
    other = int(sides[at].sum()) - here
    return pairs[here], pairs[other], (first[0], first[1]), (second[0], second[1])
