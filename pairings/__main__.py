"""`python -m pairings`: pair, explain, standings, check, simulate. Bad input: one sentence a mistake, exit 2."""

from __future__ import annotations

import io
import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn

from core.gc_settings import seldom
from pairings.cli import standings_text
from pairings.cli.cli_text import as_json
from pairings.cli.commands import Stop, run_check, run_explain, run_pair, run_simulate, run_standings
from pairings.cli.simulate import Setting
from pairings.plan.rules_for_round import start_rules

BAD_INPUT = 2
ABOUT = """Pair, rank, check and make up events of one division, without the hall, without a database.

Files are told apart by what is in them: REQUEST.json asks for one round, EVENT.json holds a whole event,
FILE.t is a tsh division file, FILE.trf a chess report (TRF16). A dash in place of a file reads standard input.
"""
ENDS = """It ends with 0 when all is well, with 1 when `check` finds a round that is not valid, and with 2 when
what was handed in cannot be read or cannot be done; then every mistake has one sentence of its own.
"""
USUAL = Setting()
SIMULATED = {
    "players": "how many players",
    "rounds": "how many rounds",
    "seed": "the number the event is made from; the same number makes the same event",
    "late": "how many come late",
    "withdrawn": "how many leave early",
    "ties": "ties per thousand games",
    "forfeits": "forfeits per thousand games",
    "clubs": "how many clubs, 0 for none",
    "teams": "how many teams, 0 for none",
    "classes": "how many classes, 0 for none",
}


class Parser(ArgumentParser):
    """An argument parser whose complaint is one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{message[:1].upper()}{message[1:]}; see --help.\n")


def parser() -> ArgumentParser:
    """All commands."""
    top = Parser(
        prog="python -m pairings", description=ABOUT, epilog=ENDS, formatter_class=RawDescriptionHelpFormatter
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, run, file in (
        ("pair", run_pair, "REQUEST.json"),
        ("explain", run_explain, "REQUEST.json"),
        ("standings", run_standings, "FILE"),
        ("check", run_check, "FILE"),
        ("simulate", run_simulate, ""),
    ):
        command = commands.add_parser(name, help=run.__doc__, description=run.__doc__, epilog=ENDS)
        command.set_defaults(run=run)
        command.add_argument("--json", action="store_true", help="answer as JSON")
        if file:
            kinds = "EVENT.json, FILE.t or FILE.trf; " if file == "FILE" else ""
            command.add_argument("file", metavar=file, help=f"{kinds}'-' reads standard input")
    add_options(commands.choices)
    return top


def add_options(commands: Mapping[str, ArgumentParser]) -> None:
    """The options of single commands."""
    explain, ranks, check = commands["explain"], commands["standings"], commands["check"]
    explain.add_argument("entrant", nargs="?", default="", help="id: whom could this entrant meet instead?")
    explain.add_argument("other", nargs="?", default="", help="id: what would it cost if the two met?")
    ranks.add_argument("--after", type=int, help="after this round; after all rounds unless given")
    ranks.add_argument(
        "--order", "--precedence", default="", help="ranking rules in order, as in wins,spread,head_to_head"
    )
    standings_text.add_options(ranks)
    check.add_argument("--plan", default="", help="how the rounds were paired, as in 'rr 1-7, koth 8'")
    starts = (*start_rules(), "none")
    check.add_argument("--starts", choices=starts, default="", help="the rule starters were chosen by")
    check.add_argument("--all", action="store_true", help="tell also what is only worth knowing")
    add_simulate(commands["simulate"])


def add_simulate(command: ArgumentParser) -> None:
    """The options of `simulate`."""
    for name, text in SIMULATED.items():
        usual = getattr(USUAL, name)
        command.add_argument(f"--{name}", type=int, default=usual, metavar="N", help=f"{text} ({usual})")
    command.add_argument(
        "--plan", default="", help="as in 'rr 1-3, swiss 4-7', or 'tables 1-7' for 3 or 4 at one"
    )
    standings_text.add_who(command)
    command.add_argument("--tsh", action="store_true", help="answer with the event as a .t file")
    command.add_argument("--trf", action="store_true", help="answer with the event as a TRF file")
    command.add_argument(
        "--out", default="", metavar="FILE", help="write the event: FILE.json, FILE.t or FILE.trf"
    )


def answer_of(options: Namespace) -> tuple[str, int]:
    """The text and the end of a command."""
    run: Callable[[Namespace], str | tuple[str, int]] = options.run
    try:
        answer = run(options)
    except Stop as stop:
        print("\n".join(stop.refusals.sentences), file=sys.stderr)
        return (as_json(stop.refusals.to_data()) if options.json else ""), BAD_INPUT
    except MemoryError:
        print("The file needs more memory than there is.", file=sys.stderr)
        return "", BAD_INPUT
    return answer if isinstance(answer, tuple) else (answer, 0)


def speakable() -> None:
    """Letters a terminal lacks are written as escapes instead of ending the command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; 0 done, 1 checked and found wanting, 2 bad input."""
    speakable()
    text, code = answer_of(parser().parse_args(words))
    try:
        print(text, end="\n" if text else "", flush=True)
    except BrokenPipeError:
        # Whoever read the answer has read enough; nothing may be flushed at the end either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return code


if __name__ == "__main__":
    seldom()
    sys.exit(main())
