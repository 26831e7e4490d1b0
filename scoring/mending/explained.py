"""A report told by its root: the slip first, all that it made wrong under it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.messages import Message, gettext_noop
from scoring.checks.findings import ERROR, SEVERITIES, Finding, code_of
from scoring.checks.validate import Report
from scoring.mending.case import ASKED, is_fault
from scoring.mending.mend import Mended, Root

_SEVERAL = gettext_noop(
    "One slip would explain all that is wrong, and %(number)s would do. The most usual, at row %(row)s: %(text)s"
)
# A slip that is so much more usual than one at another row is named at its row.
_MUCH = 0.25


def explained(mended: Mended) -> Report:
    """The report with one root for each slip that was found, and what follows from it under it.

    The slip stands at its row: in the finding that is there already, or in one of its own, as hard as the hardest thing
    it explains. Where slips of several rows would do as well, the root is what was noticed first, and the slip only
    offered there. Without a slip the report is as it was.
    """
    report = mended.report
    if not mended.roots:
        return report
    findings = list(report.findings)
    places = [_place(findings, root) for root in mended.roots]
    # A finding of its own goes to the end, so that what points at others goes on pointing at them.
    findings += [_slip(findings, root) for at, root in zip(places, mended.roots, strict=True) if at is None]
    free = iter(range(len(report.findings), len(findings)))
    roots = [next(free) if at is None else at for at in places]
    return replace(report, findings=tuple(_in_order(_under(findings, mended, roots))))


def offer(root: Root) -> Message:
    """The sentence of a slip; of several that would do, how many there are and the most usual."""
    if len(root.repairs) == 1:
        return root.message
    facts = {
        "number": len(root.repairs),
        "row": "-" if root.row is None else root.row + 1,
        "text": root.message,
    }
    return Message("one_of_several", _SEVERAL, facts)


def _place(findings: Sequence[Finding], root: Root) -> int | None:
    """The finding that can carry the slip: an error or doubt about that very row, None if there is none."""
    faults = [at for at, one in enumerate(findings) if is_fault(one)]
    if not _one_row(root):
        rows = [at for at in faults if findings[at].turn is not None]
        return min(rows, key=lambda at: findings[at].turn or 0, default=next(iter(faults), None))
    if root.row is not None:
        return next((at for at in faults if findings[at].turn == root.row), None)
    seat = root.repair.changes[0].seat if root.repair.changes else None
    return next((at for at in faults if findings[at].turn is None and findings[at].seat == seat), None)


def _one_row(root: Root) -> bool:
    """Whether the slip is at its row, or at another only by something much less usual."""
    others = [one.usual for one in root.repairs if one.row != root.row]
    return not others or min(others) - root.repair.usual >= _MUCH


def _slip(findings: Sequence[Finding], root: Root) -> Finding:
    severities = {one.severity for one in findings if is_fault(one) or one.code in ASKED}
    severity = next(one for one in SEVERITIES if one in severities)
    message = Message("slip", code_of("slip").template, {"text": offer(root)})
    return Finding("slip", severity, message, root.row)


def _under(findings: Sequence[Finding], mended: Mended, places: Sequence[int]) -> list[Finding]:
    """Each finding under the slip it follows from, with two under the last one before it; what it alone suggested is off.

    What no repair takes away follows from none of them: it keeps what it says.
    """
    told = []
    stays = _stays(findings, mended, places)
    for at, one in enumerate(findings):
        if at in places:
            meant = None if one.code == "slip" else offer(mended.roots[places.index(at)])
            told.append(replace(one, cause=None, suggestion=meant))
        elif at in stays:
            told.append(replace(one, cause=stays[at]))
        elif is_fault(one) or one.code in ASKED:
            told.append(replace(one, cause=_root_of(findings, one, places), suggestion=None))
        else:
            told.append(one)
    return told


def _stays(findings: Sequence[Finding], mended: Mended, places: Sequence[int]) -> dict[int, int | None]:
    """The findings that no repair takes away or makes less sure, each with what it follows from once they are taken."""
    if len(mended.roots) == 1 and len(mended.roots[0].repairs) > 1:
        return {}
    where = {_what(one): at for at, one in reversed(list(enumerate(findings))) if at not in places}
    stays = {where[_what(one)]: one.cause for one in mended.left if _what(one) in where}
    causes = {at: None if old is None else where.get(_what(mended.left[old])) for at, old in stays.items()}
    return {at: cause for at, cause in causes.items() if stays[at] is None or cause in stays}


def _what(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.severity, finding.turn, finding.seat


def _root_of(findings: Sequence[Finding], finding: Finding, places: Sequence[int]) -> int:
    rows = sorted((-1 if findings[at].turn is None else findings[at].turn or 0, at) for at in places)
    before = [at for row, at in rows if finding.turn is None or row <= finding.turn]
    return (before or [rows[0][1]])[-1]


def _in_order(findings: Sequence[Finding]) -> Iterable[Finding]:
    """By rows, as reports have them; `cause` follows what it points at."""
    order = sorted(range(len(findings)), key=lambda at: _row_key(findings[at], at))
    place = {old: new for new, old in enumerate(order)}
    return [
        replace(one, cause=None if one.cause is None else place[one.cause])
        for one in (findings[at] for at in order)
    ]


def _row_key(finding: Finding, at: int) -> tuple[int, int, int]:
    if finding.turn is None:
        return (0, 0, at) if finding.severity not in (ERROR, "unverifiable") else (2, 0, at)
    return (1, finding.turn, -1 if finding.code == "slip" else at)
