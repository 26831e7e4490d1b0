"""A play of a sheet laid over the board: read, judged, and what is odd about it.

A reading that stays ambiguous is settled by the recorded rack and score when they leave one; otherwise it is said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from core.messages import Message
from scoring.board.board import Placement, Position, Square, parse_position
from scoring.board.tile_reading import clean
from scoring.board.tiles import Piece
from scoring.game.issues import Issue
from scoring.game.state import Game, Placed
from scoring.plays.play import judge_play
from scoring.plays.written_play import WrittenPlay, read_play
from scoring.sheets.scoresheet import Turn

# Problems of a written play that say nothing about the board: the text itself cannot be read.
TEXT_PROBLEMS = frozenset({"no_such_tile", "empty", "too_long", "too_many", "ambiguous"})
# Problems of a judged play that do not depend on where the tiles of others lie.
TILE_PROBLEMS = frozenset({"over_rack", "not_on_rack", "over_set", "bare_blank", "blank_as"})


_BRACKETS = re.compile(r"[\[\]()]")
# So many squares a written square may be off, and one more for the neighbours.
_OFF = 3


class Laying(NamedTuple):
    """`placed` None: nothing can be laid as written."""

    placed: Placed | None
    issues: tuple[Issue, ...]


def lay_written(game: Game, turn: Turn, rack: tuple[Piece, ...] | None) -> Laying:
    """The play as written; `rack` only if it was read without doubt."""
    written = read_play(game.board, game.ruleset.tile_set, turn.position, turn.word)
    if "?" in turn.word or "_" in turn.word:
        facts = {"square": turn.position}
        return Laying(None, (Issue("letter_missing", facts, squares=line_squares(written.position, turn)),))
    if written.choices:
        written = _settled(game, turn, written, rack)
    if written.problem or written.position is None:
        return Laying(None, _unreadable(written, turn))
    placed = place(game, written.position, written.placements, rack)
    odd = problems(placed) if placed.judged.problems else ()
    return Laying(placed, odd + _not_whole(placed, turn))


def place(
    game: Game, position: Position, placements: Sequence[Placement], rack: Sequence[Piece] | None = None
) -> Placed:
    """Judge placements on the game's board."""
    judged = judge_play(game.ruleset, game.board, placements, across=position.across, rack=rack)
    return Placed(position, judged.placements, judged)


def problems(placed: Placed) -> tuple[Issue, ...]:
    """The engine's problems of a play as issues, with the squares they concern."""
    return tuple(_issue(one, placed) for one in placed.judged.problems)


def _issue(problem: Message, placed: Placed) -> Issue:
    if problem.code == "over_set":
        return Issue(problem.code, problem.facts, tiles=frozenset(str(problem.facts["tiles"]).split(", ")))
    squares = frozenset() if problem.code in TILE_PROBLEMS else around(placed.placements)
    return Issue(problem.code, problem.facts, squares=squares)


def around(placements: Sequence[Placement]) -> frozenset[Square]:
    """The squares of a play and their neighbours."""
    squares = {place.square for place in placements}
    steps = [square.step(across, by) for square in squares for across in (True, False) for by in (-1, 1)]
    return frozenset(squares | set(steps))


def _unreadable(written: WrittenPlay, turn: Turn) -> tuple[Issue, ...]:
    problem = written.problem or Message("bad_place", "", {"place": turn.position})
    part = str(problem.facts.get("part", ""))
    if problem.code == "no_such_tile" and part.islower():
        return (Issue("blank_as", {"square": turn.position, "letters": part.upper()}),)
    certain = problem.code not in ("ambiguous", "too_many")
    return (
        Issue(problem.code, problem.facts, certain=certain, squares=line_squares(written.position, turn)),
    )


def line_squares(position: Position | None, turn: Turn) -> frozenset[Square]:
    """The squares a word of that length covers from there."""
    if position is None:
        return frozenset()
    return frozenset(position.square.step(position.across, by) for by in range(-1, len(turn.word) + 1))


def _settled(game: Game, turn: Turn, written: WrittenPlay, rack: Sequence[Piece] | None) -> WrittenPlay:
    """The one way that fits rack and score; of several the one that was chosen because the rest of the sheet fits it."""
    position, number = written.position, len(game.steps)
    fitting = [way for way in written.choices if position and _fits(game, turn, position, way, rack)]
    if len(fitting) == 1:
        return WrittenPlay(position, fitting[0])
    ways = fitting or list(written.choices)
    if number in game.readings:
        return WrittenPlay(position, ways[game.readings[number]])
    if game.known:
        game.ways[number] = len(ways)
    return written


def _fits(
    game: Game, turn: Turn, position: Position, way: Sequence[Placement], rack: Sequence[Piece] | None
) -> bool:
    judged = place(game, position, way, rack).judged
    if any(problem.code in TILE_PROBLEMS for problem in judged.problems):
        return False
    # A score on squares nobody has confirmed decides nothing.
    return turn.score is None or judged.score == turn.score or not judged.certain


def _not_whole(placed: Placed, turn: Turn) -> tuple[Issue, ...]:
    """The word as it now stands on the board is longer than the word written."""
    main = next((word for word in placed.judged.words if word.across == placed.position.across), None)
    if main is None or (main.run[0][0] == placed.position.square and _is_all_of(turn.word, main.pieces)):
        return ()
    facts = {"word": turn.word, "whole": main.spelling}
    return (Issue("word_not_whole", facts, squares=around(placed.placements)),)


def _is_all_of(word: str, pieces: Sequence[Piece]) -> bool:
    """Whether the word as written, `.` for any tile, has a sign for every one of these tiles."""
    rest = _BRACKETS.sub("", clean(word)).upper()
    for piece in pieces:
        if not rest:
            return False
        rest = rest[1:] if rest[0] == "." else rest[len(piece.face) :]
    return not rest


def reach(turn: Turn) -> frozenset[Square]:
    """Where a play written at the wrong square may have been meant: some squares off, or the other direction."""
    position = parse_position(turn.position)
    if position is None:
        return frozenset()
    (row, col), far = position.square, len(turn.word) + _OFF
    across = {
        Square(row + down, col + right) for down in range(-_OFF, _OFF + 1) for right in range(-_OFF, far)
    }
    downwards = {
        Square(row + down, col + right) for right in range(-_OFF, _OFF + 1) for down in range(-_OFF, far)
    }
    return frozenset(across | downwards)
