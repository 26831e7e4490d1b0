"""A board to try words on: where can this word lie, and what would it score there?

Squares are bits of a whole number (numbered as in `rules/ruleset_tables.py`), so that all places of a word are found by a
handful of shifts; only those are then counted. A board is copied in a few microseconds, so many ways a game can have gone
are kept side by side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scoring.board.board import Placement, parse_position
from scoring.board.tile_reading import read_rack
from scoring.game.fast_path import has_usual_rules, lift, word_over
from scoring.plays.board_state import Grid
from scoring.plays.play import judge_play
from scoring.rules.loading import Ruleset
from scoring.rules.ruleset_tables import EMPTY, Place

Tokens = Sequence[str]
# A tile of a word that lies there already and is not named.
THROUGH = "."


class Found(NamedTuple):
    """A word that lies well: its place, the squares newly covered, the tiles laid as one number, its points."""

    place: Place
    squares: tuple[int, ...]
    tiles: int
    points: int


class Rules:
    """What trying words needs of a ruleset, made once."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset, self.tables = ruleset, ruleset.tables
        self.usual = has_usual_rules(ruleset)
        self.every = sum(1 << at for at in self.tables.squares)
        self.racks: dict[str, int] = {}
        self.names = {(place.at, place.step): name for name, place in self.tables.places.items()}

    def place(self, text: str) -> Place | None:
        """The place a position names, None for no place on this board."""
        found = self.tables.places.get(text)
        if found is None and (position := parse_position(text)) is not None:
            found = self.tables.places.get(position.name)
        return found

    def name(self, place: Place) -> str:
        return self.names[place.at, place.step]

    def turned(self, place: Place) -> Place:
        """The same square, the other direction."""
        return self.at(place.at, place.step != 1)

    def at(self, at: int, across: bool) -> Place:
        return self.tables.places[self.names[at, 1 if across else self.tables.stride]]

    def rack(self, text: str) -> int:
        """A written rack as one number, -1 when it cannot be read: then it says nothing."""
        rack = self.racks.get(text)
        if rack is None:
            pieces = read_rack(text, self.ruleset.tile_set).pieces
            rack = self.racks[text] = -1 if pieces is None else self.tables.together(pieces)
        return rack

    def holds(self, more: int, tiles: int) -> bool:
        """Whether `more` tiles hold these tiles."""
        return (more + self.tables.guard - tiles) & self.tables.guard == self.tables.guard

    def from_rack(self, text: str, tiles: int) -> bool:
        """Whether these tiles can come from a written rack."""
        rack = self.rack(text)
        return rack < 0 or self.holds(rack, tiles)


