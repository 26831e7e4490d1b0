"""A part that everybody leans on goes away for half a minute: Redis under people who read, the database under clerks."""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import psycopg
import redis
from django.db import connection

from bench.drills.stage import Size, Stage, rows, staged
from tdapp.devtools.federation import Federation
from tests.servers import children_of, eventually

READERS, SHARE, TURNS = 4, 0.8, 3
# A second, by status, the longest wait in seconds.
Reads = tuple[float, Counter[int], float]
OURS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> ALL(%s)"


def without_redis(made: Federation, size: Size) -> list[str]:
    """Reads a second while it is there and while it hangs, in turns, so that whatever else the machine does meets both; then
    while it is dead. Each as fast as the readers are answered.
    """
    stage = staged(made, size)
    with redis.Redis.from_url(made.queue) as client:
        pid = int(client.info("server")["process_id"])  # type: ignore[index,arg-type]
    found: dict[str, list[Reads]] = {"there": [], "hangs": [], "dead": []}
    _reads(stage, size.seconds // TURNS)
    for _turn in range(TURNS):
        for what, how in (("there", signal.SIGCONT), ("hangs", signal.SIGSTOP)):
            os.kill(pid, how)
            found[what].append(_reads(stage, size.seconds // TURNS))
    os.kill(pid, signal.SIGKILL)
    found["dead"].append(_reads(stage, size.seconds))
    rates = {what: sum(one[0] for one in reads) / len(reads) for what, reads in found.items()}
    misses = []
    for what, reads in found.items():
        share, statuses = rates[what] / rates["there"], sum((one[1] for one in reads), Counter[int]())
        print(
            f"    Redis {what:6} {rates[what]:6.1f} reads a second, {share:4.0%}, longest {max(one[2] for one in reads):.1f} s, "
            f"by status {dict(statuses)}",
            flush=True,
        )
        misses += [f"{what}: {share:.0%} < {SHARE:.0%}"] if share < SHARE else []
        misses += [f"{what}: by status {dict(statuses)}"] if set(statuses) != {200} else []
    return misses


def _reads(stage: Stage, seconds: int) -> Reads:
    """Pages of the desk and public ones by a few readers; how many a second, by which status, the longest wait."""
    until, statuses, longest = time.monotonic() + seconds, Counter[int](), [0.0]

    def read(number: int) -> int:
        who, row = stage.clerks[number], stage.divisions[number % len(stage.divisions)]
        pages = (
            f"/e/{who.event}/",
            f"/e/{who.event}/enter/",
            f"/t/{row.event.slug}/",
            f"/t/{row.event.slug}/{row.slug}/",
        )
        count = 0
        while time.monotonic() < until:
            began = time.monotonic()
            statuses[stage.look(who, pages[count % len(pages)]).status] += 1
            longest[0], count = max(longest[0], time.monotonic() - began), count + 1
        return count

    with ThreadPoolExecutor(READERS) as pool:
        began = time.monotonic()
        count = sum(pool.map(read, range(READERS)))
        return count / (time.monotonic() - began), statuses, longest[0]


def without_database(made: Federation, size: Size) -> list[str]:
    """Every connection cut and none let in, under the clerks: each try is told 503, and nobody has to be started anew."""
    stage = staged(made, size)
    processes = _family(made)
    with stage.at_work():
        time.sleep(size.seconds / 2)
        before = stage.told.statuses.copy()
        with _away(made):
            time.sleep(size.seconds)
            during, entered = stage.told.statuses - before, stage.acknowledged
        back = time.monotonic()
        eventually(lambda: stage.acknowledged > entered, "a result after it is back", 120)
        first = time.monotonic() - back
        time.sleep(size.seconds / 2)
    print(
        f"    away {size.seconds} s: answers {dict(sorted(during.items()))}; first result {first:.1f} s after it was back"
    )
    print("\n".join(rows(stage, time.monotonic() - back)[1:]), flush=True)
    found = stage.faults()
    print(f"    check_event and what was acknowledged: {'; '.join(found) or 'all of it holds'}", flush=True)
    found += ["processes were started anew"] if _family(made) != processes else []
    # 0: nginx or a process hung up; 500, 502, 504: somebody met a fault. 503 says what is wrong and when to come again.
    wrong = {status: count for status, count in stage.told.statuses.items() if status not in (200, 503)}
    return (
        found
        + ([f"by status {wrong}"] if wrong else [])
        + ([f"first result after {first:.1f} s"] if first > 5 else [])
    )


def _family(made: Federation) -> list[list[int]]:
    return [sorted(children_of(one.process.pid)) for one in made.members.values() if one.process]


@contextmanager
def _away(made: Federation) -> Iterator[None]:
    """Nobody but this program is let into the database, by a session of another one."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid(), current_database()")
        own, name = cursor.fetchone()
    other = made.database.replace("postgres:", "postgresql:").rpartition("/")[0] + "/template1"
    with psycopg.connect(other, autocommit=True) as door:
        door.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        try:
            door.execute(OURS, [name, [own]])
            yield
        finally:
            door.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
