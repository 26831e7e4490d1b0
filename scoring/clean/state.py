"""What one pass over the lines of a game remembers from line to line."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.plays.board_state import Grid
from scoring.rules.ruleset import Ruleset
from scoring.rules.supply import first_stock
from scoring.sheets.gcg_events import SCORES, TOTALS
from scoring.sheets.scoresheet import Unread

# What may be told of a clean game all the same: code, facts, turn, seat, points written, points by the rules.
Notice = tuple[str, Mapping[str, object], int | None, int | None, int | None, int | None]
# The last play, as long as it can be taken back: seat, squares, points; tiles held and in the bag before it; what was known
# of the rack; the run of passes.
Taken = tuple[int, list[int], int, int, int, int, tuple[int, ...]]

POINTS: Mapping[str, int] = {text: points for text, points in SCORES.items() if points}
LOSSES: Mapping[str, int] = {f"-{points}": points for points in range(1, 500)}
SUMS: Mapping[str, int] = {**TOTALS, **{f"-{points}": -points for points in range(1, 200)}}
SHORT: Notice = ("rack_short", {}, None, None, None, None)


class Doubt(Exception):
    """Something that takes a closer look."""


class Pass:
    """The game between two lines. Tiles together are whole numbers, as in `rules/ruleset_tables.py`.

    `held`: how many tiles each player has; `known`: those known to be on each rack; `unseen`: all others that are not on the
    board, with the guards twice; `lies`: whether any are. `due` -1: nobody has moved. `short`: rows of which only a part of
    the rack is written, `rackless`: whether there is a play with nothing of it.
    `left`: points of the tiles left over, `earned`: the row they were earned in, and the points.
    """

    __slots__ = (
        "after", "bag", "bonus", "deducted", "due", "earned", "grid", "guard", "held", "known", "left", "lies", "nobody", "noted",
        "notices", "number", "out", "passes", "places", "plain", "plays", "rackless", "ruleset", "scoreless", "scores", "seat_of",
        "seats", "seen", "short", "size", "sure", "tables", "taken", "unit", "unseen", "unsure",
    )  # fmt: skip

    def __init__(self, ruleset: Ruleset, raw: Unread) -> None:
        tables = ruleset.tables
        self.ruleset, self.tables, self.seat_of = ruleset, tables, raw.seats
        self.unit, self.guard, self.plain = tables.units.__getitem__, tables.guard, tables.plain
        self.places, self.bonus = tables.places, tables.bonus
        self.sure = None if ruleset.all_certain else tables.sure
        self.seats = seats = len(raw.seats)
        step = 1 if ruleset.players.order == "clockwise" else -1
        self.after = tuple((seat + step) % seats for seat in range(seats))
        stock = first_stock(ruleset.drawing, seats)
        self.size, self.held, self.bag = (
            ruleset.rack.size,
            stock.held if stock else [],
            stock.bag if stock else 0,
        )
        self.grid, self.unseen = Grid(tables), tables.guarded_set + tables.guard
        self.scores, self.known, self.seen = [0] * seats, [0] * seats, [False] * seats
        self.passes = self.nobody = (0,) * seats
        self.due, self.number, self.plays, self.unsure, self.scoreless = -1, 0, 0, 0, 0
        self.lies = self.noted = self.deducted = self.rackless = False
        self.out: int | None = None
        self.taken: Taken | None = None
        self.short: list[int] = []
        self.notices: list[tuple[int, Notice]] = []
        self.left: int | None = None
        self.earned: tuple[int, int] | None = None

    def turn(self, seat: int, points: int, total: str) -> None:
        """A row with points and the total that follows."""
        self.seen[seat], self.scores[seat] = True, self.scores[seat] + points
        if SUMS[total] != self.scores[seat]:
            raise Doubt

    def move(self, seat: int) -> None:
        """Somebody whose turn it is."""
        if seat != self.due and self.due >= 0:
            raise Doubt
        self.due = self.after[seat]

    def tell(self, notice: Notice) -> None:
        self.notices.append((self.number, notice))

    def rack(self, seat: int, text: str, held: int) -> int:
        """The tiles of a rack as written, with the guards; all that is known of it goes into `known`.

        It is not longer than it can be, what stayed there the last time finds room beside what is written, and none of it
        lies elsewhere already.
        """
        tokens = text if self.plain and text.replace("?", "A").isalpha() else self.tables.rack(text, held)
        number, guard, known = len(tokens), self.guard, self.known[seat]
        having = sum(map(self.unit, tokens), guard)
        if not 0 < number <= held:
            raise Doubt
        more = self.tables.beyond(known, having - guard)
        if number < held:
            self.tell(SHORT)
            self.short.append(self.number)
        if number + self.tables.number_of(more) > held:
            raise Doubt
        self.know(seat, having - guard + more)
        return having

    def know(self, seat: int, tiles: int) -> None:
        """These are the tiles known to be on the rack: those that were not are taken from the unseen, others go back there."""
        guard = self.guard
        unseen = self.unseen + self.known[seat] - tiles
        if (unseen - guard) & guard != guard:
            raise Doubt
        self.unseen, self.known[seat] = unseen, tiles
