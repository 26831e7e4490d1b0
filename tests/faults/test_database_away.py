"""Fault 9: the database or Redis goes away, as a server runs the program. Without the database 503 with `Retry-After` and
never a false "saved"; Redis alone is missed by nobody; recovery without a restart.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Semaphore
from typing import Any

import psycopg
import pytest
import redis
from django.db import connection

from tdapp.desk.models import Result
from tests.conftest import needed
from tests.faults.conftest import Kept
from tests.faults.halls import CLERKS, Stage
from tests.faults.test_killed import check_nothing_is_lost
from tests.faults.under_entry import line, saved, types
from tests.servers import Hall, eventually

pytestmark = [pytest.mark.slow, pytest.mark.services]
CUTS = 2
OURS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> ALL(%s)"


@contextmanager
def server() -> Iterator[psycopg.Connection]:
    """The PostgreSQL server beside the hall's database."""
    url = needed("TD_TEST_PG_URL").replace("postgres:", "postgresql:")
    with psycopg.connect(url, autocommit=True) as found:
        yield found


def own_process() -> int:
    """The backend of the test's own look into the hall's database, which is left alone."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


@contextmanager
def away(name: str) -> Iterator[None]:
    """Every connection to the database cut, no new one taken."""
    with server() as found:
        found.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        found.execute(OURS, [name, [own_process()]])
        try:
            yield
        finally:
            found.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")


def database_name() -> str:
    return str(connection.settings_dict["NAME"])


def test_an_entry_meanwhile_is_told_503_and_saved_by_the_same_key_afterwards(on_postgresql: Stage) -> None:
    scene = on_postgresql(16)
    who, tables = scene.clerk(0), scene.tables()
    _all_there(scene.hall)
    web = scene.hall.children("web")
    who.enter(line(tables[0]), key="before")
    with away(database_name()):
        answer = who.send(line(tables[1]), key="meanwhile")
        assert answer.status == 503, answer.text[:500]
        assert int(answer.headers["Retry-After"]) > 0
        assert "saved" in json.dumps(answer.data()).lower()
        page = who.browser.tried("GET", f"/e/{scene.event.slug}/enter/")
        assert (page.status, "Retry-After" in page.headers) == (503, True)
        assert "Traceback" not in page.text
        assert scene.hall.get("/healthz")[0] == 200
        assert scene.hall.get("/readyz")[0] == 503
        assert scene.hall.get("/")[0] == 503
    assert who.enter(line(tables[1]), key="meanwhile")["table"] == tables[1]
    assert Result.objects.filter(table__round__division=scene.division).count() == 2
    eventually(scene.hall.is_ready, "ready again")
    assert scene.hall.replaced(web) == [], "nothing was restarted"


def _all_there(running: Hall) -> None:
    eventually(running.beats, "the worker's beat through Redis")
    found = running.checks()
    assert found["database"] == {"ok": True, "engine": "postgresql"}
    assert found["redis"] == {"ok": True, "used": True}
    assert not (running.data / "db.sqlite3").exists()


def test_redis_that_stands_still_or_is_killed_is_missed_by_nobody(
    kept_on_postgresql: Kept, own_redis: str
) -> None:
    """Then it ends, as a service is told to."""
    running, _url = kept_on_postgresql.ready()
    pid = process_on(own_redis)
    for how in (signal.SIGSTOP, signal.SIGKILL):
        os.kill(pid, how)
        assert seen_as_away(running)["redis"]["ok"] is False
        assert running.is_ready()
    assert running.stop() == 0


def seen_as_away(running: Hall) -> dict[str, Any]:
    """The checks, asked until the pause after the last answer of Redis is over."""
    return dict(eventually(lambda: without_redis(running), "Redis seen as away", 20))


def without_redis(running: Hall) -> dict[str, Any] | None:
    status, _ = running.get("/readyz", timeout=20)
    assert status == 200
    checks = running.checks()
    return checks if checks["redis"]["ok"] is False else None


def process_on(url: str) -> int:
    """The process that listens where `url` says, by asking it."""
    with redis.Redis.from_url(url) as client:
        return int(client.info("server")["process_id"])  # type: ignore[index,arg-type]


# In every run they are cut once, above, under an entry.
@pytest.mark.soak
def test_connections_cut_again_and_again_under_four_clerks_lose_nothing(on_postgresql: Stage) -> None:
    scene = on_postgresql(32)
    clerks = [scene.clerk(number) for number in range(CLERKS)]
    tables = scene.tables()
    turns, share = Semaphore(0), len(tables) // (CUTS + 1)
    with ThreadPoolExecutor(CLERKS) as pool:
        work = [pool.submit(types, who, tables[n::CLERKS], 0.1, turns) for n, who in enumerate(clerks)]
        try:
            for cut in range(CUTS):
                turns.release(share)
                saved(clerks, share * cut + share // 2)
                _cut_all()
        finally:
            turns.release(len(tables))
        for future in work:
            future.result(240)
    assert sum(who.broken for who in clerks) > 0, "no cut was felt"
    check_nothing_is_lost(scene, clerks)


def _cut_all() -> None:
    with server() as found:
        found.execute(OURS, [database_name(), [own_process()]])
