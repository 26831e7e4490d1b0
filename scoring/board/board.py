"""The board: squares, premiums, coordinates, what lies where. Any size up to 25x25.

Squares are named column letter + row number (`J10`); a play is named by its first square and direction as
scoresheets write it: `8G` (row first) runs across, `G8` (column first) runs down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from scoring.board.tiles import Piece

MAX_SIDE = 25
COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWXY"
_SQUARE = re.compile(r"([A-Ya-y])([1-9][0-9]?)")
_ACROSS = re.compile(r"([1-9][0-9]?)([A-Ya-y])")


class Premium(NamedTuple):
    """Multipliers of a square for the letter on it and for the word through it."""

    letter: int = 1
    word: int = 1


PLAIN = Premium()
SYMBOLS: Mapping[str, Premium] = {
    ".": PLAIN,
    "*": PLAIN,
    "d": Premium(letter=2),
    "t": Premium(letter=3),
    "q": Premium(letter=4),
    "D": Premium(word=2),
    "T": Premium(word=3),
    "Q": Premium(word=4),
}


class Square(NamedTuple):
    """Zero-based row (from the top) and column (from the left)."""

    row: int
    col: int

    @property
    def name(self) -> str:
        return f"{COLUMNS[self.col]}{self.row + 1}"

    @property
    def transposed(self) -> Square:
        return Square(self.col, self.row)

    def step(self, across: bool, by: int = 1) -> Square:
        """The square `by` further along a row (`across`) or a column; it may lie off the board."""
        return Square(self.row, self.col + by) if across else Square(self.row + by, self.col)


class Position(NamedTuple):
    """Where a play starts and which way it runs."""

    square: Square
    across: bool

    @property
    def name(self) -> str:
        column, row = COLUMNS[self.square.col], self.square.row + 1
        return f"{row}{column}" if self.across else f"{column}{row}"

    @property
    def transposed(self) -> Position:
        return Position(self.square.transposed, not self.across)


Run = list[tuple[tuple[int, int], Piece]]


def parse_square(text: str) -> Square | None:
    """`J10` or `j10` -> Square; None for anything else."""
    match = _SQUARE.fullmatch(text.strip())
    return _square(match[1], match[2]) if match else None


@lru_cache(maxsize=4096)
def parse_position(text: str) -> Position | None:
    """`8G` across or `G8` down, either case; None for anything else. The board may be smaller."""
    across = _ACROSS.fullmatch(text.strip())
    if across:
        return Position(_square(across[2], across[1]), True)
    square = parse_square(text)
    return Position(square, False) if square else None


def _square(column: str, row: str) -> Square:
    return Square(int(row) - 1, COLUMNS.index(column.upper()))


@dataclass(frozen=True)
class Layout:
    """The printed squares: `rows` of SYMBOLS, all of one length, and the start square."""

    rows: tuple[str, ...]
    start: Square
    premiums: Mapping[Square, Premium] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found = {Square(r, c): SYMBOLS[sign] for r, row in enumerate(self.rows) for c, sign in enumerate(row)}
        object.__setattr__(self, "premiums", found)

    @property
    def height(self) -> int:
        return len(self.rows)

    @property
    def width(self) -> int:
        return len(self.rows[0])

    def __contains__(self, square: object) -> bool:
        return square in self.premiums

    def squares(self) -> Iterator[Square]:
        return iter(self.premiums)

    def transposed(self) -> Layout:
        """The same board seen along its diagonal: rows become columns."""
        return Layout(
            tuple("".join(column) for column in zip(*self.rows, strict=True)), self.start.transposed
        )


def centre(height: int, width: int) -> Square:
    """The middle square (up and left of the middle when a side is even)."""
    return Square((height - 1) // 2, (width - 1) // 2)


def images(square: Square, height: int, width: int) -> frozenset[Square]:
    """All squares that a symmetric board makes equal: up to 8 on a square board, up to 4 on an oblong one."""
    flips = {square, Square(height - 1 - square.row, square.col)}
    flips |= {Square(one.row, width - 1 - one.col) for one in flips}
    return frozenset(flips | {one.transposed for one in flips} if height == width else flips)


def one_part(height: int, width: int) -> tuple[Square, ...]:
    """The squares that symmetry makes the rest from: an eighth of a square board, a quarter of an oblong."""
    every = (Square(row, col) for row in range(height) for col in range(width))
    return tuple(square for square in every if square == min(images(square, height, width)))


def from_part(height: int, width: int, painted: Mapping[Square, str]) -> tuple[str, ...]:
    """Grid rows from the squares of `one_part` (or any of their images); what is not painted is plain."""
    signs = {image: sign for square, sign in painted.items() for image in images(square, height, width)}
    return tuple("".join(signs.get(Square(r, c), ".") for c in range(width)) for r in range(height))


def asymmetries(layout: Layout) -> tuple[Square, ...]:
    """Squares whose premium differs from that of a mirror image; none on a symmetric board."""
    height, width = layout.height, layout.width
    kinds = {s: {layout.premiums[i] for i in images(s, height, width)} for s in layout.squares()}
    return tuple(square for square, found in kinds.items() if len(found) > 1)


class Placement(NamedTuple):
    """One tile on one square."""

    square: Square
    piece: Piece


@dataclass(frozen=True)
class Board:
    """A layout and the pieces lying on it. Never changed in place: `with_pieces` gives a new board."""

    layout: Layout
    pieces: Mapping[Square, Piece] = field(default_factory=dict)

    def at(self, square: Square) -> Piece | None:
        return self.pieces.get(square)

    @property
    def empty(self) -> bool:
        return not self.pieces

    def with_pieces(self, placed: Iterable[Placement]) -> Board:
        pieces = dict(self.pieces)
        pieces.update(placed)
        return Board(self.layout, pieces)

    def without(self, squares: Iterable[Square]) -> Board:
        """The board after a play was taken back from these squares."""
        gone = set(squares)
        return Board(
            self.layout, {square: piece for square, piece in self.pieces.items() if square not in gone}
        )

    def run(self, square: Square, across: bool) -> tuple[Placement, ...]:
        """The unbroken row of tiles through `square`; empty when nothing lies there."""
        if square not in self.pieces:
            return ()
        run = run_through(self.pieces, square, across)
        return tuple(Placement(Square(*place), piece) for place, piece in run)

    def transposed(self) -> Board:
        return Board(
            self.layout.transposed(), {square.transposed: piece for square, piece in self.pieces.items()}
        )


def run_through(pieces: Mapping[Square, Piece], square: Square, across: bool) -> Run:
    """The unbroken row of tiles through a square that holds one, as plain (row, column) pairs: squares compare equal."""
    row, col = square
    down, right = (0, 1) if across else (1, 0)
    lying: Mapping[tuple[int, int], Piece] = pieces  # type: ignore[assignment]
    while (row - down, col - right) in lying:
        row, col = row - down, col - right
    found = []
    while (piece := lying.get((row, col))) is not None:
        found.append(((row, col), piece))
        row, col = row + down, col + right
    return found
