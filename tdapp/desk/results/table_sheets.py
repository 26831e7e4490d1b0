"""The scoresheets of one table as its page shows them: state, scores, what this person may do with each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations

from django.utils.translation import gettext as _

from tdapp.desk.ledger import sheet_check
from tdapp.desk.ledger.sheet_check import Discrepancy
from tdapp.desk.ledger.tables import TableRow
from tdapp.desk.models import SheetDecision
from tdapp.desk.results import confirming
from tdapp.desk.results.sheet_forms import DecideForm, EnterSheetForm
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import can
from tdapp.scoresheets.models import Sheet

Bound = tuple[int, DecideForm | EnterSheetForm] | None


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One sheet beside the result. `entering` and `deciding`: the forms this person may send, None otherwise.

    `keyed`: the one whose button has the key. `sure`: no other finished sheet says otherwise.
    """

    sheet: Sheet
    scores: str
    differs: Discrepancy | None
    decision: SheetDecision | None
    agrees: bool
    entering: EnterSheetForm | None
    deciding: DecideForm | None
    keyed: bool = False
    sure: bool = True

    @property
    def word(self) -> str:
        """The state in a word."""
        if self.sheet.is_open:
            return _("open")
        if self.differs:
            return _("differs")
        if self.decision:
            return _("decided")
        return _("agrees") if self.agrees else _("finished")

    @property
    def sign(self) -> str:
        """The chip beside the word."""
        if self.sheet.is_open:
            return "plain"
        return "stop" if self.differs else "ok" if self.agrees or self.decision else "info"


def lines(ctx: Context, row: TableRow, bound: Bound = None) -> list[SheetLine]:
    """The table's sheets in order; `bound`: the form of one of them as it was sent."""
    found = [_line(ctx, row, sheet, bound) for sheet in row.sheets]
    first = next((line for line in found if line.entering), None)
    sure = disagreeing(row) is None
    return [replace(line, keyed=line is first, sure=sure) for line in found]


@dataclass(frozen=True, slots=True)
class Disagreeing:
    """Two finished sheets of a table that end differently, before any result is in."""

    first: Sheet
    second: Sheet

    @property
    def sentence(self) -> str:
        """Which two, and what each says."""
        facts = {
            "first": self.first.number, "second": self.second.number,
            "one": sheet_check.scores_in_words(self.first), "other": sheet_check.scores_in_words(self.second),
        }  # fmt: skip
        return _("Sheets %(first)s and %(second)s differ: %(one)s, %(other)s.") % facts


def disagreeing(row: TableRow) -> Disagreeing | None:
    """The first finished sheet and the first after it that gives another score; None once a result is in."""
    if row.current is not None:
        return None
    finished = [sheet for sheet in row.sheets if not sheet.is_open]
    pairs = (
        Disagreeing(first, second)
        for first, second in combinations(finished, 2)
        if any(
            a is not None and b is not None and a != b
            for a, b in zip(first.totals, second.totals, strict=False)
        )
    )
    return next(pairs, None)


def _line(ctx: Context, row: TableRow, sheet: Sheet, bound: Bound) -> SheetLine:
    current, mine = row.current, bound[1] if bound and bound[0] == sheet.number else None
    differs = next((one for one in row.differs if one.sheet.pk == sheet.pk), None)
    decision = sheet_check.decision_on(sheet, current) if current else None
    complete = bool(sheet.totals) and None not in sheet.totals
    agrees = bool(current and complete and not sheet.is_open and not sheet_check.differs(sheet, current))
    usable = not sheet.is_open and complete and (current is None or (agrees and not current.in_force))
    entering = _entering(sheet, mine) if usable and _may_use(ctx, row) else None
    deciding = _deciding(sheet, differs, mine) if differs and can(ctx, "sheet.decide") else None
    return SheetLine(sheet, sheet_check.scores_in_words(sheet), differs, decision, agrees, entering, deciding)


def _may_use(ctx: Context, row: TableRow) -> bool:
    """Entering needs the clerk's right and an open round; what waits already is confirmed as any other result."""
    if row.current is None:
        return row.table.round.is_open and can(ctx, "result.enter")
    return confirming.of_row(ctx, row).confirmable


def _entering(sheet: Sheet, mine: DecideForm | EnterSheetForm | None) -> EnterSheetForm:
    return mine if isinstance(mine, EnterSheetForm) else EnterSheetForm(initial={"seen": sheet.version})


def _deciding(sheet: Sheet, differs: Discrepancy, mine: DecideForm | EnterSheetForm | None) -> DecideForm:
    if isinstance(mine, DecideForm):
        return mine
    seen = {"seen": sheet.version, "result": differs.result.version}
    return DecideForm(initial=seen, auto_id=f"sheet{sheet.number}_%s")
