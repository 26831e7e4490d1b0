"""`./td`: which words it understands. Standard library only; it runs before `.venv` exists."""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Callable
from typing import NoReturn

from tdapp.devtools import measuring, testing
from tdapp.launch import running, takeover
from tdapp.launch.host import data_folder, environment, machine, programs
from tdapp.launch.sentences import Stop, Terminated, complain, say

EPILOG = (
    "After `try`, `test`, `faults`, `bench`, `load`, `soak`, `federation` and `manage` all is passed on: "
    "./td test tests/pairings -k bye"
)


def entrance(arguments: list[str]) -> int:
    """`main` for a process of its own: a polite kill unwinds it like Ctrl-C."""
    machine.on_terminate(Terminated)
    return main(arguments)


def main(arguments: list[str]) -> int:
    """Run one command; 2 and one sentence for what a person can mend."""
    parser = _parser()
    if not arguments:
        parser.print_help()
        return 0
    try:
        options, rest = parser.parse_known_args(arguments)
        if rest and not options.passes_on:
            parser.error(f"unknown: {' '.join(rest)}")
        return int(options.do(options, rest))
    except Stop as stop:
        complain(str(stop))
        return stop.status
    except KeyboardInterrupt:
        complain("Stopped.")
        return 130


class Parser(argparse.ArgumentParser):
    """Says one sentence when it is misunderstood, instead of a page of usage."""

    def error(self, message: str) -> NoReturn:
        """Stop with the sentence."""
        raise Stop(f"{message[:1].upper()}{message[1:]}. `{self.prog} --help` shows what there is.")


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="./td", description="The tournament director's desk.", epilog=EPILOG)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    serve = commands.add_parser("run", help="start the hall: web pages and jobs")
    running.add_options(serve)
    serve.set_defaults(do=lambda options, rest: running.run(options), passes_on=False)
    again = commands.add_parser("takeover", help="run an event from its copy")
    takeover.add_options(again)
    again.set_defaults(do=lambda options, rest: takeover.takeover(options), passes_on=False)
    for name, help_text, function in COMMANDS:
        word = commands.add_parser(
            name, help=help_text, add_help=name not in ("manage", "bench", "bundle", "faults", "federation")
        )
        word.set_defaults(do=function, passes_on=name not in ("check", "docs", "install"))
        if name == "check":
            word.add_argument(
                "--quick", action="store_true", help="format, lint, types and import contracts only"
            )
            word.add_argument(
                "--security", action="store_true", help="bandit, our own rules, headers, dependencies"
            )
    return parser


def _manage(options: argparse.Namespace, rest: list[str]) -> int:
    """On the data of the running program, or of the folder named first; which one is said beside what is answered."""
    asked, rest = (rest[1], rest[2:]) if rest[:1] == ["--data"] and rest[1:] else ("", rest)
    folder, why = data_folder.chosen(asked)
    python = environment.python("run")
    there = folder.is_dir()
    complain(f"Data: {folder} ({why})" if there else f"There is no data yet ({folder}). `./td run` makes it.")
    command = [str(python), str(environment.ROOT / "manage.py"), *rest]
    return subprocess.run(command, env=os.environ | {"TD_DATA": str(folder)}).returncode


def _install(options: argparse.Namespace, rest: list[str]) -> int:
    """Once, or after an update, by who may write here; from then on all of it is only read."""
    environment.python("run")
    say("Compiling, which takes a minute the first time ...")
    environment.compiled()
    say(f"All of it is in {environment.ROOT}.")
    return 0


def _devtool(name: str) -> Callable[[argparse.Namespace, list[str]], int]:
    """In the project's own environment: it needs what is installed there."""

    def run(options: argparse.Namespace, rest: list[str]) -> int:
        command = [str(environment.python("run")), "-m", f"tdapp.devtools.{name}", *rest]
        return programs.to_the_end(command, env=os.environ | {"PYTHONPATH": str(environment.ROOT)})

    return run


COMMANDS = [
    ("test", "the whole suite: real browser, PostgreSQL, Redis", testing.test),
    ("try", "the fast tests of what changed, or of the paths named, in seconds", testing.attempt),
    ("check", "format, lint, types, contracts, migrations, deploy check, fast tests", testing.check),
    ("bench", "every measurement in bench/, or those named; --list names them", measuring.bench),
    (
        "load",
        "a real hall under the load of a large event, as a table: ./td load L1 L2 [--postgresql] [--short]",
        testing.load,
    ),
    ("faults", "the 25 fault scenarios against the real program, as a table", testing.faults),
    ("soak", "the long forms of the tests", testing.soak),
    ("docs", "a site of all pages of docs/, in build/docs", testing.docs),
    (
        "bundle",
        "a folder for a USB stick: program, wheels for three systems, start files",
        _devtool("bundle"),
    ),
    (
        "federation",
        "a whole server installation on this machine, as processes, to try",
        _devtool("federation"),
    ),
    ("install", "all it needs, beside it: for a server, where a start writes nothing there", _install),
    ("manage", "any Django management command", _manage),
]
