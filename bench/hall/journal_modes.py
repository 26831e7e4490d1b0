"""SQLite's rollback journal against WAL, both with synchronous=FULL, on the real command that enters a result.

As in a hall: two processes of six threads each, all at once, enter 200 tables' results, two readers list the tables meanwhile.
Prints one line a run: results a second, waiting times of writers and readers, errors. Each mode with SQLite's own wait for
the write lock and with our queue. Figures of one machine: docs/adr/0003-sqlite-mode.md.
"""

from __future__ import annotations

import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROCESSES, THREADS, READERS, PLAYERS, RUNS = 2, 6, 2, 400, 3
SETUP = f"""
import os, sys, json, time
sys.path.insert(0, {str(ROOT)!r})
os.environ["DJANGO_SETTINGS_MODULE"] = "tdapp.settings"
import django; django.setup()
from tdapp.desk.rehearsal import simulation
from tdapp.events.models import Division, Table
from tdapp.kernel import context
from tdapp.launch.sqlite.base import DatabaseWrapper
if os.environ["BENCH_FAIR"] == "0":
    from django.db.backends.sqlite3.base import DatabaseWrapper as Plain
    DatabaseWrapper._start_transaction_under_autocommit = Plain._start_transaction_under_autocommit
"""
CREATE = """
from django.core.management import call_command
call_command("migrate", verbosity=0)
field = simulation.Field(players=%d, rounds=2, seed=7, name="Bench", slug="bench")
event = simulation.create(field, context.system())
simulation.pair_and_publish(context.system(event.scope_key), event.divisions.get(), 1)
"""
WRITE = """
import threading
from tdapp.desk.results.commands.results import enter_result
from tdapp.desk.ledger.result_entry import Entry
number, processes, threads = map(int, sys.argv[1:])
tables = list(Table.objects.select_related("round__division__event").order_by("number"))
mine = [table for place, table in enumerate(tables) if place % processes == number]
ctx = context.system(tables[0].round.division.event.scope_key)
waits, errors = [], []

def clerk(own):
    for table in own:
        started = time.perf_counter()
        try:
            enter_result(ctx, table, entry=Entry("played", (431, 388)), sure=True)
        except Exception as error:
            errors.append(type(error).__name__)
        waits.append(time.perf_counter() - started)

clerks = [threading.Thread(target=clerk, args=(mine[place::threads],)) for place in range(threads)]
print("ready", flush=True)
sys.stdin.readline()
for one in clerks: one.start()
for one in clerks: one.join()
print(json.dumps({"waits": waits, "errors": errors}))
"""
READ = """
from tdapp.desk import standings
division = Division.objects.select_related("event").get()
waits, errors = [], []
import select
print("ready", flush=True)
sys.stdin.readline()
while not select.select([sys.stdin], [], [], 0)[0]:
    started = time.perf_counter()
    list(Table.objects.filter(round__division=division).prefetch_related("seats__entrant"))
    waits.append(time.perf_counter() - started)
    time.sleep(0.02)
print(json.dumps({"waits": waits, "errors": errors}))
"""


def process(code: str, variables: dict[str, str], *arguments: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", SETUP + code, *map(str, arguments)]
    return subprocess.Popen(command, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def run(mode: str, fair: bool, folder: str) -> dict[str, object]:
    """One event on one fresh database."""
    variables = os.environ | {
        "TD_DATA": folder,
        "TD_SQLITE_JOURNAL": mode,
        "TD_LOG_LEVEL": "ERROR",
        "BENCH_FAIR": str(int(fair)),
    }
    assert process(CREATE % PLAYERS, variables).wait() == 0
    writers = [process(WRITE, variables, number, PROCESSES, THREADS) for number in range(PROCESSES)]
    readers = [process(READ, variables) for _ in range(READERS)]
    for one in [*writers, *readers]:
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"
    started = time.perf_counter()
    for one in [*writers, *readers]:
        tell(one)
    written = [json.loads(one.communicate()[0]) for one in writers]
    seconds = time.perf_counter() - started
    read = [json.loads(one.communicate("stop\n")[0]) for one in readers]
    return {
        "mode": mode,
        "queue": "ours" if fair else "SQLite's",
        "a second": round(PLAYERS / 2 / seconds),
        **figures("write", written),
        **figures("read", read),
    }


def tell(one: subprocess.Popen[str]) -> None:
    assert one.stdin is not None
    one.stdin.write("go\n")
    one.stdin.flush()


def figures(name: str, found: list[dict[str, list[float]]]) -> dict[str, object]:
    waits = sorted(wait * 1000 for one in found for wait in one["waits"])
    cuts = statistics.quantiles(waits, n=100) if len(waits) > 1 else [0.0] * 99
    errors = sum(len(one["errors"]) for one in found)
    return {
        f"{name} p50/p95/p99/max ms": [round(value) for value in (cuts[49], cuts[94], cuts[98], waits[-1])],
        f"{name} errors": errors,
    }


def main() -> None:
    for _ in range(RUNS):
        for mode, fair in itertools.product(("DELETE", "WAL"), (False, True)):
            with tempfile.TemporaryDirectory(prefix="td-bench-") as folder:
                print(json.dumps(run(mode, fair, folder)), flush=True)


if __name__ == "__main__":
    main()
