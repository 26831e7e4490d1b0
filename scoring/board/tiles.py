"""Tiles as physical things: one tile is one token, whatever it spells (SAL:48 "NG", BIS: CH, LL, RR).

Text is only at the edges, see `reading.py`. A `Piece` is a tile as it lies on a rack or on the board.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from scoring.marks import Mark

BLANK_TEXT = "?"


class Piece(NamedTuple):
    """A tile in play. `face` is what it reads as, "" for a blank not yet designated."""

    tile: str
    face: str
    value: int
    blank: bool = False

    @property
    def text(self) -> str:
        """The written form: `A`, `[NG]`, lower case for a blank (`a`, `[ng]`), `?` for a bare one."""
        shown = self.face.lower() if self.blank else self.face
        if not shown:
            return BLANK_TEXT
        return f"[{shown}]" if len(shown) > 1 else shown


@dataclass(frozen=True)
class Tile:
    """One kind of tile. `letters` is what it spells ("" for the blank), `count` how many the set holds."""

    id: str
    shown: str
    letters: str
    value: int
    count: int
    bag: str = ""
    mark: Mark | None = None

    @property
    def is_blank(self) -> bool:
        return not self.letters

    def piece(self) -> Piece:
        """The tile as it lies on a rack: natural, or a bare blank."""
        return Piece(self.id, self.letters, self.value, self.is_blank)


@dataclass(frozen=True)
class TileSet:
    """All tiles of a game, what a blank may stand for, whether two tiles may spell what one tile spells.

    `blanks_as`: letters a blank may stand for (SAL:30). `digraphs_from_singles`: N+G may spell NG (SAL:288).
    `total`: tiles the book announces; when that is more than the table holds, some are not known yet.
    """

    tiles: tuple[Tile, ...]
    blanks_as: tuple[str, ...]
    digraphs_from_singles: bool
    total: int

    @cached_property
    def readings(self) -> dict[tuple[object, ...], Any]:
        """Texts read already, with what was made of them: rows of a sheet are read over and over (`tile_reading`)."""
        return {}

    @cached_property
    def by_id(self) -> dict[str, Tile]:
        return {tile.id: tile for tile in self.tiles}

    @cached_property
    def by_letters(self) -> dict[str, Tile]:
        """Natural tiles by what they spell."""
        return {tile.letters: tile for tile in self.tiles if tile.letters}

    @cached_property
    def blank(self) -> Tile | None:
        return next((tile for tile in self.tiles if tile.is_blank), None)

    @cached_property
    def size(self) -> int:
        """Tiles in the table; equal to `total` when the distribution is completely known."""
        return sum(tile.count for tile in self.tiles)

    @property
    def complete(self) -> bool:
        return self.size == self.total

    @property
    def face_value(self) -> int:
        """Points of all tiles together (332 for Salitaan)."""
        return sum(tile.value * tile.count for tile in self.tiles)

    @property
    def bags(self) -> tuple[str, ...]:
        """Bag names in table order."""
        return tuple(dict.fromkeys(tile.bag for tile in self.tiles))

    @cached_property
    def longest(self) -> int:
        """Letters of the longest token a text can hold."""
        return max((len(text) for text in (*self.by_letters, *self.blanks_as)), default=1)

    @cached_property
    def singles(self) -> dict[str, Piece]:
        """Pieces by their one character of text: `A`, `a` a blank, `?` a bare blank."""
        found = {letters: tile.piece() for letters, tile in self.by_letters.items() if len(letters) == 1}
        blanks = [
            piece for letters in self.blanks_as if len(letters) == 1 and (piece := self.blank_as(letters))
        ]
        found |= {piece.text: piece for piece in blanks if piece.text not in found}
        return found | ({BLANK_TEXT: self.blank.piece()} if self.blank else {})

    @cached_property
    def several(self) -> tuple[str, ...]:
        """Texts of more than one letter that are one token (NG): where they occur, single letters are a guess."""
        return tuple({text for text in (*self.by_letters, *self.blanks_as) if len(text) > 1})

    def one_by_one(self, text: str) -> list[Piece] | None:
        """The pieces of a text that can only be read letter by letter; None when it needs a closer look."""
        singles = self.singles
        try:
            pieces = [singles[letter] for letter in text]
        except KeyError:
            return None
        upper = text.upper() if self.several else ""
        return None if not text or any(name in upper for name in self.several) else pieces

    def natural(self, letters: str) -> Piece | None:
        """The piece that spells `letters` by itself; None when no such tile exists."""
        tile = self.by_letters.get(letters)
        return tile.piece() if tile else None

    def blank_as(self, letters: str) -> Piece | None:
        """A blank designated as `letters`; None when a blank may not be that (`tiles.blank_may_be`)."""
        if self.blank is None or letters not in self.blanks_as:
            return None
        return Piece(self.blank.id, letters, self.blank.value, True)

    def short_of(self, pieces: Iterable[Piece]) -> dict[str, int]:
        """Tile id -> how many more of it `pieces` hold than the set has; empty when all fit."""
        held = count_tiles(pieces)
        over = {tile: number - self._count(tile) for tile, number in held.items()}
        return {tile: number for tile, number in over.items() if number > 0}

    def _count(self, tile: str) -> int:
        return self.by_id[tile].count if tile in self.by_id else 0


def count_tiles(pieces: Iterable[Piece]) -> dict[str, int]:
    """Tile id -> number of pieces made of it."""
    counts: dict[str, int] = {}
    for piece in pieces:
        counts[piece.tile] = counts.get(piece.tile, 0) + 1
    return counts


def spell(pieces: Sequence[Piece]) -> str:
    """The letters the pieces spell, as a dictionary writes them: N, G, A and NG, A both give "NGA"."""
    return "".join(piece.face for piece in pieces)


def write_tiles(pieces: Iterable[Piece]) -> str:
    """Text that `reading.read_tiles` reads back to the same pieces: `BA[NG]a?`."""
    return "".join(piece.text for piece in pieces)
