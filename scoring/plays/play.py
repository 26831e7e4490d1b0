"""One placement of tiles: is it legal (each reason), which words does it form, what does it score and why.

Judges a play that may be wrong: words and score are given whenever the tiles lie in a line, legal or not, because a
scoresheet has to be checked as it was written. Sources: SAL:80-86, 118-122, 213; SET:30-51, 88-116; BIS:20-28, 50-56.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod

from scoring.board.board import PLAIN, Board, Placement, Premium, Run, Square, run_through
from scoring.board.tiles import Piece
from scoring.plays.judged_play import JudgedPlay, LetterScore, WordScore
from scoring.plays.legality import WORDLESS, geometry, tile_problems
from scoring.rules.loading import Ruleset


def judge_play(
    ruleset: Ruleset,
    board: Board,
    placements: Iterable[Placement],
    *,
    across: bool | None = None,
    rack: Sequence[Piece] | None = None,
) -> JudgedPlay:
    """Judge tiles laid on `board` in one turn.

    `across`: the direction written down, it decides which word is named first for a single tile. `rack`: what the
    player held, None when it was not written (then nothing is said about it). `certain` of the result is False when
    the score rests on a square or tile value that is only assumed. Never raises on bad play.
    """
    laid = tuple(sorted(placements))
    problems = geometry(ruleset, board, laid)
    wordless = any(problem.code in WORDLESS for problem in problems)
    words = () if wordless else _words(ruleset, board, laid, across)
    bonus = ruleset.bonus.points(len(laid)) if words else 0
    held = tile_problems(ruleset, board, laid, rack)
    score = sum([word.sum * word.factor for word in words]) + bonus if words else None
    return JudgedPlay(laid, (*problems, *held), words, bonus, _certain(ruleset, words), score)


def _words(
    ruleset: Ruleset, board: Board, laid: tuple[Placement, ...], across: bool | None
) -> tuple[WordScore, ...]:
    """The word along the play, then the words across it; a tile that touches nothing is a word by itself."""
    new = dict(laid)
    after = {**board.pieces, **new}
    along = _direction(laid, after, across)
    main = run_through(after, laid[0].square, along)
    runs = [(main, along)] if len(main) > 1 else []
    runs += [
        (run_through(after, at, not along), not along) for at, _ in laid if _crossed(after, at, not along)
    ]
    premiums = board.layout.premiums if ruleset.premiums.counted == "once" else None
    return tuple([_score(ruleset, board, run, way, new, premiums) for run, way in runs or [(main, along)]])


def _crossed(after: Mapping[Square, Piece], square: Square, across: bool) -> bool:
    """Whether a tile lies next to the square along that line."""
    row, col = square
    if across:
        return (row, col - 1) in after or (row, col + 1) in after
    return (row - 1, col) in after or (row + 1, col) in after


def _direction(laid: tuple[Placement, ...], after: Mapping[Square, Piece], across: bool | None) -> bool:
    if len(laid) > 1:
        return laid[0].square.row == laid[1].square.row
    return _crossed(after, laid[0].square, True) if across is None else across


def _score(
    ruleset: Ruleset,
    board: Board,
    run: Run,
    across: bool,
    new: Mapping[Square, Piece],
    once: Mapping[Square, Premium] | None,
) -> WordScore:
    """Letter premiums first, then word premiums (SAL:80, SET:100, BIS:50), only of squares covered now."""
    letters, words, total = [], [], 0
    premiums: Mapping[tuple[int, int], Premium] = board.layout.premiums  # type: ignore[assignment]
    for square, piece in run:
        by, times = premiums[square] if once is None or square in new else PLAIN
        letters.append(by)
        total += piece.value * by
        if times > 1:
            words.append(times)
    if not board.pieces and ruleset.first_play.word_multiplier > 1:
        words.append(ruleset.first_play.word_multiplier)
    return WordScore(run, new, tuple(letters), tuple(words), _factor(words, ruleset), across, total)


def _factor(multipliers: Sequence[int], ruleset: Ruleset) -> int:
    """Two word squares in one word multiply each other (SET:103-105)."""
    if len(multipliers) < 2:
        return multipliers[0] if multipliers else 1
    if ruleset.premiums.two_words == "multiply":
        return prod(multipliers)
    return sum(multipliers) or 1


def _certain(ruleset: Ruleset, words: Iterable[WordScore]) -> bool:
    if ruleset.all_certain:
        return True
    squares = {square for word in words for square in word.new}
    tiles = {piece.tile for word in words for _, piece in word.run}
    return all(map(ruleset.square_is_certain, squares)) and all(map(ruleset.tile_is_certain, tiles))


__all__ = ["JudgedPlay", "LetterScore", "WordScore", "judge_play"]
