"""The commands of `python -m scoring` that read scoresheets: validate, explain, infer, compare, convert."""

from __future__ import annotations

import argparse
import json
import sys
import unicodedata
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from subprocess import PIPE, Popen
from typing import NamedTuple

from scoring.checks.choose_ruleset import Choice, choose_ruleset
from scoring.checks.compare import compare, comparison_lines
from scoring.checks.explain_turn import explain_lines
from scoring.checks.findings import ERROR
from scoring.checks.sheet_report import report_data, report_lines
from scoring.checks.validate import validate
from scoring.mending.explained import explained
from scoring.mending.mend import Mended, mend
from scoring.repair.infer import infer, inference_lines
from scoring.rules.loading import Checked, Ruleset, check_ruleset
from scoring.sheets.scoresheet import Scoresheet
from scoring.sheets.sheet_files import FORMATS, read_sheet_file, write_sheet

Lines = list[str]
Result = tuple[int, Lines]
CONFIRMED = ("board.confirmed=true", "tiles.confirmed=true")


class Rules(NamedTuple):
    """What the command line says about rules: picklable, for several processes."""

    ref: str | None
    overrides: tuple[str, ...]
    words: frozenset[str] | None
    as_json: bool
    theme: frozenset[str] | None = None


class Unreadable(Exception):
    """A file or ruleset that cannot be used; the lines say why, one a mistake."""

    def __init__(self, lines: Lines) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines


def rules_of(options: argparse.Namespace) -> Rules:
    """Raises Unreadable for a ruleset or word list that cannot be read."""
    overrides = (*options.set, *(CONFIRMED if options.confirmed else ()))
    if options.ruleset:
        _usable(check_ruleset(options.ruleset, overrides))
    return Rules(options.ruleset, overrides, _words(options.words), options.json, _words(options.theme))


def _usable(found: Checked) -> Ruleset:
    if found.ruleset is None:
        raise Unreadable([str(mistake) for mistake in found.mistakes])
    return found.ruleset


def _words(file: str | None) -> frozenset[str] | None:
    """One word a line, in any case; what stands behind the first blank is left out."""
    if file is None:
        return None
    try:
        text = Path(file).read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        raise Unreadable([f"{file} cannot be read: {error}"]) from error
    lines = (line.split() for line in unicodedata.normalize("NFC", text).splitlines())
    return frozenset(words[0].upper() for words in lines if words)


def read(file: str) -> Scoresheet:
    """The sheet in a file; raises Unreadable with every mistake."""
    found = read_sheet_file(Path(file))
    if found.sheet is None:
        raise Unreadable([f"{file}: {problem}" for problem in found.problems])
    return found.sheet


def chosen(rules: Rules, sheet: Scoresheet) -> tuple[Ruleset, Choice | None]:
    """The ruleset named on the command line, else on the sheet, else the one that fits best."""
    name = rules.ref or sheet.ruleset
    found = check_ruleset(name, rules.overrides) if name else None
    if found and (found.ruleset or rules.ref):
        return _usable(found), None
    choice = choose_ruleset(sheet, rules.overrides)
    return choice.ruleset, choice


def check_file(rules: Rules, file: str) -> Result:
    """Validate one file: exit code and lines."""
    try:
        sheet = read(file)
        mended = mended_sheet(rules, sheet)
    except Unreadable as error:
        return 2, _refused(file, error.lines, rules.as_json)
    report = explained(mended)
    errors = any(finding.severity == ERROR for finding in report.findings)
    if rules.as_json:
        return int(errors), [
            json.dumps({**report_data(report, file), "slips": mended.as_data()}, ensure_ascii=False)
        ]
    return int(errors), report_lines(report, file)


def mended_sheet(rules: Rules, sheet: Scoresheet) -> Mended:
    """The report, and the slip that explains it where there is one; raises Unreadable for an unusable ruleset."""
    ruleset, choice = chosen(rules, sheet)
    return mend(validate(ruleset, sheet, words=rules.words, choice=choice, theme=rules.theme), choice=choice)


def _refused(file: str, lines: Lines, as_json: bool) -> Lines:
    return [json.dumps({"file": file, "error": " ".join(lines)}, ensure_ascii=False)] if as_json else lines


def validate_command(options: argparse.Namespace) -> Result:
    """Every file is done, also after one that cannot be read; the highest code counts."""
    rules = rules_of(options)
    if options.jobs > 1 and len(options.files) > 1:
        return _shared_out(options)
    results = [check_file(rules, file) for file in options.files]
    return max(code for code, _ in results), [line for _, lines in results for line in lines]


