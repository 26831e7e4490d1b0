"""A play as written on a sheet, `8G HATI`, laid over the board: which tiles are new, which lay there already.

The word is written whole, as the books do, or with `.` or `(A)` for tiles already lying (formats: GCG). Tiles lying
on the board settle most ambiguous readings: each token takes one square.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from core.messages import Message, gettext_noop
from scoring.board.board import Board, Placement, Position, Square, parse_position
from scoring.board.tile_reading import MAX_READINGS, MAX_TEXT, Reading, clean, limited, quoted, read_word
from scoring.board.tiles import Piece, TileSet

_THROUGH = re.compile(r"\(([^()]*)\)|(\.)")
_BAD_PLACE = gettext_noop("“%(place)s” is no place on this board: write 8G for across, G8 for down.")
_RUNS_OFF = gettext_noop("“%(word)s” runs off the board at %(place)s.")
_NOTHING_THERE = gettext_noop(
    "“%(word)s” has a tile already lying at %(square)s, but the board has none there."
)
_OTHERWISE = gettext_noop("“%(word)s” does not agree with the tiles lying on the board.")
_NO_NEW = gettext_noop("“%(word)s” at %(place)s lays no new tile.")
_SEVERAL = gettext_noop("“%(word)s” at %(place)s can be laid in more than one way: write [NG] for one tile.")


class WrittenPlay(NamedTuple):
    """The tiles newly laid, or why that cannot be said. `choices`: every way that fits, when there are several."""

    position: Position | None
    placements: tuple[Placement, ...]
    problem: Message | None = None
    choices: tuple[tuple[Placement, ...], ...] = ()


def read_play(board: Board, tiles: TileSet, place: str, word: str) -> WrittenPlay:
    """Read a written play over `board`. Nothing is guessed: several ways that fit are all given back."""
    position = parse_position(place if place.isascii() else clean(place))
    if position is None or position.square not in board.layout.premiums:
        return WrittenPlay(None, (), Message("bad_place", _BAD_PLACE, {"place": quoted(place)}))
    plain = _letter_by_letter(board, tiles, position, word)
    if plain:
        return WrittenPlay(position, plain)
    reading = _read_over(board, tiles, position, clean(word))
    if not reading.readings:
        return _over_blanks(board, tiles, position, clean(word)) or WrittenPlay(position, (), reading.problem)
    ways = {_laid(board, position, row): None for row in reading.readings}
    fitting = tuple(way for way in ways if way is not None)
    facts = {"word": quoted(clean(word)), "place": position.name}
    return _outcome(position, fitting, _misfit(board, position, reading, facts), facts)


def _over_blanks(board: Board, tiles: TileSet, position: Position, word: str) -> WrittenPlay | None:
    """A word with a letter no tile has, written large over the blank that lies there for it."""
    small = "".join(sign.lower() if _only_a_blank(tiles, sign) else sign for sign in word)
    reading = _read_over(board, tiles, position, small)
    ways = dict.fromkeys(_laid(board, position, row) for row in reading.readings)
    fitting = [way for way in ways if way and all(piece.text.strip("[]") in word for _, piece in way)]
    facts = {"word": quoted(word), "place": position.name}
    return (
        _outcome(position, tuple(fitting), _misfit(board, position, reading, facts), facts)
        if fitting
        else None
    )


def _only_a_blank(tiles: TileSet, letter: str) -> bool:
    return tiles.natural(letter) is None and tiles.blank_as(letter) is not None


def _letter_by_letter(
    board: Board, tiles: TileSet, position: Position, word: str
) -> tuple[Placement, ...] | None:
    """The usual case, a word that has one reading and lies where it says; None when it needs a closer look."""
    pieces = tiles.one_by_one(word.replace(".", "?"))
    if pieces is None or len(word) > MAX_TEXT:
        return None
    (row, col), across = position
    there, premiums, laid = board.pieces, board.layout.premiums, []
    for letter, piece in zip(word, pieces, strict=True):
        square = (row, col)
        lying = there.get(square)  # type: ignore[call-overload]
        if lying is None:
            if letter in ".?" or square not in premiums:
                return None
            laid.append(Placement(Square(row, col), piece))
        elif letter != "." and lying.face != piece.face:
            return None
        row, col = (row, col + 1) if across else (row + 1, col)
    return tuple(laid)


def _outcome(
    position: Position, ways: tuple[tuple[Placement, ...], ...], misfit: Message, facts: dict[str, str]
) -> WrittenPlay:
    if not ways:
        return WrittenPlay(position, (), misfit)
    if len(ways) > 1:
        return WrittenPlay(position, (), Message("ambiguous", _SEVERAL, facts), ways)
    if not ways[0]:
        return WrittenPlay(position, (), Message("no_new_tile", _NO_NEW, facts))
    return WrittenPlay(position, ways[0])


def _misfit(board: Board, position: Position, reading: Reading, facts: dict[str, str]) -> Message:
    """Why no reading could be laid: all too long for the board, or other tiles lie there."""
    shortest = min(len(row) for row in reading.readings)
    last = position.square.step(position.across, shortest - 1)
    off = last not in board.layout
    return Message("runs_off", _RUNS_OFF, facts) if off else Message("read_otherwise", _OTHERWISE, facts)


def _read_over(board: Board, tiles: TileSet, position: Position, word: str) -> Reading:
    """All readings of the word, its `.` and `(A)` replaced by what lies on the board.

    `.` needs the square it stands on, so the parts before it are read first; each reading goes its own way.
    """
    rows: list[tuple[Piece, ...]] = [()]
    for part, through in _parts(word):
        grown = [_grow(board, tiles, position, row, part, through) for row in rows]
        rows = [row for reading in grown for row in reading.readings][: MAX_READINGS + 1]
        if not rows:
            return Reading((), next((one.problem for one in grown if one.problem), None))
    return limited(list(dict.fromkeys(rows)), word) if word else read_word("", tiles)


def _parts(word: str) -> list[tuple[str, bool]]:
    """(text, lies there already) in order."""
    found, at = [], 0
    for match in _THROUGH.finditer(word):
        found += [(word[at : match.start()], False), (match[1] or ".", True)]
        at = match.end()
    return [(part, through) for part, through in (*found, (word[at:], False)) if part]


def _grow(
    board: Board, tiles: TileSet, position: Position, row: tuple[Piece, ...], part: str, through: bool
) -> Reading:
    square = position.square.step(position.across, len(row))
    if through and part == ".":
        there = board.at(square)
        return Reading(((*row, there),)) if there else _nothing(part, square, board)
    read = read_word(part, tiles)
    rows = [row + tail for tail in read.readings if not through or _lies(board, position, row, tail)]
    problem = read.problem if not read.readings else _nothing(part, square, board).problem
    return Reading(tuple(rows)) if rows else Reading((), problem)


def _nothing(part: str, square: Square, board: Board) -> Reading:
    name = square.name if square in board.layout else "the edge"
    return Reading((), Message("nothing_there", _NOTHING_THERE, {"word": quoted(part), "square": name}))


def _lies(board: Board, position: Position, row: tuple[Piece, ...], tail: tuple[Piece, ...]) -> bool:
    squares = (position.square.step(position.across, len(row) + at) for at in range(len(tail)))
    return all(_same(board.at(square), piece) for square, piece in zip(squares, tail, strict=True))


def _laid(board: Board, position: Position, row: tuple[Piece, ...]) -> tuple[Placement, ...] | None:
    """The new tiles of a reading; None when it runs off the board or over other tiles."""
    laid: list[Placement] = []
    for at, piece in enumerate(row):
        square = position.square.step(position.across, at)
        there = board.at(square)
        if square not in board.layout or (there and not _same(there, piece)):
            return None
        laid += [] if there else [Placement(square, piece)]
    return tuple(laid)


def _same(there: Piece | None, written: Piece) -> bool:
    """A tile on the board may be written as its letter whether or not it is a blank, never as another letter."""
    return there is not None and there.face == written.face
