"""Scenarios 8 and 9: Redis is slow, emptied or gone; the database is away."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager

import psycopg
import redis
from django.db import connection

from tdapp.launch.host import services
from tests.conftest import needed
from tests.faults.clerk import Clerk
from tests.faults.halls import CLERKS, Scene
from tests.faults.scenario import Tally, World, scenario
from tests.faults.scenarios.kills import count_entries
from tests.faults.under_entry import types
from tests.servers import eventually

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> %s"
PATIENCE_SECONDS = 240


@scenario(
    8,
    "Redis stopped, emptied and gone while clerks type",
    guards=("Redis that is away is an empty cache",),
)
def redis_away(world: World) -> Tally:
    """Every line is saved all the same; nobody waits for Redis."""
    tally = Tally()
    with services.redis() as away:
        with redis.Redis.from_url(away.url) as client:
            pid = int(client.info("server")["process_id"])
        troubles: Sequence[Callable[[], object]] = [
            lambda: _emptied(away.url),
            lambda: os.kill(pid, signal.SIGSTOP),
            lambda: os.kill(pid, signal.SIGCONT),
            lambda: os.kill(pid, signal.SIGKILL),
        ]
        with world.own_hall("redis", players=world.size(quick=80, whole=600), REDIS_URL=away.url) as scene:
            try:
                clerks = while_typing(scene, tally, troubles)
            finally:
                _continue(pid)
            tally.errors += sum(who.broken for who in clerks)
            tally.tried = sum(len(who.saved) for who in clerks)
            count_entries(tally, scene, clerks)
    return tally


def _emptied(url: str) -> None:
    with redis.Redis.from_url(url) as client:
        client.flushall()


def _continue(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGCONT)
    except ProcessLookupError:
        return


def while_typing(scene: Scene, tally: Tally, troubles: Sequence[Callable[[], object]]) -> list[Clerk]:
    """Four clerks type all tables; after each trouble until some more lines are in. Recovery: until the next one is."""
    clerks = [scene.clerk(number) for number in range(CLERKS)]
    tables = scene.tables()

    def saved() -> int:
        return sum(len(who.saved) for who in clerks)

    with ThreadPoolExecutor(CLERKS) as pool:
        work = [pool.submit(types, who, tables[n::CLERKS], 0.02) for n, who in enumerate(clerks)]
        for turn, trouble in enumerate(troubles, start=1):
            least = len(tables) * turn // (len(troubles) + 1)
            eventually(lambda least=least: saved() >= least, "the clerks to get on", PATIENCE_SECONDS)
            before, started = saved(), time.monotonic()
            trouble()
            eventually(lambda before=before: saved() > before, "another line", PATIENCE_SECONDS)
            tally.recovery.append(time.monotonic() - started)
        for future in work:
            future.result(PATIENCE_SECONDS)
    return clerks


@scenario(
    9,
    "The database away: PostgreSQL cut and closed to all, SQLite's file locked by another program",
    guards=("a lost database is a refusal",),
)
def database_away(world: World) -> Tally:
    """An entry meanwhile waits, or is told 503 and saved by the same key afterwards, without a restart."""
    tally = Tally()
    with world.own_hall("away", players=world.size(quick=60, whole=600)) as scene:
        away = _postgresql_away if world.database == "postgresql" else _sqlite_locked
        with away(patient=not world.quick) as (cut, closed):
            clerks = while_typing(scene, tally, [cut] * world.size(quick=2, whole=20))
            tally.tried = sum(len(who.saved) for who in clerks)
            count_entries(tally, scene, clerks)
            _sent_meanwhile(tally, clerks[0], scene, closed)
        tally.check(scene.event)
    return tally


Away = tuple[Callable[[], object], Callable[[], AbstractContextManager[None]]]


def _sent_meanwhile(
    tally: Tally, who: Clerk, scene: Scene, closed: Callable[[], AbstractContextManager[None]]
) -> None:
    """A line sent while nobody gets in: 503 with Retry-After, and accepted by the same key afterwards."""
    typed = f"{scene.tables()[0]} 444 333"
    with closed():
        answer = who.send(typed, "meanwhile")
        told = answer.status == 503 and "Retry-After" in answer.headers
        tally.errors += not (told or answer.status in (200, 409))
    tally.tried += 1
    tally.lost += who.send(typed, "meanwhile").status not in (200, 409)


@contextmanager
def _postgresql_away(patient: bool) -> Iterator[Away]:
    """Every other connection cut; and, as a block, no new one taken."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        own = cursor.fetchone()[0]
    name = connection.settings_dict["NAME"]
    url = needed("TD_TEST_PG_URL").replace("postgres:", "postgresql:")
    with psycopg.connect(url, autocommit=True) as server:

        def cut() -> object:
            return server.execute(CUT, [name, own])

        @contextmanager
        def closed() -> Iterator[None]:
            server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            cut()
            try:
                yield
            finally:
                server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")

        yield cut, closed


@contextmanager
def _sqlite_locked(patient: bool) -> Iterator[Away]:
    """Another program holds the file: for a moment, and as a block longer than anybody waits (`patient`) or not at all."""
    file = connection.settings_dict["NAME"]

    def locked(seconds: float) -> None:
        with closing(sqlite3.connect(file, timeout=20)) as other:
            other.execute("BEGIN EXCLUSIVE")
            time.sleep(seconds)
            other.rollback()

    @contextmanager
    def closed() -> Iterator[None]:
        with closing(sqlite3.connect(file, timeout=20, isolation_level=None)) as other:
            if patient:
                other.execute("BEGIN EXCLUSIVE")
            yield

    yield lambda: locked(0.5), closed
