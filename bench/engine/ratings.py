"""Games rated per second and formula in one process, beside a plain peer; and a whole list rated anew by the job.

`python -m bench.engine.ratings [--events 1000] [--stored 1000]`: prints, asserts nothing. `--stored 10000` is a million
games: 20 players, 10 rounds an event, in a database that is thrown away. The peer is the plain Elo sum without
segments, bands, acceleration, feedback or explanation: what a short script would do.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django  # noqa: E402

django.setup()

from django.db import connection  # noqa: E402

from bench.engine._seasons import Season, stored  # noqa: E402
from tdapp.kernel import context, jobs  # noqa: E402
from tdapp.kernel.commands import Installation  # noqa: E402
from tdapp.kernel.models import Job  # noqa: E402
from tdapp.people.models import RatingList  # noqa: E402
from tdapp.ratings.formulas import FORMULAS, Field  # noqa: E402
from tdapp.ratings.keeping.commands.lists import create_list  # noqa: E402
from tdapp.ratings.models import RatingRun  # noqa: E402
from tdapp.ratings.runs.commands.runs import rate  # noqa: E402

GOAL = 200_000
PEAK = Path("/proc/self/clear_refs")


def peer(field: Field) -> list[float]:
    """The plain sum: K 20, logistic."""
    gains = [0.0] * len(field.players)
    for game in field.games:
        own, other = field.players[game.a].rating, field.players[game.b].rating
        expected = 1 / (1 + 10 ** ((other - own) / 400))
        gain = 20 * ((game.score_a > game.score_b) + (game.score_a == game.score_b) / 2 - expected)
        gains[game.a] += gain
        gains[game.b] -= gain
    return [player.rating + gain for player, gain in zip(field.players, gains, strict=True)]


def by_formula(fields: Sequence[Field]) -> None:
    """A line for each formula, the peer first."""
    games = sum(len(field.games) for field in fields)
    began = time.perf_counter()
    for field in fields:
        peer(field)
    plain = games / (time.perf_counter() - began)
    print(f"{len(fields)} events, {games} games; goal for Elo-type formulas {GOAL:,} games/s")
    print(f"{'plain peer':16} {plain:>12,.0f} games/s")
    for formula in FORMULAS.values():
        settings = formula.with_settings({})
        began = time.perf_counter()
        for field in fields:
            formula.rate(field, settings)
        speed = games / (time.perf_counter() - began)
        print(f"{formula.id:16} {speed:>12,.0f} games/s   {speed / plain:6.2f} of the peer")


def rerated(count: int) -> None:
    """A list of so many stored events rated by the job, and rated anew from the first one, in a throw-away database."""
    jobs.SEND.connect()  # no queue: the job is carried out below
    name = connection.creation.create_test_db(verbosity=0)
    try:
        create_list(context.system(), Installation(), slug="bench", facts={"name": "Bench"})
        began = time.perf_counter()
        divisions = stored(Season(20, 10), count)
        print(f"{count} events stored in {time.perf_counter() - began:.1f} s", flush=True)
        _timed("first rating", divisions)
        _timed("rated anew", divisions[:1])
        _cancelled(divisions[:1])
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def _timed(what: str, divisions: Sequence[str]) -> None:
    row = RatingList.objects.get()
    _reset_peak()
    before, began = _resident("VmRSS"), time.perf_counter()
    told = rate(context.system(row.scope_key), row, divisions=divisions, seen=row.version, sure=True)
    if "job" in told:
        jobs.run(told["job"])
    took = time.perf_counter() - began
    current = RatingRun.objects.filter(state=RatingRun.State.CURRENT)
    games = sum(current.values_list("games", flat=True))
    state = Job.objects.get(pk=told["job"]).status if "job" in told else "at once"
    memory = f"memory {before:,.0f} MiB before, {_resident('VmHWM'):,.0f} MiB at most"
    print(f"{what}: {current.count()} runs, {games} games in {took:.1f} s ({state}), {games / took:,.0f} games/s; {memory}",
          flush=True)  # fmt: skip


def _cancelled(divisions: Sequence[str]) -> None:
    """Somebody stops the job while it is at work: how soon it stops, and that the list is as it was."""
    row = RatingList.objects.get()
    told = rate(context.system(row.scope_key), row, divisions=divisions, seen=row.version, sure=True)
    if "job" not in told:
        return
    was = set(RatingRun.objects.filter(state=RatingRun.State.CURRENT).values_list("pk", flat=True))
    asked: list[float] = []

    def ask() -> None:
        jobs.cancel(told["job"])
        asked.append(time.perf_counter())
        connection.close()

    threading.Timer(1.0, ask).start()
    jobs.run(told["job"])
    took = time.perf_counter() - asked[0] if asked else 0.0
    kept = was == set(RatingRun.objects.filter(state=RatingRun.State.CURRENT).values_list("pk", flat=True))
    status = Job.objects.get(pk=told["job"]).status
    print(
        f"stopped at work: {status}, {took:.2f} s after it was asked; the list is {'as it was' if kept else 'CHANGED'}"
    )


def _reset_peak() -> None:
    try:
        PEAK.write_text("5", encoding="ascii")
    except OSError:
        return


def _resident(line: str) -> float:
    """MiB resident now (VmRSS) or at most since the last reset (VmHWM); elsewhere than on Linux the most there was."""
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return int(next(one for one in status.splitlines() if one.startswith(line)).split()[1]) / 1024


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=1000)
    parser.add_argument("--stored", type=int, default=1000, help="events in the database for the job")
    chosen = parser.parse_args()
    by_formula(Season(24, 10).fields(chosen.events))
    rerated(chosen.stored)


if __name__ == "__main__":
    main()