def _shared_out(options: argparse.Namespace) -> Result:
    """The files in order, an even share to each of `--jobs` processes of this very command."""
    jobs = min(options.jobs, len(options.files))
    ends = [len(options.files) * job // jobs for job in range(jobs + 1)]
    shares = [options.files[start:end] for start, end in pairwise(ends)]
    running = [Popen(_command(options, share), stdout=PIPE) for share in shares]  # noqa: S603
    outputs = [process.communicate()[0].decode("utf-8") for process in running]
    return max(process.returncode for process in running), [
        line for text in outputs for line in text.splitlines()
    ]


def _command(options: argparse.Namespace, files: list[str]) -> list[str]:
    given = {"--ruleset": options.ruleset, "--words": options.words, "--theme": options.theme}
    named = [part for name, value in given.items() if value for part in (name, value)]
    sets = [part for value in options.set for part in ("--set", value)]
    flags = [name for name, on in (("--confirmed", options.confirmed), ("--json", options.json)) if on]
    return [sys.executable, "-m", "scoring", "validate", *named, *sets, *flags, "--", *files]


def explain_command(options: argparse.Namespace) -> Result:
    report = explained(mended_sheet(rules_of(options), read(options.file)))
    number = options.turn - 1
    if not 0 <= number < len(report.sheet.turns):
        raise Unreadable([f"{options.file} has turns 1 to {len(report.sheet.turns)}, not {options.turn}"])
    return 0, explain_lines(report, number)


def infer_command(options: argparse.Namespace) -> Result:
    rules = rules_of(options)
    sheet = read(options.file)
    ruleset, _ = chosen(rules, sheet)
    found = infer(ruleset, sheet)
    if options.json:
        return 0, [json.dumps(found.as_data(), ensure_ascii=False)]
    return 0, inference_lines(found)


def compare_command(options: argparse.Namespace) -> Result:
    rules = rules_of(options)
    one, two = read(options.first), read(options.second)
    ruleset, choice = chosen(rules, one)
    found = compare(ruleset, one, two, choice=choice)
    if options.json:
        return int(not found.same), [json.dumps(row.as_data(), ensure_ascii=False) for row in found.rows]
    return int(not found.same), comparison_lines(found)


def convert_command(options: argparse.Namespace) -> Result:
    """Losses are told on the way; the file is written all the same."""
    sheet, target = read(options.source), Path(options.target)
    kind = target.suffix.lower().lstrip(".")
    if kind not in FORMATS:
        raise Unreadable([f"{target} must end in {', '.join(f'.{name}' for name in FORMATS)}"])
    ruleset, _ = chosen(rules_of(options), sheet)
    text, losses = write_sheet(sheet, kind, ruleset.tile_set)
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Unreadable([f"{target} cannot be written: {error.strerror}"]) from error
    return 0, [str(loss) for loss in losses]


def add_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the commands and their options."""
    check = commands.add_parser("validate", help="check scoresheets turn by turn")
    check.add_argument("files", nargs="+", metavar="FILE", help="a .gcg, .json or .csv scoresheet")
    check.add_argument("--jobs", type=int, default=1, metavar="N", help="processes to use")
    check.set_defaults(command=validate_command)
    tell = commands.add_parser("explain", help="one turn: the board before it and its arithmetic")
    tell.add_argument("file", metavar="FILE")
    tell.add_argument("--turn", type=int, required=True, metavar="N")
    tell.set_defaults(command=explain_command)
    guess = commands.add_parser("infer", help="find the squares that were not written")
    guess.add_argument("file", metavar="FILE")
    guess.set_defaults(command=infer_command)
    two = commands.add_parser("compare", help="two sheets of one game, turn by turn")
    two.add_argument("first", metavar="A")
    two.add_argument("second", metavar="B")
    two.set_defaults(command=compare_command)
    into = commands.add_parser("convert", help="write a sheet in another format")
    into.add_argument("source", metavar="IN")
    into.add_argument("target", metavar="OUT")
    into.set_defaults(command=convert_command)
    _common((check, tell, guess, two, into))


def _common(parsers: Iterable[argparse.ArgumentParser]) -> None:
    for one in parsers:
        one.add_argument("--ruleset", metavar="ID|FILE.toml", help="the rules of the game")
        one.add_argument("--set", action="append", default=[], metavar="field=value", help="override a field")
        one.add_argument("--words", metavar="FILE", help="a word list, one word a line")
        one.add_argument("--theme", metavar="FILE", help="the words that earn theme points, one a line")
        one.add_argument("--confirmed", action="store_true", help="this is our board and our tile set")
        one.add_argument("--json", action="store_true", help="one JSON object a line")
