"""What chance brings to a game: random words, margins as in real events, how often the better rated one wins.

Margins follow a half bell curve with median 70 and mean 83 points, as the some 6,800 real ones of liwords do; about
one game in 250 is a tie.

| source | implemented |
|---|---|
| Elo, FIDE B.02 | `model=ratings`: the chance to win by the difference of the ratings at entry, in thousandths |
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, TypeAlias

from core.later import later

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = later("numpy")

Ints: TypeAlias = "NDArray[np.int64]"
Words: TypeAlias = "NDArray[np.uint64]"
# Twice the margin at 0/32, 1/32 ... of all games; the last is the widest of the real ones.
MARGINS = (
    0, 8, 16, 24, 33, 41, 49, 58, 66, 75, 84, 93, 102, 111, 120, 130, 140, 151, 161, 173, 185, 197, 210, 224, 239,
    256, 274, 295, 319, 349, 387, 448, 734,
)  # fmt: skip
PARTS = 1024
WIDEST = MARGINS[-1] // 2
# The chance to win in thousandths, for every 25 points of rating difference from 0.
EXPECTED = (
    500, 536, 571, 606, 640, 673, 703, 733, 760, 785, 808, 830, 849, 867, 882, 896, 909, 920, 930, 939, 947, 954, 960,
    965, 969, 973, 977, 980, 983, 985, 987, 989, 990,
)  # fmt: skip
RATING_STEP = 25
FURTHEST = RATING_STEP * (len(EXPECTED) - 1)
WORD_BITS, LOT_BITS, LOT_FROM = 15, 20, 20


def source(seed: int, batch: int, number: int) -> np.random.PCG64:
    """Random words that depend on nothing but these numbers (PCG64)."""
    return np.random.PCG64(int(sha256(f"{seed}:{batch}:{number}".encode()).hexdigest()[:16], 16))


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


@cache
def lots() -> Words:
    """For every rating difference from -800 to 800: below what lot, at its place in a word, the first one wins."""
    chance = chance_of(np.arange(-FURTHEST, FURTHEST + 1))
    found: Words = (-((-chance << LOT_BITS) // 1000) << LOT_FROM).astype(np.uint64)
    return found
