"""`python -m scoring validate`: many sheets by one set of rules, each told as soon as it is checked."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable
from typing import TYPE_CHECKING

from core.later import later
from scoring.checks.findings import ERROR
from scoring.checks.sheet_report import report_data, report_text
from scoring.checks.validate import Report, validate
from scoring.cli.rules_in_use import Rules, read
from scoring.cli.unreadable import Lines, Unreadable
from scoring.sheets.scoresheet import Scoresheet

if TYPE_CHECKING:
    import json

    from scoring.mending import explained, mend
else:
    json = later("json")
    explained, mend = later("scoring.mending.explained"), later("scoring.mending.mend")

Result = tuple[int, Lines]


def validate_command(options: Namespace) -> Result:
    """Every file is done, also after one that cannot be read; the highest code counts."""
    return tell_files(Rules(options), options.files), []


def tell_files(rules: Rules, files: Iterable[str]) -> int:
    """Validate and print one file after the other; the highest of their exit codes."""
    highest, write = 0, sys.stdout.write
    for file in files:
        code, text = _told(rules, file)
        highest = max(highest, code)
        write(text + "\n")
    return highest


def _told(rules: Rules, file: str) -> tuple[int, str]:
    """Exit code and what is printed of one file."""
    try:
        report, slips = explained_sheet(rules, read(file))
    except Unreadable as error:
        return 2, "\n".join(_refused(file, error.lines, rules.as_json))
    errors = any(finding.severity == ERROR for finding in report.findings)
    if rules.as_json:
        data = {**report_data(report, file), "slips": slips}
        return int(errors), json.dumps(data, ensure_ascii=False)
    return int(errors), report_text(report, file)


def explained_sheet(rules: Rules, sheet: Scoresheet) -> tuple[Report, list[dict[str, object]]]:
    """The report with the slips that explain it, and these as data; raises Unreadable for an unusable ruleset."""
    ruleset, choice = rules.of(sheet)
    report = validate(ruleset, sheet, words=rules.words, choice=choice, theme=rules.theme)
    if report.proven or not report.findings:
        return report, []
    mended = mend.mend(report, choice=choice)
    return explained.explained(mended), mended.as_data()


def _refused(file: str, lines: Lines, as_json: bool) -> Lines:
    if as_json:
        return [json.dumps({"file": file, "error": " ".join(lines)}, ensure_ascii=False)]
    return [line if line.startswith(f"{file}") else f"{file}: {line}" for line in lines]
