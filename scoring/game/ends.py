"""When a game is over, and what the sheet says about it. Sources: SAL:221-224, 407; SET:76-78; BIS:45, 58."""

from __future__ import annotations

from scoring.game.issues import Issue
from scoring.game.state import ALL_PASSED, OUT_OF_TILES, RECORDED, TURN_LIMIT, Ended, Game
from scoring.sheets.scoresheet import (
    EXCHANGE,
    LOST,
    NOBODY_CAN_MOVE,
    PASSED,
    PLAY,
    SCORE,
    Turn,
)

WHY_FIELDS = {
    OUT_OF_TILES: ("end.when_out", "tiles.total", "rack.size"),
    ALL_PASSED: ("end.passes_each",),
    TURN_LIMIT: ("variants.short_turns",),
    RECORDED: (),
}


def after_move(game: Game, turn: Turn, seat: int, number: int) -> list[Issue]:
    """Update the run of passes and the end of the game after a move was made."""
    _count_pass(game, turn, seat)
    if game.ended is None:
        game.ended = _end(game, turn, seat, number)
    if game.ended is not None and game.ended.why == ALL_PASSED:
        _unask(game)
    return _scoreless(game, turn)


def _count_pass(game: Game, turn: Turn, seat: int) -> None:
    """Only a pass counts; a play or an exchange starts anew; a lost turn does neither unless the ruleset says."""
    counted = turn.kind == PASSED or (turn.kind == LOST and game.ruleset.end.lost_turns == "counted")
    if counted:
        game.passes[seat] += 1
    elif turn.kind in (PLAY, EXCHANGE, SCORE) or game.ruleset.end.lost_turns == "reset":
        game.passes = [0] * game.seats


def _end(game: Game, turn: Turn, seat: int, number: int) -> Ended | None:
    rules = game.ruleset.end
    if rules.when_out and turn.kind == PLAY and game.bounds.high.on_rack(seat) == 0 and game.bounds.exact:
        return Ended(OUT_OF_TILES, number, seat)
    if rules.passes_each and min(game.passes) >= rules.passes_each:
        return Ended(ALL_PASSED, number)
    limit = game.ruleset.variants.short_turns
    if limit and min(game.moves) >= limit:
        return Ended(TURN_LIMIT, number)
    return None


def _scoreless(game: Game, turn: Turn) -> list[Issue]:
    """Six turns in a row without a score are worth a question, never an end (docs/rules/decisions.md, row 8)."""
    limit = game.ruleset.end.question_after_scoreless
    scored = turn.kind in (PLAY, SCORE) and turn.score != 0
    game.scoreless = 0 if scored else game.scoreless + 1
    if limit is None or game.scoreless != limit or game.ended:
        return []
    return [Issue("scoreless_turns", {"turns": limit})]


def _unask(game: Game) -> None:
    """Turns without a score that end the game as the rules have it need no question."""
    first = len(game.steps) - game.scoreless
    for at in range(max(first, 0), len(game.steps)):
        step = game.steps[at]
        kept = tuple(issue for issue in step.issues if issue.code != "scoreless_turns")
        if len(kept) < len(step.issues):
            game.steps[at] = step._replace(issues=kept)


def moved_after_end(game: Game, turn: Turn) -> list[Issue]:
    """A move although the game was over; said once. A pass then only says that the last play was accepted."""
    if game.ended is None or turn.kind in (PASSED, LOST):
        return []
    ended, game.ended = game.ended, None
    facts = {"ended": ended.number + 1}
    fields = WHY_FIELDS[ended.why]
    fields += ("end.lost_turns",) if ended.why == ALL_PASSED and _lost_between(game, ended.number) else ()
    return [Issue(f"after_{ended.why}", facts, fields=fields)]


def _lost_between(game: Game, last: int) -> bool:
    """Whether a turn was lost within the run of passes: only then does it matter what lost turns do to it."""
    for step in reversed(game.steps[: last + 1]):
        if step.turn.kind in (PLAY, EXCHANGE, SCORE):
            return False
        if step.turn.kind == LOST:
            return True
    return False


def recorded_end(game: Game, turn: Turn, number: int) -> list[Issue]:
    """“Nobody can move” and the like cannot be read off a sheet: players or director record it."""
    rule = game.ruleset.end.nobody_can_move
    issues = []
    if turn.reason == NOBODY_CAN_MOVE and rule == "never":
        issues.append(Issue("end_not_allowed"))
    elif turn.reason == NOBODY_CAN_MOVE and rule == "empty_bag" and game.bounds.low.in_bag > 0:
        issues.append(Issue("end_with_tiles_in_bag", {"bag": game.bounds.low.in_bag}))
    if game.ended is None:
        game.ended = Ended(RECORDED, number, reason=turn.reason)
    return issues
