"""A player with what they have in one whole number, so that sorted numbers are standings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from core.later import later
from pairings.event.history import LOSS_SPREAD, WIN_SPREAD
from pairings.standings.endings.chance import WIDEST

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = later("numpy")

Codes: TypeAlias = "NDArray[Any]"
Pair = tuple[int, int]
NARROW, WIDE = 30, 62
# The longest row that registers of 512 bits sort without parting it first, and what a processor that has them is known by.
SHORT_ROW, WIDE_REGISTERS = 512, {"X86_V4", "AVX512_SKX"}
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
    above them the half points missing to `top`.
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
    def bye(self) -> int:
        """What a bye takes off a code."""
        return 2 * self.half + (WIN_SPREAD << self.low)

    @property
    def outside(self) -> int:
        """A bit above those of every code."""
        return 1 << (NARROW if self.kind is np.int32 else WIDE)

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
    change = sum(max(given, min(coming.cap, WIDEST)) for coming in rounds)
    low, most = max(1, (len(start) - 1).bit_length()), max(spreads) + change
    return Packing(
        len(start), low, (most + change - min(spreads)).bit_length(), most, max(halves) + 2 * len(rounds)
    )


def keep_pages() -> None:
    """Have the C library keep what one array leaves for the next: before it has freed something large (untouched, it costs
    nothing) it gives the pages back and asks for them again, array after array, a tenth of the work of an ending.
    """
    np.empty(FREED_AT_ONCE, dtype=np.uint8)


@cache
def halves_pay() -> bool:
    """Whether a row of 1,000 is sorted sooner as halves, each of them twice: with registers of 512 bits a cell of a short row
    takes a sixth of one of a row that has to be parted, with those of 256 three quarters.
    """
    return not WIDE_REGISTERS.isdisjoint(np.show_config(mode="dicts")["SIMD Extensions"]["found"])


def sort_rows(codes: Codes) -> None:
    """Sort every row."""
    count = codes.shape[1]
    if SHORT_ROW < count <= 2 * SHORT_ROW and halves_pay():
        sort_by_halves(codes)
    else:
        codes.sort(axis=1)


def sort_by_halves(codes: Codes) -> None:
    """Sort every row: its halves, then what is lower and what is higher of the one from its top and of the other from its end.

    The lower ones of these are the lower half of the row (Batcher's merge), in whatever order.
    """
    middle = codes.shape[1] - codes.shape[1] // 2
    one, other = codes[:, :middle], codes[:, middle:]
    one.sort(axis=1)
    other.sort(axis=1)
    facing, turned = one[:, middle - other.shape[1] :], other[:, ::-1].copy()
    np.maximum(facing, turned, out=other)
    np.minimum(facing, turned, out=facing)
    one.sort(axis=1)
    other.sort(axis=1)


def in_columns(codes: Codes, packing: Packing) -> Codes:
    """The codes of every row by column."""
    found = np.empty_like(codes)
    np.put_along_axis(found, (codes & packing.mask).astype(np.int64), codes, axis=1)
    return found
