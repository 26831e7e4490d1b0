"""Many ways an event may end, played at once in columns of whole numbers.

| source | implemented |
|---|---|
| liwords COP | a fair coin decides each game; with r rounds left the first r meet those r places below, the rest slide |
| | last round: king of the hill; ranked anew after every round; margins as in real events, held to the caps |
| Elo, FIDE B.02 | `model=ratings`: the chance to win by the difference of the ratings at entry, in thousandths |

Margins follow a half bell curve with median 70 and mean 83 points, as the some 6,800 real ones of liwords do; about
one game in 250 is a tie. Tables already paired are played as they are paired; an odd field's lowest sits out; who is
known to be absent is. Earlier meetings, starts and clubs are not looked at.

An ending is one row of codes, each a player with what they have: half points, spread, column (`Packing`). Sorted, a row is
the standings, and what a game brings is added where the code lies; nobody is ever put back into a column of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeAlias

from core.later import later
from pairings.event.history import LOSS_SPREAD, WIN_SPREAD

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = later("numpy")

Ints: TypeAlias = "NDArray[np.int64]"
Words: TypeAlias = "NDArray[np.uint64]"
Codes: TypeAlias = "NDArray[Any]"
Pair = tuple[int, int]
# Places of the ones and of the others, in as many games.
Run: TypeAlias = "tuple[slice | Ints, slice | Ints]"
# Twice the margin at 0/32, 1/32 ... of all games; the last is the widest of the real ones.
MARGINS = (
    0, 8, 16, 24, 33, 41, 49, 58, 66, 75, 84, 93, 102, 111, 120, 130, 140, 151, 161, 173, 185, 197, 210, 224, 239,
    256, 274, 295, 319, 349, 387, 448, 734,
)  # fmt: skip
PARTS = 1024
NARROW = 31
# The chance to win in thousandths, for every 25 points of rating difference from 0.
EXPECTED = (
    500, 536, 571, 606, 640, 673, 703, 733, 760, 785, 808, 830, 849, 867, 882, 896, 909, 920, 930, 939, 947, 954, 960,
    965, 969, 973, 977, 980, 983, 985, 987, 989, 990,
)  # fmt: skip
RATING_STEP = 25
FURTHEST = RATING_STEP * (len(EXPECTED) - 1)
WORD_BITS, LOT_BITS, LOT_FROM = 15, 20, 20
# So many codes at once stay near the processor.
CELLS_AT_ONCE = 1 << 16
FREED_AT_ONCE = 24 << 20


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


@dataclass(frozen=True, slots=True)
class Packing:
    """Where half points, spread and column lie in a code, so that the lower of two codes stands higher.

    `low` bits of the column; above them `middle` bits of what is missing to `most`, the largest spread that can come;
    above them the half points missing to `top`. `narrow`: 31 bits are enough for all three.
    """

    count: int
    low: int
    middle: int
    most: int
    top: int

    @property
    def half(self) -> int:
        """What half a point takes off a code."""
        return 1 << self.middle + self.low

    @property
    def mask(self) -> int:
        """The bits of the column."""
        return (1 << self.low) - 1

    @property
    def kind(self) -> type[Any]:
        """How wide a code is: a row of narrow ones is sorted in half the time."""
        return np.int32 if self.low + self.middle + self.top.bit_length() <= NARROW else np.int64

    def begin(self, start: Sequence[tuple[int, int]]) -> Codes:
        """The codes of what everybody has so far, by column."""
        halves, spread = np.array(start, dtype=np.int64).reshape(-1, 2).T
        missing = ((self.top - halves) << self.middle) + self.most - spread
        return ((missing << self.low) + np.arange(self.count)).astype(self.kind)


def packing_of(start: Sequence[tuple[int, int]], rounds: Sequence[Coming]) -> Packing:
    """A packing that holds whatever the rounds to come can bring."""
    spreads, halves = [spread for _, spread in start] or [0], [half for half, _ in start] or [0]
    given = max(WIN_SPREAD, abs(LOSS_SPREAD))
    change = sum(max(given, min(coming.cap, MARGINS[-1] // 2)) for coming in rounds)
    low, most = max(1, (len(start) - 1).bit_length()), max(spreads) + change
    return Packing(
        len(start), low, (most + change - min(spreads)).bit_length(), most, max(halves) + 2 * len(rounds)
    )


def keep_pages() -> None:
    """Have the C library keep what one array leaves for the next: before it has freed something large (untouched, it costs
    nothing) it gives the pages back and asks for them again, array after array, a tenth of the work of an ending.
    """
    np.empty(FREED_AT_ONCE, dtype=np.uint8)


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


@dataclass(frozen=True, slots=True)
class Game:
    """What a game changes in the code of the first one, by the bits of a word: its margin, and above them whether it is won.

    `whole`: what both together change. `ratings` by column; None: a fair coin.
    """

    change: Codes
    whole: int
    ratings: Codes | None
    mask: int

    def play(self, codes: Codes, raw: Words, runs: Sequence[Run]) -> None:
        """Play the games of the ones against the others by their places in the rows of codes, run after run; a word for each."""
        gap = None
        if self.ratings is not None:
            rated = self.ratings.take(codes & self.mask)
            gap = np.concatenate([rated[:, one] - rated[:, other] for one, other in runs], axis=1)
        changes, done = self._changes(raw, gap), 0
        for one, other in runs:
            change = changes[:, done : done + codes[:, one].shape[1]]
            codes[:, one] += change
            codes[:, other] += self.whole - change
            done += change.shape[1]

    def _changes(self, raw: Words, gap: Codes | None) -> Codes:
        """What each word changes for the first one; `gap`: their rating less the other's, None: a fair coin."""
        index = (raw & np.uint64((1 << WORD_BITS) - 1)).view(np.int64)
        if gap is None:
            index |= ((raw >> np.uint64(LOT_FROM)) & np.uint64(1)).view(np.int64) << WORD_BITS
        else:
            # The bits below a lot decide nothing: what they are compared with is a whole number of lots.
            lot = raw & np.uint64((1 << LOT_FROM + LOT_BITS) - 1)
            won = lot < lots().take(gap + FURTHEST, mode="clip")
            index |= won.astype(np.int64) << WORD_BITS
        return self.change.take(index)


