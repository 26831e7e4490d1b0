"""Recycled blanks and points for wrong challenges: what stands between the moves (`theme.py`, `time_used.py` for the rest).

Source: SAL:401-403 recycled blanks.
"""

from __future__ import annotations

from scoring.board.board import Placement, parse_square
from scoring.board.tile_reading import read_rack, read_word
from scoring.board.tiles import Piece
from scoring.game.issues import Issue
from scoring.game.state import Game, Placed, Recycled
from scoring.sheets.scoresheet import Turn

Outcome = tuple[int | None, list[Issue]]


def recycle(game: Game, turn: Turn) -> Outcome:
    """SAL:403: a blank on the board is exchanged for the letter it stands for, and used in the same turn."""
    if turn.seat is not None and turn.seat >= game.seats:
        turn = turn._replace(seat=None)
    issues = [] if game.ruleset.variants.recycled_blanks else [Issue("recycle_off")]
    square = parse_square(turn.position)
    there = game.board.at(square) if square else None
    natural = game.ruleset.tile_set.natural(there.face) if there else None
    if turn.seat is not None:
        game.kept[turn.seat] = 0
    if square is None or there is None or not there.blank or natural is None:
        unread = not turn.position.strip() or not game.known
        if unread:
            _take_unknown(game, turn.seat)
        return 0, [*issues, Issue("no_blank_there", {"square": turn.position}, certain=not unread)]
    if turn.tiles and [natural] not in [
        list(row) for row in read_word(turn.tiles, game.ruleset.tile_set).readings
    ]:
        facts = {"square": square.name, "letter": there.face}
        issues.append(Issue("recycled_other_letter", facts, certain=game.known))
    if turn.seat is not None:
        issues += _not_on_rack(game, turn, turn.seat, natural)
        blank = Piece(there.tile, "", there.value, True)
        game.open = game.open
        game.recycled = Recycled(turn.seat, game.snapshot(), natural, blank)
        _swap(game, turn.seat, Placement(square, natural), there.tile)
    return 0, issues


def _take_unknown(game: Game, seat: int | None) -> None:
    """A blank was taken, and nobody knows from where: the board is not known any more."""
    if seat is not None and game.ruleset.variants.recycled_blanks:
        game.open = game.open
        game.recycled = Recycled(seat, game.snapshot())
        game.known = False


def _not_on_rack(game: Game, turn: Turn, seat: int, natural: Piece) -> list[Issue]:
    """A whole rack holds the letter before the exchange, or the blank after it."""
    low, high = game.bounds.on_rack(seat)
    rack = read_rack(turn.rack, game.ruleset.tile_set, size=low).pieces if turn.rack and low == high else None
    if rack is None or natural in rack or any(piece.blank for piece in rack):
        return []
    return [Issue("recycled_not_on_rack", {"letter": natural.face}, certain=game.known)]


def _swap(game: Game, seat: int, natural: Placement, blank: str) -> None:
    game.lay([natural])
    given, taken = game.rules.bag_of[natural.piece.tile], game.rules.bag_of[blank]
    game.bounds = game.bounds.swapped(seat, given, taken)


def recycled_unused(game: Game, seat: int, placed: Placed | None) -> list[Issue]:
    """The blank taken from the board must be laid at once; a play nobody can read may have it."""
    if game.recycled is None:
        return []
    owner, game.recycled = game.recycled.seat, None
    used = placed is not None and any(place.piece.blank for place in placed.placements)
    if owner == seat and used:
        return []
    return [Issue("recycled_blank_unused", {"owner": owner + 1}, certain=game.known)]


def bonuses_missing(game: Game) -> list[Issue]:
    """Points for a wrong challenge that nobody wrote before the next move; they are due no longer."""
    issues, game.bonuses = bonuses_due(game), []
    return issues


def bonuses_due(game: Game) -> list[Issue]:
    """Points for a wrong challenge that are still to be written, where it is known whose and how many."""
    return [
        Issue("bonus_missing", {"seat": seat + 1, "points": points}, None, points)
        for seat, points in game.bonuses
        if seat is not None and points is not None
    ]
