"""From a finished scoresheet to the entry its table's result would be."""

from __future__ import annotations

from dataclasses import replace
from operator import add

from django.utils.translation import gettext as _

from scoring import Report
from scoring.sheets.scoresheet import OUT, RACK
from tdapp.desk.ledger.points_off import decided
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.ledger.rows import as_entry
from tdapp.desk.models import Result
from tdapp.events.rules import rulesets
from tdapp.kernel.refusals import Refusal
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.sheet.reading import report_of


def entry_of(sheet: Sheet) -> Entry:
    """The sheet's final scores in seat order, with the scores before unplayed tiles where the tie rule asks for them.

    Refuses a sheet that is still open, and one without a final score for every seat.
    """
    if sheet.is_open:
        raise Refusal(
            "sheet-open", _("Scoresheet %(number)s is not finished yet.") % {"number": sheet.number}
        )
    missing = [str(seat) for seat, total in enumerate(sheet.totals, 1) if total is None]
    if missing or not sheet.totals:
        facts = {"number": sheet.number, "seats": ", ".join(missing) or "1"}
        sentence = _("Scoresheet %(number)s has no final score for seat %(seats)s.")
        raise Refusal("no-total", sentence % facts)
    unfinished = sheet.head.get("complete") is False
    kind = Result.Kind.UNFINISHED if unfinished else Result.Kind.PLAYED
    return Entry(kind, tuple(sheet.totals), _before(sheet))


def _before(sheet: Sheet) -> tuple[int, ...]:
    """The scores that tell equal final ones apart (SAL:232, BIS:63): as written, else as the rows add up."""
    best = sorted(sheet.totals)[-2:]
    if best[0] != best[1] or not rulesets.tie_asks_before(sheet.table.round.division):
        return ()
    written = tuple(sheet.head.get("before") or ())
    return written if written and None not in written else _computed_before(sheet, report_of(sheet))


def _computed_before(sheet: Sheet, report: Report) -> tuple[int, ...]:
    """What the rows come to without those for unplayed tiles; nothing when the totals do not follow from the rows."""
    if tuple(sheet.totals) != report.computed_totals:
        return ()
    scores = list(report.game.scores)
    for step in report.game.steps:
        if step.turn.kind in (RACK, OUT) and step.seat is not None:
            score = scores[step.seat]
            scores[step.seat] = None if score is None or step.computed is None else score - step.computed
    return tuple(score for score in scores if score is not None) if None not in scores else ()


def like(sheet: Sheet, current: Result) -> Entry:
    """The sheet's entry with the penalties a director gave in the result it takes the place of.

    A seat whose points off the sheet has taken off already keeps the score they came off: they count once.
    """
    entry, old = entry_of(sheet), as_entry(current)
    if len(old.scores) != len(entry.scores):
        return replace(entry, penalties=old.penalties)
    less = decided(old, sheet.table.round.division).scores
    facts = zip(entry.scores, old.scores, less, strict=True)
    again = [score - counts if total == counts else 0 for total, score, counts in facts]
    return replace(
        entry,
        scores=tuple(map(add, entry.scores, again)),
        before=tuple(map(add, entry.before, again)),
        penalties=old.penalties,
    )