def game_in(coming: Coming, packing: Packing, ratings: Ints | None) -> Game:
    """What the games of a round change; ratings None: a fair coin."""
    margin, half = np.minimum(all_margins(), coming.cap) << packing.low, packing.half
    lost, won = np.where(margin == 0, half, -margin), np.where(margin == 0, half, 2 * half + margin)
    known = None if ratings is None else ratings.astype(np.int32)
    return Game(-np.concatenate([lost, won]).astype(packing.kind), -2 * half, known, packing.mask)


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


def in_columns(codes: Codes, packing: Packing) -> Codes:
    """The codes of every row by column."""
    found = np.empty_like(codes)
    np.put_along_axis(found, (codes & packing.mask).astype(np.int64), codes, axis=1)
    return found


def runs_of(count: int, left: int) -> list[Run]:
    """`table_of` as runs of places, the ones and the others."""
    end = count - count % 2
    if left <= 1:
        return [(slice(0, end, 2), slice(1, end, 2))]
    step = min(left, count // 2)
    middle = step + end // 2
    return [(slice(0, step), slice(step, 2 * step)), (slice(2 * step, middle), slice(middle, end))]


def play_free(codes: Codes, left: int, raw: Words, game: Game, packing: Packing) -> None:
    """Play those who draw lots, in the order of their places so far; the lowest of an odd number has the bye."""
    count = codes.shape[1]
    game.play(codes, raw[:, : count // 2], runs_of(count, left))
    if count % 2:
        codes[:, -1] -= 2 * packing.half + (WIN_SPREAD << packing.low)


def games_in(coming: Coming) -> int:
    """How many games a round has."""
    return len(coming.fixed) + len(coming.free) // 2


def play_round(codes: Codes, coming: Coming, raw: Words, game: Game, packing: Packing) -> Codes:
    """Play one round in every ending of which not all draw lots; the codes of a row come back by column."""
    codes, fixed = in_columns(codes, packing), len(coming.fixed)
    if fixed:
        one, other = np.array(coming.fixed, dtype=np.int64).T
        game.play(codes, raw[:, :fixed], [(one, other)])
    if coming.free:
        columns = np.array(coming.free, dtype=np.int64)
        drawing = np.sort(codes[:, columns], axis=1)
        play_free(drawing, coming.left, raw[:, fixed : fixed + len(columns) // 2], game, packing)
        codes[:, columns] = drawing
        codes = in_columns(codes, packing)
    codes[:, list(coming.byes)] -= 2 * packing.half + (WIN_SPREAD << packing.low)
    codes[:, list(coming.losses)] -= LOSS_SPREAD << packing.low
    return codes


def endings(
    first: Codes, rounds: Sequence[Coming], games: Sequence[Game], rows: int, lot: tuple[int, int], packing: Packing
) -> Iterator[Codes]:  # fmt: skip
    """The codes of everybody in `rows` endings, some rows at a time; `first` are those of now, best first. `lot`: seed, batch."""
    drawn = [source(*lot, number) for number in range(len(rounds))]
    parts = -(-rows * len(first) // CELLS_AT_ONCE) or 1
    for part in range(parts):
        many = rows * (part + 1) // parts - rows * part // parts
        codes = np.tile(first, (many, 1))
        for number, coming in enumerate(rounds):
            raw: Words = drawn[number].random_raw(many * max(1, games_in(coming))).reshape(many, -1)
            if len(coming.free) < len(first):
                codes = play_round(codes, coming, raw, games[number], packing)
                continue
            if number:
                codes.sort(axis=1)
            play_free(codes, coming.left, raw, games[number], packing)
        yield codes


def leading(codes: Codes, packing: Packing, last: int) -> Codes:
    """The columns of these codes in which one of the first `last` of a row may stand: of rows that were sorted before the last
    round only some.
    """
    # Nobody is among the first who is behind all of the first so many columns.
    behind = codes[:, :last].max(axis=1, keepdims=True) | packing.mask
    return codes[:, : int(np.flatnonzero((codes <= behind).any(axis=0))[-1]) + 1]


def within(codes: Codes, packing: Packing, last: int) -> Ints:
    """How often each player stands among the first `last` of these codes; level ones share a place."""
    missing, at = codes >> packing.low, min(last, codes.shape[1]) - 1
    worst = np.partition(missing, at, axis=1)[:, at] if at else missing.min(axis=1)
    return np.bincount(codes[missing <= worst[:, None]] & packing.mask, minlength=packing.count)
