"""A tile set as plain data: what a word needs to know of a ruleset, and nothing more."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

LATIN = frozenset("ABCDEFGHIJKLMNÑOPQRSTUVWXYZ")
# What a letter with a sign on it is made of: U+00C0 to U+017F, and the Romanian two.
SIGNED = frozenset(
    letter
    for letter in map(chr, (*range(0xC0, 0x180), 0x218, 0x21A))
    if letter.isupper() and unicodedata.normalize("NFD", letter)[0] in LATIN - {letter}
)


@dataclass(frozen=True, slots=True)
class Tile:
    """One kind of tile: the letters it spells, its points, how many the set holds."""

    letters: str
    value: int
    count: int


@dataclass(frozen=True)
class TileTable:
    """Natural tiles, blanks and the two bounds a word meets: squares in a line, tiles that earn the all-tiles bonus.

    `split`: two tiles may spell what one tile spells (SAL:288, SAL:290: NG and NGA both stand in the printed list).
    `blanks_as`: letters a blank may stand for (SAL:30). An empty table is a language without a board.
    `marks`: a letter with a sign on it (Ä, É) is a letter of its own in this list, and not folded to the plain one.
    """

    tiles: tuple[Tile, ...] = ()
    blanks: int = 0
    blanks_as: tuple[str, ...] = ()
    split: bool = True
    squares: int = 0
    bonus_at: int = 0
    marks: bool = False

    @cached_property
    def by_letters(self) -> dict[str, Tile]:
        return {tile.letters: tile for tile in self.tiles}

    @cached_property
    def digraphs(self) -> tuple[str, ...]:
        """Several letters on one tile, longest first."""
        found = {text for text in (*self.by_letters, *self.blanks_as) if len(text) > 1}
        return tuple(sorted(found, key=lambda text: (-len(text), text)))

    @cached_property
    def tile_signs(self) -> re.Pattern[str]:
        """What the next tile of a word is: a digraph, or the letter that stands there."""
        return re.compile("|".join((*map(re.escape, self.digraphs), ".")), re.DOTALL)

    @cached_property
    def widest(self) -> int:
        """Letters of the widest tile."""
        return max((len(text) for text in self.digraphs), default=1)

    @cached_property
    def singles(self) -> dict[str, int]:
        """How many natural tiles there are of each single letter."""
        return {tile.letters: tile.count for tile in self.tiles if len(tile.letters) == 1}

    @cached_property
    def _fewer(self) -> dict[int, frozenset[str]]:
        return {}

    def fewer_than(self, count: int) -> frozenset[str]:
        """The single letters of which there are fewer natural tiles than `count`."""
        found = self._fewer.get(count)
        if found is None:
            held = self.singles
            few = (letter for letter in self.alphabet if held.get(letter, 0) < count)
            found = self._fewer[count] = frozenset(few)
        return found

    @cached_property
    def shown_alone(self) -> frozenset[str]:
        """Single letters a natural tile or a blank can show."""
        return frozenset(text for text in (*self.by_letters, *self.blanks_as) if len(text) == 1)

    @cached_property
    def alphabet(self) -> frozenset[str]:
        """Single letters a word may hold: the Latin ones, Ñ, those with signs where they count, and what tiles or blanks add."""
        return (
            LATIN
            | (SIGNED if self.marks else frozenset())
            | {letter for text in (*self.by_letters, *self.blanks_as) for letter in text}
        )

    @cached_property
    def without_tile(self) -> frozenset[str]:
        """Letters of the alphabet that no natural tile shows: C F J Ñ Q V X Z for Salitaan."""
        shown = {letter for text in self.by_letters for letter in text}
        return self.alphabet - shown if self.tiles else frozenset()

    def as_data(self) -> dict[str, Any]:
        """The table as JSON-able data; `table_from` reads it back."""
        told: dict[str, Any] = {
            "tiles": [[tile.letters, tile.value, tile.count] for tile in self.tiles], "blanks": self.blanks,
            "blanks_as": list(self.blanks_as), "split": self.split, "squares": self.squares, "bonus_at": self.bonus_at,
        }  # fmt: skip
        return told | ({"marks": True} if self.marks else {})


def table_from(data: Mapping[str, Any]) -> TileTable:
    """The table `TileTable.as_data` wrote."""
    tiles = tuple(Tile(str(letters), int(value), int(count)) for letters, value, count in data["tiles"])
    return TileTable(
        tiles, int(data["blanks"]), tuple(data["blanks_as"]), bool(data["split"]), int(data["squares"]),
        int(data["bonus_at"]), bool(data.get("marks", False)),
    )  # fmt: skip
