"""What lies on the board, kept twice: as lists by square number to count on, and as a chain of plays to look back on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.board import Board, Placement, Position, parse_position
from scoring.judged import JudgedPlay
from scoring.play import judge_play
from scoring.rules import Ruleset
from scoring.tables import EMPTY, Tables


class Placed(NamedTuple):
    """Tiles laid at a position, judged. `mended`: not as written, but as the evidence says it was meant."""

    position: Position
    placements: tuple[Placement, ...]
    judged: JudgedPlay
    mended: bool = False


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


class Laid:
    """Tiles laid on top of `before`: a chain, so that the board at any moment can be had again.

    A play that came out as written keeps only the numbers of its squares, its tokens and its written place: its
    placements and its arithmetic are worked out when somebody asks for them.
    """

    _board: Board | None = None
    _placements: tuple[Placement, ...] | None = None
    _placed: Placed | None = None

    def __init__(
        self, ruleset: Ruleset, before: Laid | None, squares: Sequence[int], tokens: Sequence[str], place: str
    ) -> None:
        self.ruleset, self.before = ruleset, before
        self.squares, self.tokens, self.place = squares, tokens, place

    @classmethod
    def of(cls, before: Laid, placements: Iterable[Placement]) -> Laid:
        """Tiles that are placed already."""
        laid = cls(before.ruleset, before, (), (), "")
        laid._placements = tuple(placements)
        return laid

    @property
    def placements(self) -> tuple[Placement, ...]:
        if self._placements is None:
            tables = self.ruleset.tables
            found = zip(self.squares, self.tokens, strict=True)
            self._placements = tuple(
                Placement(tables.squares[at], tables.pieces[token]) for at, token in found
            )
        return self._placements

    @property
    def board(self) -> Board:
        """The board with these tiles on it."""
        if self._board is None:
            self._board = self._made()
        return self._board

    def _made(self) -> Board:
        """On top of the nearest board that is made already."""
        chain: list[Laid] = []
        at: Laid | None = self
        while at is not None and at._board is None:
            chain.append(at)
            at = at.before
        placements = [placement for laid in reversed(chain) for placement in laid.placements]
        base = at._board if at is not None and at._board is not None else Board(self.ruleset.layout)
        return base.with_pieces(placements)

    @property
    def placed(self) -> Placed:
        """The play with its words and its arithmetic, judged on the board before it."""
        if self._placed is None:
            self._placed = self._judged()
        return self._placed

    def _judged(self) -> Placed:
        position = parse_position(self.place)
        before = self.before
        if position is None or before is None:
            raise LookupError("only a play that came out as written can be judged again")
        judged = judge_play(self.ruleset, before.board, self.placements, across=position.across)
        return Placed(position, judged.placements, judged)

    @property
    def sure(self) -> bool:
        """Whether its score rests on no square and no tile value that is only assumed."""
        rules = self.ruleset
        if rules.all_certain or not rules.tiles_certain:
            return rules.all_certain or self.placed.judged.certain
        return rules.tables.sure.issuperset(self.squares)

    def grid(self) -> Grid:
        """The same board by square number."""
        grid, tables = Grid(self.ruleset.tables), self.ruleset.tables
        grid.put(tables, (Placement(square, piece) for square, piece in self.board.pieces.items()))
        return grid


def empty_board(ruleset: Ruleset) -> Laid:
    """Where every chain starts."""
    return Laid(ruleset, None, (), (), "")
