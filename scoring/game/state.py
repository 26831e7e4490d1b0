"""What is known of a game at one moment of the fold (`game.py`), and what each row of the sheet came to."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.board.board import Board, Placement
from scoring.board.tiles import Piece
from scoring.game.issues import Issue
from scoring.game.order import Order
from scoring.plays.board_state import Grid, History, Placed
from scoring.plays.judged_play import JudgedPlay
from scoring.rules.loading import Ruleset
from scoring.rules.ruleset_tables import Tables
from scoring.rules.supply import Bounds, Rules, Stock, first_bounds, first_stock, stock_of
from scoring.sheets.scoresheet import Scoresheet, Turn

OUT_OF_TILES, ALL_PASSED, TURN_LIMIT, RECORDED = "out", "passes", "turn_limit", "recorded"


class Ended(NamedTuple):
    """Why the game is over, at which row, and who went out (None: nobody)."""

    why: str
    number: int
    seat: int | None = None
    reason: str = ""


class Snapshot(NamedTuple):
    """Everything a play changes and a withdrawal brings back."""

    laid: int
    known: bool
    bounds: Bounds
    scores: tuple[int | None, ...]
    passes: tuple[int, ...]
    lying: int
    ended: Ended | None
    doubtful: frozenset[int] = frozenset()


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


class Recycled(NamedTuple):
    """A blank taken from the board and not yet laid: by whom, the state before, what was given for it (None: unknown)."""

    seat: int
    before: Snapshot
    given: Piece | None = None
    blank: Piece | None = None


class Step(NamedTuple):
    """One row after the fold went over it. `computed`: points it is worth, None when that cannot be told.

    `board` is the board before it, `placed` the play if it is one, `scores` all seats after it. `ruled`: the verdict
    on the play or of the row. `certain` False: a tile lies on the board of which the sheet does not say where.
    `before` and `played`: entries of the history; a play is written out as Placed unless it came out as written.
    """

    number: int
    turn: Turn
    seat: int | None
    computed: int | None
    history: History
    before: int
    played: int | Placed | None = None
    issues: tuple[Issue, ...] = ()
    scores: tuple[int | None, ...] = ()
    certain: bool = True
    in_bag: tuple[int, int] = (0, 0)
    ruled: str = ""

    @property
    def board(self) -> Board:
        return self.history.board(self.before)

    @property
    def placed(self) -> Placed | None:
        return self.history.placed(self.played) if isinstance(self.played, int) else self.played

    @property
    def as_written(self) -> bool:
        """Whether the play lies as written and scores what is written, without anything odd about it."""
        return type(self.played) is int

    @property
    def sure(self) -> bool:
        """Whether there is a play whose score rests on nothing that is only assumed."""
        if self.played is None:
            return False
        return self.history.sure(self.played) if isinstance(self.played, int) else self.played.judged.certain


@dataclass
class Game:
    """The fold's memory. `known` is False as soon as a play is not written out.

    `laid`: what lies on the board, as an entry of `history`; `grid`: the same by square number; `lying`: the same as one
    number (`tables.py`). `kept_open`: points of plays taken back, by the row that took them back after a hold.
    `theme`: spellings that earn theme points, None where nothing says which. `latest`: the last move, if it was a play
    that came out as written and nobody has asked for it as `open` yet.
    `doubtful`: seats whose score holds points that nobody wrote and that rest on a board which is not known. `unseated`:
    the row from which on it is only guessed whose points are whose. `kept`: tiles that must be on a rack, as one number.
    `readings`: the way to take of a play that can be laid in several; `ways`: rows of such plays, and in how many.
    """

    ruleset: Ruleset
    sheet: Scoresheet
    seats: int
    history: History
    rules: Rules
    order: Order
    tables: Tables
    grid: Grid
    stock: Stock | None = None
    laid: int = 0
    lying: int = 0
    known: bool = True
    scores: list[int | None] = field(default_factory=list)
    moves: list[int] = field(default_factory=list)
    passes: list[int] = field(default_factory=list)
    used: list[int] = field(default_factory=list)
    scoreless: int = 0
    ended: Ended | None = None
    latest: Step | None = None
    recycled: Recycled | None = None
    bonuses: list[tuple[int | None, int | None]] = field(default_factory=list)
    overruns: list[tuple[int, int]] = field(default_factory=list)
    clock: list[int] = field(default_factory=list)
    taken_back: set[int] = field(default_factory=set)
    ruled: dict[int, str] = field(default_factory=dict)
    kept_open: dict[int, int] = field(default_factory=dict)
    theme: Container[str] | None = None
    steps: list[Step] = field(default_factory=list)
    doubtful: set[int] = field(default_factory=set)
    unseated: int | None = None
    kept: list[int] = field(default_factory=list)
    readings: Mapping[int, int] = field(default_factory=dict)
    ways: dict[int, int] = field(default_factory=dict)
    _bounds: Bounds | None = None
    _open: OpenPlay | None = None

    @property
    def board(self) -> Board:
        """The board now."""
        return self.history.board(self.laid)

    @property
    def counts(self) -> Mapping[str, int]:
        """Tiles on the board by id; kinds of which none lies there are left out."""
        return self.tables.counts(self.lying)

    @property
    def in_bag(self) -> tuple[int, int]:
        """Tiles left to draw: at least, at most."""
        return self.bounds.in_bag if self.stock is None else (self.stock.bag, self.stock.bag)

    @property
    def bounds(self) -> Bounds:
        """Tiles in the bags and on the racks."""
        if self.stock is not None:
            return self.stock.bounds
        return self._bounds or first_bounds(self.rules, self.seats)

    @bounds.setter
    def bounds(self, bounds: Bounds) -> None:
        self.stock, self._bounds = stock_of(self.rules, bounds), bounds

    @property
    def open(self) -> OpenPlay | None:
        """The last move, as long as it can be challenged or taken back."""
        if self.latest is not None:
            self.open = _opened(self, self.latest)
        return self._open

    @open.setter
    def open(self, play: OpenPlay | None) -> None:
        self._open, self.latest = play, None

    def lay(self, placements: Iterable[Placement]) -> None:
        """Tiles on the board; those that lay there before are replaced."""
        placements = tuple(placements)
        gone = [piece for square, _ in placements if (piece := self.board.at(square)) is not None]
        self.laid = self.history.add(self.laid, placements)
        self.grid.put(self.tables, placements)
        self.lying += self.tables.together([piece for _, piece in placements]) - self.tables.together(gone)

    def snapshot(self) -> Snapshot:
        scores, passes = tuple(self.scores), tuple(self.passes)
        doubtful = frozenset(self.doubtful)
        return Snapshot(self.laid, self.known, self.bounds, scores, passes, self.lying, self.ended, doubtful)

    def restore(self, before: Snapshot) -> None:
        self.laid, self.known, self.bounds = before.laid, before.known, before.bounds
        self.scores, self.passes = list(before.scores), list(before.passes)
        self.lying, self.ended, self.grid = before.lying, before.ended, self.history.grid(before.laid)
        self.doubtful = set(before.doubtful)

    def add(self, seat: int | None, points: int | None) -> None:
        """Points to a seat; its score is unknown from the first unknown points on."""
        if seat is not None:
            old = self.scores[seat]
            self.scores[seat] = None if old is None or points is None else old + points

    def guess(self) -> None:
        """From this row on it is not known whose points are whose."""
        self.unseated = len(self.steps) if self.unseated is None else self.unseated

    def is_sure(self, seat: int) -> bool:
        """Whether the seat's score holds nothing but points that were written, or are certain."""
        return self.unseated is None and seat not in self.doubtful and self.scores[seat] is not None


