"""An update of PostgreSQL is one transaction: killed at any moment, the next start finds old or new, and says which."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tdapp.launch.turns import LOCK
from tests.conftest import needed
from tests.launch.starting import HALF, OLDER, Place, Starts, chosen, older, said, sql, starts
from tests.servers import ROOT, eventually

pytestmark = [pytest.mark.slow, pytest.mark.services]
WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND NOT granted"


@contextmanager
def on_postgres(tmp_path: Path) -> Iterator[tuple[Starts, Callable[[str], Place]]]:
    """Starts on PostgreSQL, and how to have another database for one (a copy of `template`, or an empty one)."""
    url = needed("TD_TEST_PG_URL")
    made: list[str] = []
    with psycopg.connect(url.replace("postgres://", "postgresql://"), autocommit=True) as server:

        def another(template: str) -> Place:
            made.append(f"td_killed_{os.getpid()}_{len(made)}")
            server.execute(f"CREATE DATABASE {made[-1]} TEMPLATE {template}")
            (tmp_path / made[-1]).mkdir()
            return {"folder": str(tmp_path / made[-1]), "database": made[-1]}

        try:
            with starts(tmp_path / "settings", url) as running:
                yield running, another
        finally:
            for name in made:
                server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def pg_sql(place: Place, statement: str) -> list[tuple[Any, ...]]:
    address = needed("TD_TEST_PG_URL").replace("postgres://", "postgresql://").rpartition("/")[0]
    with psycopg.connect(f"{address}/{place['database']}", autocommit=True) as data:
        found = data.execute(statement)
        return found.fetchall() if found.description else []


def pg_a_little_older(place: Place) -> Place:
    pg_sql(place, "DROP TABLE django_session")
    pg_sql(place, "DELETE FROM django_migrations WHERE app = 'sessions'")
    return place


def pg_killed_and_started(running: Starts, place: Place, moment: int, moments: list[str]) -> None:
    """As on SQLite; what stands between is for PostgreSQL to undo."""
    assert running.start(place, moment)["status"] == -9
    again = running.start(place)
    assert again["status"] == 0, (moments[moment], said(again))
    noted = (
        "os.rename updating.part" in moments[:moment] and "os.remove updating.json" not in moments[:moment]
    )
    assert (HALF in said(again)) is noted, (moments[moment], said(again))
    assert "between two versions" not in said(again)
    assert running.start(place)["moments"] == []


@dataclass
class Made:
    """An installation after its first start, made once for the file: each test works on copies of it."""

    running: Starts
    another: Callable[[str], Place]
    database: str
    first: list[Any]

    def a_little_older(self) -> Place:
        """A copy of it, without its last table."""
        return pg_a_little_older(self.another(self.database))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    with on_postgres(tmp_path_factory.mktemp("killed")) as (running, another):
        one = another("template0")
        two = one | {"folder": f"{one['folder']}-too"}
        Path(two["folder"]).mkdir()
        yield Made(running, another, one["database"], of_two_machines(running, one, two))


def of_two_machines(running: Starts, one: Place, two: Place) -> list[Any]:
    """The answers of both, which began while it was somebody else's turn."""
    address = needed("TD_TEST_PG_URL").replace("postgres://", "postgresql://").rpartition("/")[0]
    with psycopg.connect(f"{address}/{one['database']}", autocommit=True) as other:
        other.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        answers = running.together(one, two)
        eventually(lambda: other.execute(WAITING, [LOCK]).fetchone() == (2,), "both wait for their turn")
        assert other.execute("SELECT to_regclass('django_migrations')").fetchone() == (None,)
        other.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
        return answers()


def test_two_machines_that_start_on_one_new_database_take_turns(made: Made) -> None:
    assert [answer["status"] for answer in made.first] == [0, 0]
    assert ["director" in str(answer["told"]) for answer in made.first].count(True) == 1
    place = made.another(made.database)
    assert pg_sql(place, "SELECT username, owner FROM kernel_user") == [("director", True)]


def test_on_postgresql_a_killed_update_leaves_old_or_new(made: Made) -> None:
    """A first start is the same one transaction: killed in the long form, and on SQLite in every run."""
    updated = made.running.start(made.a_little_older())
    assert updated["status"] == 0
    moments = updated["moments"]
    record = next(number for number, what in enumerate(moments) if 'INTO "django_migrations"' in what)
    for moment in (moments.index("os.rename updating.part") + 1, record, record + 1, len(moments) - 1):
        pg_killed_and_started(made.running, made.a_little_older(), moment, moments)


NAMED = "SELECT count(*) FROM information_schema.columns WHERE column_name = 'made_by' AND table_name = 'scoresheets_photo'"


def test_on_postgresql_an_update_that_fails_is_undone_and_says_so(made: Made) -> None:
    """Of its two steps the second fails: the first is undone with it."""
    place = made.a_little_older()
    pg_sql(place, "ALTER TABLE scoresheets_photo DROP COLUMN made_by")
    pg_sql(place, "DELETE FROM django_migrations WHERE name = '0002_photo_by_whom'")
    pg_sql(place, "CREATE TABLE django_session (id int)")
    answer = made.running.start(place)
    assert answer["status"] == 3
    assert any("ALTER TABLE" in what for what in answer["moments"])
    assert "the update failed and the data is as it was before" in said(answer)
    assert pg_sql(place, NAMED) == [(0,)]
    pg_sql(place, "DROP TABLE django_session")
    assert made.running.start(place)["status"] == 0
    assert pg_sql(place, NAMED) == [(1,)]


OLD_ONES = """
import json, sys
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
executor = MigrationExecutor(connection)
executor.loader = MigrationLoader(connection, replace_migrations=False)
state = executor.migrate([tuple(one) for one in json.loads(sys.argv[1])])
state.apps.get_model("kernel", "User").objects.create(username="kept")
"""


def pg_older(place: Place, dump: Path, tmp_path: Path) -> None:
    """The tables of an earlier version, made by its own migrations."""
    if not (tmp_path / dump.stem).exists():
        older(tmp_path / dump.stem, dump)
    applied = sql(tmp_path / dump.stem, "SELECT app, name FROM django_migrations")
    address = needed("TD_TEST_PG_URL").rpartition("/")[0]
    env = os.environ | {
        "DATABASE_URL": f"{address}/{place['database']}", "TD_DATA": place["folder"], "PYTHONPATH": str(ROOT),
        "DJANGO_SETTINGS_MODULE": "tdapp.settings",
    }  # fmt: skip
    code = f"import django; django.setup(){OLD_ONES}"
    subprocess.run([sys.executable, "-c", code, json.dumps(applied)], cwd=ROOT, env=env, check=True)


@pytest.mark.soak
@pytest.mark.parametrize("dump", [None, *OLDER], ids=lambda path: path.stem if path else "creating")
def test_fifty_random_moments_on_postgresql(dump: Path | None, tmp_path: Path) -> None:
    with on_postgres(tmp_path) as (running, another):
        seed = another("template0")
        if dump is not None:
            pg_older(seed, dump, tmp_path)
        if dump is not None and dump.stem == "before_squash":
            pg_a_little_older(seed)
        whole_one = running.start(another(seed["database"]))
        assert whole_one["status"] == 0, said(whole_one)
        for moment in chosen(whole_one["moments"]):
            pg_killed_and_started(running, another(seed["database"]), moment, whole_one["moments"])
