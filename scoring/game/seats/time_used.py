"""Time: what running over is said to be, what it costs, and the rows that charge it. Source: SAL:242.

The book names a limit and no penalty: what it costs is the ruleset's.
"""

from __future__ import annotations

from scoring.game.issues import Issue
from scoring.game.state import Game
from scoring.sheets.scoresheet import LOST, Turn

Outcome = tuple[int | None, list[Issue]]
_MINUTE = 60


def is_late(game: Game, turn: Turn, seat: int) -> bool:
    """Whether this turn ran over, by itself or as part of the whole game; `Game.clock` holds its seconds already."""
    rules = game.ruleset.timer
    if turn.seconds is None or rules.kind == "none":
        return False
    return (turn.seconds if rules.kind == "per_move" else game.clock[seat]) > rules.seconds


def clock(game: Game, turn: Turn, seat: int, *, gone: bool) -> list[Issue]:
    """Time over the limit is always said. `gone`: the turn brought nothing, or its play is taken back."""
    rules = game.ruleset.timer
    if turn.seconds is None or rules.kind == "none":
        return []
    if not is_late(game, turn, seat):
        return []
    used = turn.seconds if rules.kind == "per_move" else game.clock[seat]
    facts = {"seconds": used, "limit": rules.seconds}
    if rules.overrun == "points":
        _charge(game, seat, used - rules.seconds)
    code = {"record": "overrun", "points": "overrun_costs_points", "turn_lost": "overrun_turn_lost"}[
        rules.overrun
    ]
    return [Issue("overrun" if gone and rules.overrun == "turn_lost" else code, facts, used, rules.seconds)]


def _charge(game: Game, seat: int, over: int) -> None:
    """Per move each overrun adds its own points; a game clock has one growing overrun."""
    points = -(-over // _MINUTE) * game.ruleset.timer.points_per_minute
    if game.ruleset.timer.kind == "per_game":
        game.overruns = [one for one in game.overruns if one[0] != seat]
    game.overruns.append((seat, points))


def time_penalty(game: Game, turn: Turn) -> Outcome:
    """Points off for time: as charged from the clock readings, else as written when the ruleset knows of it."""
    rules = game.ruleset.timer
    due = [one for one in game.overruns if one[0] == turn.seat]
    if due:
        charged = _charged(game, turn, due)
        return (turn.score if _may_be_more(game, turn, charged) else charged), []
    if rules.kind == "none" or rules.overrun != "points":
        return turn.score, [Issue("time_not_due", {"points": turn.score}, turn.score, 0)]
    return (0 if _is_all_timed(game, turn.seat) else turn.score), []


def _may_be_more(game: Game, turn: Turn, charged: int | None) -> bool:
    """Whether turns without a clock reading may have cost the points that are written beyond those known of."""
    more = -turn.score + charged if turn.score is not None and charged is not None else 0
    minute = game.ruleset.timer.points_per_minute
    return more > 0 and minute > 0 and more % minute == 0 and not _is_all_timed(game, turn.seat)


def _charged(game: Game, turn: Turn, due: list[tuple[int, int]]) -> int | None:
    """One row may charge one overrun or all; a row without points that could do either is worth nobody knows what."""
    several = game.ruleset.timer.kind == "per_move" and len(due) > 1
    at_once = not several or turn.score == -sum(points for _, points in due)
    charged = due if at_once or turn.score is None else due[:1]
    for one in charged:
        game.overruns.remove(one)
    return None if several and turn.score is None else -sum(points for _, points in charged)


def _is_all_timed(game: Game, seat: int | None) -> bool:
    """Whether every turn of the seat has a clock reading: then every overrun is known."""
    turns = [turn for turn in game.sheet.turns[: len(game.steps)] if turn.is_move and turn.kind != LOST]
    own = [turn for turn in turns if turn.seat in (seat, None)]
    return bool(own) and all(turn.seconds is not None for turn in own)
