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
def empty_database() -> Iterator[str]:
    with postgres.new_database(needed("TD_TEST_PG_URL")) as config:
        yield postgres.url_of(config)


@pytest.fixture
def used_database() -> Iterator[str]:
    """One the program was started on before."""
    with postgres.new_database(needed("TD_TEST_PG_URL"), used=True) as config:
        yield postgres.url_of(config)


@pytest.fixture
def big_hall(empty_database: str, redis_url: str, tmp_path: Path) -> Iterator[Hall]:
    """The program as a server runs it: PostgreSQL and Redis, nothing in the data folder but its log."""
    with servers.hall(tmp_path / "data", DATABASE_URL=empty_database, REDIS_URL=redis_url) as running:
        yield running


@pytest.mark.services
@pytest.mark.slow
def test_the_same_command_runs_on_postgresql_and_redis(big_hall: Hall) -> None:
    eventually(lambda: big_hall.checks()["worker"]["ok"], "the worker's beat through Redis")
    found = big_hall.checks()
    assert found["database"] == {"ok": True, "engine": "postgresql"}
    assert found["redis"] == {"ok": True, "used": True}
    assert not (big_hall.data / "db.sqlite3").exists()
    assert big_hall.stop() == 0


@pytest.mark.services
@pytest.mark.slow
def test_a_database_that_is_away_is_told_and_comes_back_without_a_restart(
    used_database: str, redis_url: str, tmp_path: Path
) -> None:
    with servers.hall(tmp_path / "data", DATABASE_URL=used_database, REDIS_URL=redis_url) as running:
        _away_and_back(running, used_database.rsplit("/", 1)[1])


def _away_and_back(big_hall: Hall, name: str) -> None:
    web = big_hall.children("web")
    with psycopg.connect(
        needed("TD_TEST_PG_URL").replace("postgres:", "postgresql:"), autocommit=True
    ) as server:
        server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        assert eventually(lambda: big_hall.get("/readyz")[0] == 503, "not ready")
        assert big_hall.get("/healthz")[0] == 200
        assert big_hall.get("/", timeout=3)[0] == 503
        server.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    assert eventually(big_hall.is_ready, "ready again", 10)
    assert big_hall.replaced(web) == []


@pytest.mark.services
@pytest.mark.slow
def test_redis_stopped_and_killed_leaves_the_hall_ready(used_database: str, tmp_path: Path) -> None:
    with services.redis() as own:
        pid = process_on(own.url)
        with servers.hall(tmp_path / "data", DATABASE_URL=used_database, REDIS_URL=own.url) as running:
            for how in (signal.SIGSTOP, signal.SIGKILL):
                os.kill(pid, how)
                assert seen_as_away(running)["redis"]["ok"] is False
                assert running.is_ready()


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