def _opened(game: Game, step: Step) -> OpenPlay:
    """A play that came out as written, from the state right after it: nothing was pending, nobody had just passed."""
    seat, played, placed = step.seat or 0, step.played, step.placed
    laid = game.history.tokens(played) if isinstance(played, int) else []
    scores, held = list(step.scores), list(game.stock.held) if game.stock else []
    scores[seat] = (scores[seat] or 0) - (step.computed or 0)
    held[seat] += len(laid) - (step.in_bag[0] - game.bounds.low.in_bag)
    lying = game.lying - sum(game.tables.units[token] for token in laid)
    bounds = Stock(game.rules.size, step.in_bag[0], held).bounds
    before = Snapshot(step.before, True, bounds, tuple(scores), (0,) * game.seats, lying, None)
    return OpenPlay(step.number, seat, step.turn, before, step.computed, placed.judged if placed else None)


def new_game(ruleset: Ruleset, sheet: Scoresheet) -> Game:
    """Before the first turn."""
    seats, rules, tables = max(sheet.seats, 1), ruleset.drawing, ruleset.tables
    step = 1 if ruleset.players.order == "clockwise" else -1
    order = Order(seats, step, sheet.starter, told=sheet.ordered)
    game = Game(ruleset, sheet, seats, History(ruleset), rules, order, tables, Grid(tables))
    game.stock = first_stock(rules, seats)
    game.scores, game.moves, game.passes = [0] * seats, [0] * seats, [0] * seats
    game.used, game.clock, game.kept = [0] * seats, [0] * seats, [0] * seats
    return game


__all__ = ["Ended", "Game", "OpenPlay", "Placed", "Recycled", "Snapshot", "Step", "new_game"]
