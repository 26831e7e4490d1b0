"""Many ways an event may end, played at once in columns of whole numbers.

| source | implemented |
|---|---|
| liwords COP | a fair coin decides each game; with r rounds left the first r meet those r places below, the rest slide |
| | last round: king of the hill; ranked anew after every round; margins as in real events, held to the caps |
| Elo, FIDE B.02 | `model=ratings`: the chance to win by the difference of the ratings at entry, in thousandths |

Margins follow a half bell curve with median 70 and mean 83 points, as the some 6,800 real ones of liwords do; about
one game in 250 is a tie. Tables already paired are played as they are paired; an odd field's lowest sits out; who is
known to be absent is. Earlier meetings, starts and clubs are not looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, TypeAlias

from core.later import later
from pairings.event.history import LOSS_SPREAD, WIN_SPREAD

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = later("numpy")

Ints: TypeAlias = "NDArray[np.int64]"
Words: TypeAlias = "NDArray[np.uint64]"
Pair = tuple[int, int]
# Twice the margin at 0/32, 1/32 ... of all games; the last is the widest of the real ones.
MARGINS = (
    0, 8, 16, 24, 33, 41, 49, 58, 66, 75, 84, 93, 102, 111, 120, 130, 140, 151, 161, 173, 185, 197, 210, 224, 239,
    256, 274, 295, 319, 349, 387, 448, 734,
)  # fmt: skip
PARTS = 1024
# The chance to win in thousandths, for every 25 points of rating difference from 0.
EXPECTED = (
    500, 536, 571, 606, 640, 673, 703, 733, 760, 785, 808, 830, 849, 867, 882, 896, 909, 920, 930, 939, 947, 954, 960,
    965, 969, 973, 977, 980, 983, 985, 987, 989, 990,
)  # fmt: skip
RATING_STEP = 25
HIGH = 1 << 24
GAME = 2 * HIGH
COLUMNS = 1 << 16
MASK = (1 << 20) - 1


@dataclass(frozen=True, slots=True)
class Coming:
    """One round to come: the most spread a game may bring, pairs that are fixed, who draws lots for the others,
    and who is known to gain a win by a bye or a loss by staying away.
    """

    cap: int
    left: int
    fixed: tuple[Pair, ...]
    free: tuple[int, ...]
    byes: tuple[int, ...] = ()
    losses: tuple[int, ...] = ()


def words(seed: int, batch: int, number: int, count: int) -> Words:
    """Random words that depend on nothing but these numbers (PCG64)."""
    text = sha256(f"{seed}:{batch}:{number}".encode()).hexdigest()[:16]
    raw: Words = np.random.PCG64(int(text, 16)).random_raw(count)
    return raw


@cache
def all_margins() -> Ints:
    """The margin for every 15-bit word: 32 steps with 1024 parts each."""
    knots = np.array(MARGINS, dtype=np.int64)
    parts = np.arange(PARTS, dtype=np.int64)
    doubled = knots[:-1, None] + ((knots[1:] - knots[:-1])[:, None] * parts >> 10)
    return (doubled.ravel() + 1) // 2


def chance_of(difference: Ints) -> Ints:
    """The first one's chance to win in thousandths."""
    table = np.array(EXPECTED, dtype=np.int64)
    step = np.minimum(np.abs(difference) // RATING_STEP, len(EXPECTED) - 1)
    chance: Ints = np.where(difference >= 0, table[step], 1000 - table[step])
    return chance


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


def table_of(count: int, left: int) -> list[Pair]:
    """Who meets whom by place, with `left` rounds left: first ones r places down, the rest slide; at last
    neighbours.
    """
    if left <= 1:
        return [(at, at + 1) for at in range(0, count - 1, 2)]
    step = min(left, count // 2)
    rest = list(range(2 * step, count - count % 2))
    half = len(rest) // 2
    return [(at, at + step) for at in range(step)] + list(zip(rest[:half], rest[half:], strict=True))


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


def games_in(coming: Coming) -> int:
    """How many games a round has."""
    return len(coming.fixed) + len(coming.free) // 2


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
