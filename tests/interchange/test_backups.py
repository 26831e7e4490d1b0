"""Backup and restore: live, verified, refused when anything is wrong, and what was there is kept."""

from __future__ import annotations

import json
import sqlite3
import threading
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.core.management import call_command

from core import canonical
from tdapp.events.members.commands.members import add_member
from tdapp.events.models import Entrant, Event
from tdapp.interchange.backups import making, manifest, restoring, sqlite
from tdapp.interchange.backups.making import make_backup, opened
from tdapp.interchange.backups.restoring import restore
from tdapp.kernel import clock, context
from tdapp.kernel.models import AuditEntry
from tdapp.kernel.models import BrowserSession as Session
from tdapp.kernel.refusals import NotAllowed, Refusal
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def data(settings: Any, tmp_path: Path) -> Path:
    """A data folder of this test's own, beside the test database."""
    settings.DATA_DIR, settings.MEDIA_ROOT = tmp_path / "data", tmp_path / "data" / "media"
    for name, text in (
        ("media/logo.svg", "<svg/>"),
        ("media/exports/x.export", "x"),
        ("lexicons/a.sqlite3", "words"),
    ):
        path = tmp_path / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "data"


@pytest.fixture
def hall(data: Path) -> factories.Hall:
    here = factories.hall(players=4, rounds=1, played=1)
    ctx = here.as_(here.director)
    add_member(ctx, here.event, user=factories.user("late"), role="clerk")
    return here


def made(folder: Path | None = None) -> Path:
    return Path(make_backup(context.system(), folder)["path"])


def back(path: Path, sure: bool = True) -> dict[str, Any]:
    return restore(context.system(), path, sure=sure)


def changed(path: Path, change: Any) -> Path:
    """A copy of a backup with its parts handed through `change(name, bytes) -> bytes | None`."""
    target = path.with_name("changed.zip")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            if (body := change(name, old.read(name))) is not None:
                new.writestr(name, body)
    return target


def test_a_backup_holds_the_database_media_and_lexicons_and_is_verified(hall: factories.Hall, data: Path):
    told = make_backup(context.system())
    path = Path(told["path"])
    assert path.parent == data / "backups"
    assert (told["verified"], told["events"]) == (True, [hall.event.slug])
    assert told["sha256"] == manifest.hash_of_file(path)
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == [
            "manifest.json",
            "database.sqlite3",
            "media/logo.svg",
            "lexicons/a.sqlite3",
        ]
    assert [item.name for item in path.parent.iterdir()] == [path.name]


def test_the_copy_counts_as_many_rows_as_the_installation(hall: factories.Hall):
    entries = AuditEntry.objects.count()
    with opened(made()) as (told, _copy, _work):
        assert told.counts["events_entrant"] == Entrant.objects.count() == 4
        assert told.counts["kernel_auditentry"] == entries
        assert set(told.migrations) == manifest.own_migrations()


def test_a_backup_goes_where_it_is_told_and_two_of_one_second_do_not_meet(
    hall: factories.Hall, tmp_path: Path
):
    with clock.at(clock.now()):
        first, second = made(tmp_path / "stick"), made(tmp_path / "stick")
    assert first != second
    assert first.parent == tmp_path / "stick"


def test_sessions_are_keys_and_stay_out(hall: factories.Hall):
    Session.objects.create(session_key="k", session_data="x", expire_date=clock.now())
    with opened(made()) as (told, _copy, _work):
        assert told.counts["kernel_browsersession"] == 0
    assert Session.objects.count() == 1


def test_a_backup_is_in_the_log(hall: factories.Hall):
    made()
    assert AuditEntry.objects.filter(intent="installation.backup").count() == 1


def test_only_who_keeps_the_installation_backs_it_up(hall: factories.Hall):
    nobody = context.Context("user:x", "X", context.INSTALLATION, frozenset({"director"}), "cli")
    with pytest.raises(NotAllowed):
        make_backup(nobody)
    with pytest.raises(NotAllowed):
        restore(nobody, Path("x"), sure=True)


