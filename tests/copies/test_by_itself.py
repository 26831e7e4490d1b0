"""Copies nobody asked for: made after each round, sealed with a key made by itself, put on the disks that are in."""

from __future__ import annotations

import errno
import io
import os
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.ledger.rows import current_result
from tdapp.desk.models import Finalisation, PrizeGiving
from tdapp.desk.results.commands.results import correct_result
from tdapp.events.day import notices
from tdapp.events.models import Event, Round
from tdapp.interchange.commands import copies, copies_due, copy_keys
from tdapp.interchange.copies import making, newest, places, plans, sealed, spoken_words
from tdapp.interchange.models import CopyPlan
from tdapp.kernel import clock, jobs
from tdapp.kernel.models import AuditEntry, IdempotencyKey, Job
from tdapp.kernel.refusals import Refusal
from tdapp.launch.host.disks import Disk
from tests import factories as f
from tests.copies.conftest import gone, taken

pytestmark = pytest.mark.django_db
AWAY = 4711


def close(hall: f.Hall, number: int) -> None:
    Round.objects.filter(division=hall.division, number=number).update(status="closed", closed_at=clock.now())


def stick(at: Path, monkeypatch: pytest.MonkeyPatch, *names: str, **facts: Any) -> list[Disk]:
    """Disks that are in, as folders."""
    monkeypatch.setattr(places, "seen", lambda: found)
    monkeypatch.setattr(settings, "COPY_DISKS", True)
    found = []
    for name in names:
        (at / name).mkdir(exist_ok=True)
        found.append(Disk(at / name, **{"device": at.stat().st_dev, **facts}))
    return found


def worker() -> list[Job]:
    """What the worker does until nothing is due; no more than a few jobs."""
    done = []
    for _ in range(5):
        if not (found := copies_due.tick()):
            return done
        for job in found:
            jobs.run(job.pk)
            job.refresh_from_db()
            done.append(job)
    raise AssertionError("copies are made for ever")


def on(disk: Disk) -> list[str]:
    """The copies on a disk."""
    return sorted(path.name for path in Path(disk.path).rglob("*.tdcopy"))


def said(client: Client, url: str) -> list[str]:
    """What the overview warns of the copies, and that it is on the page."""
    page = client.get(url)
    found = [one.sentence for one in page.context["warnings"] if one.code in ("copy", "key")]
    assert all(sentence in page.content.decode() for sentence in found)
    return found


def plan_of(event: Event) -> CopyPlan:
    return CopyPlan.objects.get(event=event)


def test_after_each_closed_round_there_is_a_newer_copy_and_nobody_was_asked(hall: f.Hall) -> None:
    assert newest.of_event(hall.event).state == newest.IDLE
    for number in (1, 2):
        close(hall, number)
        assert newest.of_event(hall.event).state != newest.FRESH
        (job,) = worker()
        told = newest.of_event(hall.event)
        assert (job.status, told.state, told.key_unseen) == ("done", newest.FRESH, True)
        assert told.places == (str(plans.newest(hall.event)),)
        assert plans.newest(hall.event).read_bytes().startswith(sealed.MAGIC)
    assert worker() == []


