"""`python -m scoring`: rulesets and scoresheets without a database.

Exit 0: all is well; 1: a ruleset has mistakes, a sheet has errors, two sheets differ; 2: something could not be read, or
the command was not understood.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module

from core import gc_settings
from scoring.cli.unreadable import Unreadable

# Where each command stands: a run loads the one it is asked for, and starts in half the time.
_COMMANDS = {
    "rulesets": ("ruleset_commands", "rulesets_command"),
    "check-ruleset": ("ruleset_commands", "check_command"),
    "validate": ("validating", "validate_command"),
    "validate --jobs": ("sharing_out", "share_out"),
    "explain": ("sheet_commands", "explain_command"),
    "infer": ("sheet_commands", "infer_command"),
    "compare": ("sheet_commands", "compare_command"),
    "convert": ("sheet_commands", "convert_command"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    options = _parser().parse_args(arguments)
    several = options.name == "validate" and options.jobs > 1 and len(options.files) > 1
    module, command = _COMMANDS["validate --jobs" if several else options.name]
    try:
        run = getattr(import_module(f"scoring.cli.{module}"), command)
        gc_settings.settle()
        code, lines = run(options)
    except Unreadable as error:
        code, lines = 2, error.lines
    for line in lines:
        print(line)
    return int(code)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m scoring", description="Rulesets and scoresheets of crossword games."
    )
    # With its name given nothing is laid out, and nothing loaded that lays it out.
    commands = parser.add_subparsers(required=True, metavar="COMMAND", dest="name", prog=parser.prog)
    show = commands.add_parser("rulesets", help="list the rulesets, or print the rule sheet of one")
    show.add_argument("ref", nargs="?", metavar="ID", help="a ruleset id or a .toml file")
    check = commands.add_parser("check-ruleset", help="say what is wrong with a ruleset file")
    check.add_argument("ref", metavar="FILE.toml")
    for one in (show, check):
        one.add_argument("--set", action="append", default=[], metavar="field=value", help="override a field")
        one.add_argument("--json", action="store_true", help="one JSON object a line")
    _sheet_commands(commands)
    return parser


def _sheet_commands(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    check = commands.add_parser("validate", help="check scoresheets turn by turn")
    check.add_argument("files", nargs="+", metavar="FILE", help="a .gcg, .json or .csv scoresheet")
    check.add_argument("--jobs", type=int, default=1, metavar="N", help="processes to use")
    tell = commands.add_parser("explain", help="one turn: the board before it and its arithmetic")
    tell.add_argument("file", metavar="FILE")
    tell.add_argument("--turn", type=int, required=True, metavar="N")
    guess = commands.add_parser("infer", help="find the squares that were not written")
    guess.add_argument("file", metavar="FILE")
    two = commands.add_parser("compare", help="two sheets of one game, turn by turn")
    two.add_argument("first", metavar="A")
    two.add_argument("second", metavar="B")
    into = commands.add_parser("convert", help="write a sheet in another format")
    into.add_argument("source", metavar="IN")
    into.add_argument("target", metavar="OUT")
    _common((check, tell, guess, two, into))


def _common(parsers: Iterable[argparse.ArgumentParser]) -> None:
    for one in parsers:
        one.add_argument("--ruleset", metavar="ID|FILE.toml", help="the rules of the game")
        one.add_argument("--set", action="append", default=[], metavar="field=value", help="override a field")
        one.add_argument("--words", metavar="FILE", help="a word list, one word a line")
        one.add_argument("--theme", metavar="FILE", help="the words that earn theme points, one a line")
        one.add_argument("--confirmed", action="store_true", help="this is our board and our tile set")
        one.add_argument("--json", action="store_true", help="one JSON object a line")


if __name__ == "__main__":
    gc_settings.wait()
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    sys.exit(main())
