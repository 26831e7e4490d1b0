"""`python -m pairings`: pair, explain, standings, check, simulate. Bad input: one sentence a mistake, exit 2."""

from __future__ import annotations

import io
import os
import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NoReturn

from core import gc_settings
from core.later import later

if TYPE_CHECKING:
    from pairings.cli import cli_text, commands, simulate, standings_text
    from pairings.plan import rules_for_round
else:
    cli_text, commands = later("pairings.cli.cli_text"), later("pairings.cli.commands")
    simulate, standings_text = later("pairings.cli.simulate"), later("pairings.cli.standings_text")
    rules_for_round = later("pairings.plan.rules_for_round")

BAD_INPUT = 2
ABOUT = """Pair, rank, check and make up events of one division, without the hall, without a database.

Files are told apart by what is in them: REQUEST.json asks for one round, EVENT.json holds a whole event,
FILE.t is a tsh division file, FILE.trf a chess report (TRF16). A dash in place of a file reads standard input.
"""
ENDS = """It ends with 0 when all is well, with 1 when `check` finds a round that is not valid, and with 2 when
what was handed in cannot be read or cannot be done; then every mistake has one sentence of its own.
"""
# What each command does and what it reads; how, stands in `cli.commands`, which is loaded when one is asked for.
COMMANDS = {
    "pair": ("Pair the round a request asks for, with a reason for every board.", "REQUEST.json"),
    "explain": (
        "Say why a round is as it is, whom somebody could meet instead and what that would cost.",
        "REQUEST.json",
    ),
    "standings": ("Rank everybody after a round; who has left by then is not ranked.", "FILE"),
    "check": (
        "Check every round of an event by a count of its own; ends with 1 when one is not valid.",
        "FILE",
    ),
    "simulate": (
        "Make up an event, pair and play it: the checker's verdicts, or the event itself as a file.",
        "",
    ),
}
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


def parser(asked: str) -> ArgumentParser:
    """All commands, and the options of the one that is asked for."""
    top = Parser(
        prog="python -m pairings", description=ABOUT, epilog=ENDS, formatter_class=RawDescriptionHelpFormatter
    )
    found = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (text, file) in COMMANDS.items():
        command = found.add_parser(name, help=text, description=text, epilog=ENDS)
        command.add_argument("--json", action="store_true", help="answer as JSON")
        if file:
            kinds = "EVENT.json, FILE.t or FILE.trf; " if file == "FILE" else ""
            command.add_argument("file", metavar=file, help=f"{kinds}'-' reads standard input")
        if name == asked and name in OPTIONS:
            OPTIONS[name](command)
    return top


def add_explain(command: ArgumentParser) -> None:
    """The options of `explain`."""
    command.add_argument("entrant", nargs="?", default="", help="id: whom could this entrant meet instead?")
    command.add_argument("other", nargs="?", default="", help="id: what would it cost if the two met?")


def add_standings(command: ArgumentParser) -> None:
    """The options of `standings`."""
    command.add_argument("--after", type=int, help="after this round; after all rounds unless given")
    command.add_argument(
        "--order", "--precedence", default="", help="ranking rules in order, as in wins,spread,head_to_head"
    )
    standings_text.add_options(command)


def add_check(command: ArgumentParser) -> None:
    """The options of `check`."""
    command.add_argument("--plan", default="", help="how the rounds were paired, as in 'rr 1-7, koth 8'")
    starts = (*rules_for_round.start_rules(), "none")
    command.add_argument("--starts", choices=starts, default="", help="the rule starters were chosen by")
    command.add_argument("--all", action="store_true", help="tell also what is only worth knowing")


def add_simulate(command: ArgumentParser) -> None:
    """The options of `simulate`."""
    setting = simulate.Setting()
    for name, text in SIMULATED.items():
        usual = getattr(setting, name)
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


OPTIONS = {"explain": add_explain, "standings": add_standings, "check": add_check, "simulate": add_simulate}


def answer_of(options: Namespace) -> tuple[str, int]:
    """The text and the end of a command."""
    run: Callable[[Namespace], str | tuple[str, int]] = getattr(commands, f"run_{options.command}")
    try:
        answer = run(options)
    except commands.Stop as stop:
        print("\n".join(stop.refusals.sentences), file=sys.stderr)
        return (cli_text.as_json(stop.refusals.to_data()) if options.json else ""), BAD_INPUT
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
    given = sys.argv[1:] if words is None else words
    # No option stands before a command, so the first word that is none is it.
    asked = next((word for word in given if not word.startswith("-")), "")
    text, code = answer_of(parser(asked).parse_args(given))
    try:
        print(text, end="\n" if text else "", flush=True)
    except BrokenPipeError:
        # Whoever read the answer has read enough; nothing may be flushed at the end either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return code


if __name__ == "__main__":
    gc_settings.once()
    # No product here is large enough for the threads numpy starts otherwise: a tenth of the time of a round of 1,024.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    end = main()
    gc_settings.leave()
    sys.exit(end)