def test_a_copy_that_is_done_while_its_page_is_made_stands_there_or_is_waited_for(
    hall: f.Hall, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    close(hall, 1)
    (job,) = copies_due.tick()
    client.force_login(hall.director)
    ask = plans.plan_of

    def between(event: Event) -> CopyPlan | None:
        found = ask(event)
        monkeypatch.setattr(plans, "plan_of", ask)
        jobs.run(job.pk)
        return found

    monkeypatch.setattr(plans, "plan_of", between)
    page = client.get(f"/e/{hall.event.slug}/copies/")
    assert newest.of_event(hall.event).state == newest.FRESH
    assert [one.pk for one in page.context["jobs"]] == [job.pk]


def test_a_correction_a_final_and_the_end_of_the_ceremony_make_a_newer_copy_too(hall: f.Hall) -> None:
    for number in (1, 2):
        close(hall, number)
    worker()
    giving = PrizeGiving.objects.create(event=hall.event)
    at = f.table(hall.division, hall.division.table_first, 1)

    def correct() -> None:
        current = current_result(at)
        assert current is not None
        entry = Entry(scores=(400, 317))
        correct_result(f.program(hall.event), at, entry=entry, seen=current.version, reason="slip", sure=True)

    def call_final() -> None:
        facts = {"rows": [], "awards": [], "changes": [], "digest": "", "protest_until": clock.now()}
        Finalisation.objects.create(division=hall.division, version=1, after=2, **facts)

    def end() -> None:
        PrizeGiving.objects.filter(pk=giving.pk).update(ended_at=clock.now())

    for act in (correct, call_final, end):
        assert worker() == []
        act()
        assert newest.of_event(hall.event).state == newest.MAKING
        (job,) = worker()
        assert (job.kind, newest.of_event(hall.event).state) == (copies.KIND, newest.FRESH)


def test_what_is_on_a_stick_opens_with_the_words_that_were_shown_once(
    hall: f.Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    (disk,) = stick(tmp_path, monkeypatch, "stick")
    close(hall, 2)
    worker()
    client.force_login(hall.director)
    page = client.post(f"/e/{hall.event.slug}/copies/key")
    words = "-".join(page.context["words"])
    assert spoken_words.hear(words)
    assert "no-store" in page["Cache-Control"]
    again = client.post(f"/e/{hall.event.slug}/copies/key", follow=True).content.decode()
    assert words.split("-")[0] not in again
    assert "shown before" in again
    (name,) = on(disk)
    data = next(Path(disk.path).rglob(name)).read_bytes()
    kept = repr([*AuditEntry.objects.values(), *IdempotencyKey.objects.values(), *CopyPlan.objects.values()])
    assert not [
        pair for pair in zip(words.split("-"), words.split("-")[1:], strict=False) if "-".join(pair) in kept
    ]
    gone(hall)
    assert taken(data, words.replace("-", "  ").upper())["slug"] == hall.event.slug


def test_nothing_unsealed_is_put_on_a_disk(
    hall: f.Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (disk,) = stick(tmp_path, monkeypatch, "stick")
    worker()
    found = [path for path in Path(disk.path).rglob("*") if path.is_file()]
    assert {path.name for path in found} == {places.NOTE, *on(disk)}
    surname = hall.division.entrants.first().surname.encode()
    assert not [path for path in found if surname in path.read_bytes()]


def test_a_stick_that_comes_in_later_gets_the_newest_copy_and_every_disk_gets_one(
    hall: f.Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    def page() -> str:
        return client.get(f"/e/{hall.event.slug}/copies/").content.decode()

    client.force_login(hall.director)
    stick(tmp_path, monkeypatch)
    worker()
    assert "On this laptop alone" in page()
    found = stick(tmp_path, monkeypatch, "a", "b")
    (job,) = worker()
    assert job.kind == copies.DISK
    assert [len(on(disk)) for disk in found] == [1, 1]
    assert len(newest.of_event(hall.event).places) == 3
    assert "On this laptop alone" not in page()
    assert all(str(disk.path) in page() for disk in found)
    with clock.at(clock.now() + timedelta(days=3)):
        stick(tmp_path, monkeypatch, "c")
        assert worker() == []


def test_two_events_of_one_name_on_one_stick_keep_their_own_last_copies(
    hall: f.Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "KEPT", 2)
    (disk,) = stick(tmp_path, monkeypatch, "stick")
    other = f.hall(players=4, rounds=1)
    Event.objects.filter(pk=other.event.pk).update(slug=f"{hall.event.slug}-r1")
    worker()
    (holiday := Path(disk.path) / places.FOLDER / "holiday.tdcopy").write_text("x")
    (theirs,) = holiday.parent.glob(f"*{other.event.pk.hex[:6]}*")
    written = theirs.stat().st_mtime_ns
    for minute in range(1, 4):
        with clock.at(clock.now() + timedelta(minutes=minute)):
            close(hall, 1)
            worker()
    mine = [name for name in on(disk) if name.startswith(plans.stem(hall.event))]
    assert (len(mine), holiday.exists()) == (2, True)
    # Thrown away it would have been put there anew.
    assert theirs.stat().st_mtime_ns == written


def full(_source: object, out: io.BufferedWriter, _size: int) -> None:
    out.write(b"half of it")
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def pulled_out(_source: object, out: io.BufferedWriter, _size: int) -> None:
    out.write(b"half of it")
    raise OSError(errno.EIO, os.strerror(errno.EIO))


@pytest.mark.parametrize(("fail", "said"), [(full, "No space left"), (pulled_out, "Input/output error")])
def test_a_disk_that_is_full_or_pulled_out_halfway_is_told_holds_no_half_and_gets_one_later(
    hall: f.Hall,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    client: Client,
    fail: Callable[..., None],
    said: str,
) -> None:
    (disk,) = stick(tmp_path, monkeypatch, "stick")
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "copyfileobj", fail)
        (job,) = worker()
    assert job.status == "done"
    assert plans.newest(hall.event).is_file()
    assert on(disk) == []
    assert not list(Path(disk.path).rglob("*.part"))
    assert notices.of(Event.objects.get(pk=hall.event.pk)) == []
    client.force_login(hall.director)
    assert said in client.get(f"/e/{hall.event.slug}/copies/").content.decode()
    assert worker() == []
    with clock.at(clock.now() + timedelta(minutes=11)):
        worker()
    assert len(on(disk)) == 1


def test_what_a_disk_left_behind_gets_no_copy(
    hall: f.Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its folder is still there, and belongs to the laptop's own disk by the time of the writing."""
    (disk,) = stick(tmp_path, monkeypatch, "stick", device=AWAY)
    worker()
    assert list(Path(disk.path).iterdir()) == []
    assert "not there any more" in plan_of(hall.event).disks[str(disk.path)]["fault"]


def test_a_folder_that_leads_elsewhere_gets_no_copy(
    hall: f.Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (disk,) = stick(tmp_path, monkeypatch, "stick")
    (tmp_path / "elsewhere").mkdir()
    (Path(disk.path) / places.FOLDER).symlink_to(tmp_path / "elsewhere")
    worker()
    assert list((tmp_path / "elsewhere").iterdir()) == []
    assert plan_of(hall.event).disks[str(disk.path)]["fault"]


def test_a_chosen_folder_whose_disk_is_away_gets_no_copy(hall: f.Hall, tmp_path: Path) -> None:
    (place := tmp_path / "stick").mkdir()
    worker()
    CopyPlan.objects.filter(event=hall.event).update(folder=str(place), apart=True)
    plan = plan_of(hall.event)
    with pytest.raises(Refusal, match="is the stick in"):
        places.put_second(hall.event, plan, plan.told)
    assert list(place.iterdir()) == []


def test_a_disk_that_cannot_be_written_to_is_left_alone_and_told(
    hall: f.Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    (disk,) = stick(tmp_path, monkeypatch, "locked", writable=False)
    worker()
    assert list(Path(disk.path).iterdir()) == []
    client.force_login(hall.director)
    assert "read-only" in client.get(f"/e/{hall.event.slug}/copies/").content.decode()


def test_a_lost_key_gives_way_to_a_new_one_that_seals_a_new_copy(
    hall: f.Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    (disk,) = stick(tmp_path, monkeypatch, "stick")
    worker()
    client.force_login(hall.director)
    client.post(f"/e/{hall.event.slug}/copies/key")
    old = plan_of(hall.event).key
    said = client.post(f"/e/{hall.event.slug}/copies/key/new", follow=True).content.decode()
    assert "a new key" in said
    worker()
    words = "-".join(client.post(f"/e/{hall.event.slug}/copies/key").context["words"])
    assert plan_of(hall.event).key != old
    newest_file = max(Path(disk.path).rglob("*.tdcopy"), key=lambda path: int(path.stem.rsplit("-", 1)[1]))
    with newest_file.open("rb") as source:
        assert making.opened_to(words, source, io.BytesIO()).event == hall.event.pk


def test_a_key_of_another_installation_gives_way_to_one_of_this(
    hall: f.Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker()
    monkeypatch.setattr(settings, "SECRET_KEY", "another-" + "x1" * 30)
    close(hall, 2)
    worker()
    assert plans.key_kept(plan_of(hall.event))
    assert newest.of_event(hall.event).key_unseen


def test_a_rehearsal_and_a_demo_are_not_copied_and_not_warned_of(hall: f.Hall) -> None:
    close(hall, 1)
    Event.objects.filter(pk=hall.event.pk).update(demo=True)
    assert worker() == []
    Event.objects.filter(pk=hall.event.pk).update(demo=False)
    event = Event.objects.get(pk=hall.event.pk)
    notices.keep(event, rehearsal="x")
    assert worker() == []
    assert newest.of_event(event).state == newest.IDLE


def test_nothing_due_costs_one_query(hall: f.Hall) -> None:
    with (
        clock.at(clock.now() + timedelta(days=3)),
        CaptureQueriesContext(
            connection,
        ) as asked,
    ):
        assert copies_due.tick() == []
    assert len(asked) == 1


def test_the_overview_says_what_is_wrong_with_the_newest_copy_until_it_is_right(
    hall: f.Hall, client: Client
) -> None:
    client.force_login(hall.director)
    url = f"/e/{hall.event.slug}/"
    close(hall, 1)
    plans.new_plan(hall.event)
    assert said(client, url) == ["There is no copy of this event yet."]
    worker()
    assert "Nobody has seen it" in said(client, url)[0]
    # The key's warning stays while a newer copy is made.
    close(hall, 1)
    assert "Nobody has seen it" in said(client, url)[0]
    copy_keys.show_key(hall.as_(hall.director), hall.event)
    assert said(client, url) == []
    close(hall, 2)
    assert said(client, url) == []
    with clock.at(clock.now() + timedelta(minutes=1)):
        assert "is older than the last closed round" in said(client, url)[0]
    plans.newest(hall.event).unlink()
    assert said(client, url) == ["There is no copy of this event yet."]
