"""Slips in where a play lies and in its letters: here or in an earlier row on which this one builds.

A change is offered only if the play then comes out as written, points and rack included, and fewer plays after it fail.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from core.messages import Message, gettext_noop
from scoring.mending.case import Case
from scoring.mending.repairs import Repair, cell
from scoring.mending.replay import Fit
from scoring.repair.quick_board import QuickBoard, Rules
from scoring.rules.ruleset_tables import EMPTY, Place
from scoring.sheets.scoresheet import PLAY, Turn

_SQUARE = gettext_noop("This play lies at %(place)s, not at %(written)s: then everything fits.")
_DIRECTION = gettext_noop("This play runs the other way, %(place)s: then everything fits.")
_SWAPPED = gettext_noop("“%(word)s” was meant, two letters changed places: then everything fits.")
_LETTER = gettext_noop("“%(word)s” was meant, one letter is another: then everything fits.")
_BLANK = gettext_noop("“%(word)s” was meant, a blank was written as a letter: then everything fits.")
_NO_BLANK = gettext_noop("“%(word)s” was meant, a letter was written as a blank: then everything fits.")
_WHOLE = gettext_noop("“%(word)s” was meant, a tile that lay there already was left out.")

# Changes of one row that leave so many more rows odd than the best are not followed to the end.
_WORSE = 2
_UNITS = re.compile(r"\[[^\[\]]*\]|\([^()]*\)|.")
# So usual is each slip; a square gets less usual with its distance.
_USUAL = {"direction": 1.0, "swapped_letters": 1.0, "blank": 1.0, "no_blank": 1.5, "letter": 2.0}
_TEMPLATES = {
    "direction": _DIRECTION,
    "square": _SQUARE,
    "swapped_letters": _SWAPPED,
    "letter": _LETTER,
    "blank": _BLANK,
    "no_blank": _NO_BLANK,
}


class Candidate(NamedTuple):
    """A repair, and how many plays still do not come out with it."""

    odd: int
    repair: Repair


class Reach(NamedTuple):
    """What decides how the first play that does not come out comes out: squares as bits, tiles there are too many of."""

    squares: int
    tiles: frozenset[str]


def play_slips(case: Case, most: int) -> tuple[list[Candidate], bool]:
    """Every change of one square or one word that helps, the most helpful first; whether all were looked at.

    `most`: rows that may be gone over for it.
    """
    faulty = {one.turn for one in case.faults}
    odd = next((row for row in case.replay.odd if row in faulty), None)
    found = list(_left_out(case))
    if odd is not None:
        reach = _reach(case, odd)
        for row in range(odd, -1, -1):
            for one in _of_row(case, row, None if row == odd else reach):
                found.append(one)
                if case.replay.gone_over > most:
                    return sorted(found, key=_helpful), False
    return sorted(found, key=_helpful), True


def _helpful(one: Candidate) -> tuple[int, float]:
    return one.odd, one.repair.usual


def _reach(case: Case, row: int) -> Reach:
    """A play earlier than this row matters to it by the squares beside its own, or by the tiles it uses up."""
    replay, turn = case.replay, case.turns[row]
    rules, board = replay.rules, replay.boards[row]
    place = rules.place(turn.position)
    fit = replay.fit(board, turn, place, turn.word)
    rack = rules.rack(turn.rack) if turn.rack else -1
    tiles = board.lying + max(rack, fit.found.tiles if fit else 0)
    most = {tile.id: tile.count for tile in rules.ruleset.tile_set.tiles}
    over = frozenset(tile for tile, number in rules.tables.counts(tiles).items() if number > most[tile])
    if place is None:
        return Reach(rules.every, over)
    near = _beside(rules, place, len(turn.word))
    return Reach(near | _crossed(board, fit.found.squares, place.cross) if fit else near, over)


def _crossed(board: QuickBoard, squares: Iterable[int], cross: int) -> int:
    """All squares of the words that new tiles make across, as bits: a letter at their far end is in the points as well."""
    worth, found = board.grid.worth, 0
    for square in squares:
        for step in (cross, -cross):
            at = square + step
            while 0 <= at < len(worth) and worth[at] != EMPTY:
                found, at = found | 1 << at, at + step
    return found


def _beside(rules: Rules, place: Place, size: int) -> int:
    """The squares of a word and those next to it, as bits."""
    line = sum(
        1 << place.at + by * place.step for by in range(-1, size + 1) if place.at + by * place.step >= 0
    )
    return line | line << place.cross | line >> place.cross


def _of_row(case: Case, row: int, reach: Reach | None) -> Iterator[Candidate]:
    """Changes of this row; of an earlier row than the odd one only those that `reach` it."""
    turn, replay = case.turns[row], case.replay
    place = replay.rules.place(turn.position)
    if turn.kind != PLAY or not turn.word or place is None:
        return
    board = replay.boards[row]
    before = sum(one < row for one in replay.odd)
    most = len(replay.odd) - before
    for kind, where, word in _changes(case, board, turn, place, reach):
        turns = [*case.turns]
        turns[row] = turn._replace(position=replay.rules.name(where), word=word)
        odd = replay.odd_after(board.copy(), row, most, turns, replay.back)
        if odd < most:
            most = min(most, odd + _WORSE)
            yield Candidate(before + odd, _repair(case, row, kind, where, word))


def _changes(
    case: Case, board: QuickBoard, turn: Turn, place: Place, reach: Reach | None
) -> Iterator[tuple[str, Place, str]]:
    """What the row may have been, if it then comes out by itself."""
    replay = case.replay
    own = _beside(replay.rules, place, len(turn.word))
    near = reach is None or bool(own & reach.squares)
    for where in _elsewhere(case, board, turn, place):
        fit = replay.fit(board, turn, where, turn.word)
        if fit and fit.agrees and (near or (reach and _covers(fit, reach.squares))):
            yield ("direction" if where.at == place.at else "square"), where, turn.word
    if not near and reach and not _uses(case, turn.word, reach.tiles):
        return
    for kind, word in _other_words(case, board, turn, place):
        fit = replay.fit(board, turn, place, word)
        if fit and fit.agrees:
            yield kind, place, word


def _covers(fit: Fit, squares: int) -> bool:
    return any(squares >> at & 1 for at in fit.found.squares)


def _uses(case: Case, word: str, tiles: frozenset[str]) -> bool:
    """Whether a word may use a tile there are too many of."""
    pieces = case.report.ruleset.tables.pieces
    return any(
        token in pieces and pieces[token].tile in tiles
        for tokens in case.replay.read(word)
        for token in tokens
    )


def _elsewhere(case: Case, board: QuickBoard, turn: Turn, place: Place) -> Iterator[Place]:
    seen = {place}
    for tokens in case.replay.read(turn.word):
        for where in board.places(tokens):
            if where not in seen:
                seen.add(where)
                yield where


def _other_words(case: Case, board: QuickBoard, turn: Turn, place: Place) -> Iterator[tuple[str, str]]:
    """The word with two letters changed about, or one letter another."""
    units = _UNITS.findall(turn.word)
    seen = {turn.word}
    for at in range(len(units) - 1):
        word = "".join([*units[:at], units[at + 1], units[at], *units[at + 2 :]])
        if word not in seen:
            seen.add(word)
            yield "swapped_letters", word
    square = place.at
    for at, unit in enumerate(units):
        lying = board.grid.faces[square] if board.grid.worth[square] != EMPTY else ""
        for kind, text in _other_letters(case, turn, unit, lying):
            word = "".join([*units[:at], text, *units[at + 1 :]])
            if word not in seen:
                seen.add(word)
                yield kind, word
        square += place.step * _cells(unit)
        if square >= len(board.grid.worth):
            return


def _cells(unit: str) -> int:
    return max(len(unit) - 2, 1) if unit.startswith("(") else 1


def _other_letters(case: Case, turn: Turn, unit: str, lying: str) -> Iterator[tuple[str, str]]:
    """What one letter may have been: a tile of the rack, the tile that lies there, a blank for a letter or back."""
    if unit == "." or unit.startswith("("):
        return
    tables = case.report.ruleset.tables
    token, boxed = unit.strip("[]"), unit.startswith("[")
    if lying:
        yield "letter", _unit(lying, boxed)
        return
    if token.lower() in tables.values and token.isupper():
        yield "blank", _unit(token.lower(), boxed)
    if token.upper() in tables.values and token.islower():
        yield "no_blank", _unit(token.upper(), boxed)
    rack = case.replay.rules.rack(turn.rack) if turn.rack else -1
    for other in tables.values:
        if other.isupper() != token.isupper():
            continue
        if rack < 0 or case.replay.rules.holds(rack, tables.units[other]):
            yield "letter", _unit(other, boxed)


def _unit(token: str, boxed: bool) -> str:
    return f"[{token}]" if boxed or len(token) > 1 else token


def _repair(case: Case, row: int, kind: str, where: Place, word: str) -> Repair:
    turn, name = case.turns[row], case.replay.rules.name(where)
    facts = {"place": name, "written": turn.position, "word": word}
    message = Message(f"meant_{kind}", _TEMPLATES[kind], facts)
    if kind in ("square", "direction"):
        changes = (cell(case.sheet, row, "position", name),)
        usual = 1.0 + _far(case, row, where) if kind == "square" else _USUAL[kind]
    else:
        changes, usual = (cell(case.sheet, row, "word", word),), _USUAL[kind]
    # Which letter a blank stands for is only what was written: the rack does not prove it.
    return Repair(kind, row, message, changes, usual=usual + 0.01 * (case.first - row), open=kind == "blank")


def _far(case: Case, row: int, where: Place) -> float:
    """How unusual it is to write this square for that: a neighbour or one wrong sign, the other direction as well."""
    rules = case.replay.rules
    written = rules.place(case.turns[row].position)
    squares = rules.tables.squares
    if written is None:
        return 1.0
    (row_one, col_one), (row_two, col_two) = squares[written.at], squares[where.at]
    one_sign = (row_one == row_two) or (col_one == col_two)
    far = abs(row_one - row_two) + abs(col_one - col_two)
    return 0.1 * min(far, 10) + (0.0 if one_sign else 0.5) + (0.0 if written.step == where.step else 1.0)


def _left_out(case: Case) -> Iterator[Candidate]:
    """A word of which tiles lying there already were left out (`EMPT` where the board reads `EMPTE`)."""
    for finding in case.of_code("word_not_whole"):
        row = finding.turn
        word = None if row is None else _whole(case, row)
        if row is None or word is None:
            continue
        message = Message("meant_whole", _WHOLE, {"word": word[1]})
        changes = [cell(case.sheet, row, "word", word[1])]
        if word[0] != case.turns[row].position:
            changes.append(cell(case.sheet, row, "position", word[0]))
        yield Candidate(0, Repair("left_out", row, message, tuple(changes), usual=0.5))


def _whole(case: Case, row: int) -> tuple[str, str] | None:
    """Position and text of the word as it stands on the board; `.` for what the row left out."""
    replay, place = case.replay, case.replay.rules.place(case.turns[row].position)
    fit = replay.fit(replay.boards[row], case.turns[row], place, case.turns[row].word) if place else None
    if place is None:
        return None
    worth, word, at = replay.boards[row].grid.worth, case.turns[row].word, place.at
    step = place.step
    size = len(fit.tokens) if fit else len(_UNITS.findall(word))
    while worth[at - step] != EMPTY:
        at, word = at - step, "." + word
    end = place.at + size * step
    while end < len(worth) and worth[end] != EMPTY:
        end, word = end + step, word + "."
    name = replay.rules.name(replay.rules.at(at, step == 1))
    return None if (name, word) == (case.turns[row].position, case.turns[row].word) else (name, word)
