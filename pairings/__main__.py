"""`python -m pairings`: pair, explain, standings, check, simulate. Bad input: one sentence a mistake, exit 2."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn, TypeVar

from pairings import event, request, result
from pairings.check import Verdict, check_event
from pairings.codec import encode
from pairings.history import History
from pairings.metrics import metric, points
from pairings.refusals import Refusals, refuse
from pairings.request import Request
from pairings.result import Result
from pairings.simulate import Setting, simulate
from pairings.standings import PRECEDENCE, Row, standings
from pairings.systems import pair
from pairings.tsh import write_t
from pairings.tsh_history import from_history
from pairings.whatif import alternatives

T = TypeVar("T")
BAD_INPUT = 2


class Stop(Exception):
    """Ends the command with refusals."""

    def __init__(self, refusals: Refusals) -> None:
        super().__init__()
        self.refusals = refusals


def good(value: T | Refusals) -> T:
    """The value, or the end of the command."""
    if isinstance(value, Refusals):
        raise Stop(value)
    return value


def read(name: str) -> bytes:
    """The bytes of a file; '-' is standard input."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except OSError as mistake:
        raise Stop(refuse("unreadable", f"{name} cannot be read: {mistake.strerror}.")) from None


def as_json(data: object) -> str:
    """Data as people can read it."""
    return json.dumps(data, ensure_ascii=False, indent=1)


def read_request(name: str) -> Request:
    """A request file."""
    return good(request.from_data(good(event.read_json(read(name)))))


def names_of(history: History) -> dict[str, str]:
    """What to call everybody."""
    return {entrant.id: entrant.name or entrant.id for entrant in history.entrants}


def paired_text(answer: Result, names: dict[str, str]) -> str:
    """A round as a list of boards with their reasons."""
    lines = [f"Round {answer.round}, {answer.system}. {answer.certificate.sentence}"]
    for board in answer.boards:
        lines.append(f"{board.table:>4}  {' - '.join(names[one] for one in board.seats)}. {board.why}")
    lines += [f" bye  {names[given.entrant]}. {given.why}" for given in answer.byes]
    return "\n".join([*lines, *answer.notes])


def run_pair(options: Namespace) -> str:
    """Pair the round of a request."""
    asked = read_request(options.file)
    answer = good(pair(asked))
    return as_json(result.to_data(answer)) if options.json else paired_text(answer, names_of(asked.history))


def run_explain(options: Namespace) -> str:
    """What else could happen to one entrant, and what it would cost."""
    asked = read_request(options.file)
    found = good(alternatives(asked, options.entrant))
    if options.json:
        return as_json(encode(found))
    return "\n".join(f"{one.sentence[:1].upper()}{one.sentence[1:]}." for one in found)


