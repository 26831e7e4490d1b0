"""What each command of `python -m pairings` does: read, ask the rooms, answer as text or JSON."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from core.later import later
from pairings.cli.cli_text import (
    as_json,
    beside_text,
    explained_text,
    paired_text,
    row_data,
    row_text,
    verdict_data,
    verdict_lines,
)
from pairings.event.codec import encode
from pairings.event.history import History
from pairings.event.refusals import Refusals, refuse
from pairings.formats.file_reading import read_file, read_json
from pairings.rounds import request, result
from pairings.rounds.request import Constraints, Request
from pairings.standings.metrics import rule_of
from pairings.standings.standings import PRECEDENCE, standings
from pairings.systems import pair

if TYPE_CHECKING:
    from pairings.checks import check_round, shape
    from pairings.checks.check_round import RoundVerdict
    from pairings.checks.shape import Rules, StartRule
    from pairings.cli import simulate, standings_text
    from pairings.cli.simulate import Setting, Simulated
    from pairings.formats import event_file, trf_history, tsh, tsh_history
    from pairings.formats.event_file import Count, Event
    from pairings.plan import read_plan, rules_for_round
    from pairings.what_if import nearer, whatif
else:
    check_round, shape = later("pairings.checks.check_round"), later("pairings.checks.shape")
    simulate, standings_text = later("pairings.cli.simulate"), later("pairings.cli.standings_text")
    event_file, trf_history = later("pairings.formats.event_file"), later("pairings.formats.trf_history")
    tsh, tsh_history = later("pairings.formats.tsh"), later("pairings.formats.tsh_history")
    read_plan, rules_for_round = later("pairings.plan.read_plan"), later("pairings.plan.rules_for_round")
    nearer, whatif = later("pairings.what_if.nearer"), later("pairings.what_if.whatif")

T = TypeVar("T")
PLAN_MAX = 2_000
WRITTEN_AS = {".json": "json", ".t": "t", ".trf": "trf"}


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


def read_request(name: str) -> Request:
    """A request file."""
    return good(request.from_data(good(read_json(good(read_file(name))))))


def read_event(name: str, count: Count | None = None) -> Event:
    """An event of any kind; what the file could not say goes to the error output."""
    found = good(event_file.read_any(good(read_file(name)), count or event_file.as_read))
    print_notes(found.lost)
    return found


def print_notes(notes: tuple[str, ...]) -> None:
    """Sentences beside the answer."""
    if notes:
        sys.stderr.write("\n".join(notes) + "\n")


def names_of(history: History) -> dict[str, str]:
    """What to call everybody."""
    return {entrant.id: entrant.name or entrant.id for entrant in history.entrants}


def run_pair(options: Namespace) -> str:
    """Pair the round a request asks for, with a reason for every board."""
    asked = read_request(options.file)
    answer = good(pair(asked))
    return as_json(result.to_data(answer)) if options.json else paired_text(answer, names_of(asked.history))


def run_explain(options: Namespace) -> str:
    """Say why a round is as it is, whom somebody could meet instead and what that would cost."""
    asked = read_request(options.file)
    if options.other:
        priced = good(whatif.wish(asked, options.entrant, options.other))
        return as_json(encode(priced)) if options.json else priced.sentence
    if options.entrant:
        found = good(whatif.alternatives(asked, options.entrant))
        lines = (f"{one.sentence[:1].upper()}{one.sentence[1:]}." for one in found)
        return as_json(encode(found)) if options.json else "\n".join(lines)
    answer = good(pair(asked))
    if options.json:
        return as_json(result.to_data(answer))
    other = nearer.beside(asked, answer)
    told = explained_text(answer, names_of(asked.history))
    return f"{told}\n{beside_text(other)}" if other else told


def order_of(text: str) -> tuple[str, ...]:
    """A list of ranking rules from the command line."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    try:
        for name in names:
            rule_of(name)
    except ValueError as mistake:
        raise Stop(refuse("unknown_metric", str(mistake))) from None
    return names or PRECEDENCE


