"""A copy in a second place after every closed round: made once, tried again, never open without a word, old ones gone."""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tdapp.events.models import Round
from tdapp.interchange.backups import copies, sqlite
from tdapp.kernel import clock, jobs
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hall(settings: Any, tmp_path: Path) -> factories.Hall:
    """An event in a data folder of its own."""
    settings.DATA_DIR, settings.MEDIA_ROOT = tmp_path / "data", tmp_path / "data" / "media"
    settings.MEDIA_ROOT.mkdir(parents=True)
    return factories.hall(players=4, rounds=1, played=1)


@pytest.fixture
def stick(settings: Any, tmp_path: Path) -> Path:
    """The second place."""
    settings.BACKUP_TO, settings.BACKUP_OPEN = str(tmp_path / "stick"), True
    return tmp_path / "stick"


def close(hall: factories.Hall, number: int) -> None:
    Round.objects.filter(division=hall.division, number=number).update(status="closed", closed_at=clock.now())


def test_a_copy_is_made_once_for_every_closed_round(hall: factories.Hall, stick: Path):
    assert copies.keep_copy() is None
    close(hall, 1)
    assert Path(copies.keep_copy()["path"]).parent == stick
    assert copies.keep_copy() is None
    factories.published(hall.division)
    close(hall, 2)
    assert copies.keep_copy()
    assert len(list(stick.glob("td-round-*.zip"))) == 2


def test_the_worker_is_handed_a_copy_that_is_due_once(hall: factories.Hall, stick: Path):
    assert copies.tick() is None
    close(hall, 1)
    job = copies.tick()
    assert copies.tick() is None
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.status, Path(job.result["path"]).parent) == ("done", stick)
    assert copies.tick() is None


def test_a_stick_that_is_away_is_looked_for_again_after_a_minute(hall: factories.Hall, stick: Path):
    close(hall, 1)
    stick.write_text("a file where the folder should be")
    jobs.run(copies.tick().pk)
    assert copies.tick() is None
    with clock.at(clock.now() + timedelta(minutes=2)):
        assert copies.tick()


def test_a_stick_that_is_away_is_noted_and_tried_again(hall: factories.Hall, stick: Path):
    close(hall, 1)
    stick.write_text("a file where the folder should be")
    assert "No backup was made" in copies.keep_copy()["error"]
    assert copies.state()["error"]
    stick.unlink()
    assert "error" not in copies.keep_copy()


def test_a_stick_that_is_full_is_told_as_such(
    hall: factories.Hall, stick: Path, monkeypatch: pytest.MonkeyPatch
):
    def full(_source: Path, _target: Path) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    close(hall, 1)
    monkeypatch.setattr(sqlite, "_pour_beside_writers", full)
    jobs.run(copies.tick().pk)
    assert "disk is full" in copies.state()["error"]
    assert copies.tick() is None
    assert list(stick.iterdir()) == []


def test_a_copy_that_fails_by_a_fault_of_ours_is_not_tried_every_few_seconds(
    hall: factories.Hall, stick: Path, monkeypatch: pytest.MonkeyPatch
):
    def faulty(_source: Path, _target: Path) -> None:
        raise RuntimeError("a fault")

    close(hall, 1)
    monkeypatch.setattr(sqlite, "_pour_beside_writers", faulty)
    job = copies.tick()
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.status, copies.tick()) == ("failed", None)
    with clock.at(clock.now() + timedelta(minutes=2)):
        assert copies.tick()


def test_old_copies_are_thrown_away_other_files_are_not(
    hall: factories.Hall, stick: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(copies, "KEPT", 2)
    stick.mkdir()
    (stick / "holiday.jpg").write_text("x")
    for number in range(1, 5):
        if number > 1:
            factories.published(hall.division)
        with clock.at(clock.now() + timedelta(minutes=number)):
            close(hall, number)
            copies.keep_copy()
    assert len(list(stick.glob("td-round-*.zip"))) == 2
    assert (stick / "holiday.jpg").exists()


def test_without_a_second_place_nothing_is_copied(hall: factories.Hall, settings: Any):
    settings.BACKUP_TO = ""
    close(hall, 1)
    assert copies.keep_copy() is None


def test_a_full_backup_that_nobody_said_is_open_is_refused(
    hall: factories.Hall, settings: Any, tmp_path: Path, capsys: Any
):
    """On the command line, and where the program makes one after a closed round."""
    with pytest.raises(SystemExit) as end:
        call_command("backup", "--to", str(tmp_path / "stick"))
    assert end.value.code == 2
    assert "Say that you know: --open." in capsys.readouterr().err
    settings.BACKUP_TO, settings.BACKUP_OPEN = str(tmp_path / "stick"), False
    close(hall, 1)
    assert "an open file" in (copies.keep_copy() or {})["error"]
    assert not (tmp_path / "stick").exists()
