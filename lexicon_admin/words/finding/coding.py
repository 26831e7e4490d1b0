"""Words as bytes, one byte a tile: what columns of an edition are made of."""

from __future__ import annotations

from functools import cached_property
from itertools import product

from lexicon_admin.words.tiles import TileTable
from lexicon_admin.words.tilings import cuts

# 2 ** 6 is MOST_TILINGS: beyond that `cuts` says which ways count.
MOST_QUICK = 6


class Coding:
    """The tiles of a table, each under a number from 1; a letter without a tile of its own has one too."""

    def __init__(self, table: TileTable) -> None:
        self.table = table
        tiles = (*table.by_letters, *table.blanks_as, *sorted(table.alphabet))
        self.letters = tuple(dict.fromkeys(text for text in tiles if text))
        self.code = {text: number for number, text in enumerate(self.letters, 1)}

    @cached_property
    def hooking(self) -> frozenset[int]:
        """The tiles that can be laid before or behind a word: those of the set and those a blank may be."""
        held = [text for text in (*self.table.by_letters, *self.table.blanks_as) if text]
        return frozenset(self.code[text] for text in held or self.letters)

    @cached_property
    def _single(self) -> dict[int, int]:
        return {ord(text): number for text, number in self.code.items() if len(text) == 1}

    def rows(self, key: str) -> list[bytes]:
        """Every cut of a word into tiles, fewest tiles first."""
        held = [text for text in self.table.digraphs if text in key]
        if not held:
            return [self._plainly(key)]
        if self.table.split and len(self.table.digraphs) == 1 and key.count(held[0]) <= MOST_QUICK:
            return self._laid(key, held[0])
        return [bytes(self.code[tile] for tile in cut) for cut in cuts(key, self.table)]

    def _plainly(self, letters: str) -> bytes:
        return letters.translate(self._single).encode("latin-1")

    def _laid(self, key: str, digraph: str) -> list[bytes]:
        """The same where one digraph alone may be split: each of its places is one tile or two."""
        parts = [self._plainly(part) for part in key.split(digraph)]
        ways = (bytes((self.code[digraph],)), self._plainly(digraph))
        found = []
        for chosen in product(ways, repeat=len(parts) - 1):
            found.append(parts[0] + b"".join(way + part for way, part in zip(chosen, parts[1:], strict=True)))
        return sorted(found, key=len)

    def tiles(self, row: bytes) -> tuple[str, ...]:
        """The tiles of a row as letters."""
        return tuple(self.letters[code - 1] for code in row)
