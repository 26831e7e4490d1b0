"""Whose row it is where nobody wrote that down: by the order of turns, by what was due, by the sums; else it is a guess.

From a guess on nothing is held against anybody that depends on whose points are whose (`Game.unseated`).
"""

from __future__ import annotations

from collections.abc import Iterable

from scoring.game.state import OUT_OF_TILES, Game
from scoring.sheets.scoresheet import (
    BONUS,
    CHALLENGE,
    EXCHANGE,
    LOST,
    OUT,
    PASSED,
    RACK,
    RECYCLE,
    THEME,
    TIME,
    WITHDRAWN,
    Turn,
)


def seat_of(game: Game, turn: Turn) -> int | None:
    """The seat of the next row: as written, else as it follows; None when it belongs to nobody, or to nobody knows whom."""
    if turn.seat is not None:
        return turn.seat if turn.seat < game.seats else None
    if turn.is_move:
        return _mover(game, turn)
    if turn.kind in (WITHDRAWN, THEME):
        return game.open.seat if game.open else None
    if turn.kind == RECYCLE:
        return _about_to_move(game, turn)
    return _owner(game, turn) if turn.kind in (BONUS, TIME, OUT, RACK) else None


def _mover(game: Game, turn: Turn) -> int:
    due, sure = game.order.next_for(turn.kind)
    if due is None:
        due = _first(game)
        sure = due is not None
    timer = game.ruleset.timer
    if turn.kind == LOST and any(game.order.owed) and timer.kind != "none" and timer.overrun == "turn_lost":
        # Lost for the challenge, or the next player's, lost for time.
        sure = False
    by_sum = _by_sum(game, turn)
    if not sure and by_sum is not None:
        return by_sum
    if not sure:
        game.guess()
    return due or 0


def _first(game: Game) -> int | None:
    """Who began, counted back from the first move with a seat; None when a turn may have been lost on the way."""
    before = 0
    for turn in game.sheet.turns:
        if turn.kind == CHALLENGE and before == 1 and game.seats == 2 and turn.challengers in ((0,), (1,)):
            # Of two only the other one can challenge.
            return 1 - turn.challengers[0]
        if turn.kind == CHALLENGE or (turn.kind == LOST and before):
            return None
        if turn.is_move and turn.seat is not None:
            return (turn.seat - before * game.order.step) % game.seats
        before += turn.is_move
    return None


def _about_to_move(game: Game, turn: Turn) -> int:
    """A blank is taken by whoever plays next."""
    rows = game.sheet.turns[len(game.steps) :]
    seat = next((row.seat for row in rows if row.is_move), None)
    return _mover(game, turn) if seat is None or seat >= game.seats else seat


def _owner(game: Game, turn: Turn) -> int | None:
    """Who was to have these points, or lose them."""
    ended = game.ended
    out = ended.seat if ended is not None and ended.why == OUT_OF_TILES else None
    if turn.kind == OUT and out is not None:
        return out
    if turn.kind == RACK and out is not None and game.seats == 2:
        return 1 - out
    found = _by_sum(game, turn)
    found = _by_points(game, turn) if found is None else found
    if found is None:
        game.guess()
    return found


def _by_points(game: Game, turn: Turn) -> int | None:
    """The one seat that waits for just these points, in one row or in all its rows together."""
    if turn.kind == BONUS:
        waiting = {seat for seat, points in game.bonuses if points is None or turn.score in (None, points)}
        return None if None in waiting else _only(seat for seat in waiting if seat is not None)
    seats = {seat for seat, _ in game.overruns} if turn.kind == TIME else set()
    return _only(seat for seat in seats if turn.score is None or -turn.score in _charges(game, seat))


def _charges(game: Game, seat: int) -> set[int]:
    own = [points for owner, points in game.overruns if owner == seat]
    return {*own, sum(own)}


def _by_sum(game: Game, turn: Turn) -> int | None:
    """The one seat whose score makes the written total with the written points."""
    points = 0 if turn.score is None and turn.kind in (PASSED, LOST, EXCHANGE) else turn.score
    if turn.total is None or points is None:
        return None
    return _only(seat for seat, score in enumerate(game.scores) if score == turn.total - points)


def _only(seats: Iterable[int]) -> int | None:
    found = list(seats)
    return found[0] if len(found) == 1 else None
