"""Finished scoresheets beside the result of their table: equal, decided, or an open discrepancy.

An open one blocks the confirmation of the result and the closing of the round until a director has decided; a new
version of the sheet or of the result opens it anew as long as they differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from tdapp.desk.ledger.points_off import decided
from tdapp.desk.ledger.result_entry import in_words
from tdapp.desk.ledger.rows import answer_of, as_entry
from tdapp.desk.models import Result
from tdapp.events.models import Event, Round, Table
from tdapp.kernel.refusals import Conflict
from tdapp.kernel.running.written_once import WrittenOnce
from tdapp.scoresheets.models import Sheet

DASH = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """A finished sheet that does not say what the table's result says, and that nobody has decided on."""

    sheet: Sheet
    result: Result

    @property
    def on_sheet(self) -> str:
        """The sheet's final scores as people write them."""
        return scores_in_words(self.sheet)

    @property
    def on_slip(self) -> str:
        """The result as people write it."""
        return in_words(as_entry(self.result).as_data())

    @property
    def sentence(self) -> str:
        """The table, both score pairs, and what has to happen."""
        facts = {
            "table": self.result.table.number, "number": self.sheet.number, "sheet": self.on_sheet,
            "slip": self.on_slip,
        }  # fmt: skip
        return (
            _("Table %(table)s: scoresheet %(number)s says %(sheet)s, the result %(slip)s.") % facts
            + " "
            + _("Look at the paper; the director decides which of them stands.")
        )

    def as_data(self) -> dict[str, Any]:
        """Both sides for an audit row or a program."""
        return {
            "sheet": self.sheet.number, "sheet_version": self.sheet.version, "totals": list(self.sheet.totals),
            "result_version": self.result.version, **as_entry(self.result).as_data(),
        }  # fmt: skip


def scores_in_words(sheet: Sheet) -> str:
    """412-380; a score that the sheet does not give is a question mark."""
    shown = ("?" if total is None else str(total).replace("-", "\N{MINUS SIGN}") for total in sheet.totals)
    return DASH.join(shown)


def differs(sheet: Sheet, result: Result) -> bool:
    """Whether a sheet's final totals contradict a result; what the sheet does not say contradicts nothing.

    Equal totals at the top are decided by the scores before unplayed tiles (SAL:232, BIS:63): those count then. Points
    off the score may stand on the sheet too, as time does, or at the desk alone.
    """
    totals: Sequence[int | None] = sheet.totals
    if all(total is None for total in totals):
        return False
    entry = as_entry(result)
    if len(totals) != len(entry.scores):
        return True
    counted = decided(entry, result.table.round.division) if entry.penalties else entry
    pairs = zip(totals, entry.scores, counted.scores, strict=True)
    if any(total is not None and total not in (score, less) for total, score, less in pairs):
        return True
    before = tuple(sheet.head.get("before") or ())
    tied = sorted(entry.scores)[-1] == sorted(entry.scores)[-2]
    return tied and bool(entry.before) and None not in before and before not in ((), entry.before)


def found(sheets: Iterable[Sheet], result: Result | None) -> tuple[Discrepancy, ...]:
    """The open discrepancies between a table's sheets (decisions loaded) and its newest result."""
    if result is None:
        return ()
    finished = (sheet for sheet in sheets if not sheet.is_open)
    return tuple(
        Discrepancy(sheet, result)
        for sheet in finished
        if differs(sheet, result) and decision_on(sheet, result) is None
    )


def decision_on(sheet: Sheet, result: Result) -> Any:
    """What was decided about these versions of a sheet and a result; None when nothing was."""
    fitting = (
        one
        for one in sheet.decisions.all()
        if (one.sheet_version, one.result_id) == (sheet.version, result.pk)
    )
    return next(fitting, None)


def sheets_with_decisions() -> QuerySet[Sheet]:
    """Sheets as checks and lists want them: without their rows, with what was decided."""
    return Sheet.objects.defer("rows").prefetch_related("decisions").order_by("number")


def scores_of(table: Table) -> tuple[int, ...] | None:
    """What the newest result of a table says, by seat; None where none with scores is entered."""
    result = Result.objects.filter(table=table, is_current=True).prefetch_related("lines").first()
    return as_entry(result).scores or None if result else None


@WrittenOnce
def _finished(table: UUID) -> QuerySet[Sheet, UUID]:
    return Sheet.objects.filter(table=table, status=Sheet.Status.FINISHED).values_list("pk", flat=True)[:1]


def any_finished(table: Table) -> bool:
    """Whether a finished sheet could contradict the table's result."""
    return bool(_finished(table.pk))


def open_at(table: Table, result: Result | None) -> tuple[Discrepancy, ...]:
    """The open discrepancies of one table, read now."""
    return found(sheets_with_decisions().filter(table=table), result)


def refuse_open(table: Table, result: Result) -> None:
    """Refuse, with both sides, to let a result count that a finished sheet contradicts."""
    if waiting := open_at(table, result):
        raise Conflict(
            "sheet-differs",
            *(one.sentence for one in waiting),
            stored=answer_of(result),
            sheets=[one.as_data() for one in waiting],
        )


def open_in(tables: QuerySet[Table]) -> list[Discrepancy]:
    """The open discrepancies of many tables, in their order; four queries however many there are."""
    current = Result.objects.filter(is_current=True).prefetch_related("lines")
    some = tables.filter(sheets__status=Sheet.Status.FINISHED, results__is_current=True).distinct()
    rows = some.select_related("round__division__event").prefetch_related(
        Prefetch("sheets", sheets_with_decisions()), Prefetch("results", current)
    )
    return [one for row in rows for one in found(row.sheets.all(), next(iter(row.results.all()), None))]


def of_round(round_: Round) -> list[Discrepancy]:
    """The open discrepancies of a round."""
    return open_in(Table.objects.filter(round=round_).order_by("number"))


def of_event(event: Event) -> list[Discrepancy]:
    """The open discrepancies of an event, by division, round and table."""
    rows = Table.objects.filter(round__division__event=event)
    return open_in(rows.order_by("round__division__order", "round__number", "number"))
