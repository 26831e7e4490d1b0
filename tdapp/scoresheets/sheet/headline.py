"""What a sheet says of itself above its rows: one sentence that never says less, or more, than the chips beside them."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import Report
from scoring.checks.findings import BROKEN, HOLDS, QUESTION, UNVERIFIABLE, Finding

SIGNS = {HOLDS: "ok", BROKEN: "stop", UNVERIFIABLE: "ask"}


def headline(report: Report) -> dict[str, str]:
    """`sign` (ok | ask | stop) and `text` in the reader's language, by the findings that do not follow from others."""
    if not report.sheet.turns and not report.findings:
        text = _("Nothing is written yet. Type the first row as it stands on the paper.")
        return {"sign": "ask", "text": text}
    return {"sign": SIGNS[report.verdict], "text": _text(report)}


def _text(report: Report) -> str:
    roots = [one for one in report.findings if one.cause is None]
    errors = sum(one.severity == "error" for one in roots)
    doubts = [one for one in roots if one.severity == UNVERIFIABLE and one.recorded != one.computed]
    asked = sum(one.severity == QUESTION for one in roots)
    told = [_("%(errors)s to fix.") % {"errors": errors}] if errors else []
    told += [_doubted(report, doubts)] if doubts else []
    if not told and report.verdict == HOLDS:
        told = [
            _("Holds: every play could be checked.")
            if asked
            else _("Holds: every play could be checked and nothing is wrong.")
        ]
    told = told or [_("No error found; not everything can be checked.")]
    if asked:
        told.append(ngettext("%(n)s question is open.", "%(n)s questions are open.", asked) % {"n": asked})
    return " ".join(told)


def _doubted(report: Report, doubts: list[Finding]) -> str:
    """How many written numbers differ from the rules' without being called wrong, and why they are not."""
    facts = {"n": len(doubts), "why": _why(report)}
    if any("total" in one.code for one in doubts):
        return (
            ngettext("%(n)s number in doubt: %(why)s.", "%(n)s numbers in doubt: %(why)s.", len(doubts))
            % facts
        )
    return ngettext("%(n)s score in doubt: %(why)s.", "%(n)s scores in doubt: %(why)s.", len(doubts)) % facts


def _why(report: Report) -> str:
    if not report.ruleset.board.confirmed:
        return _("the board is not confirmed")
    if not report.ruleset.tiles.confirmed:
        return _("the tiles are not confirmed")
    return _("too little is written to be sure")