def run_standings(options: Namespace) -> str:
    """Rank everybody after a round; who has left by then is not ranked."""
    found = read_event(options.file, good(standings_text.count_of(options)))
    history = found.history
    after = len(history.rounds) if options.after is None else options.after
    if not 0 <= after <= len(history.rounds):
        text = f"There are {len(history.rounds)} rounds; none is number {str(after)[:20]}."
        raise Stop(refuse("round_out_of_order", text))
    special = standings_text.answer(options, found, after, order_of(options.order))
    if special is not None:
        return good(special)
    rows, names = standings(history, after, order_of(options.order)), names_of(history)
    if options.json:
        numbered = found.kind != "json"
        return as_json([row_data(row, names, numbered) for row in rows if row.rank is not None])
    return "\n".join(row_text(row, names) for row in rows)


def rules_by_round(found: Event, options: Namespace) -> tuple[Rules, tuple[Rules, ...]]:
    """What every round is held against: the plan's claims, and the rule starters were chosen by."""
    starts = options.starts or found.starts
    usual = shape.Rules(starts=cast("StartRule", "" if starts == "none" else starts))
    text = options.plan or found.plan
    if len(text) > PLAN_MAX:
        raise Stop(refuse("unreadable", f"The plan has {len(text)} letters; at most {PLAN_MAX} are read."))
    if not text:
        return usual, ()
    return usual, rules_for_round.of_plan(
        good(read_plan.parse_plan(text)), found.history, Constraints(), usual.starts
    )


def run_check(options: Namespace) -> tuple[str, int]:
    """Check every round of an event by a count of its own; ends with 1 when one is not valid."""
    found = read_event(options.file)
    verdicts = check_round.check_event(found.history, *rules_by_round(found, options))
    bad = int(any(not verdict.valid for verdict in verdicts))
    if options.json:
        return as_json([verdict_data(verdict) for verdict in verdicts]), bad
    return verdict_text(verdicts, options.all) or "There is no round to check.", bad


def verdict_text(verdicts: tuple[RoundVerdict, ...], all_of_it: bool) -> str:
    """Verdicts round by round."""
    return "\n".join(line for verdict in verdicts for line in verdict_lines(verdict, all_of_it))


def setting_of(options: Namespace) -> Setting:
    """The setting of a simulation from the command line."""
    names = ("players", "rounds", "seed", "plan", "late", "withdrawn", "ties")
    more = ("clubs", "teams", "classes", "forfeits")
    if len(options.plan) > PLAN_MAX:
        raise Stop(refuse("unreadable", f"The plan has more than {PLAN_MAX} letters."))
    return simulate.Setting(**{name: getattr(options, name) for name in (*names, *more)})


def run_simulate(options: Namespace) -> str:
    """Make up an event, pair and play it: the checker's verdicts, or the event itself as a file."""
    if options.who:
        return good(standings_text.who(options, read_event(options.who)))
    suffix = Path(options.out).suffix.lower() if options.out else ""
    if options.out and suffix not in WRITTEN_AS:
        known = ", ".join(WRITTEN_AS)
        raise Stop(refuse("unreadable", f"{options.out!r} has no known ending; it has to be one of {known}."))
    made = good(simulate.simulate(setting_of(options)))
    if options.out:
        return written(options.out, event_bytes(made, WRITTEN_AS[suffix], options.plan))
    for kind in ("json", "trf", "tsh"):
        if getattr(options, kind):
            return decoded(event_bytes(made, {"tsh": "t"}.get(kind, kind), options.plan), kind)
    return verdict_text(made.verdicts, False)


def event_bytes(made: Simulated, kind: str, plan: str) -> bytes:
    """A made-up event as a file; what its format cannot hold goes to the error output."""
    if kind == "json":
        return (as_json(event_file.to_data(made.history, plan)) + "\n").encode()
    if kind == "trf":
        exported = good(trf_history.from_history(made.history, "Simulated event"))
        print_notes(exported.lost)
        return exported.data
    try:
        return tsh.write_t(tsh_history.from_history(made.history))
    except ValueError as mistake:
        raise Stop(refuse("cannot_hold", str(mistake))) from None


def decoded(data: bytes, kind: str) -> str:
    """The text of a file without its last line end."""
    return data.decode("iso-8859-1" if kind == "tsh" else "utf-8").rstrip("\r\n")


def written(name: str, data: bytes) -> str:
    """Write a file; the answer is one sentence."""
    try:
        Path(name).write_bytes(data)
    except (OSError, ValueError) as mistake:
        why = (mistake.strerror if isinstance(mistake, OSError) else None) or "it is no name of a file"
        raise Stop(refuse("unreadable", f"{name} cannot be written: {why}.")) from None
    return f"Written: {name}."
