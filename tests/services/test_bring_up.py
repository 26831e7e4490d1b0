"""The program on PostgreSQL and Redis, and what it does while one of them is away."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.contrib.auth import get_user_model
from django.db import connection

from tdapp.launch.host import services
from tests import postgres, servers
from tests.conftest import needed
from tests.servers import Hall, eventually


def test_a_test_meets_the_database_it_asked_for(database: str) -> None:
    assert connection.vendor == database
    get_user_model().objects.create_user("alma")  # type: ignore[attr-defined]
    assert get_user_model().objects.count() == 1


def test_and_finds_nothing_of_the_test_before_it(database: str) -> None:
    assert get_user_model().objects.count() == 0, database


@pytest.fixture
def used_database() -> Iterator[str]:
    """One the program was started on before; a first start on PostgreSQL is in `tests/launch/test_turns.py`."""
    with postgres.new_database(needed("TD_TEST_PG_URL"), used=True) as config:
        yield postgres.url_of(config)


@pytest.mark.services
@pytest.mark.slow
def test_on_postgresql_and_redis_it_says_what_is_away_and_goes_on_without_a_restart(
    used_database: str, tmp_path: Path
) -> None:
    """The program as a server runs it. One hall: what is away comes back, and Redis alone is missed by nobody."""
    with services.redis() as own:
        pid = process_on(own.url)
        with servers.hall(tmp_path / "data", DATABASE_URL=used_database, REDIS_URL=own.url) as running:
            _all_there(running)
            _database_away_and_back(running, used_database.rsplit("/", 1)[1])
            for how in (signal.SIGSTOP, signal.SIGKILL):
                os.kill(pid, how)
                assert seen_as_away(running)["redis"]["ok"] is False
                assert running.is_ready()
            assert running.stop() == 0


def _all_there(running: Hall) -> None:
    eventually(lambda: running.checks()["worker"]["ok"], "the worker's beat through Redis")
    found = running.checks()
    assert found["database"] == {"ok": True, "engine": "postgresql"}
    assert found["redis"] == {"ok": True, "used": True}
    assert not (running.data / "db.sqlite3").exists()


def _database_away_and_back(running: Hall, name: str) -> None:
    web = running.children("web")
    with psycopg.connect(
        needed("TD_TEST_PG_URL").replace("postgres:", "postgresql:"), autocommit=True
    ) as server:
        server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        assert eventually(lambda: running.get("/readyz")[0] == 503, "not ready")
        assert running.get("/healthz")[0] == 200
        assert running.get("/")[0] == 503
        server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    assert eventually(running.is_ready, "ready again")
    assert running.replaced(web) == []


def seen_as_away(running: Hall) -> dict[str, Any]:
    """The checks, asked until the pause after the last answer of Redis is over."""
    return dict(eventually(lambda: away(running), "Redis seen as away", 20))


def away(running: Hall) -> dict[str, Any] | None:
    status, _ = running.get("/readyz", timeout=20)
    assert status == 200
    checks = running.checks()
    return checks if checks["redis"]["ok"] is False else None


def process_on(url: str) -> int:
    """The process that listens where `url` says, by asking it."""
    with servers.redis.Redis.from_url(url) as client:
        return int(client.info("server")["process_id"])  # type: ignore[index,arg-type]
