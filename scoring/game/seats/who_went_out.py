"""Rows for unplayed tiles against the last play: whose they are is asked, never guessed (SAL:223-228, BIS:58)."""

from __future__ import annotations

from collections.abc import Iterator

from scoring.game.state import OUT_OF_TILES, Game, Step
from scoring.sheets.scoresheet import EXCHANGE, OUT, PLAY, RACK, SCORE


def who_went_out(game: Game) -> Iterator[tuple[Step, str, dict[str, int]]]:
    """What to ask about rows that name nobody, one who did not play last, or tiles left with who went out.

    The row, the finding's code and its facts: `seat`, from 1, is whose row it would be; 0 where that cannot be told.
    """
    last = _last_to_play(game)
    for step in game.steps:
        if step.turn.kind not in (OUT, RACK):
            continue
        code, seat = _question(game, step, last)
        if code:
            yield step, code, {"seat": 0 if seat is None else seat + 1, "named": (step.turn.seat or 0) + 1}


def _question(game: Game, step: Step, last: int | None) -> tuple[str, int | None]:
    """The finding's code, "" for none, and the seat that may be meant."""
    named, went_out = step.turn.seat, game.ended is not None and game.ended.why == OUT_OF_TILES
    out = game.ended.seat if game.ended and went_out else None
    if step.turn.kind == OUT:
        meant = last if out is None else out
        code = "unplayed_of_nobody" if named is None else "out_by_another"
        return (code, meant) if named is None or meant not in (None, named) else ("", None)
    other = None if out is None or game.seats != 2 else 1 - out
    if named is None:
        return "unplayed_of_nobody", other
    return ("out_had_tiles", other) if named == out else ("", None)


def _last_to_play(game: Game) -> int | None:
    """The seat of the last play that stands, if only passes and lost turns came after it: nobody else can have gone out."""
    for step in reversed(game.steps):
        if step.turn.kind in (PLAY, SCORE) and step.number not in game.taken_back:
            return step.seat
        if step.turn.kind == EXCHANGE:
            return None
    return None
