"""A ruleset laid out for going over whole games quickly: squares by number, tiles as whole numbers. Made once a ruleset.

Squares are numbered row by row, with a margin all round that counts as empty: a step along a row is 1, a step down is
`stride`, and no step from a square of the board leads out of the lists. Several tiles together (a rack, all that lies on
the board) are one whole number with BITS bits for each kind of tile, so that putting tiles together is adding.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from scoring.board.board import Layout, Position, Square
from scoring.board.tiles import Piece, TileSet

BITS = 12
# Above this, counts of one kind would reach into the next.
MOST = 1 << (BITS - 1)
EMPTY = -1
_TOKENS = re.compile(r"\[([^\[\]]+)\]|\(([^()\[\]]+)\)|(\.)|([^\[\]().]+)")
_SEPARATORS = re.compile(r"[\s,.;/|+-]+")


class Place(NamedTuple):
    """A written position: its square's number, the step along the word, the step across it, squares to the edge."""

    at: int
    step: int
    cross: int
    room: int


class Tables:
    """Lists by square number, mappings by token: a token is the text of one tile, `A`, `NG`, or `a`, `ng` for a blank.

    `bonus`: points by the number of tiles laid, from none to a full rack. `sure`: squares a finding may rest on.
    """

    def __init__(self, layout: Layout, tiles: TileSet, bonus: Sequence[int], sure: frozenset[Square]) -> None:
        self.layout, self.tiles, self.bonus = layout, tiles, bonus
        self.stride = layout.width + 1
        self.start = self.number(*layout.start)
        self.letter_times = self._by_square(0)
        self.word_times = self._by_square(1)
        self.pieces = _pieces(tiles)
        self.values = {token: piece.value for token, piece in self.pieces.items()}
        self.faces = {token: piece.face for token, piece in self.pieces.items()}
        self.sure = frozenset(self.number(*square) for square in sure)

    @property
    def size(self) -> int:
        """Numbers there are, margin included."""
        return (self.layout.height + 2) * self.stride + 1

    def number(self, row: int, col: int) -> int:
        return (row + 1) * self.stride + col + 1

    def _by_square(self, which: int) -> list[int]:
        times = [1] * self.size
        for square, premium in self.layout.premiums.items():
            times[self.number(*square)] = premium[which]
        return times

    @cached_property
    def squares(self) -> Mapping[int, Square]:
        return {self.number(*square): square for square in self.layout.squares()}

    @cached_property
    def places(self) -> Mapping[str, Place]:
        """Every position on this board by its name, `8G` or `G8`."""
        found = {}
        for at, (row, col) in self.squares.items():
            square, down, right = Square(row, col), self.layout.height - row, self.layout.width - col
            found[Position(square, True).name] = Place(at, 1, self.stride, right)
            found[Position(square, False).name] = Place(at, self.stride, 1, down)
        return found

    @cached_property
    def units(self) -> Mapping[str, int]:
        """One tile of its kind, by token; a bare blank is `?`."""
        shift = {tile.id: 1 << (BITS * at) for at, tile in enumerate(self.tiles.tiles)}
        bare = {"?": shift[self.tiles.blank.id]} if self.tiles.blank else {}
        return {token: shift[piece.tile] for token, piece in self.pieces.items()} | bare

    @cached_property
    def guard(self) -> int:
        """The highest bit of every kind: taken off by a subtraction that needs more of a kind than there are."""
        return sum(MOST << (BITS * at) for at in range(len(self.tiles.tiles)))

    @cached_property
    def guarded_set(self) -> int:
        """The whole set with the guards in place."""
        return self.guard + sum(tile.count << (BITS * at) for at, tile in enumerate(self.tiles.tiles))

    @cached_property
    def whole_set(self) -> int:
        return self.guarded_set - self.guard

    def holds(self, many: int, few: int) -> bool:
        """Whether there are at least as many of every kind in the one as in the other."""
        return (many + self.guard - few) & self.guard == self.guard

    def together(self, pieces: Sequence[Piece]) -> int:
        """Pieces as one number."""
        kinds = self._kinds
        return sum([kinds.get(piece.tile, 0) for piece in pieces])

    @cached_property
    def _kinds(self) -> Mapping[str, int]:
        return {tile.id: 1 << (BITS * at) for at, tile in enumerate(self.tiles.tiles)}

    def counts(self, number: int) -> dict[str, int]:
        """Tile id -> how many; kinds of which there is none are left out."""
        found = {}
        for tile in self.tiles.tiles:
            if not number:
                break
            if number & (2 * MOST - 1):
                found[tile.id] = number & (2 * MOST - 1)
            number >>= BITS
        return found

    def beyond(self, one: int, other: int) -> int:
        """What `one` has of each kind more than `other`, both as one number."""
        more = one + self.guard - other
        has = more & self.guard
        return more & (has - (has >> (BITS - 1)))

    def number_of(self, together: int) -> int:
        """How many tiles one number means."""
        return together % (2 * MOST - 1)

    def word(self, text: str) -> Sequence[str]:
        """The tokens of a written word, `.` and `(A` for tiles that lie there; none when it needs a closer look."""
        if self.plain and "[" not in text and "(" not in text:
            return text
        return self._cut(text)

    def rack(self, text: str, held: int) -> Sequence[str]:
        """The tokens of a written rack of so many tiles; none when it needs a closer look."""
        if self.plain and len(text) == held:
            return text
        parts = [part for part in _SEPARATORS.split(text) if part]
        return self._one_each(parts) if len(parts) > 1 else self._cut(text)

    def _one_each(self, parts: Sequence[str]) -> Sequence[str]:
        bare = [part[1:-1] if part[0] == "[" and part[-1] == "]" else part for part in parts]
        return bare if all(part in self.units for part in bare) else ()

    @cached_property
    def plain(self) -> bool:
        """Whether every letter is a tile of its own."""
        return not self.tiles.several

    def _cut(self, text: str) -> Sequence[str]:
        tokens: list[str] = []
        end = 0
        for match in _TOKENS.finditer(text):
            if match.start() != end or ((plain := match[4] or match[2] or "") and self._runs_together(plain)):
                return ()
            end = match.end()
            tokens += (
                [match[1] or match[3]] if not plain else ["(" + sign for sign in plain] if match[2] else plain
            )
        return tokens if end == len(text) else ()

    def _runs_together(self, text: str) -> bool:
        upper = text.upper()
        return any(name in upper for name in self.tiles.several)


def _pieces(tiles: TileSet) -> dict[str, Piece]:
    """Every token that is one tile with a letter: natural tiles as they are, blanks in lower case."""
    found = {letters: tile.piece() for letters, tile in tiles.by_letters.items()}
    for letters in tiles.blanks_as:
        piece = tiles.blank_as(letters)
        if piece is not None and letters.lower() not in found:
            found[letters.lower()] = piece
    return found
