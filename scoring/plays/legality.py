"""Whether tiles may lie where they were laid, and whether the player can have laid them: each reason by itself.

Sources: SAL:118-122, 162-165; SET:30-51; BIS:20-28.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.messages import Message, gettext_noop
from scoring.board.board import Board, Placement
from scoring.board.tiles import Piece
from scoring.rules.loading import Ruleset

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

# Problems that leave no readable word.
WORDLESS = frozenset({"no_tiles", "off_board", "on_tile", "used_twice", "not_in_line", "gap"})


def geometry(ruleset: Ruleset, board: Board, laid: tuple[Placement, ...]) -> tuple[Message, ...]:
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


def tile_problems(
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
