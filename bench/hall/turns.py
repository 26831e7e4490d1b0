"""How long anything that is made of a large event keeps others from writing: copies, rehearsals, takeovers, a round.

    python bench/hall/turns.py [PLAYERS ROUNDS]

The event comes from a .t file of 800 players and 10 rounds, with a log as long as a day of theirs would be. Told is the
longest transaction of each, in processor time: on SQLite nobody else writes meanwhile. Figures of one machine.
"""

from __future__ import annotations

import io
import secrets
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder
from django.test.runner import DiscoverRunner

from bench.hall import imports as lists
from tdapp.desk.models import PairingRun
from tdapp.desk.pairing.commands.drafting import draft_round
from tdapp.desk.pairing.commands.publishing import publish_round
from tdapp.desk.pairing.commands.release import close_round, release_standings
from tdapp.desk.rehearsal import simulation
from tdapp.events.models import Division, Event, Round
from tdapp.interchange.copies import content, insert_rows, rehearsing, sealed, take_over
from tdapp.interchange.exports.render import Wish, render
from tdapp.interchange.tsh.importing import import_event
from tdapp.kernel import audit, context
from tdapp.kernel.commands import Installation
from tests.holds import watched

PLAYERS, ROUNDS = 800, 10
# What a result leaves in the log: entered, confirmed.
ENTRIES_A_TABLE = 2


def measured(what: str, call: Callable[[], Any]) -> Any:
    """Call it and print its longest transaction."""
    began = time.process_time()
    with watched(bare="no command") as holds:
        answer = call()
    spent = time.process_time() - began
    longest = max(holds, key=lambda one: one.seconds, default=None)
    told = "no transaction"
    if longest is not None:
        size = f"{longest.statements} statements, {longest.rows} rows"
        told = f"longest turn {longest.seconds * 1000:5.0f} ms ({longest.intent}, {size})"
    print(f"{what:28} {spent:6.2f} s of processor; {told}", flush=True)
    return answer


def played(players: int, rounds: int) -> Division:
    """The event, all rounds but the last one played, and its log."""
    lists.PLAYERS, lists.ROUNDS = players, rounds - 1
    told = import_event(
        context.system(),
        Installation(),
        files=[("open.t", lists.t_file())],
        name="Large",
        slug="large",
        minors="no",
    )
    event = Event.objects.get(slug=told["slug"])
    _logged(event, players * (rounds - 1) // 2 * ENTRIES_A_TABLE)
    event.divisions.update(rounds_planned=rounds, plan=f"swiss 1-{rounds}")
    return event.divisions.select_related("event").get()


def _logged(event: Event, count: int) -> None:
    """Entries of the size that a confirmed result has."""
    stored = {secrets.token_hex(16): {name: secrets.token_hex(16) for name in "abcdefghij"}}
    ctx = context.system(event.scope_key)
    with transaction.atomic():
        for _entry in range(count):
            audit.write(ctx, "result.enter", "open round 1", after=stored)


def the_round(division: Division, number: int) -> None:
    """Drafted, published, played, closed and released."""
    ctx = context.system(division.scope_key)
    measured("round drafted", lambda: draft_round(ctx, division, number=number))
    run = PairingRun.objects.select_related("round__division__event").get(status="draft")
    measured("round published", lambda: publish_round(ctx, run, seen=run.version, sure=True))
    round_ = Round.objects.select_related("division__event").get(pk=run.round_id)
    measured("results", lambda: simulation.play(ctx, round_, 5))
    measured("round closed", lambda: close_round(ctx, round_))
    fresh = Division.objects.select_related("event").get(pk=division.pk)
    measured("standings released", lambda: release_standings(ctx, fresh, after=number))


def at_once(call: Callable[[], Any]) -> Any:
    """As its callers do it."""
    with transaction.atomic():
        return call()


def everything(players: int, rounds: int) -> None:
    """All of it."""
    division = measured("event of files", lambda: played(players, rounds))
    event, system = division.event, context.system()
    facts = {"secret": "00" * 16, "from": "", "addresses": []}
    copy = measured("copy gathered", lambda: content.gathered(event, dict(facts)))
    print({label: len(rows) for label, rows in copy.rows.items() if len(rows) > 500}, flush=True)
    stream = io.BytesIO()
    measured("copy written", lambda: content.write(copy, stream, lambda *_at: None))
    for format_ in ("json", "xlsx"):
        measured(f"export {format_}", lambda f=format_: render(event, Wish(f)))
    made = measured("rehearsal begun", lambda: rehearsing.begun(system, event))
    measured("rehearsal deleted", lambda: at_once(lambda: rehearsing.away(made)))
    if "--round" in sys.argv:
        the_round(division, rounds)
    event = Event.objects.get(pk=event.pk)
    stream = io.BytesIO()
    content.write(content.gathered(event, dict(facts)), stream, lambda *_at: None)
    copy = content.read(stream)
    measured("event forgotten", lambda: at_once(lambda: insert_rows.forget(event)))
    key = sealed.key_of("some words that nobody guesses", None)
    measured("taken over", lambda: take_over.begin(system, Installation(), copy=take_over.Opened(copy, key)))


def main() -> int:
    """In a database of its own."""
    settings.MIGRATION_MODULES = lists.Unmigrated()
    runner = DiscoverRunner(verbosity=0, interactive=False)
    runner.setup_test_environment()
    made = runner.setup_databases()
    MigrationRecorder(connection).ensure_schema()
    try:
        numbers = [int(text) for text in sys.argv[1:] if text.isdigit()] or [PLAYERS, ROUNDS]
        everything(*numbers[:2])
    finally:
        runner.teardown_databases(made)
        runner.teardown_test_environment()
    return 0


if __name__ == "__main__":
    sys.exit(main())