def test_a_place_that_cannot_be_written_is_one_sentence(hall: factories.Hall, tmp_path: Path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(Refusal, match="No backup was made"):
        made(tmp_path / "file")


def test_a_backup_taken_while_results_come_in_is_whole(hall: factories.Hall):
    """Writers go on in another connection; every copy passes its checks."""
    over = threading.Event()
    with closing(sqlite3.connect(sqlite.live(), timeout=20)) as rows, rows:
        rows.execute("CREATE TABLE td_pairs (a INTEGER, b INTEGER)")
    thread = threading.Thread(target=_write_until, args=(over,))
    thread.start()
    try:
        for _ in range(5):
            with opened(made()) as (told, copy, _work), closing(sqlite3.connect(copy)) as rows:
                pairs = rows.execute("SELECT count(*), sum(a) + sum(b) FROM td_pairs").fetchone()
                assert told.counts["td_pairs"] == pairs[0]
                assert not pairs[1]
    finally:
        over.set()
        thread.join()
        with closing(sqlite3.connect(sqlite.live(), timeout=20)) as rows, rows:
            rows.execute("DROP TABLE td_pairs")


def _write_until(over: threading.Event) -> None:
    """Two rows that cancel out, in one transaction, again and again."""
    with closing(sqlite3.connect(sqlite.live(), timeout=20)) as rows:
        # SQLite's lock is no queue: without a pause this thread would keep everybody else out.
        while not over.wait(0.01):
            with rows:
                rows.execute("INSERT INTO td_pairs VALUES (1, 0)")
                rows.execute("INSERT INTO td_pairs VALUES (0, -1)")


def test_restore_puts_everything_back_keeps_what_was_there_and_what_came_back_is_backed_up_and_restored_too(
    hall: factories.Hall, data: Path
):
    path = made()
    Entrant.objects.filter(number=1).update(surname="Changed")
    factories.event("later")
    (data / "media/logo.svg").write_text("new")
    (data / "media/more.svg").write_text("new")
    told = back(path)
    assert told["events"] == [hall.event.slug]
    assert not Event.objects.filter(slug="later").exists()
    assert not Entrant.objects.filter(surname="Changed").exists()
    assert [(data / "media" / name).exists() for name in ("logo.svg", "more.svg", "exports/x.export")] == [
        True,
        False,
        True,
    ]
    assert (data / "media/logo.svg").read_text() == "<svg/>"
    kept = Path(told["kept"])
    with closing(sqlite3.connect(kept)) as rows:
        assert rows.execute("SELECT count(*) FROM events_event WHERE slug='later'").fetchone() == (1,)
    assert (kept.with_suffix("") / "media/more.svg").read_text() == "new"
    assert AuditEntry.objects.filter(intent="installation.restore").count() == 1
    assert not (data / "restoring").exists()
    back(made())
    assert Entrant.objects.count() == 4


def test_without_yes_nothing_is_replaced(hall: factories.Hall):
    path = made()
    factories.event("later")
    with pytest.raises(Refusal, match="--yes") as caught:
        back(path, sure=False)
    assert caught.value.facts["events"] == [hall.event.slug]
    assert Event.objects.filter(slug="later").exists()


def test_restore_waits_for_nobody_while_the_program_runs(hall: factories.Hall, data: Path):
    path = made()
    with restoring.maintenance(), pytest.raises(Refusal, match="running") as caught:
        back(path)
    assert caught.value.status == 409


def _other_vendor(name: str, body: bytes) -> bytes:
    return _edited(name, body, vendor="oracle")


def _edited(name: str, body: bytes, **values: Any) -> bytes:
    """The manifest with other values and a digest that fits them."""
    if name != manifest.NAME:
        return body
    told = json.loads(body)
    told.pop("digest")
    told |= values
    return canonical.dumps({**told, "digest": canonical.digest(told)}).encode()


def _flipped(name: str, body: bytes) -> bytes:
    return bytes([body[0] ^ 1]) + body[1:] if name == "database.sqlite3" else body


def _climbing(name: str, body: bytes) -> bytes:
    if name != manifest.NAME:
        return body
    told = json.loads(body)
    return _edited(name, body, files=told["files"] | {"../up": ["0", 0]})


def _fewer_rows(name: str, body: bytes) -> bytes:
    told = json.loads(body) if name == manifest.NAME else {}
    return _edited(name, body, counts=told.get("counts", {}) | {"events_entrant": 3})


def _newer(name: str, body: bytes) -> bytes:
    told = json.loads(body) if name == manifest.NAME else {}
    return _edited(name, body, migrations=[*told.get("migrations", []), "events.0999_later"])


DAMAGE = {
    "one bit": (_flipped, "not as its manifest says"),
    "no database": (lambda name, body: None if name.startswith("database") else body, "not as its manifest says"),
    "no manifest": (lambda name, body: None if name == manifest.NAME else body, "no backup of this program"),
    "garbled manifest": (lambda name, body: b"{" if name == manifest.NAME else body, "manifest cannot be read"),
    "manifest of a list": (lambda name, body: b"[]" if name == manifest.NAME else body, "manifest cannot be read"),
    "changed manifest": (
        lambda name, body: body.replace(b"td-backup", b"td-backuq"), "newer version",
    ),
    "changed counts": (
        lambda name, body: body.replace(b'"events_event":1', b'"events_event":2') if name == manifest.NAME else body,
        "manifest was changed",
    ),
    "newer format": (lambda name, body: _edited(name, body, version=2), "newer version"),
    "other database": (_other_vendor, "oracle database"),
    "name that climbs": (_climbing, "not as its manifest says"),
    "fewer rows": (_fewer_rows, "does not hold what its manifest says"),
    "newer schema": (_newer, "newer version of this program"),
    "no such file told": (lambda name, body: _edited(name, body, files={}), "not as its manifest says"),
}  # fmt: skip


def test_a_damaged_backup_is_refused_with_one_sentence_and_nothing_changes(hall: factories.Hall):
    whole = made()
    factories.event("later")
    for name, (change, words) in DAMAGE.items():
        path = changed(whole, change)
        with pytest.raises(Refusal, match=words) as caught:
            back(path)
        assert len(caught.value.sentences) == 1, name
        assert Event.objects.filter(slug="later").exists(), name


def test_a_backup_that_was_cut_is_refused(hall: factories.Hall):
    path = made()
    whole = path.read_bytes()
    for share in (0.1, 0.5, 0.9, 0.999):
        path.write_bytes(whole[: int(len(whole) * share)])
        with pytest.raises(Refusal):
            back(path)


def test_a_backup_whose_bytes_went_bad_on_the_stick_is_refused(hall: factories.Hall):
    """Inside of what is packed, where unpacking fails before any digest is compared."""
    path = made()
    whole = path.read_bytes()
    for share in (0.05, 0.3, 0.6, 0.95):
        at = int(len(whole) * share)
        path.write_bytes(whole[:at] + b"\xff" * 64 + whole[at + 64 :])
        with pytest.raises(Refusal):
            back(path)


def test_something_else_is_no_backup(hall: factories.Hall, tmp_path: Path):
    path = tmp_path / "roster.xlsx"
    path.write_bytes(b"PK nothing")
    with pytest.raises(Refusal, match="no backup of this program"):
        back(path)
    with pytest.raises(Refusal, match="not a file"):
        back(tmp_path / "none.zip")


def with_database(path: Path, statement: str) -> Path:
    """The backup with its database changed and a manifest that fits: only the checks of the contents can tell."""
    work = path.parent / "edit.sqlite3"
    with zipfile.ZipFile(path) as archive:
        work.write_bytes(archive.read("database.sqlite3"))
    with closing(sqlite3.connect(work)) as rows, rows:
        rows.execute(statement)
    migrations, counts = sqlite.facts(work)
    body = work.read_bytes()

    def change(name: str, old: bytes) -> bytes:
        if name == "database.sqlite3":
            return body
        files = json.loads(old)["files"] if name == manifest.NAME else {}
        with work.open("rb") as stream:
            files["database.sqlite3"] = list(manifest.hash_of(stream))
        return _edited(name, old, files=files, counts=counts, migrations=migrations)

    return changed(path, change)


def test_a_backup_whose_event_breaks_an_invariant_is_refused(hall: factories.Hall):
    path = with_database(
        made(), "UPDATE kernel_auditentry SET actor_name='x', intent='result.undo' WHERE number=1"
    )
    with pytest.raises(Refusal, match="check_installation says"):
        back(path)


# Refused as above, with the name of another command: the run sees that once.
@pytest.mark.soak
def test_a_backup_that_cannot_be_migrated_is_refused(hall: factories.Hall):
    path = with_database(made(), "DELETE FROM django_migrations WHERE app='sessions'")
    with pytest.raises(Refusal, match="migrate says"):
        back(path)


def test_an_older_backup_is_migrated_before_it_takes_the_place(hall: factories.Hall):
    path = made()
    with zipfile.ZipFile(path) as archive:
        work = path.parent / "edit.sqlite3"
        work.write_bytes(archive.read("database.sqlite3"))
    with closing(sqlite3.connect(work)) as rows, rows:
        ours = rows.execute("SELECT name FROM sqlite_master WHERE type='table' AND name LIKE 'interchange%'")
        for (name,) in ours.fetchall():
            rows.execute(f'DROP TABLE "{name}"')
        rows.execute("DELETE FROM django_migrations WHERE app='interchange'")
    older = with_database(_repacked(path, work), "SELECT 1")
    back(older)
    with closing(sqlite3.connect(sqlite.live())) as rows:
        assert rows.execute("SELECT count(*) FROM interchange_rosterpreview").fetchone() == (0,)


def _repacked(path: Path, database: Path) -> Path:
    body = database.read_bytes()
    return changed(path, lambda name, old: body if name == "database.sqlite3" else old).rename(path)


def test_a_restore_that_fails_at_the_swap_leaves_everything(
    hall: factories.Hall, monkeypatch: pytest.MonkeyPatch
):
    path = made()
    factories.event("later")
    real = sqlite.pour

    def fail(source: Path, target: Path) -> None:
        if target == sqlite.live():
            raise sqlite3.OperationalError("disk I/O error")
        real(source, target)

    monkeypatch.setattr(sqlite, "pour", fail)
    with pytest.raises(Refusal, match="could not be replaced"):
        back(path)
    assert Event.objects.filter(slug="later").exists()


class Interrupted(sqlite3.Connection):
    """Beside whose copies another program writes after each step, without waiting for anybody."""

    wrote: ClassVar[list[int]] = []
    most = 0

    def backup(self, target: Any, **how: Any) -> None:
        watch = how.pop("progress", None)

        def between(status: int, remaining: int, pages: int) -> None:
            if len(self.wrote) < self.most:
                with closing(sqlite3.connect(sqlite.live(), timeout=0)) as other, other:
                    other.execute("UPDATE events_event SET name = ?", [f"written {len(self.wrote)}"])
                self.wrote.append(remaining)
            watch(status, remaining, pages)

        super().backup(target, **how, **({"progress": between} if watch else {}))


@pytest.mark.parametrize(
    "writes", [0, 3, 500], ids=["a quiet hall", "a hall that types", "one that never rests"]
)
def test_others_write_while_a_backup_is_made_and_it_is_whole(
    writes: int, hall: factories.Hall, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setattr(Interrupted, "wrote", [])
    monkeypatch.setattr(Interrupted, "most", writes)
    monkeypatch.setattr(sqlite, "STEP_PAGES", 10)
    connect = sqlite3.connect
    monkeypatch.setattr(
        sqlite.sqlite3, "connect", lambda *a, **b: connect(*a, **({"factory": Interrupted} | b))
    )
    sqlite.dump(tmp_path / "copy.sqlite3")
    assert (len(Interrupted.wrote) < writes) is (writes == 500)
    last = f"written {len(Interrupted.wrote) - 1}" if writes else hall.event.name
    with closing(connect(tmp_path / "copy.sqlite3")) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert copy.execute("SELECT name FROM events_event").fetchall() == [(last,)]


def test_the_command_line_backs_up_checks_and_restores(hall: factories.Hall, tmp_path: Path, capsys: Any):
    call_command("backup", "--open", "--to", str(tmp_path / "stick"), "--json")
    told = json.loads(capsys.readouterr().out)
    with pytest.raises(SystemExit) as end:
        call_command("restore", told["path"])
    assert end.value.code == 2
    assert "--yes" in capsys.readouterr().err
    call_command("restore", told["path"], "--yes", "--json")
    assert json.loads(capsys.readouterr().out)["events"] == [hall.event.slug]
    call_command("check_installation", "--json")
    checked = json.loads(capsys.readouterr().out)
    assert (checked["events"], checked["faults"]) == (1, [])


def test_a_broken_installation_is_told_with_exit_1(hall: factories.Hall, capsys: Any):
    AuditEntry.objects.filter(number=1, scope=hall.event.scope_key).update(intent="result.undo")
    with pytest.raises(SystemExit) as end:
        call_command("check_installation")
    assert end.value.code == 1
    assert "was changed after it was written" in capsys.readouterr().out


def test_names_that_leave_their_folder_are_unsafe():
    for name in ("../x", "/x", "a/../../x", "C:x", "a\\..\\x"):
        assert not manifest.is_safe(name)
    assert manifest.is_safe("media/a b.png")
    assert making.engine() is sqlite
