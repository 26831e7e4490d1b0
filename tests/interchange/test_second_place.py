"""What is put in a second place: the event that changed, sealed; everything once a night; tried again, never open without
a word, old ones gone.
"""

from __future__ import annotations

import sqlite3
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from tdapp.desk.rehearsal import invariants
from tdapp.events.models import Round
from tdapp.interchange.backups import copies, sqlite
from tdapp.interchange.commands import copies_due
from tdapp.interchange.copies import plans, sealed, take_over
from tdapp.kernel import clock, context, jobs
from tests import factories
from tests.copies.conftest import gone

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


def written(stick: Path) -> dict[str, int]:
    """What lies in the second place: the bytes of each file."""
    return {str(path.relative_to(stick)): path.stat().st_size for path in stick.rglob("*") if path.is_file()}


def worker() -> None:
    """What the worker does until nothing is due."""
    while found := [job for job in (copies.tick(), *copies_due.tick()) if job]:
        for job in found:
            jobs.run(job.pk)


def test_a_change_of_one_event_writes_its_own_copy_alone_and_a_night_everything_once(
    hall: factories.Hall, stick: Path, monkeypatch: pytest.MonkeyPatch
):
    """Counted: a federation's 16,000 rounds a year were 16,000 dumps of everything."""
    monkeypatch.setitem(sealed.SCRYPT, "n", 2**10)
    other = factories.hall(players=4, rounds=1, played=1)
    monday = timezone.localtime(clock.now()).replace(hour=12, minute=0)
    stick.mkdir()
    with clock.at(monday):
        worker()
        before = written(stick)
        assert [name for name in before if "/" not in name], "the first one of everything is made at once"
        own, theirs = (plans.stem(one.event) for one in (hall, other))
        assert {name.split("-r")[0] for name in before if "/" in name} == {
            f"events/{own}",
            f"events/{theirs}",
        }
    for minutes in range(1, 4):
        with clock.at(monday + timedelta(minutes=minutes)):
            close(hall, 1)
            worker()
            new = {name: size for name, size in written(stick).items() if name not in before}
            assert [name.split("-r")[0] for name in new] == [f"events/{own}"]
            before |= new
    monkeypatch.setattr(copies, "_made_elsewhere", lambda: False)
    for hours, nights in ((14, 0), (16, 1), (23, 1), (40, 1)):
        with clock.at(monday + timedelta(hours=hours)):
            worker()
            assert len([name for name in written(stick) if name not in before]) == nights, hours
    newest = max((stick / name for name in before if own in name), key=lambda path: path.stat().st_mtime_ns)
    plan = plans.plan_of(hall.event)
    assert plan
    words = plans.words_waiting(plan)
    gone(hall)
    with newest.open("rb") as stream:
        assert take_over.take_over(context.system(), stream, words)["slug"] == hall.event.slug
    assert not invariants.unsound(hall.event)


def test_the_worker_is_handed_a_copy_that_is_due_once(hall: factories.Hall, stick: Path):
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
    assert copies.keep_copy() is None
    with clock.at(clock.now() + copies.PATIENCE):
        assert "error" not in (copies.keep_copy() or {"error": "not due"})


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
    (stick / "td-round-20260101-120000.zip").write_text(
        "of a version that copied everything after each round"
    )
    for day in range(4):
        with clock.at(clock.now() + timedelta(days=day)):
            close(hall, 1)
            factories.program(hall.event)
            copies.note().unlink(missing_ok=True)
            copies.keep_copy()
    assert len(list(stick.glob("td-night-*.zip"))) == 2
    assert not list(stick.glob("td-round-*"))
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
