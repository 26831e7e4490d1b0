"""Several machines, or processes, that prepare the same data take turns; an update says who owns the installation."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tdapp.launch.turns import LOCK
from tests import postgres
from tests.conftest import needed
from tests.launch.starting import OLDER, Starts, older
from tests.servers import ROOT, eventually

pytestmark = pytest.mark.slow


def preparing(folder: Path, **variables: str) -> subprocess.Popen[str]:
    """`./td manage prepare` on a data folder."""
    ours = ("TD_", "DATABASE_", "REDIS_", "DJANGO_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return subprocess.Popen(
        [sys.executable, "manage.py", "prepare"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
        env=kept | {"TD_DATA": str(folder)} | variables,
    )


def said(processes: list[subprocess.Popen[str]]) -> str:
    """What they said, once all of them ended well."""
    texts = [process.communicate(timeout=300)[0] for process in processes]
    assert [process.returncode for process in processes] == [0] * len(processes), texts
    return "".join(texts)


@pytest.mark.services
def test_two_machines_that_start_on_one_new_database_take_turns(tmp_path: Path) -> None:
    with postgres.new_database(needed("TD_TEST_PG_URL")) as config:
        url = postgres.url_of(config)
        with psycopg.connect(url.replace("postgres:", "postgresql:"), autocommit=True) as other:
            other.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            both = [preparing(tmp_path / name, DATABASE_URL=url) for name in ("one", "two")]
            waiting = (
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = %s AND NOT granted"
            )
            eventually(lambda: other.execute(waiting, [LOCK]).fetchone() == (2,), "both wait for their turn")
            assert other.execute("SELECT to_regclass('django_migrations')").fetchone() == (None,)
            other.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
            assert said(both).count("director / ") == 1
            assert other.execute("SELECT username, owner FROM kernel_user").fetchall() == [("director", True)]


def test_two_that_start_on_one_new_folder_take_turns(tmp_path: Path) -> None:
    assert said([preparing(tmp_path), preparing(tmp_path)]).count("director / ") == 1


def test_an_update_says_who_is_the_owner_and_a_start_that_there_is_none(
    tmp_path: Path, sqlite: Starts
) -> None:
    folder = tmp_path / "data"
    older(folder, OLDER[0])

    def told() -> str:
        answer = sqlite.manage(folder, "prepare")
        assert answer["status"] == 0, answer
        return str(answer["out"])

    assert "who alone sees its backups: director." in told()
    assert told() == ""
    with closing(sqlite3.connect(folder / "db.sqlite3")) as data, data:
        data.execute("UPDATE kernel_user SET owner = 0")
    assert "./td manage make_owner NAME" in told()
