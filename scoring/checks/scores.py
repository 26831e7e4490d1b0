"""The written points of one row against what it is worth, with the arithmetic."""

from __future__ import annotations

from collections.abc import Mapping

from core.messages import Message
from scoring.checks.severity import Weigher
from scoring.game.placing import around
from scoring.game.state import Placed, Step
from scoring.sheets.scoresheet import BONUS, EXCHANGE, LOST, OUT, PASSED, PLAY, RACK, THEME, TIME, WITHDRAWN

_CODES: Mapping[str, str] = {
    PLAY: "score_wrong",
    EXCHANGE: "points_for_nothing",
    PASSED: "points_for_nothing",
    LOST: "points_for_nothing",
    WITHDRAWN: "withdrawn_wrong",
    THEME: "theme_wrong",
    TIME: "time_wrong",
    OUT: "adjust_wrong",
    RACK: "adjust_wrong",
    BONUS: "bonus_odd",
}


def score_finding(weigher: Weigher, step: Step, suggestion: Message | None) -> None:
    """Say so when a row's points are not what it is worth."""
    turn, computed = step.turn, step.computed
    if turn.score is None or computed is None or turn.score == computed or turn.kind not in _CODES:
        return
    if turn.kind == PLAY and turn.score == 0 and step.number in weigher.game.taken_back:
        return
    if turn.kind == WITHDRAWN and _undoes_what_was_written(weigher, step):
        return
    if turn.kind == WITHDRAWN and turn.score == 0:
        weigher.add("withdrawn_unscored", {"worth": -computed}, turn=step.number, seat=step.seat)
        return
    facts = {"recorded": turn.score, "computed": computed, "line": arithmetic(step), "worth": -computed}
    facts["points"] = turn.score
    squares = around(step.placed.placements) if step.placed else frozenset()
    at = len(weigher.findings)
    weigher.add(
        _CODES[turn.kind],
        facts,
        turn=step.number,
        seat=step.seat,
        recorded=turn.score,
        computed=computed,
        fields=_fields(weigher, step.placed),
        certain=_certain(step) and (turn.kind not in (TIME, BONUS) or weigher.knows_seat(step)),
        squares=squares,
        suggestion=suggestion,
        cause=weigher.root_of_row(step.number) if turn.kind == PLAY else weigher.first_of_row(step.number),
    )
    weigher.doubt(at, step)


def _undoes_what_was_written(weigher: Weigher, step: Step) -> bool:
    """A wrong score taken back as it was written is no second mistake."""
    plays = [one for one in weigher.game.steps[: step.number] if one.turn.kind == PLAY]
    return bool(plays) and plays[-1].turn.score == -(step.turn.score or 0) != 0


def arithmetic(step: Step) -> str:
    """The play's sum on one line, or just its points."""
    return step.placed.judged.line if step.placed else str(step.computed)


def _certain(step: Step) -> bool:
    if step.placed is None:
        return step.certain or step.turn.kind not in (WITHDRAWN, THEME)
    return step.certain and step.placed.judged.certain and not step.placed.mended


def _fields(weigher: Weigher, placed: Placed | None) -> tuple[str, ...]:
    """Ruleset fields the score rests on, where they matter in this play."""
    if placed is None:
        return ()
    fields = ("bonus.by_tiles",) if len(placed.placements) >= weigher.game.ruleset.rack.size else ()
    two = any(len(word.multipliers) > 1 for word in placed.judged.words)
    return (*fields, "premiums.two_words") if two else fields
