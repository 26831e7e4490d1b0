"""A report as text (the sheet with its findings beside the turns) and as the JSON object of the command line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scoring.checks.findings import Finding
from scoring.checks.validate import Report
from scoring.sheets.scoresheet import EXCHANGE, PLAY, Scoresheet, Turn

Lines = list[str]
_WORD, _SENTENCE = 60, 400
_SIGNS = {"error": "!!", "unverifiable": "??", "question": " ?", "info": " i"}


def report_data(report: Report, file: str) -> dict[str, object]:
    """One object a file; turns and seats count from 1."""
    return {
        "file": file,
        "ruleset": report.ruleset.id,
        "verdict": report.verdict,
        "players": list(report.names),
        "turns": report.rows,
        "plays": report.plays,
        "totals": list(report.totals),
        "computed_totals": list(report.computed_totals),
        "findings": [finding.as_data() for finding in report.findings],
    }


def report_lines(report: Report, file: str) -> Lines:
    """The sheet as it was written, each finding under its turn."""
    lines = [f"{file}: {report.verdict} ({report.ruleset.id})"]
    lines += _finding_lines(finding for finding in report.findings if finding.turn is None)
    for number, turn in enumerate(report.sheet.turns):
        lines.append(turn_line(report.sheet, turn, number))
        lines += _finding_lines(report.of_turn(number))
    return [*lines, *_foot(report)]


def turn_line(sheet: Scoresheet, turn: Turn, number: int) -> str:
    """`  3 Ana        8G  HATI              +19   41`."""
    who = _name(sheet, turn.seat)
    points = "" if turn.score is None else f"{turn.score:+d}"
    total = "" if turn.total is None else str(turn.total)
    line = f"{number + 1:4} {who[:12]:12} {turn.position:>4} {_cut(_what(turn), _WORD):20} {points:>5} {total:>5}"
    return line.rstrip()


def _cut(text: str, most: int) -> str:
    """Never more than fits a line, whatever somebody wrote."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _name(sheet: Scoresheet, seat: int | None) -> str:
    if seat is None or seat >= sheet.seats:
        return "-"
    return sheet.players[seat].nick or sheet.players[seat].name


def _what(turn: Turn) -> str:
    if turn.kind == PLAY:
        return turn.word or "(a play)"
    if turn.kind == EXCHANGE:
        return f"exchange {turn.tiles or turn.number or ''}".rstrip()
    told = turn.reason or turn.verdict or turn.tiles or " ".join(turn.words)
    return f"{turn.kind} {told}".rstrip()


def _finding_lines(findings: Iterable[Finding]) -> Iterator[str]:
    for finding in findings:
        under = "   " if finding.cause is not None else ""
        rule = f" [{finding.rule}]" if finding.rule and finding.severity in ("error", "unverifiable") else ""
        seat = f"player {finding.seat + 1}: " if finding.seat is not None and finding.turn is None else ""
        told = _cut(f"{finding.message}", _SENTENCE)
        yield f"     {under}{_SIGNS[finding.severity]} {finding.severity}: {seat}{told}{rule}"
        if finding.suggestion:
            yield f"     {under}   -> {finding.suggestion}"


def _foot(report: Report) -> Lines:
    shown = ["-" if total is None else str(total) for total in report.totals]
    lines = [f"     totals {' : '.join(shown)}"]
    if any(report.computed_totals) and report.computed_totals != report.totals:
        computed = ["-" if total is None else str(total) for total in report.computed_totals]
        lines.append(f"     computed {' : '.join(computed)}")
    missing = [name for name, answer in report.checks.items() if answer == "unverifiable"]
    if missing:
        lines.append(f"     cannot be checked from what is written: {', '.join(missing)}")
    return lines
