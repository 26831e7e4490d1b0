"""Squares that were not written, found from word, score, rack and board, over the whole game at once.

Every way the game can have gone is followed side by side: a later play that fits only one of them settles the earlier
ones. One way left: filled in and marked as inferred; several: listed, the likeliest first. The likeliest ways are followed
first, the others after them as long as the steps last; what hangs on ways nobody followed is not called settled.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp
from typing import NamedTuple

from core.messages import Message, gettext_noop
from scoring.board.tile_reading import read_word
from scoring.repair.likeness import Likeness
from scoring.repair.quick_board import Found, QuickBoard, Rules, Tokens
from scoring.rules.loading import Ruleset
from scoring.sheets.scoresheet import CHALLENGE, INVALID, MOVES, PLAY, WITHDRAWN, Remark, Scoresheet, Turn

UNIQUE, SEVERAL, NONE, UNDECIDED = "unique", "several", "none", "undecided"
# Ways followed side by side, places tried altogether, places shown of one row.
MAX_WAYS, MAX_TRIED, MAX_SHOWN = 200, 60_000, 20
_PARTS = re.compile(r"\(([^()]*)\)|(\.)|([^().]+)")

_INFERRED = gettext_noop("The square %(place)s was not written; it is the only one that fits.")
_LISTED = gettext_noop("These squares fit: %(places)s.")
_NOWHERE = gettext_noop("“%(word)s” fits nowhere with that score.")
_TOO_MUCH = gettext_noop("Too little is written: too many squares fit.")
_LIKELIEST = gettext_noop("More squares fit than can be followed; the likeliest: %(places)s.")
_MIRROR = gettext_noop(
    "Not one square is written: the whole game can also lie mirrored; the first play is taken to run across."
)


class Way(NamedTuple):
    """One way the game can have gone: the board, the board before the last play, the places chosen, by row.

    `like`: how likely the words look that this way forms and the sheet does not write, higher is better.
    """

    board: QuickBoard
    before: QuickBoard
    chosen: tuple[tuple[int, str], ...] = ()
    like: float = 0.0


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
    if search.can_tell:
        search.run()
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
        self.ruleset, self.sheet, self.rules = ruleset, sheet, Rules(ruleset)
        self.turns = with_points(sheet)
        self.missing = [at for at, turn in enumerate(self.turns) if _lacks_square(turn)]
        self.tried = 0
        # Ways that came to the end; ways not followed yet, with the row they go on at; rows no way agrees with.
        self.ways: list[Way] = []
        self.waiting: list[tuple[int, list[Way]]] = []
        self.nowhere: set[int] = set()
        # Ways nobody follows any more, and the first row that is open because of them.
        self.aside: list[Way] = []
        self.open_from = len(self.turns)
        self.mirrored = not any(turn.position for turn in sheet.turns if turn.kind == PLAY)
        words = [turn.word for turn in sheet.turns if turn.kind == PLAY]
        self.likeness = Likeness(self.rules, [one for word in words for one in readings(word, ruleset)[:1]])

    @property
    def can_tell(self) -> bool:
        """Whether anything tells one square from another: points, or squares of other plays."""
        return any(turn.score is not None for turn in self.turns if turn.kind == PLAY) or not self.mirrored

    def run(self) -> None:
        """Follow all ways, the likeliest first. A row no way agrees with is a mistake of the sheet: it decides nothing."""
        empty = QuickBoard(self.rules)
        self.waiting = [(0, [Way(empty, empty)])]
        while not self.ways and self.waiting:
            last, ways = -1, self.waiting[0][1]
            while self.waiting and (self.tried < MAX_TRIED or not (self.ways or last >= 0)):
                at, before = self._follow(*self.waiting.pop())
                last, ways = (at, before) if at > last else (last, ways)
            if not self.ways and last >= 0:
                self.nowhere.add(last)
                self._set_aside()
                self.waiting = [(last + 1, ways)]

    def _set_aside(self) -> None:
        """The steps have run out: from the first row at which a way was left on, nothing is settled."""
        self.open_from = min([number for number, _ in self.waiting] + [self.open_from])
        self.aside += [way for _, ways in self.waiting for way in ways]

    def _follow(self, number: int, ways: list[Way]) -> tuple[int, list[Way]]:
        """Go on from a row to the end; the row at which no way was left, and the ways before it (-1: they all ended)."""
        for at in range(number, len(self.turns)):
            after = self._row(at, self.turns[at], ways)
            if not after:
                return at, ways
            if len(after) > MAX_WAYS:
                after.sort(key=lambda way: -way.like)
                self.waiting.append((at + 1, after[MAX_WAYS:]))
            ways = after[:MAX_WAYS]
        self.ways += ways
        return -1, []

    def _row(self, number: int, turn: Turn, ways: list[Way]) -> list[Way]:
        if turn.kind == PLAY and turn.position and turn.word:
            return [after for way in ways for after in self._written(way, turn)]
        if _lacks_square(turn):
            return [after for way in ways for after in self._missing(way, number, turn)]
        if turn.kind == WITHDRAWN or (turn.kind == CHALLENGE and turn.verdict == INVALID):
            return [way._replace(board=way.before) for way in ways]
        return ways

    def _written(self, way: Way, turn: Turn) -> Iterator[Way]:
        place = self.rules.place(turn.position)
        for tokens in readings(turn.word, self.ruleset) if place else ():
            found = way.board.fit(place, tokens) if place else None
            if found and self._agrees(way.board, found, turn):
                yield self._laid(way, found, tokens)

    def _missing(self, way: Way, number: int, turn: Turn) -> Iterator[Way]:
        for found, tokens in self._places(way.board, turn):
            chosen = (*way.chosen, (number, self.rules.name(found.place)))
            yield self._laid(way, found, tokens)._replace(chosen=chosen)

    def _places(self, board: QuickBoard, turn: Turn) -> Iterator[tuple[Found, Tokens]]:
        seen: set[tuple[int, ...]] = set()
        across_only = self.mirrored and not board.covered
        for tokens in readings(turn.word, self.ruleset):
            for found in board.fits(tokens, across_only=across_only):
                self.tried += 1
                if found.squares not in seen and self._agrees(board, found, turn):
                    seen.add(found.squares)
                    yield found, tokens

    def _agrees(self, board: QuickBoard, found: Found, turn: Turn) -> bool:
        if turn.score not in (None, found.points) or not board.holds(found.tiles):
            return False
        return not turn.rack or self.rules.from_rack(turn.rack, found.tiles)

    def _laid(self, way: Way, found: Found, tokens: Tokens) -> Way:
        board = way.board.copy()
        board.lay(found, tokens)
        return Way(board, way.board, way.chosen, way.like + self.likeness.of(board, found, tokens))

    def answers(self) -> Iterator[Inferred]:
        """An answer for each row, its squares in the order of how likely the ways are that have them."""
        self._set_aside()
        by_row = _by_row([*self.ways, *self.aside])
        for number in self.missing:
            places = by_row.get(number, {})
            ranked = tuple(sorted(places, key=lambda place: -places[place]))
            yield self._answer(number, ranked, settled=number < self.open_from)

    def _answer(self, number: int, places: tuple[str, ...], *, settled: bool) -> Inferred:
        shown = places[:MAX_SHOWN]
        listed = {"places": ", ".join(shown)}
        if not self.can_tell:
            return Inferred(number, UNDECIDED, (), Message("undecided", _TOO_MUCH))
        if not settled and places:
            return Inferred(number, UNDECIDED, shown, Message("likeliest", _LIKELIEST, listed))
        if number in self.nowhere or not places:
            facts = {"word": self.sheet.turns[number].word}
            return Inferred(number, NONE, (), Message("nowhere", _NOWHERE, facts))
        if len(places) == 1:
            return Inferred(number, UNIQUE, places, Message("inferred", _INFERRED, {"place": places[0]}))
        return Inferred(number, SEVERAL, shown, Message("several", _LISTED, listed))


def _lacks_square(turn: Turn) -> bool:
    return turn.kind == PLAY and bool(turn.word) and not turn.position


def _by_row(ways: Sequence[Way]) -> dict[int, dict[str, float]]:
    """The places of each row and how much speaks for them."""
    best = max((way.like for way in ways), default=0.0)
    found: dict[int, dict[str, float]] = {}
    for way in ways:
        weight = exp(way.like - best)
        for number, place in way.chosen:
            places = found.setdefault(number, {})
            places[place] = places.get(place, 0.0) + weight
    return found


def with_points(sheet: Scoresheet) -> tuple[Turn, ...]:
    """The rows, each play that has a total and no points with the points its total says."""
    last: dict[int, int | None] = {}
    rows = []
    for turn in sheet.turns:
        before = last.get(turn.seat, 0) if turn.seat is not None else None
        score, worth = turn.score, turn.kind in MOVES
        if score is None and worth and before is not None and turn.total is not None:
            score = turn.total - before
        if turn.seat is not None:
            known = None if before is None or score is None else before + score
            last[turn.seat] = known if turn.total is None else turn.total
        rows.append(turn._replace(score=score) if turn.kind == PLAY else turn)
    return tuple(rows)


def readings(word: str, ruleset: Ruleset) -> list[Tokens]:
    """Every way to read a word as tiles, `.` and `(A` for those that lie there."""
    plain = ruleset.tables.word(word)
    if plain:
        return [plain]
    rows: list[tuple[str, ...]] = [()]
    for match in _PARTS.finditer(word):
        if match[2]:
            parts: list[tuple[str, ...]] = [(".",)]
        else:
            read = read_word(match[1] or match[3], ruleset.tile_set).readings
            sign = "(" if match[1] else ""
            parts = [tuple(sign + piece.text.strip("[]") for piece in row) for row in read]
        rows = [row + part for row in rows for part in parts]
    return [row for row in rows if row]


def inference_lines(found: Inference) -> list[str]:
    """One line a row that had no square."""
    lines = [_MIRROR] if found.mirrored and found.rows else []
    lines += [_line(found, row) for row in found.rows]
    return lines or ["every play has its square"]


def _line(found: Inference, row: Inferred) -> str:
    return f"{row.number + 1:4} {found.sheet.turns[row.number].word:20} {row.answer:10} {row.message}"