class QuickBoard:
    """What lies where. `lying`: all tiles on it as one number; `covered`: the squares they lie on as bits."""

    __slots__ = ("covered", "grid", "lying", "rules", "seen")

    def __init__(self, rules: Rules) -> None:
        self.rules, self.grid = rules, Grid(rules.tables)
        self.lying = self.covered = 0
        # Squares by the letter that lies there, as bits.
        self.seen: dict[str, int] = {}

    def copy(self) -> QuickBoard:
        other = object.__new__(QuickBoard)
        grid = object.__new__(Grid)
        grid.worth, grid.faces = self.grid.worth[:], self.grid.faces[:]
        other.rules, other.grid, other.lying, other.covered = self.rules, grid, self.lying, self.covered
        other.seen = dict(self.seen)
        return other

    def fit(self, place: Place, tokens: Tokens) -> Found | None:
        """The word at this place, if it lies well and joins; the board stays as it is."""
        tables, grid = self.rules.tables, self.grid
        fit = word_over(tables, grid, place, tokens, not self.covered)
        if fit is None:
            return None
        squares, tiles, points = fit
        lift(grid, squares)
        if not self.covered and not self._opens(squares):
            return None
        if not self.rules.usual:
            points = self._careful_points(place, squares, tokens)
        return Found(place, tuple(squares), tiles, points)

    def _opens(self, squares: Sequence[int]) -> bool:
        """SAL:118, BIS:20: the first play covers the start with enough tiles."""
        first = self.rules.ruleset.first_play
        covers = not first.covers_start or self.rules.tables.start in squares
        return covers and len(squares) >= first.min_tiles

    def _careful_points(self, place: Place, squares: Sequence[int], tokens: Tokens) -> int:
        """Rules that count premiums in a way of their own are left to the one who knows them."""
        tables, ruleset = self.rules.tables, self.rules.ruleset
        lying = [
            Placement(tables.squares[at], tables.pieces[self.grid.faces[at]])
            for at in tables.squares
            if self.grid.worth[at] != EMPTY
        ]
        laid = [
            Placement(tables.squares[at], tables.pieces[token])
            for by, token in enumerate(tokens)
            if (at := place.at + by * place.step) in squares
        ]
        board = ruleset.empty_board.with_pieces(lying)
        return judge_play(ruleset, board, laid, across=place.step == 1).score or 0

    def lay(self, found: Found, tokens: Tokens) -> None:
        """Lay the word for good."""
        grid, tables = self.grid, self.rules.tables
        for at in found.squares:
            token = tokens[(at - found.place.at) // found.place.step]
            grid.worth[at], grid.faces[at] = tables.values[token], token
            self._see(at, tables.faces[token])
        self.lying += found.tiles

    def _see(self, at: int, face: str) -> None:
        self.covered |= 1 << at
        self.seen[face] = self.seen.get(face, 0) | 1 << at

    def exchange(self, at: int, token: str) -> None:
        """Another tile in the place of the one that lies there."""
        grid, tables = self.grid, self.rules.tables
        old = grid.faces[at]
        if grid.worth[at] == EMPTY or token not in tables.values:
            return
        self.seen[tables.faces[old]] &= ~(1 << at)
        self.lying += tables.units[token] - tables.units[old]
        grid.worth[at], grid.faces[at] = tables.values[token], token
        self._see(at, tables.faces[token])

    def places(self, tokens: Tokens, *, across_only: bool = False) -> Iterator[Place]:
        """Every place where the word could lie whole, on or beside what lies there; points are not looked at."""
        open_squares = [self._open_to(token) for token in tokens]
        if not all(open_squares):
            return
        for across in (True,) if across_only else (True, False):
            yield from self._along(open_squares, across)

    def _open_to(self, token: str) -> int:
        """Squares where this part of a word can come to stand."""
        if token == THROUGH:
            return self.covered
        free = self.rules.every & ~self.covered
        if token.startswith("("):
            return self.seen.get(token[1:].upper(), 0)
        return free | self.seen.get(token.upper(), 0)

    def _along(self, open_squares: Sequence[int], across: bool) -> Iterator[Place]:
        rules, covered, step = self.rules, self.covered, 1 if across else self.rules.tables.stride
        starts = rules.every & ~(covered << step) & ~(covered >> len(open_squares) * step)
        for by, squares in enumerate(open_squares):
            starts &= squares >> by * step
        near, joined = self._near(), 0
        for by in range(len(open_squares)):
            joined |= near >> by * step
        return (rules.at(at, across) for at in bits(starts & joined))

    def _near(self) -> int:
        """Squares a play must touch: the start, or tiles and their neighbours."""
        covered, stride = self.covered, self.rules.tables.stride
        if not covered:
            return 1 << self.rules.tables.start if self.rules.ruleset.first_play.covers_start else -1
        return covered | covered << 1 | covered >> 1 | covered << stride | covered >> stride

    def fits(self, tokens: Tokens, *, across_only: bool = False) -> Iterator[Found]:
        """Every place where the word lies well."""
        for place in self.places(tokens, across_only=across_only):
            found = self.fit(place, tokens)
            if found is not None:
                yield found

    def holds(self, tiles: int) -> bool:
        """Whether the set has these tiles besides those that lie here."""
        tables = self.rules.tables
        return (tables.guarded_set - self.lying - tiles) & tables.guard == tables.guard


def bits(number: int) -> Iterable[int]:
    """The places of the ones in a whole number, lowest first."""
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
