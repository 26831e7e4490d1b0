"""How long a second laptop needs to run an event of 1,000 players and 8 rounds from its copy: by `./td takeover`, by the page.

The event is played through the real commands in a data folder of its own (which takes minutes and is not measured); the
copy is then taken over into a second, new one, by the program's own processes. What the issue allows is three minutes,
from the file in hand to a page that answers. Smaller: `python -m bench.hall.takeover --players 200 --rounds 5`.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests import servers
from tests.copies.laptops import SETUP, WORDS, environment, script, takeover

ALLOWED = 180
PLAYED = f"""
import sys
from tdapp.desk.rehearsal import simulation
from tdapp.desk.pairing.commands.release import close_round
from tdapp.interchange.commands import copies
from tdapp.kernel import context
players, rounds = map(int, sys.argv[1:3])
event = simulation.create(simulation.Field(players, rounds, 5, "Large", "large"), context.system())
ctx = context.system(event.scope_key)
for number in range(1, rounds + 1):
    division = event.divisions.get()
    round_ = simulation.pair_and_publish(ctx, division, number)
    simulation.play(ctx, round_, 5, share=0.9 if number == rounds else 1.0)
    if number < rounds:
        close_round(ctx, round_)
    print("round", number, file=sys.stderr, flush=True)
copies.choose_passphrase(ctx, event, passphrase={WORDS!r})
print(event.pk)
"""
COPIED = """
import time
from tdapp.events.models import Event
from tdapp.interchange.copies import making, plans
event = Event.objects.get()
begun = time.perf_counter()
told = making.make(event, plans.plan_of(event))
print(time.perf_counter() - begun, told["rows"], told["bytes"], plans.newest(event))
"""
INSIDE = """
import sys, time
from pathlib import Path
from tdapp.interchange.copies import take_over
from tdapp.kernel import context
begun = time.perf_counter()
with Path(sys.argv[1]).open("rb") as stream:
    take_over.take_over(context.system(), stream, sys.argv[2])
print(time.perf_counter() - begun)
"""


def main() -> int:
    """Play, copy, take over twice, start; print what each took."""
    parser = argparse.ArgumentParser(prog="python -m bench.hall.takeover", description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=8)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="td-takeover-") as work:
        measured(Path(work), options.players, options.rounds)
    return 0


def measured(work: Path, players: int, rounds: int) -> None:
    """The figures of one event."""
    old, new, page = work / "old", work / "new", work / "page"
    for folder in (old, new, page):
        servers.used_before(folder)
    begun = time.perf_counter()
    played(old, players, rounds)
    print(f"{players} players, {rounds} rounds; played in {time.perf_counter() - begun:.0f} s (not measured)")
    took, rows, size, path = script(old, COPIED).split()
    print(f"a copy: {float(took):.1f} s, {int(rows):,} rows, {int(size) / 2**20:.1f} MB")
    print(f"taking over inside a page's answer: {float(script(page, INSIDE, path, WORDS)):.1f} s")
    taken, processor = timed(lambda: takeover(Path(path), new))
    print(f"./td takeover: {taken:.1f} s ({processor:.1f} s of processor)")
    started, processor = timed(lambda: answered(new))
    print(f"./td run to the first page: {started:.1f} s ({processor:.1f} s of processor)")
    print(f"from the file to a page: {taken + started:.1f} s of {ALLOWED} s")


def played(data: Path, players: int, rounds: int) -> None:
    """The event on the first laptop; it says each round as it goes."""
    command = [sys.executable, "-c", SETUP + PLAYED, str(players), str(rounds)]
    subprocess.run(command, cwd=servers.ROOT, env=environment(data), check=True, stdout=subprocess.DEVNULL)


def answered(data: Path) -> None:
    """Start the program and end it once a page of the event was answered."""
    running = servers.start(data, "--no-demo")
    try:
        servers.eventually(lambda: running.get("/login")[0] == 200, "a page", ALLOWED)
    finally:
        running.stop()


def timed(what: Callable[[], Any]) -> tuple[float, float]:
    """Seconds on the wall and of the processor that a piece of work in other processes took."""
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    what()
    wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    raise SystemExit(main())
