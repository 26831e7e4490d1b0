"""Sets of rows as whole numbers, row 0 the lowest bit: and, or, not and counting at the speed of a copy.

The rows of a word, one for each of its cuts, stand together. `Rows` knows which row begins a word.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from itertools import compress
from typing import NamedTuple

_SIGNS = bytes(1 if sign == ord("1") else 0 for sign in range(256))
JUMPS = (1, 2, 4, 8, 16, 32)


def of_column(column: bytes, wanted: Iterable[int]) -> int:
    """The rows whose byte is one of those wanted."""
    held = frozenset(wanted)
    signs = bytes(ord("1") if byte in held else ord("0") for byte in range(256))
    return int(column[::-1].translate(signs) or b"0", 2)


def of_rows(rows: Iterable[int], count: int) -> int:
    """The rows of these numbers, among `count`."""
    column = bytearray(count)
    for row in rows:
        column[row] = 1
    return of_column(bytes(column), (1,))


def flags(bits: int, count: int) -> bytes:
    """A byte a row: 1 where it is in the set."""
    return format(bits, f"0{count}b")[::-1].encode().translate(_SIGNS) if count else b""


def numbers(bits: int, count: int) -> Iterator[int]:
    """The rows of a set in order."""
    return compress(range(count), flags(bits, count))


def packed(bits: int) -> bytes:
    return zlib.compress(bits.to_bytes((bits.bit_length() + 7) // 8, "little"), 1)


def unpacked(data: bytes) -> int:
    return int.from_bytes(zlib.decompress(data), "little")


class Rows(NamedTuple):
    """How rows make words: how many rows, the first row of each word, and for each of JUMPS the rows that stand at least
    so far behind the first row of their word."""

    total: int
    first: int
    behind: tuple[int, ...]

    @property
    def all(self) -> int:
        return (1 << self.total) - 1

    def words(self, bits: int) -> int:
        """The first rows of the words of which any row is in the set."""
        for jump, behind in zip(JUMPS, self.behind, strict=True):
            bits |= (bits & behind) >> jump
        return bits & self.first

    def spread(self, words: int) -> int:
        """Every row of these words, told by their first rows."""
        for jump, behind in zip(JUMPS, self.behind, strict=True):
            words |= (words << jump) & behind
        return words

    def none_of(self, bits: int) -> int:
        """Every row of the words of which no row is in the set."""
        return self.spread(self.first & ~self.words(bits))


def rows_of(sizes: bytes) -> Rows:
    """From a byte a row: how far it stands behind the first row of its word."""
    behind = tuple(of_column(sizes, range(jump, 256)) for jump in JUMPS)
    return Rows(len(sizes), of_column(sizes, (0,)), behind)
