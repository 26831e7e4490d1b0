"""An update, or a first start, that is killed at any moment: the next start is whole, old or new, and says which."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.launch.starting import (
    HALF,
    OLDER,
    Starts,
    a_little_older,
    boundaries,
    chosen,
    held,
    older,
    passed,
    said,
    sql,
    whole,
)  # fmt: skip
from tests.servers import FIRST_START, ROOT

pytestmark = pytest.mark.slow
CUT_OFF = """
import os, sqlite3
data = sqlite3.connect("db.sqlite3", isolation_level=None)
data.execute("PRAGMA cache_size=1")
data.execute("BEGIN")
data.execute("DELETE FROM kernel_user")
data.execute("CREATE TABLE x AS SELECT * FROM auth_permission, (SELECT 1 UNION SELECT 2)")
os.kill(os.getpid(), 9)
"""


def killed_and_started(running: Starts, folder: Path, moment: int | str) -> None:
    """Kill a start of `folder` at a moment; then the next one has to be whole, and say what is there."""
    is_new = (folder / "db.sqlite3").exists() is False
    before = [] if is_new else held(folder)
    killed = running.start({"folder": str(folder)}, moment)
    gone = killed["moments"]
    when = f"after {gone[-1:]}, killed at {moment}"
    assert killed["status"] == -9, when
    if is_new:
        assert not (folder / "db.sqlite3").exists() or whole(folder)
    else:
        assert whole(folder), when
        assert held(folder) == before, when
    replaced = "os.rename db.sqlite3.updating" in gone
    noted = "os.rename updating.part" in gone and "os.remove updating.json" not in gone
    again = running.start({"folder": str(folder)})
    assert again["status"] == 0, (when, said(again))
    assert (HALF in said(again)) is noted, (when, said(again))
    if noted and not is_new:
        expected = "of this version, and whole" if replaced else "as it was before"
        assert expected in said(again), (when, said(again))
    assert whole(folder)
    assert is_new or held(folder) == before
    assert not list(folder.glob("*.updating*"))
    assert running.start({"folder": str(folder)})["moments"] == [], "nothing is left to be done"


def test_an_update_killed_between_any_two_steps_leaves_old_or_new(sqlite: Starts, tmp_path: Path) -> None:
    a_little_older(tmp_path / "whole")
    moments = passed(sqlite, tmp_path / "whole")
    for moment in boundaries(moments):
        folder = tmp_path / f"killed-{moment}"
        a_little_older(folder)
        killed_and_started(sqlite, folder, moment)
        assert len(list((folder / "backups").glob("*.sqlite3"))) <= 1, "one copy of the same data is enough"


# In every run the same step of an update is killed above, and a first start half-way below.
@pytest.mark.soak
def test_a_first_start_killed_when_all_is_made_begins_anew(sqlite: Starts, tmp_path: Path) -> None:
    """Before its file is put in its place: everything was made, and none of it is there. Half-way: the real kill below."""
    folder = tmp_path / "killed"
    folder.mkdir()
    killed_and_started(sqlite, folder, "os.rename db.sqlite3.updating")
    assert sql(folder, "SELECT username FROM kernel_user") == [("director",)]


@pytest.mark.soak
def test_a_first_start_killed_between_any_two_steps_begins_anew(sqlite: Starts, tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    for moment in boundaries(passed(sqlite, tmp_path / "whole")):
        folder = tmp_path / f"killed-{moment}"
        folder.mkdir()
        killed_and_started(sqlite, folder, moment)
        assert sql(folder, "SELECT username FROM kernel_user") == [("director",)]


# The oldest in every run: it passes through whatever the younger ones need.
@pytest.mark.parametrize(
    "dump",
    [
        pytest.param(path, id=path.stem, marks=[] if path.stem == "morning" else pytest.mark.soak)
        for path in OLDER
    ],
)
def test_every_older_file_is_updated_whole_and_says_who_is_the_owner_now(
    dump: Path, sqlite: Starts, tmp_path: Path
) -> None:
    older(tmp_path / "data", dump)
    before = held(tmp_path / "data")
    updated = sqlite.start({"folder": str(tmp_path / "data")})
    assert updated["status"] == 0, said(updated)
    assert "who alone sees its backups: director." in said(updated)
    assert whole(tmp_path / "data")
    assert held(tmp_path / "data") == before
    assert passed(sqlite, tmp_path / "data") == []
    assert updated["moments"], "each of them lacks something"


def test_a_hot_journal_is_taken_up_before_the_update(sqlite: Starts, tmp_path: Path) -> None:
    """A clerk's write was cut off by the power: SQLite has it still to be undone when the update begins."""
    a_little_older(tmp_path / "data")
    before = held(tmp_path / "data")
    subprocess.run([sys.executable, "-c", CUT_OFF], cwd=tmp_path / "data")
    assert (tmp_path / "data" / "db.sqlite3-journal").stat().st_size > 0
    passed(sqlite, tmp_path / "data")
    assert held(tmp_path / "data") == before
    assert not list((tmp_path / "data").glob("db.sqlite3-*"))


@pytest.mark.soak
@pytest.mark.parametrize("dump", [None, *OLDER], ids=lambda path: path.stem if path else "creating")
def test_fifty_random_moments_on_sqlite(dump: Path | None, sqlite: Starts, tmp_path: Path) -> None:
    def made(folder: Path) -> Path:
        if dump is None:
            folder.mkdir()
        elif dump.stem == "before_squash":
            older(folder, dump)
            sql(folder, "DROP TABLE django_session")
            sql(folder, "DELETE FROM django_migrations WHERE app = 'sessions'")
        else:
            older(folder, dump)
        return folder

    moments = passed(sqlite, made(tmp_path / "whole"))
    for turn, moment in enumerate(chosen(moments)):
        folder = made(tmp_path / f"killed-{turn}")
        killed_and_started(sqlite, folder, moment)
        shutil.rmtree(folder)


def test_a_real_kill_of_a_real_start(tmp_path: Path) -> None:
    """While its working copy fills: wherever that falls, the next start goes on."""
    folder = tmp_path / "data"
    env = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("TD_", "DATABASE_", "REDIS_"))
    }
    env |= {"TD_DATA": str(folder), "TD_LIFELINE": "1", "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", FIRST_START]
    with subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as begun:
        assert begun.stdout
        assert any('"done": 20' in line for line in begun.stdout), "it tells each migration"
        begun.kill()
    assert begun.returncode == -9
    assert not (folder / "db.sqlite3").exists() or sql(folder, "SELECT * FROM sqlite_master") == []
    again = subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True)
    assert HALF in again.stdout
    assert whole(folder)
    assert sql(folder, "SELECT username FROM kernel_user") == [("director",)]
