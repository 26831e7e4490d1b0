"""Squares that were not written, found from word, score, rack and board, over the whole game at once.

Every way the game can have gone is followed side by side: a later play that fits only one of them settles the earlier
ones. One way left: filled in and marked as inferred; several: listed. Work is bounded by a count of plays judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from core.messages import Message, gettext_noop
from scoring.board.board import Board, Placement, Position, Square
from scoring.board.tile_reading import read_rack, read_word
from scoring.board.tiles import Piece
from scoring.plays.play import judge_play
from scoring.plays.written_play import read_play
from scoring.rules.loading import Ruleset
from scoring.sheets.scoresheet import CHALLENGE, INVALID, PLAY, WITHDRAWN, Remark, Scoresheet, Turn

UNIQUE, SEVERAL, NONE, UNDECIDED = "unique", "several", "none", "undecided"
MAX_WAYS, MAX_JUDGED = 400, 40_000
_PARTS = re.compile(r"\(([^()]*)\)|(\.)|([^().]+)")

_INFERRED = gettext_noop("The square %(place)s was not written; it is the only one that fits.")
_LISTED = gettext_noop("These squares fit: %(places)s.")
_NOWHERE = gettext_noop("“%(word)s” fits nowhere with that score.")
_TOO_MUCH = gettext_noop("Too little is written: too many squares fit.")
_MIRROR = gettext_noop(
    "Not one square is written: the whole game can also lie mirrored; the first play is taken to run across."
)


class Cell(NamedTuple):
    """One square of a written word: the tile, and whether it must lie there already (`.` or `(A)`)."""

    piece: Piece | None
    through: bool


@dataclass(frozen=True)
class Way:
    """One way the game can have gone: the board, the board before the last play, and the squares chosen, by row."""

    board: Board
    before: Board
    chosen: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True)
class Inferred:
    """The answer for one row (0-based): unique, several, none or undecided, with the squares that fit."""

    number: int
    answer: str
    places: tuple[str, ...]
    message: Message

    def as_data(self) -> dict[str, object]:
        return {
            "turn": self.number + 1,
            "answer": self.answer,
            "places": list(self.places),
            "message": str(self.message),
        }


@dataclass(frozen=True)
class Inference:
    """The sheet with what could be filled in, and an answer for each row that had no square."""

    sheet: Scoresheet
    rows: tuple[Inferred, ...]
    mirrored: bool

    def as_data(self) -> dict[str, object]:
        return {"mirrored": self.mirrored, "rows": [row.as_data() for row in self.rows]}


def infer(ruleset: Ruleset, sheet: Scoresheet) -> Inference:
    """Search all missing squares together; squares already written are never changed."""
    search = _Search(ruleset, sheet)
    for number, turn in enumerate(sheet.turns):
        search.row(number, turn)
    rows = tuple(search.answers())
    found = {row.number: row.places[0] for row in rows if row.answer == UNIQUE}
    return Inference(_filled(sheet, found), rows, search.mirrored)


def _filled(sheet: Scoresheet, found: dict[int, str]) -> Scoresheet:
    turns = tuple(
        turn._replace(position=found[number]) if number in found else turn
        for number, turn in enumerate(sheet.turns)
    )
    remarks = [
        Remark(Message("inferred", _INFERRED, {"place": place}), number) for number, place in found.items()
    ]
    return replace(sheet, turns=turns, remarks=(*sheet.remarks, *remarks))


class _Search:
    def __init__(self, ruleset: Ruleset, sheet: Scoresheet) -> None:
        self.ruleset, self.sheet = ruleset, sheet
        empty = Board(ruleset.layout)
        self.ways = [Way(empty, empty)]
        self.judged = 0
        self.gave_up: set[int] = set()
        self.nowhere: set[int] = set()
        self.missing: list[int] = []
        self.mirrored = not any(turn.position for turn in sheet.turns if turn.kind == PLAY)

    def row(self, number: int, turn: Turn) -> None:
        if turn.kind == PLAY and turn.position and turn.word:
            self._keep([after for way in self.ways for after in self._written(way, turn)])
        elif turn.kind == PLAY and turn.word:
            self._missing(number, turn)
        elif turn.kind == WITHDRAWN or (turn.kind == CHALLENGE and turn.verdict == INVALID):
            self.ways = [replace(way, board=way.before) for way in self.ways]

    def _keep(self, ways: list[Way]) -> None:
        """A row no way agrees with is a mistake of the sheet: it then decides nothing."""
        self.ways = ways or self.ways

    def _written(self, way: Way, turn: Turn) -> Iterator[Way]:
        laid = read_play(way.board, self.ruleset.tile_set, turn.position, turn.word)
        if laid.position and self._fits(way.board, laid.placements, laid.position, turn):
            yield Way(way.board.with_pieces(laid.placements), way.board, way.chosen)

    def _missing(self, number: int, turn: Turn) -> None:
        self.missing.append(number)
        ways: list[Way] = []
        for way in self.ways:
            for position, placements in self._places(way.board, turn):
                chosen = (*way.chosen, (number, position.name))
                ways.append(Way(way.board.with_pieces(placements), way.board, chosen))
        if not ways:
            (self.gave_up if self.judged > MAX_JUDGED else self.nowhere).add(number)
        if len(ways) > MAX_WAYS:
            self.gave_up.add(number)
        self._keep(ways[:MAX_WAYS])

    def _places(self, board: Board, turn: Turn) -> Iterator[tuple[Position, tuple[Placement, ...]]]:
        seen: set[tuple[Placement, ...]] = set()
        across_only = self.mirrored and board.empty
        for cells in _readings(turn.word, self.ruleset):
            for position, placements in candidates(self.ruleset, board, cells):
                if across_only and not position.across:
                    continue
                if placements not in seen and self._fits(board, placements, position, turn):
                    seen.add(placements)
                    yield position, placements

    def _fits(self, board: Board, placements: tuple[Placement, ...], position: Position, turn: Turn) -> bool:
        self.judged += 1
        if self.judged > MAX_JUDGED:
            return False
        rack = read_rack(turn.rack, self.ruleset.tile_set).pieces if turn.rack else None
        judged = judge_play(self.ruleset, board, placements, across=position.across, rack=rack)
        return judged.legal and turn.score in (None, judged.score)

    def answers(self) -> Iterator[Inferred]:
        for number in self.missing:
            places = list(
                dict.fromkeys(place for way in self.ways for at, place in way.chosen if at == number)
            )
            yield self._answer(number, tuple(places))

    def _answer(self, number: int, places: tuple[str, ...]) -> Inferred:
        if self.gave_up:
            return Inferred(number, UNDECIDED, places[:20], Message("undecided", _TOO_MUCH))
        if number in self.nowhere or not places:
            facts = {"word": self.sheet.turns[number].word}
            return Inferred(number, NONE, (), Message("nowhere", _NOWHERE, facts))
        if len(places) == 1:
            return Inferred(number, UNIQUE, places, Message("inferred", _INFERRED, {"place": places[0]}))
        return Inferred(number, SEVERAL, places, Message("several", _LISTED, {"places": ", ".join(places)}))


def _readings(word: str, ruleset: Ruleset) -> Iterator[tuple[Cell, ...]]:
    """Every way to read the word as squares."""
    rows: list[tuple[Cell, ...]] = [()]
    for match in _PARTS.finditer(word):
        if match[2]:
            parts: list[tuple[Cell, ...]] = [(Cell(None, True),)]
        else:
            read = read_word(match[1] or match[3], ruleset.tile_set).readings
            parts = [tuple(Cell(piece, bool(match[1])) for piece in row) for row in read]
        rows = [row + part for row in rows for part in parts]
    yield from (row for row in rows if row)


def candidates(
    ruleset: Ruleset, board: Board, cells: Sequence[Cell]
) -> Iterator[tuple[Position, tuple[Placement, ...]]]:
    """Every place where the word can lie whole, joined to the board; neither score nor rack is looked at."""
    layout, most = board.layout, ruleset.rack.size
    near = frozenset(_near(board))
    for across in (True, False):
        lines, length = (layout.height, layout.width) if across else (layout.width, layout.height)
        for line in range(lines):
            for start in range(length - len(cells) + 1):
                squares = _run(line, start, len(cells), across)
                if near.isdisjoint(squares) or not _stands_alone(board, squares, across):
                    continue
                placements = _lay(board, cells, squares, most)
                if placements:
                    yield Position(squares[0], across), placements


def _near(board: Board) -> Iterable[Square]:
    """Squares a play must touch: the start, or tiles and their neighbours."""
    if board.empty:
        return [board.layout.start]
    steps = ((0, 0), (0, 1), (0, -1), (1, 0), (-1, 0))
    return (Square(row + down, col + right) for row, col in board.pieces for down, right in steps)


def _run(line: int, start: int, length: int, across: bool) -> list[Square]:
    span = range(start, start + length)
    return [Square(line, col) for col in span] if across else [Square(row, line) for row in span]


def _stands_alone(board: Board, squares: Sequence[Square], across: bool) -> bool:
    """No tile right before or behind: the word is the whole word."""
    return squares[0].step(across, -1) not in board.pieces and squares[-1].step(across) not in board.pieces


def _lay(
    board: Board, cells: Sequence[Cell], squares: Sequence[Square], most: int
) -> tuple[Placement, ...] | None:
    laid: list[Placement] = []
    for (piece, through), square in zip(cells, squares, strict=True):
        there = board.pieces.get(square)
        if there is None:
            if through or piece is None:
                return None
            laid.append(Placement(square, piece))
        elif piece is not None and there.face != piece.face:
            return None
    return tuple(laid) if 0 < len(laid) <= most else None


def inference_lines(found: Inference) -> list[str]:
    """One line a row that had no square."""
    lines = [_MIRROR] if found.mirrored and found.rows else []
    lines += [_line(found, row) for row in found.rows]
    return lines or ["every play has its square"]


def _line(found: Inference, row: Inferred) -> str:
    return f"{row.number + 1:4} {found.sheet.turns[row.number].word:20} {row.answer:10} {row.message}"
