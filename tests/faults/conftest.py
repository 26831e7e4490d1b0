"""Halls on either database, called with a number of players: they have an event then."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import postgres, servers
from tests.conftest import needed
from tests.faults.halls import Stage, looking_into, staged


@pytest.fixture
def on_sqlite(tmp_path: Path, django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    """`./td run` on SQLite; called with a number of players it has an event."""
    url = f"sqlite:///{(tmp_path / 'data' / 'db.sqlite3').as_posix()}"
    with servers.hall(tmp_path / "data") as running, django_db_blocker.unblock(), looking_into(url):
        yield lambda players: staged(running, players)


@pytest.fixture
def on_postgresql(tmp_path: Path, django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    """The same program on PostgreSQL. Mark the test `services`."""
    with postgres.new_database(needed("TD_TEST_PG_URL"), used=True) as config:
        url = postgres.url_of(config)
        with (
            servers.hall(tmp_path / "data", DATABASE_URL=url) as running,
            django_db_blocker.unblock(),
            looking_into(url),
        ):
            yield lambda players: staged(running, players)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=[pytest.mark.services, pytest.mark.soak])])
def stage(request: pytest.FixtureRequest) -> Stage:
    """Runs the test on SQLite, and on PostgreSQL in the long form: what PostgreSQL alone can lose is in `test_database_away`."""
    return request.getfixturevalue(f"on_{request.param}")
