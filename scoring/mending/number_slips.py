"""Slips in the figures: a score, a total, points of unplayed tiles; alone, or carried on into all later totals."""

from __future__ import annotations

from collections.abc import Iterator

from core.messages import Message, gettext_noop
from scoring.checks.findings import Finding
from scoring.mending.case import Case
from scoring.mending.repairs import Change, Repair, carried_on, cell
from scoring.sheets.scoresheet import PLAY, SCORE

_SCORE = gettext_noop("The points should be %(new)s, not %(old)s; the totals agree with that.")
_SCORE_ONLY = gettext_noop("The points should be %(new)s, not %(old)s, if the play is written right.")
_SCORE_ON = gettext_noop(
    "The points should be %(new)s, not %(old)s; the mistake was carried on into later totals."
)
_TOTAL = gettext_noop("The total should be %(new)s, not %(old)s; what follows agrees with that.")
_TOTAL_ON = gettext_noop(
    "The total should be %(new)s, not %(old)s; the mistake was carried on into later totals."
)
_FINAL = gettext_noop("The final figure of player %(seat)s should be %(new)s, not %(old)s.")
_WINNER = gettext_noop("The winner should be %(new)s, not %(old)s.")

_POINTS = frozenset(
    {
        "score_wrong",
        "points_for_nothing",
        "withdrawn_wrong",
        "adjust_wrong",
        "time_wrong",
        "theme_wrong",
        "bonus_odd",
    }
)
# Wrong sums that say themselves what was forgotten: a play written wrong does not come to that by chance.
_EXPLAINED = frozenset(
    {"bonus_missing", "bonus_added", "premium_forgotten", "premium_again", "blank_as_letter", "word_left_out"}
)
_FIGURES = {"final_total_wrong": "totals", "adjustment_missing": "totals", "before_wrong": "before"}
# A total that no slip of a digit explains is less usual than a turn that is missing.
_ODD_TOTAL = 3.2
# So many rows with such a finding are looked at.
_FEW = 3
# The engine names what was forgotten or counted twice: a slip of that kind is more usual than any other wrong sum.
_USUAL_SUM, _ODD_SUM = 1.5, 4.0


def number_slips(case: Case) -> Iterator[Repair]:
    """Every slip of this kind that what was found points at."""
    for finding in [one for one in case.faults if one.code in _POINTS][:_FEW]:
        yield from _points(case, finding)
    for finding in case.of_code("total_wrong")[:_FEW]:
        yield from _total(case, finding)
    for finding in [one for one in case.faults if one.code in _FIGURES]:
        yield from _final(case, finding)
    yield from _winner(case)


def _points(case: Case, finding: Finding) -> Iterator[Repair]:
    row, seat, old, new = finding.turn, finding.seat, finding.recorded, finding.computed
    if row is None or seat is None or old is None or new is None:
        return
    known = finding.suggestion is not None and finding.suggestion.code in _EXPLAINED
    usual = _ODD_SUM if finding.suggestion is None else _USUAL_SUM
    yield from _score(case, row, seat, new, usual, explained=known or case.turns[row].kind != PLAY)


def _score(case: Case, row: int, seat: int, new: int, usual: float, *, explained: bool) -> Iterator[Repair]:
    """The points alone, or with all totals after them."""
    old = case.turns[row].score
    if old is None or old == new:
        return
    facts = {"old": old, "new": new}
    change = cell(case.sheet, row, "score", new)
    told = any(turn.total is not None for turn in case.turns[row:] if turn.seat == seat) or any(
        case.sheet.totals
    )
    message = (
        Message("meant_score", _SCORE, facts) if told else Message("meant_score_only", _SCORE_ONLY, facts)
    )
    known = case.report.game.steps[row].certain
    yield Repair("score", row, message, (change,), usual=0.5, open=not (told and known))
    carried = carried_on(case.sheet, seat, row, new - old)
    if carried:
        message = Message("meant_score_on", _SCORE_ON, facts)
        yield Repair(
            "score_on", row, message, (change, *carried), usual=usual, open=not (known and explained)
        )


def _total(case: Case, finding: Finding) -> Iterator[Repair]:
    row, seat, old, new = finding.turn, finding.seat, finding.recorded, finding.computed
    if row is None or seat is None or old is None or new is None:
        return
    facts = {"old": old, "new": new}
    usual = 0.5 if _one_digit(old, new) else _ODD_TOTAL
    change = cell(case.sheet, row, "total", new)
    yield Repair("total", row, Message("meant_total", _TOTAL, facts), (change,), usual=usual)
    carried = carried_on(case.sheet, seat, row, new - old)
    if len(carried) > 1:
        yield Repair("total_on", row, Message("meant_total_on", _TOTAL_ON, facts), carried, usual=2.0)
    yield from _earlier_total(case, row, seat)
    turn = case.turns[row]
    if turn.score is not None and (turn.kind == SCORE or case.report.game.steps[row].computed is None):
        right = turn.score + old - new
        message = Message("meant_score", _SCORE, {"old": turn.score, "new": right})
        yield Repair("score", row, message, (cell(case.sheet, row, "score", right),), usual=0.6)


def _one_digit(one: int, two: int) -> bool:
    """Whether a pen slips from one to the other: one digit another, or two changed about."""
    old, new = str(one), str(two)
    if len(old) != len(new):
        return False
    return sum(a != b for a, b in zip(old, new, strict=True)) == 1 or sorted(old) == sorted(new)


def _earlier_total(case: Case, row: int, seat: int) -> Iterator[Repair]:
    """The total before is the wrong one, where the points between them are known."""
    turn = case.turns[row]
    rows = [at for at in range(row) if case.turns[at].seat == seat and case.turns[at].total is not None]
    if not rows or turn.total is None or turn.score is None or rows[-1] != _last(case, row, seat):
        return
    old, new = case.turns[rows[-1]].total, turn.total - turn.score
    if old is not None and old != new:
        message = Message("meant_total", _TOTAL, {"old": old, "new": new})
        yield Repair("total", rows[-1], message, (cell(case.sheet, rows[-1], "total", new),), usual=0.7)


def _last(case: Case, row: int, seat: int) -> int | None:
    return next((at for at in range(row - 1, -1, -1) if case.turns[at].seat == seat), None)


def _final(case: Case, finding: Finding) -> Iterator[Repair]:
    seat, old, new = finding.seat, finding.recorded, finding.computed
    if seat is None or old is None or new is None:
        return
    message = Message("meant_final", _FINAL, {"seat": seat + 1, "old": old, "new": new})
    change = Change(None, _FIGURES[finding.code], old, new, seat)
    known = all(
        step.certain and (step.played is not None or step.turn.kind != PLAY)
        for step in case.report.game.steps
    )
    yield Repair("final", None, message, (change,), usual=0.5, open=not known)


def _winner(case: Case) -> Iterator[Repair]:
    for finding in case.of_code("winner_wrong"):
        right = str(finding.message.facts["winner"])
        new = tuple(int(seat) - 1 for seat in right.split(", "))
        message = Message("meant_winner", _WINNER, {"old": finding.message.facts["named"], "new": right})
        yield Repair("winner", None, message, (Change(None, "winners", case.sheet.winners, new),), usual=0.7)
