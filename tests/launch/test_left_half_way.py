"""What an update in place by an earlier version left when it was killed: mended, made anew, or left alone with the way out."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.launch.starting import Starts, a_little_older, held, passed, said, sql, whole
from tests.servers import used_before

pytestmark = pytest.mark.slow


def test_in_place_the_same_kill_leaves_a_file_no_start_can_use_and_ours_mends_it(
    sqlite: Starts, tmp_path: Path
) -> None:
    """The control: without the copy a kill between a table and its record bricks, with it the next start goes on."""
    a_little_older(tmp_path / "whole")
    moments = sqlite.start({"folder": str(tmp_path / "whole")}, in_place=True)["moments"]
    record = next(number for number, what in enumerate(moments) if 'INTO "django_migrations"' in what)
    folder = tmp_path / "data"
    a_little_older(folder)
    (folder / "backups").mkdir()
    copy = folder / "backups" / "before-migrate-20260101-000000-000000.sqlite3"
    shutil.copyfile(folder / "db.sqlite3", copy)
    assert sqlite.start({"folder": str(folder)}, record, in_place=True)["status"] == -9
    assert sqlite.start({"folder": str(folder)}, in_place=True)["status"] != 0, (
        "the old way never starts again"
    )
    mended = sqlite.start({"folder": str(folder)})
    assert mended["status"] == 0, said(mended)
    assert copy.name in said(mended)
    assert whole(folder)


def test_tables_without_a_record_and_without_anybody_are_made_anew(sqlite: Starts, tmp_path: Path) -> None:
    """What a first start of an earlier version left when it was killed."""
    used_before(tmp_path)
    for table in ("django_migrations", "kernel_auditentry", "kernel_audithead", "kernel_user"):
        sql(tmp_path, f"DELETE FROM {table}")
    mended = sqlite.start({"folder": str(tmp_path)})
    assert mended["status"] == 0, said(mended)
    assert "nobody had entered anything, so it is made anew" in said(mended)
    assert sql(tmp_path, "SELECT username FROM kernel_user") == [("director",)]
    assert len(list((tmp_path / "backups").glob("not-whole-*"))) == 1


def test_tables_without_a_record_but_with_somebody_in_them_are_never_thrown_away(
    sqlite: Starts, tmp_path: Path
) -> None:
    used_before(tmp_path)
    sql(tmp_path, "DELETE FROM django_migrations")
    before = (tmp_path / "db.sqlite3").read_bytes()
    answer = sqlite.start({"folder": str(tmp_path)})
    assert answer["status"] == 3
    assert "it holds tables, but not which version of the program made them" in said(answer)
    assert "restore a backup there" in said(answer)
    assert (tmp_path / "db.sqlite3").read_bytes() == before


def a_damaged_one(folder: Path) -> Path:
    """An update in place was killed: one table more than its record says. A copy of before it is on the shelf."""
    a_little_older(folder)
    (folder / "backups").mkdir()
    copy = folder / "backups" / "before-migrate-20260101-000000-000000.sqlite3"
    shutil.copyfile(folder / "db.sqlite3", copy)
    sql(folder, "CREATE TABLE django_session (session_key varchar(40) PRIMARY KEY)")
    return copy


def test_a_file_bricked_by_an_earlier_version_goes_back_to_the_copy_that_holds_all_of_it(
    sqlite: Starts, tmp_path: Path
):
    copy = a_damaged_one(tmp_path)
    for number in range(5):
        (tmp_path / "backups" / f"before-migrate-2026020{number}-000000-000000.sqlite3").write_bytes(
            b"broken"
        )
    answer = sqlite.start({"folder": str(tmp_path)})
    assert answer["status"] == 0, said(answer)
    assert f"The copy {copy.name}, which holds every entry of its log, is in its place" in said(answer)
    assert copy.exists(), "the newest verified copy is never rotated away"
    assert len(list((tmp_path / "backups").glob("not-whole-*"))) == 1
    assert whole(tmp_path)
    assert passed(sqlite, tmp_path) == []


def test_a_bricked_file_with_more_in_it_than_any_copy_is_left_alone_and_the_way_out_is_said(
    sqlite: Starts, tmp_path: Path
):
    copy = a_damaged_one(tmp_path)
    sql(tmp_path, "UPDATE kernel_audithead SET number = number + 1")
    before = held(tmp_path)
    for _ in range(7):
        answer = sqlite.start({"folder": str(tmp_path)})
        assert answer["status"] == 3
        assert "is not whole" in said(answer)
        assert f"put {copy} in its place" in said(answer)
        assert "as it was before" not in said(answer)
    assert held(tmp_path) == before
    assert [path.name for path in (tmp_path / "backups").iterdir()] == [copy.name]
