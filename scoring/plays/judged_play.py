"""What a judged play is: its words, their letters with the squares that count, and the arithmetic as one line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.messages import Message
from scoring.board.board import Placement, Run, Square
from scoring.board.tiles import Piece, spell


class LetterScore(NamedTuple):
    """One tile of a word: face value, the multiplier of its square (1 unless covered in this turn), points."""

    piece: Piece
    square: Square
    multiplier: int
    new: bool

    @property
    def points(self) -> int:
        return self.piece.value * self.multiplier

    @property
    def text(self) -> str:
        times = f"x{self.multiplier}" if self.multiplier != 1 else ""
        return f"{self.piece.text.strip('[]')}{self.piece.value}{times}"


class WordScore(NamedTuple):
    """One word formed: its row of tiles, which are new, the multipliers it earned, the sum of its letters.

    `letter_multipliers`: one a tile, 1 where no premium counts.
    """

    run: Run
    new: Mapping[Square, Piece]
    letter_multipliers: tuple[int, ...]
    multipliers: tuple[int, ...]
    factor: int
    across: bool
    sum: int

    @property
    def letters(self) -> tuple[LetterScore, ...]:
        """Each letter with its square, multiplier and points."""
        return tuple(
            LetterScore(piece, Square(*square), by, square in self.new)
            for (square, piece), by in zip(self.run, self.letter_multipliers, strict=True)
        )

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple([piece for _, piece in self.run])

    @property
    def spelling(self) -> str:
        """As a dictionary writes it; compare words on this, never on tiles (SAL:288, 290)."""
        return spell(self.pieces)

    @property
    def points(self) -> int:
        return self.sum * self.factor

    @property
    def line(self) -> str:
        """`M2 A1 B4 A1x2 I1 T1 = 11 x2 = 22`."""
        sums = [" ".join(letter.text for letter in self.letters), str(self.sum)]
        if not self.multipliers:
            return " = ".join(sums)
        return " = ".join(sums) + "".join(f" x{by}" for by in self.multipliers) + f" = {self.points}"


class JudgedPlay(NamedTuple):
    """A placement judged. `words` (main word first) and `score` are empty and None when no word can be read."""

    placements: tuple[Placement, ...]
    problems: tuple[Message, ...]
    words: tuple[WordScore, ...]
    bonus: int
    certain: bool
    score: int | None

    @property
    def legal(self) -> bool:
        return not self.problems

    @property
    def line(self) -> str:
        """The whole arithmetic on one line: each word, the bonus, and the total when there is more than one part."""
        parts = [word.line for word in self.words] + ([f"bonus {self.bonus}"] if self.bonus else [])
        return "; ".join(parts) + (f"; total {self.score}" if len(parts) > 1 else "")
