"""A report as text (the sheet with its findings beside the turns) and as the JSON object of the command line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from scoring.checks.findings import Finding
from scoring.checks.validate import Report
from scoring.sheets.gcg_events import PLACES
from scoring.sheets.scoresheet import (
    BONUS,
    EXCHANGE,
    OUT,
    PASSED,
    PLAY,
    RACK,
    TIME,
    WITHDRAWN,
    Scoresheet,
    Turn,
    Unread,
)

Lines = list[str]
# Number, player, square, word, points, total; a percent sign is twice as fast here as the newer ways.
_CELLS = "%4s %-20s %5s %5s"
_ROW = f"%4d %-12s {_CELLS}"
_WORD, _SENTENCE, _USUAL = 60, 400, 6
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


def report_text(report: Report, file: str) -> str:
    """`report_lines` as one text; of a sheet that was proven clean, with nothing to say, in a third of the time."""
    raw = report.sheet.raw if report.proven and not report.findings else None
    if raw is None:
        return "\n".join(report_lines(report, file))
    return "\n".join((_head(report, file), _same_rows(raw, report.words), *_foot(report)))


def _head(report: Report, file: str) -> str:
    return f"{file}: {report.verdict} ({report.ruleset.id})"


def report_lines(report: Report, file: str) -> Lines:
    """The sheet as it was written, each finding under its turn."""
    lines = [_head(report, file)]
    lines += _finding_lines(finding for finding in report.findings if finding.turn is None)
    raw = report.sheet.raw if report.proven else None
    rows = _turn_lines(report.sheet) if raw is None else _same_rows(raw, report.words).split("\n")
    if any(finding.turn is not None for finding in report.findings):
        for number, row in enumerate(rows):
            lines += [row, *_finding_lines(report.of_turn(number))]
    else:
        lines += rows
    return [*lines, *_foot(report)]


def _turn_lines(sheet: Scoresheet) -> Lines:
    return [turn_line(sheet, turn, number) for number, turn in enumerate(sheet.turns)]


def _same_rows(raw: Unread, written: Iterable[Sequence[str]]) -> str:
    """The same in one text from the lines of a file that was proven clean: what they say is written as it is here."""
    names = {
        head: f"{(player.nick or player.name)[:12]:12}"
        for head, player in zip(raw.seats, raw.players, strict=True)
    }
    cells: list[str] = []
    for words in written:
        if len(words) == _USUAL:
            head, _, place, word, score, total = words
        else:
            head, score, total = words[0], words[-2], words[-1]
            place, word = _brief(words)
        cells += names[head], place, word if len(word) <= _WORD else _cut(word, _WORD), score, total
    return _rows_of(len(cells) // 5) % tuple(cells)


@cache
def _rows_of(number: int) -> str:
    """So many rows with their numbers, for names that are as long as they are shown."""
    return "\n".join(f"{row:4} %s {_CELLS}" for row in range(1, number + 1))


def _brief(words: Sequence[str]) -> tuple[str, str]:
    """Square and word of a row that is no play with its rack, as `turn_line` shows it."""
    body, inside = words[-3], words[-3][1:]
    if words[1] in PLACES:
        return words[1], body
    if body[0] == "-":
        given = str(int(inside)) if inside.isdigit() else inside
        return "", {"": PASSED, "-": WITHDRAWN}.get(inside, f"{EXCHANGE} {given}")
    known = {"(challenge)": BONUS, "(time)": TIME}.get(body)
    return "", known or f"{RACK if words[-2][0] == '-' else OUT} {inside[:-1]}"


def turn_line(sheet: Scoresheet, turn: Turn, number: int) -> str:
    """`  3 Ana        8G  HATI              +19   41`."""
    who = _name(sheet, turn.seat)
    points = "" if turn.score is None else f"{turn.score:+d}"
    total = "" if turn.total is None else str(turn.total)
    row = _ROW % (number + 1, who[:12], turn.position, _cut(_what(turn), _WORD), points, total)
    return row.rstrip()


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
