"""One placement of tiles: is it legal (each reason), which words does it form, what does it score and why.

Judges a play that may be wrong: words and score are given whenever the tiles lie in a line, legal or not, because a
scoresheet has to be checked as it was written. Sources: SAL:80-86, 118-122, 213; SET:30-51, 88-116; BIS:20-28, 50-56.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod
from typing import NamedTuple

from scoring.board import PLAIN, Board, Placement, Premium, Run, Square, run_through
from scoring.messages import Message, gettext_noop
from scoring.ruleset import Ruleset
from scoring.tiles import Piece, spell

_NO_TILES = gettext_noop("No tile was laid.")
_OFF_BOARD = gettext_noop("%(tile)s would lie off the board.")
_ON_TILE = gettext_noop("%(square)s already holds %(there)s.")
_TWICE = gettext_noop("%(square)s is used twice in one play.")
_NOT_IN_LINE = gettext_noop("The tiles do not lie in one row or one column.")
_GAP = gettext_noop("There is a gap at %(square)s.")
_APART = gettext_noop("The tiles touch nothing on the board.")
_OFF_START = gettext_noop("The first play must cover %(square)s.")
_TOO_FEW = gettext_noop("The first play needs at least %(least)s tiles, not %(laid)s.")
_OVER_RACK = gettext_noop("%(laid)s tiles were laid, but a rack holds %(size)s.")
_NOT_ON_RACK = gettext_noop("The rack does not hold %(tiles)s.")
_OVER_SET = gettext_noop("The tile set does not hold that many of %(tiles)s.")
_BLANK_AS = gettext_noop("The blank at %(square)s may not stand for “%(letters)s” under these rules.")
_BARE_BLANK = gettext_noop("The blank at %(square)s needs a letter to stand for.")

_WORDLESS = frozenset({"no_tiles", "off_board", "on_tile", "used_twice", "not_in_line", "gap"})


class LetterScore(NamedTuple):
    """One tile of a word: face value, the multiplier of its square (1 unless covered in this turn), points."""

    piece: Piece
    square: Square
    multiplier: int
    new: bool

    @property
    def points(self) -> int:
        return self.piece.value * self.multiplier

    @property
    def text(self) -> str:
        times = f"x{self.multiplier}" if self.multiplier != 1 else ""
        return f"{self.piece.text.strip('[]')}{self.piece.value}{times}"


class WordScore(NamedTuple):
    """One word formed: its row of tiles, which are new, the multipliers it earned, the sum of its letters.

    `letter_multipliers`: one a tile, 1 where no premium counts.
    """

    run: Run
    new: Mapping[Square, Piece]
    letter_multipliers: tuple[int, ...]
    multipliers: tuple[int, ...]
    factor: int
    across: bool
    sum: int

    @property
    def letters(self) -> tuple[LetterScore, ...]:
        """Each letter with its square, multiplier and points."""
        return tuple(
            LetterScore(piece, Square(*square), by, square in self.new)
            for (square, piece), by in zip(self.run, self.letter_multipliers, strict=True)
        )

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple([piece for _, piece in self.run])

    @property
    def spelling(self) -> str:
        """As a dictionary writes it; compare words on this, never on tiles (SAL:288, 290)."""
        return spell(self.pieces)

    @property
    def points(self) -> int:
        return self.sum * self.factor

    @property
    def line(self) -> str:
        """`M2 A1 B4 A1x2 I1 T1 = 11 x2 = 22`."""
        sums = [" ".join(letter.text for letter in self.letters), str(self.sum)]
        if not self.multipliers:
            return " = ".join(sums)
        return " = ".join(sums) + "".join(f" x{by}" for by in self.multipliers) + f" = {self.points}"


class JudgedPlay(NamedTuple):
    """A placement judged. `words` (main word first) and `score` are empty and None when no word can be read."""

    placements: tuple[Placement, ...]
    problems: tuple[Message, ...]
    words: tuple[WordScore, ...]
    bonus: int
    certain: bool
    score: int | None

    @property
    def legal(self) -> bool:
        return not self.problems

    @property
    def line(self) -> str:
        """The whole arithmetic on one line: each word, the bonus, and the total when there is more than one part."""
        parts = [word.line for word in self.words] + ([f"bonus {self.bonus}"] if self.bonus else [])
        return "; ".join(parts) + (f"; total {self.score}" if len(parts) > 1 else "")


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
    problems = _geometry(ruleset, board, laid)
    wordless = any(problem.code in _WORDLESS for problem in problems)
    words = () if wordless else _words(ruleset, board, laid, across)
    bonus = ruleset.bonus.points(len(laid)) if words else 0
    held = _tile_problems(ruleset, board, laid, rack)
    score = sum([word.sum * word.factor for word in words]) + bonus if words else None
    return JudgedPlay(laid, (*problems, *held), words, bonus, _certain(ruleset, words), score)


def _geometry(ruleset: Ruleset, board: Board, laid: tuple[Placement, ...]) -> tuple[Message, ...]:
    """Problems of where the tiles lie; those that leave no readable word come alone."""
    if not laid:
        return (Message("no_tiles", _NO_TILES),)
    found = tuple(_square_problems(board, laid)) or _line_problems(board, laid)
    if found:
        return found
    return tuple(_first_play(ruleset, board, laid) if board.empty else _connection(board, laid))


def _square_problems(board: Board, laid: tuple[Placement, ...]) -> Iterable[Message]:
    there, squares, seen = board.pieces, board.layout.premiums, set()
    for square, piece in laid:
        if square not in squares:
            yield Message("off_board", _OFF_BOARD, {"tile": piece.text})
        elif square in there:
            yield Message("on_tile", _ON_TILE, {"square": square.name, "there": there[square].text})
        elif square in seen:
            yield Message("used_twice", _TWICE, {"square": square.name})
        seen.add(square)


def _line_problems(board: Board, laid: tuple[Placement, ...]) -> tuple[Message, ...]:
    (row, col), (last_row, last_col) = laid[0].square, laid[-1].square
    across = row == last_row
    lines = {square[0] if across else square[1] for square, _ in laid}
    if len(lines) > 1:
        return (Message("not_in_line", _NOT_IN_LINE),)
    length = last_col - col if across else last_row - row
    if length == len(laid) - 1:
        return ()
    taken = {place.square for place in laid}
    for by in range(1, length):
        here = laid[0].square.step(across, by)
        if here not in taken and here not in board.pieces:
            return (Message("gap", _GAP, {"square": here.name}),)
    return ()


def _first_play(ruleset: Ruleset, board: Board, laid: tuple[Placement, ...]) -> Iterable[Message]:
    """SAL:118, 162-165; BIS:20."""
    rules, start = ruleset.first_play, board.layout.start
    if rules.covers_start and start not in {place.square for place in laid}:
        yield Message("off_start", _OFF_START, {"square": start.name})
    if len(laid) < rules.min_tiles:
        yield Message("too_few_tiles", _TOO_FEW, {"least": rules.min_tiles, "laid": len(laid)})


def _connection(board: Board, laid: tuple[Placement, ...]) -> Iterable[Message]:
    there = board.pieces
    for (row, col), _ in laid:
        if (
            (row, col - 1) in there
            or (row, col + 1) in there
            or (row - 1, col) in there
            or (row + 1, col) in there
        ):
            return
    yield Message("not_connected", _APART)


def _tile_problems(
    ruleset: Ruleset, board: Board, laid: tuple[Placement, ...], rack: Sequence[Piece] | None
) -> tuple[Message, ...]:
    pieces = [place.piece for place in laid]
    found = [*_blank_problems(ruleset, laid)] if any(piece.blank for piece in pieces) else []
    if len(laid) > ruleset.rack.size:
        found.append(Message("over_rack", _OVER_RACK, {"laid": len(laid), "size": ruleset.rack.size}))
    if rack is not None and (missing := _missing(pieces, rack)):
        found.append(Message("not_on_rack", _NOT_ON_RACK, {"tiles": ", ".join(missing)}))
    over = _over_set(ruleset, board, pieces)
    if over:
        found.append(Message("over_set", _OVER_SET, {"tiles": ", ".join(over)}))
    return tuple(found)


def _over_set(ruleset: Ruleset, board: Board, pieces: Sequence[Piece]) -> list[str]:
    """Tiles laid now of which the set has fewer; what was too many before is not this play's mistake."""
    tiles = ruleset.tile_set.by_id
    held = [piece.tile for piece in board.pieces.values()] + [piece.tile for piece in pieces]
    laid = dict.fromkeys([piece.tile for piece in pieces])
    return [tile for tile in laid if tile not in tiles or held.count(tile) > tiles[tile].count]


def _missing(pieces: Sequence[Piece], rack: Sequence[Piece]) -> list[str]:
    """Tiles laid that the rack does not hold, or not that often."""
    held = [piece.tile for piece in rack]
    missing: dict[str, None] = {}
    for piece in pieces:
        if piece.tile in held:
            held.remove(piece.tile)
        else:
            missing[piece.tile] = None
    return list(missing)


def _blank_problems(ruleset: Ruleset, laid: tuple[Placement, ...]) -> Iterable[Message]:
    """SAL:30; SET:54-57; BIS:36."""
    allowed = ruleset.tile_set.blanks_as
    for square, piece in laid:
        if piece.blank and not piece.face:
            yield Message("bare_blank", _BARE_BLANK, {"square": square.name})
        elif piece.blank and piece.face not in allowed:
            yield Message("blank_as", _BLANK_AS, {"square": square.name, "letters": piece.face})


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
