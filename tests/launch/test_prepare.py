"""What happens to a data folder before the first page: each case in a fork and a folder of its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tdapp.launch.host.data_folder import Tenancy
from tests.launch.starting import Starts
from tests.servers import used_before

pytestmark = pytest.mark.slow
# A change that damages the data and then fails, as a migration interrupted half-way would.
FAILING = """
def failing(self, *args, **kwargs):
    from django.db import connection
    connection.cursor().execute("DELETE FROM kernel_user")
    raise RuntimeError("no such column")
from django.core.management.commands import migrate; migrate.Command.handle = failing
"""
Facts = dict[str, Any]
Prepared = Callable[..., tuple[bool, Facts]]


@pytest.fixture
def prepared(sqlite: Starts) -> Prepared:
    """Whether `prepare` says yes on a folder, and everything it told, merged; `before` is code that spoils something."""

    def start(folder: Path, demo: bool = False, before: str = "") -> tuple[bool, Facts]:
        answer = sqlite.start({"folder": str(folder)}, demo=demo, before=before)
        assert answer["status"] in (0, 3), answer
        told: Facts = {}
        for facts in answer["told"]:
            told |= facts
        return answer["status"] == 0, told

    return start


def sql(folder: Path, statement: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(folder / "db.sqlite3")) as data, data:
        return data.execute(statement).fetchall()


def forget_a_migration(folder: Path) -> None:
    """As an older version of the program left it: without sessions."""
    sql(folder, "DROP TABLE django_session")
    sql(folder, "DELETE FROM django_migrations WHERE app = 'sessions'")


def copies(folder: Path) -> list[Path]:
    return sorted((folder / "backups").glob("before-migrate-*.sqlite3"))


@pytest.fixture
def used(tmp_path: Path) -> Path:
    """A folder after its first start."""
    used_before(tmp_path)
    return tmp_path


def test_of_two_first_starts_at_once_one_makes_a_director_and_orders_the_demo_without_waiting_for_it(
    tmp_path: Path, sqlite: Starts
) -> None:
    place = {"folder": str(tmp_path)}
    both = sqlite.together(place, place, demo=True)()
    assert [answer["status"] for answer in both] == [0, 0]
    made = [facts["director"] for answer in both for facts in answer["told"] if "director" in facts]
    assert len(made) == 1, "they take turns"
    assert len(made[0]["password"]) >= 10
    assert sql(tmp_path, "SELECT username FROM kernel_user") == [(made[0]["username"],)]
    assert copies(tmp_path) == [], "there was nothing to copy"
    assert any(facts.get("event", {}).get("job") for answer in both for facts in answer["told"])
    assert sql(tmp_path, "SELECT count(*) FROM events_event") == [(0,)]
    assert sql(tmp_path, "SELECT kind, status FROM kernel_job") == [("demo.make", "queued")]


def test_a_start_says_that_there_is_no_owner(used: Path, sqlite: Starts) -> None:
    """Whom an update made one is said in `test_killed_updates.py`."""

    def told() -> str:
        answer = sqlite.manage(used, "prepare")
        assert answer["status"] == 0, answer
        return str(answer["out"])

    assert told() == ""
    sql(used, "UPDATE kernel_user SET owner = 0")
    assert "./td manage make_owner NAME" in told()


def test_the_second_start_changes_nothing(used: Path, prepared: Prepared) -> None:
    before = (used / "db.sqlite3").read_bytes()
    assert prepared(used, demo=True) == (True, {"step": "pages", "events": []})
    assert (used / "db.sqlite3").read_bytes() == before


def test_data_is_copied_before_it_is_migrated(used: Path, prepared: Prepared) -> None:
    forget_a_migration(used)
    fine, told = prepared(used)
    assert fine
    assert str(copies(used)[0]) in told["say"]
    assert sql(used, "SELECT count(*) FROM django_session") == [(0,)]
    with closing(sqlite3.connect(copies(used)[0])) as copy:
        assert copy.execute("SELECT count(*) FROM kernel_user").fetchone() == (1,)


def test_only_the_last_five_copies_are_kept(used: Path, prepared: Prepared) -> None:
    (used / "backups").mkdir()
    for number in range(7):
        (used / "backups" / f"before-migrate-2020010{number}.sqlite3").touch()
    forget_a_migration(used)
    assert prepared(used)[0]
    assert len(copies(used)) == 5
    assert copies(used)[0].name == "before-migrate-20200103.sqlite3"


def test_a_failed_update_leaves_the_data_as_it_was_and_says_so(used: Path, prepared: Prepared) -> None:
    forget_a_migration(used)
    fine, told = prepared(used, before=FAILING)
    assert not fine
    assert "the update failed and the data is as it was before: no such column" in told["stop"]
    assert sql(used, "SELECT count(*) FROM kernel_user") == [(1,)]


def test_data_of_a_newer_version_is_refused_untouched_until_somebody_says_to_live_with_it(
    used: Path, prepared: Prepared
) -> None:
    sql(
        used,
        "INSERT INTO django_migrations (app, name, applied) VALUES ('kernel', '9999_later', '2030-01-01')",
    )
    before = (used / "db.sqlite3").read_bytes()
    fine, told = prepared(used)
    assert not fine
    assert "newer version of this program (it knows kernel.9999_later)" in told["stop"]
    assert (used / "db.sqlite3").read_bytes() == before
    lived_with = "from django.conf import settings; settings.NEWER_DATA = [{!r}]".format
    assert not prepared(used, before=lived_with("kernel.9998_other"))[0]
    assert prepared(used, before=lived_with("kernel.9999_later"))[0]


def test_a_file_that_is_no_database_is_one_sentence(tmp_path: Path, prepared: Prepared) -> None:
    (tmp_path / "db.sqlite3").write_text("this is no database at all, it is a letter" * 50)
    fine, told = prepared(tmp_path)
    assert not fine
    assert "file is not a database" in told["stop"]
    assert "\n" not in told["stop"]


FULL = """
from tdapp.launch.updating import place
def no_room(path): raise OSError(28, "No space left on device")
place.sync = no_room
"""
NEARLY_FULL = """
import shutil
shutil.disk_usage = lambda path: type("Usage", (), {"free": 5 * 2**20})
"""


def test_a_disk_that_fills_up_half_way_leaves_the_old_state_and_one_sentence(
    used: Path, prepared: Prepared
) -> None:
    forget_a_migration(used)
    before = (used / "db.sqlite3").read_bytes()
    for fault, sentence in (
        (FULL, "the data is as it was before: [Errno 28] No space left on device"),
        (NEARLY_FULL, "the data is as it was before: there is not enough room for the update: it needs 2"),
    ):
        fine, told = prepared(used, before=fault)
        assert not fine
        assert sentence in told["stop"]
        assert "\n" not in told["stop"]
        assert (used / "db.sqlite3").read_bytes() == before
        assert not list(used.glob("db.sqlite3?*"))
    assert prepared(used)[0], "with room again it goes on"


def test_a_folder_that_cannot_be_written_is_one_sentence(used: Path, prepared: Prepared) -> None:
    """As root every folder can be written: the refusal of the file system is played."""
    forget_a_migration(used)
    before = (used / "db.sqlite3").read_bytes()
    refusing = """
