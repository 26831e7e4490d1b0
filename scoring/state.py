"""What is known of a game at one moment of the fold (`game.py`), and what each row of the sheet came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.board import Board, Placement, Position
from scoring.issues import Issue
from scoring.order import Order
from scoring.play import JudgedPlay
from scoring.ruleset import Ruleset
from scoring.scoresheet import Scoresheet, Turn
from scoring.supply import Bounds, Rules, drawing_rules, first_bounds

OUT_OF_TILES, ALL_PASSED, TURN_LIMIT, RECORDED = "out", "passes", "turn_limit", "recorded"


class Ended(NamedTuple):
    """Why the game is over, at which row, and who went out (None: nobody)."""

    why: str
    number: int
    seat: int | None = None
    reason: str = ""


class Placed(NamedTuple):
    """Tiles laid at a position, judged. `mended`: not as written, but as the evidence says it was meant."""

    position: Position
    placements: tuple[Placement, ...]
    judged: JudgedPlay
    mended: bool = False


class Snapshot(NamedTuple):
    """Everything a play changes and a withdrawal brings back."""

    board: Board
    known: bool
    bounds: Bounds
    scores: tuple[int | None, ...]
    passes: tuple[int, ...]
    counts: Mapping[str, int]
    ended: Ended | None


@dataclass
class OpenPlay:
    """The last move, as long as it can be challenged or taken back. `points`: the play with its theme points."""

    number: int
    seat: int
    turn: Turn
    before: Snapshot
    points: int | None = None
    judged: JudgedPlay | None = None
    taken_back: bool = False


class Step(NamedTuple):
    """One row after the fold went over it. `computed`: points it is worth, None when that cannot be told.

    `board` is the board before it, `placed` the play if it is one, `scores` all seats after it. `ruled_out`: the play
    was taken back later. `certain` False: a tile lies on the board of which the sheet does not say where.
    """

    number: int
    turn: Turn
    seat: int | None
    computed: int | None
    board: Board
    placed: Placed | None = None
    issues: tuple[Issue, ...] = ()
    scores: tuple[int | None, ...] = ()
    certain: bool = True
    in_bag: tuple[int, int] = (0, 0)
    ruled: str = ""


@dataclass
class Game:
    """The fold's memory. `known` is False as soon as a play is not written out; `counts`: tiles on the board by id."""

    ruleset: Ruleset
    sheet: Scoresheet
    seats: int
    board: Board
    bounds: Bounds
    rules: Rules
    order: Order
    known: bool = True
    scores: list[int | None] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    passes: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    scoreless: int = 0
    ended: Ended | None = None
    open: OpenPlay | None = None
    recycled: tuple[int, Snapshot] | None = None
    bonuses: list[tuple[int, int]] = field(default_factory=list)
    overruns: list[tuple[int, int]] = field(default_factory=list)
    clock: list[int] = field(default_factory=list)
    taken_back: set[int] = field(default_factory=set)
    ruled: dict[int, str] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    def snapshot(self) -> Snapshot:
        scores, passes = tuple(self.scores), tuple(self.passes)
        return Snapshot(self.board, self.known, self.bounds, scores, passes, self.counts, self.ended)

    def restore(self, before: Snapshot) -> None:
        self.board, self.known, self.bounds = before.board, before.known, before.bounds
        self.scores, self.passes = list(before.scores), list(before.passes)
        self.counts, self.ended = dict(before.counts), before.ended

    def add(self, seat: int | None, points: int | None) -> None:
        """Points to a seat; its score is unknown from the first unknown points on."""
        if seat is not None:
            old = self.scores[seat]
            self.scores[seat] = None if old is None or points is None else old + points


def new_game(ruleset: Ruleset, sheet: Scoresheet) -> Game:
    """Before the first turn."""
    seats = max(sheet.seats, 1)
    order = Order(seats, 1 if ruleset.players.order == "clockwise" else -1, sheet.starter)
    bounds, board = first_bounds(ruleset, seats), Board(ruleset.layout)
    game = Game(ruleset, sheet, seats, board, bounds, drawing_rules(ruleset), order)
    game.scores, game.moves, game.passes = [0] * seats, [0] * seats, [0] * seats
    game.used, game.clock = [0] * seats, [0] * seats
    return game
