"""What lies on the board, kept twice: as lists by square number to count on, and as a chain of plays to look back on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scoring.board.board import Board, Placement, Position, parse_position
from scoring.plays.judged_play import JudgedPlay
from scoring.plays.play import judge_play
from scoring.rules.ruleset import Ruleset
from scoring.rules.ruleset_tables import EMPTY, Tables
from scoring.sheets.scoresheet import Turn


class Placed(NamedTuple):
    """Tiles laid at a position, judged. `mended`: not as written, but as the evidence says it was meant."""

    position: Position
    placements: tuple[Placement, ...]
    judged: JudgedPlay
    mended: bool = False


# What lay before, and placements; or what lay before, squares, and the row that was laid as written.
Entry = tuple[int, tuple[Placement, ...]] | tuple[int, list[int], Turn]


class Grid:
    """The board by square number: what a tile is worth (EMPTY: none lies there) and what it reads as."""

    def __init__(self, tables: Tables) -> None:
        self.worth = [EMPTY] * tables.size
        self.faces = [""] * tables.size

    def put(self, tables: Tables, placements: Iterable[Placement]) -> None:
        """Lay tiles, or others in their place."""
        for square, piece in placements:
            at = tables.number(*square)
            self.worth[at], self.faces[at] = piece.value, piece.face


class History:
    """All that was ever laid in a game, so that the board at any moment can be had again.

    Entry n says what lay before it (the number of another entry, 0 the empty board) and what was laid: placements, or the
    squares and the row of a play that came out as written. Boards, placements and arithmetic of such plays are worked out
    when somebody asks for them.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.entries: list[Entry] = [(0, ())]
        self._boards: dict[int, Board] = {0: ruleset.empty_board}
        self._placed: dict[int, Placed] = {}

    def add(self, before: int, placements: tuple[Placement, ...]) -> int:
        """The number of the new entry."""
        self.entries.append((before, placements))
        return len(self.entries) - 1

    def board(self, number: int) -> Board:
        """The board with this entry on it, made on top of the nearest one that is made already."""
        wanted, at = [], number
        while at not in self._boards:
            wanted.append(at)
            at = self.entries[at][0]
        if wanted:
            placements = [one for entry in reversed(wanted) for one in self.placements(entry)]
            self._boards[number] = self._boards[at].with_pieces(placements)
        return self._boards[number]

    def placements(self, number: int) -> tuple[Placement, ...]:
        entry = self.entries[number]
        if len(entry) == 2:
            return entry[1]
        tables = self.ruleset.tables
        pairs = zip(entry[1], self.tokens(number), strict=True)
        return tuple(Placement(tables.squares[at], tables.pieces[token]) for at, token in pairs)

    def tokens(self, number: int) -> list[str]:
        """The tiles laid in a play that came out as written."""
        entry, tables = self.entries[number], self.ruleset.tables
        if len(entry) == 2:
            return []
        place, word = tables.places[entry[2].position], tables.word(entry[2].word) or ""
        return [token for by, token in enumerate(word) if place.at + by * place.step in entry[1]]

    def placed(self, number: int) -> Placed:
        """A play that came out as written with its words and its arithmetic, judged on the board before it."""
        if number not in self._placed:
            self._placed[number] = self._judged(number)
        return self._placed[number]

    def _judged(self, number: int) -> Placed:
        entry = self.entries[number]
        position = parse_position(entry[2].position) if len(entry) == 3 else None
        if position is None:
            raise LookupError(number)
        board, placements = self.board(entry[0]), self.placements(number)
        judged = judge_play(self.ruleset, board, placements, across=position.across)
        return Placed(position, judged.placements, judged)

    def sure(self, number: int) -> bool:
        """Whether the score of such a play rests on no square and no tile value that is only assumed."""
        rules, entry = self.ruleset, self.entries[number]
        if rules.all_certain or not rules.tiles_certain or len(entry) == 2:
            return rules.all_certain or self.placed(number).judged.certain
        return rules.tables.sure.issuperset(entry[1])

    def grid(self, number: int) -> Grid:
        """The board with this entry on it by square number."""
        grid, tables = Grid(self.ruleset.tables), self.ruleset.tables
        grid.put(tables, (Placement(square, piece) for square, piece in self.board(number).pieces.items()))
        return grid
