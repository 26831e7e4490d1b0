"""An update, or a first start, that is killed at any moment: the next start is whole, old or new, and says which."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
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
    starts,
    whole,
)  # fmt: skip
from tests.servers import FIRST_START, ROOT
from tests.sweeps import SOAK

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


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[Starts]:
    with starts(tmp_path / "settings") as running:
        yield running


def killed_and_started(running: Starts, folder: Path, moment: int, moments: list[str]) -> None:
    """Kill a start of `folder` at a moment; then the next one has to be whole, and say what is there."""
    is_new = (folder / "db.sqlite3").exists() is False
    before = [] if is_new else held(folder)
    assert running.start({"folder": str(folder)}, moment)["status"] == -9, moments[moment]
    if is_new:
        assert not (folder / "db.sqlite3").exists() or whole(folder)
    else:
        assert whole(folder), moments[moment]
        assert held(folder) == before, moments[moment]
    replaced = "os.rename db.sqlite3.updating" in moments[:moment]
    noted = (
        "os.rename updating.part" in moments[:moment] and "os.remove updating.json" not in moments[:moment]
    )
    again = running.start({"folder": str(folder)})
    assert again["status"] == 0, (moments[moment], said(again))
    assert (HALF in said(again)) is noted, (moments[moment], said(again))
    if noted and not is_new:
        expected = "of this version, and whole" if replaced else "as it was before"
        assert expected in said(again), (moments[moment], said(again))
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
        killed_and_started(sqlite, folder, moment, moments)
        assert len(list((folder / "backups").glob("*.sqlite3"))) <= 1, "one copy of the same data is enough"


def test_a_first_start_killed_between_any_two_steps_begins_anew(sqlite: Starts, tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    moments = passed(sqlite, tmp_path / "whole")
    # Its steps are alike, an app's tables each: every other one, and all of them in the soak.
    for moment in boundaries(moments)[:: 1 if SOAK else 2]:
        folder = tmp_path / f"killed-{moment}"
        folder.mkdir()
        killed_and_started(sqlite, folder, moment, moments)
        assert sql(folder, "SELECT username FROM kernel_user") == [("director",)]


@pytest.mark.parametrize("dump", OLDER, ids=lambda path: path.stem)
def test_every_older_file_is_updated_whole(dump: Path, sqlite: Starts, tmp_path: Path) -> None:
    older(tmp_path / "data", dump)
    before = held(tmp_path / "data")
    moments = passed(sqlite, tmp_path / "data")
    assert whole(tmp_path / "data")
    assert held(tmp_path / "data") == before
    assert passed(sqlite, tmp_path / "data") == []
    assert moments, "each of them lacks something"


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
        killed_and_started(sqlite, folder, moment, moments)
        shutil.rmtree(folder)


def test_real_kills_of_a_real_start(tmp_path: Path) -> None:
    """A few by the clock: wherever they fall, the next start goes on."""
    folder = tmp_path / "data"
    env = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("TD_", "DATABASE_", "REDIS_"))
    }
    env |= {"TD_DATA": str(folder), "TD_LIFELINE": "1", "PYTHONPATH": str(ROOT)}
    for seconds in (0.9, 1.7, 2.5):
        begun = subprocess.Popen(
            [sys.executable, "-c", FIRST_START], cwd=ROOT, env=env, stdout=subprocess.DEVNULL
        )
        try:
            begun.wait(seconds)
        except subprocess.TimeoutExpired:
            begun.kill()
            begun.wait()
    subprocess.run(
        [sys.executable, "-c", FIRST_START], cwd=ROOT, env=env, check=True, stdout=subprocess.DEVNULL
    )
    assert whole(folder)
    assert sql(folder, "SELECT username FROM kernel_user") == [("director",)]
