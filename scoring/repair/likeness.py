"""How much the words a play forms look like words, judged by the words of the same sheet and nothing else.

No language is known here: neighbouring letters that stand together in words of the sheet speak for a reading, letters
that never do speak against it. It only puts readings in order, it never rules one out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import log

from scoring.repair.quick_board import THROUGH, Found, QuickBoard, Rules, Tokens
from scoring.rules.ruleset_tables import EMPTY

# A pair counts as seen so often beyond what was seen and beyond what its letters would do by chance.
_PRIOR = 1.0
# Letters that come to stand beside others are rarely a word: each word across has to make up for this.
_ACROSS = 2.0
_EDGE = ""


class Likeness:
    """Pairs of letters counted over the written words; the edge of a word counts as a letter."""

    def __init__(self, rules: Rules, words: Iterable[Tokens]) -> None:
        self.rules = rules
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.firsts: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()
        for word in words:
            faces = [_face(rules, token) for token in word]
            self._count([_EDGE, *faces, _EDGE])
        self.all = sum(self.pairs.values())

    def _count(self, faces: list[str]) -> None:
        for one, two in pairwise(faces):
            if THROUGH not in (one, two):
                self.pairs[one, two] += 1
                self.firsts[one] += 1
                self.seconds[two] += 1

    def of(self, board: QuickBoard, found: Found, tokens: Tokens) -> float:
        """For the words this play forms, as it lies on the board now: above 0 like words, below unlike."""
        place, size = found.place, len(tokens)
        total = 0.0
        for by, token in enumerate(tokens):
            if token == THROUGH:
                total += self._around(board, place.at + by * place.step, place.step, by, size)
        for at in found.squares:
            pairs = [*_across(board, at, place.cross)]
            total += sum(self._pair(*pair) for pair in pairs) - (_ACROSS if pairs else 0.0)
        return total

    def _around(self, board: QuickBoard, at: int, step: int, by: int, size: int) -> float:
        """A tile that lay there already and the letters beside it in the word."""
        letter = _lying(board, at)
        before = _lying(board, at - step) if by else _EDGE
        after = _lying(board, at + step) if by < size - 1 else _EDGE
        return self._pair(before, letter) + self._pair(letter, after)

    def _pair(self, one: str, two: str) -> float:
        if not self.all:
            return 0.0
        chance = (self.firsts[one] + 1) * (self.seconds[two] + 1) / (self.all + len(self.firsts) + 1)
        return log((self.pairs[one, two] + _PRIOR) / (chance + _PRIOR))


def _across(board: QuickBoard, at: int, cross: int) -> Iterator[tuple[str, str]]:
    """The pairs of the word across a new tile: those it is part of, and none when no tile lies beside it."""
    before, letter, after = _lying(board, at - cross), _lying(board, at), _lying(board, at + cross)
    if before or after:
        yield before, letter
        yield letter, after


def _lying(board: QuickBoard, at: int) -> str:
    grid = board.grid
    return _face(board.rules, grid.faces[at]) if grid.worth[at] != EMPTY else _EDGE


def _face(rules: Rules, token: str) -> str:
    """What a part of a word reads as; `.` for a tile that is not named."""
    return token if token == THROUGH else rules.tables.faces.get(token.lstrip("("), token.lstrip("(").upper())
