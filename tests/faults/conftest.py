"""Halls on either database, called with a number of players: they have an event then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any

import pytest

from tdapp.launch.host import services
from tests import postgres, servers
from tests.conftest import needed
from tests.faults.halls import Stage, looking_into, staged

Made = Callable[[], AbstractContextManager[tuple[servers.Hall, str]]]


class Kept:
    """One hall for a file's tests, each of which has an event of its own in it; a new one after a test that killed it."""

    def __init__(self, made: Made) -> None:
        self.made, self.stack = made, ExitStack()
        self.found: tuple[servers.Hall, str] | None = None

    def ready(self) -> tuple[servers.Hall, str]:
        """The hall and the address of its database."""
        if self.found is None or self.found[0].process.poll() is not None:
            self.stack.close()
            self.found = self.stack.enter_context(self.made())
        servers.eventually(self.found[0].is_ready, "a ready hall")
        return self.found

    @contextmanager
    def staging(self, blocker: Any) -> Iterator[Stage]:
        """Inside the block `default` is the hall's own database."""
        running, url = self.ready()
        with blocker.unblock(), looking_into(url):
            yield lambda players: staged(running, players)


@contextmanager
def kept(made: Made) -> Iterator[Kept]:
    hall = Kept(made)
    with hall.stack:
        yield hall


@pytest.fixture(scope="module")
def kept_on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    @contextmanager
    def made() -> Iterator[tuple[servers.Hall, str]]:
        data = tmp_path_factory.mktemp("hall") / "data"
        with servers.hall(data) as running:
            yield running, f"sqlite:///{(data / 'db.sqlite3').as_posix()}"

    with kept(made) as hall:
        yield hall


@pytest.fixture(scope="module")
def own_redis() -> Iterator[str]:
    """Where a Redis for this file's hall alone answers: it may be killed."""
    with services.redis() as own:
        yield own.url


@pytest.fixture(scope="module")
def kept_on_postgresql(own_redis: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kept]:
    @contextmanager
    def made() -> Iterator[tuple[servers.Hall, str]]:
        with postgres.new_database(needed("TD_TEST_PG_URL"), used=True) as config:
            url = postgres.url_of(config)
            variables = {"DATABASE_URL": url, "REDIS_URL": own_redis}
            with servers.hall(tmp_path_factory.mktemp("hall") / "data", **variables) as running:
                yield running, url

    with kept(made) as hall:
        yield hall


@pytest.fixture
def on_sqlite(kept_on_sqlite: Kept, django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    """`./td run` on SQLite; called with a number of players it has an event."""
    with kept_on_sqlite.staging(django_db_blocker) as stage:
        yield stage


@pytest.fixture
def on_postgresql(kept_on_postgresql: Kept, django_db_setup: None, django_db_blocker: Any) -> Iterator[Stage]:
    """The same program on PostgreSQL and Redis, as a server runs it. Mark the test `services`."""
    with kept_on_postgresql.staging(django_db_blocker) as stage:
        yield stage


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=[pytest.mark.services, pytest.mark.soak])])
def stage(request: pytest.FixtureRequest) -> Stage:
    """Runs the test on SQLite, and on PostgreSQL in the long form: what PostgreSQL alone can lose is in `test_database_away`."""
    return request.getfixturevalue(f"on_{request.param}")
