"""The page of backups: made and read back by the worker, taken home, restored only when it is really meant."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tdapp.accounts.models import Authenticator, Passkey
from tdapp.interchange.backups import copies, read_back, restore_request
from tdapp.interchange.backups.making import make_backup
from tdapp.interchange.backups.restoring import restore
from tdapp.interchange.commands import backups
from tdapp.kernel import clock, context, jobs
from tdapp.kernel.models import AuditEntry, Job, User
from tdapp.kernel.signing_in.doors.session_store import OPENED
from tdapp.launch.process import parent_request, parent_watch
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def data(settings: Any, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path / "data"
    settings.MEDIA_ROOT = settings.DATA_DIR / "media"
    settings.BACKUP_TO = str(tmp_path / "stick")
    (tmp_path / "stick").mkdir()
    return settings.DATA_DIR


@pytest.fixture
def hall(data: Path) -> factories.Hall:
    return factories.hall(players=4, rounds=1, played=1)


@pytest.fixture
def desk(hall: factories.Hall) -> Client:
    """The browser of who keeps the installation."""
    browser = Client()
    browser.force_login(factories.user("keeper", owner=True))
    return browser


def made(desk: Client, **body: str) -> Job:
    """A backup asked for on the page and made by the worker."""
    assert desk.post("/backup/", {"open": "1", **body}).status_code == 303
    job = Job.objects.first()
    assert job is not None
    jobs.run(job.pk)
    return Job.objects.get(pk=job.pk)


def text(answer: HttpResponse) -> str:
    return answer.content.decode()


def at(path: Path, what: str, place: str = "here") -> str:
    return f"/backup/{place}/{path.name}/{what}"


def test_a_backup_asked_for_on_the_page_is_made_read_back_and_listed(desk: Client) -> None:
    assert "None yet." in text(desk.get("/backup/"))
    job = made(desk)
    assert (job.status, job.done, job.total) == ("done", 4, 4)
    path = Path(job.result["path"])
    page = text(desk.get("/backup/"))
    assert path.name in page
    assert "verified" in page
    assert read_back.of(path)["sha256"] == job.result["sha256"]


def test_on_a_server_an_owner_takes_a_whole_backup_with_a_second_factor_given_just_now(
    desk: Client, hall: factories.Hall, settings: Any
) -> None:
    """And nobody else: neither an operator nor who directs an event, whatever they gave."""
    settings.LOCAL = False
    keeper = User.objects.get(username="keeper")

    def session(how: str, minutes_ago: float = 1) -> None:
        desk.force_login(keeper)
        kept = desk.session
        kept[OPENED] = {"how": how, "at": clock.now().timestamp() - 60 * minutes_ago, "device": ""}
        kept.save()

    def asked() -> tuple[int, str, int]:
        answer = desk.post("/backup/", {"open": "1"})
        return answer.status_code, text(answer), Job.objects.filter(kind=backups.MAKE).count()

    session("password")
    status, page, count = asked()
    assert (status, count) == (403, 0)
    assert "Set up an app or a passkey" in page
    assert desk.get("/backup/").status_code == 200, "what there is may be seen"
    key = Passkey.objects.create(user=keeper, name="key", key_hash="k", data=b"k")
    status, page, count = asked()
    assert (status, count) == (403, 0)
    assert "log in by your passkey" in page
    session("passkey", minutes_ago=11)
    assert asked()[::2] == (403, 0)
    session("passkey")
    assert asked()[::2] == (303, 1)
    Job.objects.all().delete()
    key.delete()
    Authenticator.objects.create(user=keeper, sealed="x")
    session("password", minutes_ago=11)
    status, page, count = asked()
    assert (status, count) == (403, 0)
    assert "code_again" in page
    session("password")
    assert asked()[::2] == (303, 1)
    for who in (factories.user("operator", operator=True), hall.director):
        other = Client()
        other.force_login(who)
        assert other.post("/backup/", {"open": "1"}).status_code in (403, 404), who


def test_without_the_tick_that_the_file_is_open_none_is_made(desk: Client) -> None:
    answer = desk.post("/backup/", follow=True)
    assert "A full backup is an open file" in text(answer)
    assert "Say that you know: tick the box." in text(answer)
    assert Job.objects.count() == 0
    assert "These files are open, not sealed." in text(answer)


def test_a_copy_goes_to_the_second_place_too(desk: Client, tmp_path: Path) -> None:
    job = made(desk, place="second")
    assert Path(job.result["path"]).parent == tmp_path / "stick"
    assert "Nothing was done since." in text(desk.get("/backup/"))


@pytest.mark.parametrize(
    ("to", "said"), [("", "./td run --backup-to"), ("gone", "away"), ("stick", "The last one")]
)
def test_the_page_says_how_the_second_place_stands(
    desk: Client, settings: Any, tmp_path: Path, to: str, said: str
) -> None:
    settings.BACKUP_TO = str(tmp_path / to) if to else ""
    copies.note().parent.mkdir(parents=True, exist_ok=True)
    copies.note().write_text(json.dumps({"at": clock.now().isoformat(), "closed": "x"}))
    assert said in text(desk.get("/backup/"))


def test_two_backups_at_once_are_refused(desk: Client) -> None:
    desk.post("/backup/", {"open": "1"})
    answer = desk.post("/backup/", {"open": "1"}, follow=True)
    assert "made or verified already" in text(answer)
    assert Job.objects.count() == 1


def test_a_backup_that_is_stopped_leaves_nothing_behind(desk: Client, data: Path) -> None:
    desk.post("/backup/", {"open": "1"})
    job = Job.objects.get()
    desk.post(f"/backup/{job.pk}/cancel")
    assert Job.objects.get().status == "cancelled"
    later = jobs.enqueue(context.system(), backups.MAKE, {"place": "here"})
    Job.objects.filter(pk=later.pk).update(cancel_requested=True)
    jobs.run(later.pk)
    assert Job.objects.get(pk=later.pk).status == "cancelled"
    assert list((data / "backups").iterdir()) == []


def test_its_progress_is_asked_for_until_it_is_over(desk: Client) -> None:
    desk.post("/backup/", {"open": "1"})
    job = Job.objects.get()
    waiting = desk.get(f"/backup/{job.pk}", headers={"HX-Request": "true"})
    assert "hx-get" in text(waiting)
    assert "HX-Refresh" not in waiting
    jobs.run(job.pk)
    assert desk.get(f"/backup/{job.pk}")["HX-Refresh"] == "true"
    Job.objects.update(finished_at=clock.now() - timedelta(hours=1))
    assert "Making a backup" not in text(desk.get("/backup/"))


def test_a_copy_that_was_changed_is_no_longer_called_verified_and_found_damaged(desk: Client) -> None:
    path = Path(made(desk).result["path"])
    path.write_bytes(path.read_bytes()[:-200])
    assert "not read back yet" in text(desk.get("/backup/"))
    desk.post(at(path, "check"))
    jobs.run(Job.objects.first().pk)
    assert "it is no backup of this program" in Job.objects.first().message
    page = text(desk.get("/backup/"))
    assert "damaged" in page
    assert at(path, "restore") not in page


def test_a_sound_copy_from_elsewhere_is_verified_on_the_page(desk: Client, data: Path) -> None:
    path = Path(made(desk).result["path"])
    moved = path.rename(path.with_name("from-the-other-laptop.zip"))
    assert read_back.of(moved) == {}
    desk.post(at(moved, "check"))
    jobs.run(Job.objects.first().pk)
    assert read_back.of(moved)["fault"] == ""
    assert sorted(item.name for item in (data / "run").iterdir()) == ["checked.json"]


def test_who_takes_a_copy_home_is_in_the_log(desk: Client) -> None:
    path = Path(made(desk).result["path"])
    answer = desk.post(at(path, "file"))
    assert b"".join(answer.streaming_content) == path.read_bytes()
    entry = AuditEntry.objects.get(intent="installation.backup_take")
    assert entry.payload["after"]["name"] == path.name


@pytest.mark.parametrize(
    "name", ["none.zip", "..zip", "database.sqlite3", "%2e%2e%2fdb.zip", ".hidden.zip", "a%00.zip"]
)
def test_only_copies_are_handed_out(desk: Client, data: Path, name: str) -> None:
    (data / "backups").mkdir(parents=True)
    (data / "db.zip").write_text("x")
    (data / "backups" / "database.sqlite3").write_text("x")
    (data / "backups" / ".hidden.zip").write_text("x")
    assert desk.post(f"/backup/here/{name}/file").status_code == 404
    assert desk.post(f"/backup/elsewhere/{name}/file").status_code == 404


def test_directors_and_borrowed_sessions_see_no_backups(hall: factories.Hall, desk: Client) -> None:
    browser = Client()
    browser.force_login(hall.director)
    assert browser.get("/backup/").status_code == 403
    assert browser.post("/backup/").status_code == 403
    factories.taken_over(desk, factories.user(operator=True), hall.event)
    assert desk.get("/backup/").status_code == 403
    assert Client().get("/backup/").status_code == 302
    assert not Job.objects.exists()


@pytest.fixture
def tied(monkeypatch: pytest.MonkeyPatch) -> None:
    """As under `./td run`."""
    monkeypatch.setattr(parent_watch, "is_tied", lambda: True)


def test_a_restore_is_ordered_with_the_word_and_not_without(desk: Client, data: Path, tied: None) -> None:
    path = Path(made(desk).result["path"])
    assert "Everything is replaced" in text(desk.get(at(path, "restore")))
    wrong = desk.post(at(path, "restore"), {"sure": "restore"})
    assert wrong.status_code == 422
    assert "Type RESTORE to say that you mean it." in text(wrong)
    assert not parent_request.order_in(data).exists()
    answer = desk.post(at(path, "restore"), {"sure": "RESTORE"})
    assert answer.status_code == 202
    assert 'content="5; url=/backup/"' in text(answer)
    assert json.loads(parent_request.order_in(data).read_text()) == {"file": str(path), "user": "keeper"}
    assert AuditEntry.objects.filter(intent="installation.ask_restore", refused="").count() == 1


def test_only_a_copy_that_was_read_back_is_restored(desk: Client, data: Path, tied: None) -> None:
    path = Path(made(desk).result["path"])
    path.touch()
    answer = desk.post(at(path, "restore"), {"sure": "RESTORE"})
    assert answer.status_code == 422
    assert "Only a copy that was read back is restored." in text(answer)
    assert not parent_request.order_in(data).exists()


def test_nothing_is_restored_while_a_backup_is_made(desk: Client, data: Path, tied: None) -> None:
    path = Path(made(desk).result["path"])
    desk.post("/backup/", {"open": "1"})
    answer = desk.post(at(path, "restore"), {"sure": "RESTORE"})
    assert answer.status_code == 409
    assert not parent_request.order_in(data).exists()


def test_without_td_run_the_page_names_the_command(desk: Client, data: Path) -> None:
    path = Path(made(desk).result["path"])
    assert f"./td manage restore {path} --yes" in text(desk.get(at(path, "restore")))
    answer = desk.post(at(path, "restore"), {"sure": "RESTORE"})
    assert answer.status_code == 409
    assert not parent_request.order_in(data).exists()


def test_the_page_says_for_a_day_how_a_restore_ended(desk: Client, data: Path) -> None:
    (data / "run").mkdir(parents=True, exist_ok=True)
    told = {"done": False, "sentences": ["Its hash is wrong."], "at": clock.now().isoformat()}
    parent_request.outcome_in(data).write_text(json.dumps(told))
    page = text(desk.get("/backup/"))
    assert "everything is as it was" in page
    assert "Its hash is wrong." in page
    with clock.at(clock.now() + timedelta(days=2)):
        assert restore_request.outcome() == {}


def test_the_job_that_made_a_backup_does_not_run_again_after_a_restore(desk: Client) -> None:
    job = jobs.enqueue(context.system(), backups.MAKE, {"place": "here"})
    told = make_backup(context.system())
    restore(context.system(), Path(told["path"]), sure=True)
    assert Job.objects.get(pk=job.pk).status == "cancelled"