def row_data(row: Row, names: dict[str, str], numbered: bool) -> dict[str, object]:
    """One line of the standings as data; wins and losses are whole or half numbers."""
    halves = {"wins": row.wins, "losses": row.losses}
    return {
        "rank": row.rank,
        "id": int(row.entrant) if numbered else row.entrant,
        "name": names[row.entrant],
        **{name: value / 2 if value % 2 else value // 2 for name, value in halves.items()},
        "ties": row.ties,
        "spread": row.spread,
    }


def row_text(row: Row, names: dict[str, str]) -> str:
    """One line of the standings in columns."""
    rank = "-" if row.rank is None else str(row.rank)
    return f"{rank:>4} {points(row.wins):>5} {points(row.losses):>5} {row.spread:>+6}  {names[row.entrant]}"


def order_of(text: str) -> tuple[str, ...]:
    """A list of ranking rules from the command line."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    try:
        for name in names:
            metric(name)
    except ValueError as mistake:
        raise Stop(refuse("unknown_metric", str(mistake))) from None
    return names or PRECEDENCE


def run_standings(options: Namespace) -> str:
    """The ranking after a round; who has left it is not in it."""
    data = read(options.file)
    history = good(event.read_event(data))
    after = len(history.rounds) if options.after is None else options.after
    if not 0 <= after <= len(history.rounds):
        raise Stop(
            refuse("round_out_of_order", f"There are {len(history.rounds)} rounds; none is number {after}.")
        )
    rows, names = standings(history, after, order_of(options.order)), names_of(history)
    if options.json:
        numbered = not event.is_json(data)
        return as_json([row_data(row, names, numbered) for row in rows if row.rank is not None])
    return "\n".join(row_text(row, names) for row in rows)


def verdict_text(verdict: Verdict) -> str:
    """A verdict with what was found; what is only worth saying is left to --json."""
    worth = [finding for finding in verdict.findings if finding.severity != "info"]
    return "\n".join([verdict.sentence, *(f"  {finding.severity}: {finding.sentence}" for finding in worth)])


def run_check(options: Namespace) -> tuple[str, int]:
    """Check every round of an event; 1 when one is not valid."""
    verdicts = check_event(good(event.read_event(read(options.file))))
    bad = int(any(not verdict.valid for verdict in verdicts))
    if options.json:
        return as_json(
            [{"valid": one.valid, "sentence": one.sentence, **encode(one)} for one in verdicts]
        ), bad
    return "\n".join(verdict_text(verdict) for verdict in verdicts), bad


def run_simulate(options: Namespace) -> str:
    """A random event: as text its verdicts, as JSON or `.t` the event itself."""
    made = good(simulate(setting_of(options)))
    if options.tsh:
        return write_t(from_history(made.history)).decode("iso-8859-1").rstrip("\n")
    if options.json:
        return as_json(event.to_data(made.history))
    return "\n".join(verdict_text(verdict) for verdict in made.verdicts)


def setting_of(options: Namespace) -> Setting:
    """The setting of a simulation from the command line."""
    names = ("players", "rounds", "seed", "plan", "late", "withdrawn", "ties", "clubs")
    return Setting(**{name: getattr(options, name) for name in names})


class Parser(ArgumentParser):
    """An argument parser whose complaint is one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{message[:1].upper()}{message[1:]}; see --help.\n")


def parser() -> ArgumentParser:
    """All commands."""
    top = Parser(prog="python -m pairings", description="Pair, rank, check and simulate one division.")
    commands = top.add_subparsers(dest="command", required=True)
    for name, run, file in (
        ("pair", run_pair, "REQUEST.json"),
        ("explain", run_explain, "REQUEST.json"),
        ("standings", run_standings, "FILE.t or EVENT.json"),
        ("check", run_check, "FILE.t or EVENT.json"),
        ("simulate", run_simulate, ""),
    ):
        command = commands.add_parser(name, help=run.__doc__)
        command.set_defaults(run=run)
        command.add_argument("--json", action="store_true", help="answer as JSON")
        if file:
            command.add_argument("file", metavar=file, help="'-' reads standard input")
    commands.choices["explain"].add_argument("entrant", help="id of the entrant")
    add_standings(commands.choices["standings"])
    add_simulate(commands.choices["simulate"])
    return top


def add_standings(command: ArgumentParser) -> None:
    """The options of `standings`."""
    command.add_argument("--after", type=int, help="after this round; all rounds unless given")
    command.add_argument("--order", default="", help="ranking rules in order, as in wins,spread,head_to_head")


def add_simulate(command: ArgumentParser) -> None:
    """The options of `simulate`."""
    usual = Setting()
    for name in ("players", "rounds", "seed", "late", "withdrawn", "ties", "clubs"):
        command.add_argument(f"--{name}", type=int, default=getattr(usual, name))
    command.add_argument("--plan", default="", help="as in 'rr 1-3, swiss 4-7'")
    command.add_argument("--tsh", action="store_true", help="answer as a .t file")


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; 0 done, 1 checked and found wanting, 2 bad input."""
    options = parser().parse_args(words)
    run: Callable[[Namespace], str | tuple[str, int]] = options.run
    try:
        answer = run(options)
    except Stop as stop:
        if options.json:
            print(as_json(stop.refusals.to_data()))
        print("\n".join(stop.refusals.sentences), file=sys.stderr)
        return BAD_INPUT
    text, code = answer if isinstance(answer, tuple) else (answer, 0)
    print(text)
    return code


if __name__ == "__main__":
    sys.exit(main())
