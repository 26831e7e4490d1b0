"""What a word is worth and how likely it is drawn, from the tiles and the bag of its edition."""

from __future__ import annotations

from functools import cached_property
from math import comb

from lexicon_admin.words.finding.coding import Coding
from lexicon_admin.words.normalise import MOST_LETTERS


class Bag:
    """The tiles of a ruleset as a bag. A tile the set runs out of is a blank, which counts nothing."""

    def __init__(self, coding: Coding) -> None:
        table = coding.table
        self.blanks = table.blanks
        self.size = sum(tile.count for tile in table.tiles) + table.blanks
        tiles = [table.by_letters.get(text) for text in coding.letters]
        self.held = [0, *(tile.count if tile else 0 for tile in tiles)]
        self.value = [0, *(tile.value if tile else 0 for tile in tiles)]
        named = {*table.by_letters, *table.blanks_as}
        self._blank = [False, *(not table.blanks_as or text in named for text in coding.letters)]
        # A coefficient never outgrows its place: the sum over all of them is a way to draw from the whole bag.
        self._place = comb(self.size, min(MOST_LETTERS, self.size // 2)).bit_length() + 1
        self._mask = (1 << self._place * (self.blanks + 1)) - 1
        self._known: dict[tuple[int, int], int] = {}

    def points(self, row: bytes) -> int:
        """The face value of a cut, without premiums."""
        total = 0
        for code in {*row}:
            total += min(row.count(code), self.held[code]) * self.value[code]
        return total

    def ways(self, row: bytes) -> int:
        """In how many ways the tiles of a cut can be drawn, blanks standing for what is drawn of them instead."""
        drawn = 1
        for code in {*row}:
            drawn = drawn * self._choices(code, row.count(code)) & self._mask
        one = (1 << self._place) - 1
        return sum((drawn >> self._place * used & one) * chosen for used, chosen in enumerate(self._blanks))

    def draws(self, tiles: int) -> int:
        """In how many ways so many tiles can be drawn."""
        return comb(self.size, tiles)

    def chance(self, row: bytes) -> float:
        """The share of draws of so many tiles that give this cut; to sort by."""
        draws = self.draws(len(row))
        return self.ways(row) / draws if draws else 0.0

    @cached_property
    def _blanks(self) -> list[int]:
        return [comb(self.blanks, used) for used in range(self.blanks + 1)]

    def _choices(self, code: int, wanted: int) -> int:
        """Ways to choose the natural tiles of one kind, by how many blanks stand for the rest, as one packed number."""
        known = self._known.get((code, wanted))
        if known is None:
            most = min(wanted, self.blanks) if self._blank[code] else 0
            parts = (comb(self.held[code], wanted - used) << self._place * used for used in range(most + 1))
            known = self._known[code, wanted] = sum(parts)
        return known