from tdapp.launch.updating import note
def no(before): raise PermissionError(13, "Permission denied", "run/updating.part")
note.write = no
"""
    fine, told = prepared(used, before=refusing)
    assert not fine
    assert "the data is as it was before: [Errno 13] Permission denied" in told["stop"]
    assert (used / "db.sqlite3").read_bytes() == before


def test_migrate_by_hand_goes_the_same_way(used: Path, sqlite: Starts) -> None:
    forget_a_migration(used)
    tenancy = Tenancy(used)
    tenancy.take()
    refused = sqlite.manage(used, "migrate", "--verbosity", "0")
    assert refused["status"] == 2
    assert "the program is running on" in refused["err"]
    tenancy.leave()
    expendable = sqlite.manage(used, "migrate", "--expendable")
    assert expendable["status"] == 2
    assert "a kill half-way would leave it broken" in expendable["err"]
    done = sqlite.manage(used, "migrate", "--verbosity", "0")
    assert (done["status"], done["err"]) == (0, "")
    assert len(copies(used)) == 1
    assert str(copies(used)[0]) in done["out"]
    assert sql(used, "SELECT count(*) FROM django_session") == [(0,)]


def test_a_folder_anybody_could_read_is_closed_at_the_start(used: Path, prepared: Prepared) -> None:
    for path in (used, *used.rglob("*")):
        path.chmod(0o777 if path.is_dir() else 0o666)
    forget_a_migration(used)
    assert prepared(used)[0]
    assert [path for path in (used, *used.rglob("*")) if path.stat().st_mode & 0o077] == []
