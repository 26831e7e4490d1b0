"""Scores worked out a second time, on a grid of characters, sharing no code with the engine.

Only for games in which every tile has one letter, or is written in brackets.
"""

from __future__ import annotations

import re

from scoring import Ruleset
from scoring.sheets.scoresheet import PLAY, WITHDRAWN, Scoresheet

_TILE = re.compile(r"\[([^\]]+)\]|\(([^)]+)\)|(.)")
_TIMES = {"d": (2, 1), "t": (3, 1), "D": (1, 2), "T": (1, 3)}


class Grid:
    """Letters by (row, column), their values (a blank: 0), and the game's premiums."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.rows = ruleset.board.grid
        self.values = {tile.letters: tile.value for tile in ruleset.tiles.table if tile.letters}
        self.bonus = {int(laid): points for laid, points in ruleset.bonus.by_tiles}
        self.tiles: dict[tuple[int, int], int] = {}

    def play(self, position: str, word: str) -> tuple[int, list[tuple[int, int]]]:
        """Lay a word; its score and the squares that are new."""
        across = position[0].isdigit()
        row = int(re.sub(r"\D", "", position)) - 1
        col = ord(re.sub(r"\d", "", position)) - ord("A")
        new = []
        for match in _TILE.finditer(word):
            letters = match[1] or match[2] or match[3]
            if (row, col) not in self.tiles:
                blank = letters != letters.upper()
                self.tiles[row, col] = 0 if blank else self.values[letters]
                new.append((row, col))
            row, col = (row, col + 1) if across else (row + 1, col)
        return self._score(new, across) + self.bonus.get(len(new), 0), new

    def _score(self, new: list[tuple[int, int]], across: bool) -> int:
        along = self._word(new[0], new, across)
        crossing = [self._word(square, new, not across) for square in new]
        words = [points for points, length in (along, *crossing) if length > 1]
        return sum(words) if words else along[0]

    def _word(self, square: tuple[int, int], new: list[tuple[int, int]], across: bool) -> tuple[int, int]:
        down, right = (0, 1) if across else (1, 0)
        row, col = square
        while (row - down, col - right) in self.tiles:
            row, col = row - down, col - right
        total, times, length = 0, 1, 0
        while (row, col) in self.tiles:
            letter, word = _TIMES.get(self.rows[row][col], (1, 1)) if (row, col) in new else (1, 1)
            total, times, length = total + self.tiles[row, col] * letter, times * word, length + 1
            row, col = row + down, col + right
        return total * times, length


def naive_scores(ruleset: Ruleset, sheet: Scoresheet) -> dict[int, int]:
    """Row -> score of every play on the sheet."""
    grid, scores, last = Grid(ruleset), {}, []
    for number, turn in enumerate(sheet.turns):
        if turn.kind == PLAY:
            scores[number], last = grid.play(turn.position, turn.word)
        elif turn.kind == WITHDRAWN or turn.verdict == "invalid":
            for square in last:
                grid.tiles.pop(square, None)
            last = []
    return scores
