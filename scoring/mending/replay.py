"""The plays of a sheet laid one after another, as fast as can be: which rows do not come out as written?

Only good for telling quickly that a change does not help: what it lets through is checked by `validate`.
"""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from scoring.repair.infer import readings
from scoring.repair.quick_board import Found, QuickBoard, Rules, Tokens
from scoring.rules.ruleset_tables import Place
from scoring.sheets.scoresheet import CHALLENGE, INVALID, PLAY, RECYCLE, WITHDRAWN, Scoresheet, Turn


class Fit(NamedTuple):
    """A play as it lies, and whether points, rack and set agree with what is written."""

    found: Found
    tokens: Tokens
    agrees: bool


class Replay:
    """`boards`: the board before each row as the sheet has it; `odd`: rows with a play that does not come out.

    `back`: plays a judge's ruling takes back at once. `gone_over`: rows looked at so far, the measure of work.
    """

    def __init__(self, rules: Rules, sheet: Scoresheet, back: AbstractSet[int] = frozenset()) -> None:
        self.rules, self.sheet, self.back = rules, sheet, back
        self.words: dict[str, Sequence[Tokens]] = {}
        self.boards: list[QuickBoard] = []
        self.odd: list[int] = []
        self.gone_over = 0
        self.laid: dict[int, Found] = {}
        self._go(QuickBoard(rules), 0, len(sheet.turns) + 1, sheet.turns, back, keep=True)

    def _go(
        self,
        board: QuickBoard,
        since: int,
        most: int,
        turns: Sequence[Turn],
        back: AbstractSet[int],
        *,
        keep: bool,
    ) -> int:
        """Go over the rows from `since` on; how many do not come out, counted up to `most`."""
        odd, before, last = 0, board, None
        for number in range(since, len(turns)):
            turn = turns[number]
            self.gone_over += 1
            if keep:
                self.boards.append(board)
            if turn.kind == PLAY:
                before, board, last = board, board.copy(), turn
            if not self._row(board, number, turn, keep=keep):
                odd += 1
                self.odd += [number] if keep else []
                if odd >= most:
                    return odd
            if number in back or (last is not None and _takes_back(turn, last)):
                board = before
        return odd

    def _row(self, board: QuickBoard, number: int, turn: Turn, *, keep: bool) -> bool:
        """Go on by one row; whether it came out as written."""
        if turn.kind == RECYCLE and (place := self.rules.place(turn.position)) and turn.tiles:
            board.exchange(place.at, turn.tiles.strip("[]"))
        if turn.kind != PLAY or not turn.position or not turn.word:
            return True
        fit = self.fit(board, turn, self.rules.place(turn.position), turn.word)
        if fit is None:
            return False
        if keep:
            self.laid[number] = fit.found
        board.lay(fit.found, fit.tokens)
        return fit.agrees

    def read(self, word: str) -> Sequence[Tokens]:
        """Every way to read a word, remembered."""
        if word not in self.words:
            self.words[word] = readings(word, self.rules.ruleset)
        return self.words[word]

    def fit(self, board: QuickBoard, turn: Turn, place: Place | None, word: str) -> Fit | None:
        """The word at a place with the points and the rack of the row: the reading that agrees, else the first that lies."""
        lies = None
        for tokens in self.read(word) if place else ():
            found = board.fit(place, tokens) if place else None
            if found is None:
                continue
            if self.agrees(board, found, turn):
                return Fit(found, tokens, True)
            lies = lies or Fit(found, tokens, False)
        return lies

    def agrees(self, board: QuickBoard, found: Found, turn: Turn) -> bool:
        """Whether points, rack and set are in order."""
        rules = self.rules
        themed = rules.ruleset.variants.theme
        if turn.score not in (None, found.points) and not themed and turn.score != 0:
            return False
        rack = rules.rack(turn.rack) if turn.rack else -1
        if rack >= 0 and not rules.holds(rack, found.tiles):
            return False
        return board.holds(found.tiles if rack < 0 else rack)

    def odd_after(
        self,
        board: QuickBoard,
        since: int,
        most: int,
        turns: Sequence[Turn] = (),
        back: AbstractSet[int] = frozenset(),
    ) -> int:
        """How many rows from `since` on do not come out over this board, counted up to `most`; the board is used up.

        `turns`, `back`: of a sheet that reads otherwise, else those of this one.
        """
        rows = turns or self.sheet.turns
        return self._go(board, since, most, rows, back if turns else self.back, keep=False)


def vanished(replay: Replay) -> int:
    """How often tiles that were not played are gone from the next full rack of the same player."""
    rules, gone = replay.rules, 0
    kept: dict[int | None, int] = {}
    full = rules.ruleset.rack.size
    for number, turn in enumerate(replay.sheet.turns):
        if turn.kind == WITHDRAWN and turn.seat in kept:
            del kept[turn.seat]
        if not turn.is_move:
            continue
        rack = rules.rack(turn.rack) if turn.rack else -1
        if rack >= 0 and turn.seat in kept and sum(rules.tables.counts(rack).values()) >= full:
            gone += not rules.holds(rack, kept[turn.seat])
        kept.pop(turn.seat, None)
        found = replay.laid.get(number)
        if (
            turn.kind == PLAY
            and found
            and rack >= 0
            and rules.holds(rack, found.tiles)
            and number not in replay.back
        ):
            kept[turn.seat] = rack - found.tiles
    return gone


def _takes_back(turn: Turn, last: Turn) -> bool:
    """Whether a row takes the last play back; one of another player only if its points fit."""
    if turn.kind == WITHDRAWN:
        return turn.seat == last.seat or (turn.score is not None and turn.score == -(last.score or 0))
    return turn.kind == CHALLENGE and turn.verdict == INVALID


def broken_sums(sheet: Scoresheet, step: int) -> int:
    """How often totals do not follow, players are out of turn, or a play is taken back by somebody else.

    Only to be compared with the same count of a sheet that reads otherwise. `step`: how the turn goes round.
    """
    carried: list[int | None] = [0] * sheet.seats
    last: Turn | None = None
    broken, due = 0, None
    for turn in sheet.turns:
        seat = turn.seat
        if seat is None or seat >= sheet.seats:
            seat = None
        if turn.kind == CHALLENGE and turn.verdict == INVALID and last is not None and last.seat is not None:
            carried[last.seat] = _sum(carried[last.seat], -(last.score or 0))
        elif turn.kind == WITHDRAWN and last is not None:
            broken += last.seat != seat or turn.score not in (None, 0, -(last.score or 0))
        if seat is None:
            continue
        if turn.is_move:
            broken += sheet.ordered and due not in (None, seat)
            due, last = (seat + step) % sheet.seats, turn
        before = carried[seat]
        points = 0 if turn.kind == CHALLENGE else turn.score
        carried[seat] = _sum(before, points)
        if turn.total is not None:
            broken += carried[seat] not in (None, turn.total)
            carried[seat] = turn.total
    return broken


def _sum(one: int | None, two: int | None) -> int | None:
    return None if one is None or two is None else one + two
