"""What is wrong on a sheet, as the search for one slip looks at it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from scoring.checks.findings import ERROR, QUESTION, UNVERIFIABLE, Finding
from scoring.checks.validate import Report
from scoring.game.fold import Ruling
from scoring.mending.repairs import Repair, repaired
from scoring.mending.replay import Replay, broken_sums
from scoring.repair.quick_board import Rules
from scoring.sheets.scoresheet import INVALID, PLAY, Scoresheet, Turn

# Doubts that are no sign of a slip: how a text can be read, which rules were played.
_NO_SLIP = frozenset({"too_many", "ambiguous", "unreadable", "no_ruleset_fits", "ruling_unclear"})
# Questions a slip often raises; alone they start no search, but one that answers them is the better explanation.
ASKED = frozenset(
    {
        "out_by_another",
        "out_of_turn",
        "tiles_left_differ",
        "withdrawn_by_another",
        "opener_did_not_play",
        "rack_count",
        "bonus_not_due",
        "time_not_due",
        "lost_turn_unexplained",
        "scoreless_turns",
        "deduction_missing",
        "end_convention_once",
        "end_convention_twice",
        "rack_unreadable",
        "no_adjustment_written",
        "withdrawn_unscored",
    }
)
# The whole word stands on the board: letters were left out. Worth a repair without any error.
_ALONE = frozenset({"word_not_whole"})
# Questions about the order of rows.
_OF_ORDER = frozenset({"out_of_turn", "withdrawn_by_another"})
_WEIGHTS = {ERROR: 100, UNVERIFIABLE: 10}


def is_fault(finding: Finding) -> bool:
    """Whether a finding is something a slip may be the reason of."""
    if finding.code in _ALONE:
        return True
    return finding.severity in _WEIGHTS and finding.code not in _NO_SLIP


def weight(findings: Iterable[Finding]) -> int:
    """How much is wrong: errors before doubts before questions."""
    return sum(
        _WEIGHTS.get(one.severity, 0)
        if is_fault(one) and one.severity != QUESTION
        else 4
        if one.code in _ALONE
        else 3
        if one.code in ASKED
        else 0
        for one in findings
    )


def calls_for_it(report: Report) -> bool:
    """Whether anything calls for an explanation.

    A single gap in the order of turns does not, nor does a doubt about a row before which something is not written: the
    reason for that is known.
    """
    gaps = sum(one.code == "out_of_turn" for one in report.findings)
    return gaps > 1 or any(unexplained(report, one) for one in report.findings if is_fault(one))


def unexplained(report: Report, finding: Finding) -> bool:
    """Whether a fault is an error, or a doubt about a row before which all is written."""
    if finding.severity == ERROR or finding.code in _ALONE:
        return True
    return finding.turn is not None and report.game.steps[finding.turn].certain


def taken_back(rulings: Iterable[Ruling]) -> frozenset[int]:
    """The plays that rulings take back."""
    return frozenset(ruling.turn for ruling in rulings if ruling.verdict == INVALID)


@dataclass
class Case:
    """A report with what the search for slips asks of it again and again.

    `faults`: what has to be explained. `rows`: rows with a fault, in order. `first`: the first of them (the number of
    rows when faults stand only below them). `broken`: what is odd by a quick look, see `left_broken`.
    """

    report: Report
    rulings: tuple[Ruling, ...] = ()
    faults: tuple[Finding, ...] = field(init=False)
    rows: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        self.faults = tuple(one for one in self.report.findings if is_fault(one))
        suspects = [one for one in self.report.findings if is_fault(one) or one.code in _OF_ORDER]
        self.rows = tuple(sorted({one.turn for one in suspects if one.turn is not None}))
        self.replay = Replay(Rules(self.report.ruleset), self.sheet, taken_back(self.rulings))
        self.broken = len(self.replay.odd) + broken_sums(self.sheet, self.step)

    @property
    def step(self) -> int:
        return self.report.game.order.step

    def left_broken(self, repair: Repair) -> int:
        """What would still be odd, by a quick look: plays that do not come out, sums and turns that do not follow."""
        sheet = repaired(self.sheet, repair)
        since = self._play_before(repair.first_row(len(self.turns)))
        before = sum(one < since for one in self.replay.odd)
        if since < len(self.replay.boards):
            back = {place for row in self.replay.back if (place := repair.place_after(row)) is not None}
            board = self.replay.boards[since].copy()
            before += self.replay.odd_after(board, since, len(sheet.turns) + 1, sheet.turns, back)
        return before + broken_sums(sheet, self.step)

    def _play_before(self, row: int) -> int:
        """The play before a row, which the row may take back; the first row if there is none."""
        plays = (at for at in range(min(row, len(self.turns)) - 1, -1, -1) if self.turns[at].kind == PLAY)
        return next(plays, 0)

    @property
    def sheet(self) -> Scoresheet:
        return self.report.sheet

    @property
    def turns(self) -> tuple[Turn, ...]:
        return self.sheet.turns

    @property
    def first(self) -> int:
        return self.rows[0] if self.rows else len(self.turns)

    @property
    def seats(self) -> range:
        return range(self.sheet.seats)

    def at(self, row: int) -> list[Finding]:
        """Faults of a row."""
        return [one for one in self.faults if one.turn == row]

    def of_code(self, *codes: str) -> list[Finding]:
        """Findings of these codes, in order."""
        return [one for one in self.report.findings if one.code in codes]

    def total_before(self, seat: int, row: int) -> int | None:
        """What the seat has before a row by what is written: the last total, and points of rows since without one."""
        points: int | None = 0
        for turn in reversed(self.turns[:row]):
            if turn.seat != seat:
                continue
            if turn.total is not None:
                return None if points is None else turn.total + points
            points = None if points is None or turn.score is None else points + turn.score
        return points
