"""The endings of an event played the plain way, a column for each player: what the quick way must come to as well."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import numpy as np

from pairings.event.history import LOSS_SPREAD, WIN_SPREAD
from pairings.standings.endings.chance import Ints, Words, all_margins, chance_of
from pairings.standings.endings.packing import Coming
from pairings.standings.endings.playing import games_in, table_of

HIGH = 1 << 24
GAME = 2 * HIGH
COLUMNS = 1 << 16
MASK = (1 << 20) - 1


def words(seed: int, batch: int, number: int, count: int) -> Words:
    """Random words that depend on nothing but these numbers (PCG64)."""
    text = sha256(f"{seed}:{batch}:{number}".encode()).hexdigest()[:16]
    raw: Words = np.random.PCG64(int(text, 16)).random_raw(count)
    return raw


def won(raw: Words, cap: int, difference: Ints | None) -> Ints:
    """What games are worth to the first one: half points and spread in one number; the bits of each word decide.

    `difference`: his rating less the other's; None: a fair coin.
    """
    margins = all_margins()
    margin = np.minimum(margins, cap)[raw & np.uint64(margins.size - 1)]
    if difference is None:
        ahead = (raw >> np.uint64(20)) & np.uint64(1) == 1
    else:
        lot = (((raw >> np.uint64(20)) & np.uint64(MASK)) * np.uint64(1000) >> np.uint64(20)).astype(np.int64)
        ahead = lot < chance_of(difference)
    sign = np.where(ahead, 1, -1)
    worth: Ints = np.where(margin == 0, HIGH, (1 + sign) * HIGH + sign * margin)
    return worth


def by_place(keys: Ints) -> tuple[Ints, Ints]:
    """The columns of every row from the highest key down (level ones in their order), and the sorted keys."""
    count = keys.shape[1]
    codes = np.sort(keys * COLUMNS + (count - 1 - np.arange(count)), axis=1)[:, ::-1]
    return count - 1 - codes % COLUMNS, codes // COLUMNS


def play_fixed(keys: Ints, coming: Coming, raw: Words, ratings: Ints | None) -> None:
    """Play the tables that are fixed, in every ending."""
    if coming.fixed:
        one, other = np.array(coming.fixed, dtype=np.int64).T
        worth = won(raw, coming.cap, None if ratings is None else ratings[one] - ratings[other])
        keys[:, one] += worth
        keys[:, other] += GAME - worth


def play_free(keys: Ints, coming: Coming, raw: Words, ratings: Ints | None) -> None:
    """Play the others by their places so far; the lowest of an odd number has the bye."""
    if not coming.free:
        return
    free = np.array(coming.free, dtype=np.int64)
    columns, ranked = by_place(keys[:, free])
    one, other = np.array(table_of(len(free), coming.left), dtype=np.int64).reshape(-1, 2).T
    known = None if ratings is None else ratings[free]
    gap = None if known is None else known[columns[:, one]] - known[columns[:, other]]
    worth = won(raw, coming.cap, gap)
    ranked[:, one] += worth
    ranked[:, other] += GAME - worth
    if len(free) % 2:
        ranked[:, -1] += GAME + WIN_SPREAD
    np.put_along_axis(keys, free[columns], ranked, axis=1)


def play_round(keys: Ints, coming: Coming, raw: Words, ratings: Ints | None) -> None:
    """Play one round in every ending."""
    draw = raw.reshape(len(keys), -1)
    fixed = len(coming.fixed)
    play_fixed(keys, coming, draw[:, :fixed], ratings)
    play_free(keys, coming, draw[:, fixed : fixed + len(coming.free) // 2], ratings)
    keys[:, list(coming.byes)] += GAME + WIN_SPREAD
    keys[:, list(coming.losses)] += LOSS_SPREAD


def endings(
    start: Sequence[tuple[int, int]],
    rounds: Sequence[Coming],
    ratings: Ints | None,
    rows: int,
    seed: int,
    batch: int,
) -> Ints:
    """Half points and spread of everybody in one number, in `rows` endings; ratings None: a coin decides."""
    first = np.array([halves * HIGH + spread for halves, spread in start], dtype=np.int64)
    keys = np.tile(first, (rows, 1))
    for number, coming in enumerate(rounds):
        play_round(keys, coming, words(seed, batch, number, rows * max(1, games_in(coming))), ratings)
    return keys


def places(keys: Ints) -> Ints:
    """The place of every player in every ending; level ones share it."""
    columns, ranked = by_place(keys)
    new = np.ones(ranked.shape, dtype=bool)
    new[:, 1:] = ranked[:, 1:] != ranked[:, :-1]
    shared = np.maximum.accumulate(np.where(new, np.arange(1, ranked.shape[1] + 1), 0), axis=1)
    found: Ints = np.empty(shared.shape, dtype=np.int64)
    np.put_along_axis(found, columns, shared, axis=1)
    return found
