"""The commands of `python -m scoring` that look into scoresheets: explain, infer, compare, convert."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path

from scoring.checks.compare import compare, comparison_lines
from scoring.checks.explain_turn import explain_lines
from scoring.cli.rules_in_use import Rules, read
from scoring.cli.unreadable import Unreadable
from scoring.cli.validating import Result, explained_sheet
from scoring.repair.infer import infer, inference_lines
from scoring.sheets.sheet_files import FORMATS, write_sheet


def explain_command(options: Namespace) -> Result:
    report, _ = explained_sheet(Rules(options), read(options.file))
    number = options.turn - 1
    if not 0 <= number < len(report.sheet.turns):
        raise Unreadable([f"{options.file} has turns 1 to {len(report.sheet.turns)}, not {options.turn}"])
    return 0, explain_lines(report, number)


def infer_command(options: Namespace) -> Result:
    rules = Rules(options)
    sheet = read(options.file)
    ruleset, _ = rules.of(sheet)
    found = infer(ruleset, sheet)
    if options.json:
        return 0, [json.dumps(found.as_data(), ensure_ascii=False)]
    return 0, inference_lines(found)


def compare_command(options: Namespace) -> Result:
    rules = Rules(options)
    one, two = read(options.first), read(options.second)
    ruleset, choice = rules.of(one)
    found = compare(ruleset, one, two, choice=choice)
    if options.json:
        return int(not found.same), [json.dumps(row.as_data(), ensure_ascii=False) for row in found.rows]
    return int(not found.same), comparison_lines(found)


def convert_command(options: Namespace) -> Result:
    """Losses are told on the way; the file is written all the same."""
    sheet, target = read(options.source), Path(options.target)
    kind = target.suffix.lower().lstrip(".")
    if kind not in FORMATS:
        raise Unreadable([f"{target} must end in {', '.join(f'.{name}' for name in FORMATS)}"])
    ruleset, _ = Rules(options).of(sheet)
    text, losses = write_sheet(sheet, kind, ruleset.tile_set)
    if target.exists() and not target.is_file():
        raise Unreadable([f"{target} cannot be written: it is a folder, a pipe or a device, no file"])
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Unreadable([f"{target} cannot be written: {error.strerror}"]) from error
    return 0, [str(loss) for loss in losses]
