"""Scenario 22: a backup put back while clerks type, and backups that are damaged, older, or of another installation."""

from __future__ import annotations

import json
import shutil
import sqlite3
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from http.client import HTTPException
from pathlib import Path
from threading import Semaphore

from django.db import connection

from tdapp.desk.models import Result
from tdapp.events.models import Event
from tdapp.interchange.backups import making
from tdapp.kernel.models import AuditEntry, Job, User
from tdapp.launch.process import parent_request
from tests.faults.clerk import Answer, Clerk
from tests.faults.halls import CLERKS, Scene
from tests.faults.scenario import Tally, World, scenario
from tests.faults.scenarios.kills import count_entries
from tests.faults.under_entry import line
from tests.interchange import test_backups as backups
from tests.servers import eventually

PATIENCE_SECONDS = 240
BROKEN_LOG = "UPDATE kernel_auditentry SET actor_name='x', intent='result.undo' WHERE number=1"
# Each damage and each cut is refused without a hall in `tests/interchange/test_backups.py`; an older backup is put back there,
# too, and one whose log does not hold is refused: the short form leaves all that out.
# These name the file of SQLite's database; a cut and a changed bit are tried on either.
OF_SQLITE = ("one bit", "no database")
TABLES = (
    "SELECT t.number FROM desk_result r JOIN events_table t ON t.id = r.table_id"
    " JOIN events_round n ON n.id = t.round_id WHERE r.is_current AND n.division_id = ?"
)
ROOM = "SELECT name FROM sqlite_master WHERE type='table' AND name LIKE 'interchange%'"


@scenario(
    22,
    "A backup put back while clerks type, and backups that are damaged, older, or from elsewhere",
    guards=("a backup is what its manifest says",),
)
def restores(world: World) -> Tally:
    """Every one is checked before anything is replaced; what was there is kept; nobody's line is gone for good."""
    tally = Tally()
    elsewhere = None if world.quick else _from_elsewhere(world)
    # In the short form in the hall of the others: whole again afterwards, with all they left in it.
    with world.scene(32) if world.quick else world.own_hall("restores", players=400) as scene:
        keeper = Keeper(scene, tally)
        copy = _while_typing(keeper, scene, tally)
        for name, path in () if world.quick else _damaged(copy):
            keeper.refused(name, path)
        if world.database == "sqlite" and not world.quick:
            keeper.restored(backups.with_database(copy, BROKEN_LOG), fine=False)
            keeper.restored(_older(keeper.made()), fine=True)
        tally.check(scene.event)
        if elsewhere:
            _put_back_from_elsewhere(keeper, tally, copy.with_name("elsewhere.zip"), *elsewhere)
    return tally


def _put_back_from_elsewhere(keeper: Keeper, tally: Tally, copy: Path, path: Path, slug: str) -> None:
    """The other installation's event is there then, and the results of this one are kept aside."""
    entered = Result.objects.filter(is_current=True).count()
    shutil.copyfile(path, copy)
    keeper.restored(copy, fine=True)
    tally.lost += not Event.objects.filter(slug=slug).exists()
    tally.lost += _kept_results(keeper.scene)[0] < entered


def _from_elsewhere(world: World) -> tuple[Path, str]:
    """The backup of another installation, with the event in it."""
    with world.own_hall("elsewhere", players=4) as scene:
        target = world.folder / f"elsewhere-{time.monotonic_ns()}.zip"
        shutil.copyfile(Keeper(scene, Tally()).made(), target)
        return target, scene.event.slug


def _while_typing(keeper: Keeper, scene: Scene, tally: Tally) -> Path:
    """A backup is made and put back under four clerks, who type on, and type anew what the backup did not know."""
    clerks = [scene.clerk(number) for number in range(CLERKS)]
    tables, turns = scene.tables(), Semaphore(0)

    def saved() -> int:
        return sum(len(who.saved) for who in clerks)

    with ThreadPoolExecutor(CLERKS) as pool:
        work = [
            pool.submit(_types, who, user.username, tables[n::CLERKS], turns)
            for n, (who, user) in enumerate(zip(clerks, scene.clerks, strict=True))
        ]
        try:
            turns.release(len(tables) // 4)
            copy = keeper.made()
            turns.release(len(tables) // 4)
            eventually(lambda: saved() >= len(tables) // 2, "half of the lines", PATIENCE_SECONDS)
            turns.release(len(tables) // 4)
            keeper.restored(copy, fine=True)
        finally:
            turns.release(len(tables))
        for future in work:
            future.result(PATIENCE_SECONDS)
    told = {answer["table"] for who in clerks for answer in who.saved.values()}
    gone = told - _entered(scene)
    count, kept = _kept_results(scene)
    tally.lost += len(gone - kept) if kept else max(0, len(gone) - count)
    tally.notes.append(f"{len(gone)} lines were younger than the backup; they are in the file kept aside")
    for table in sorted(gone):
        _persists(clerks[0], scene.clerks[0].username, table, f"again-{table}")
    tally.tried += len(told)
    count_entries(tally, scene, clerks)
    return copy


def _types(who: Clerk, name: str, tables: list[int], turns: Semaphore) -> None:
    """A clerk's tables, each when it is its turn."""
    for table in tables:
        turns.acquire()
        _persists(who, name, table, f"table-{table}")


def _persists(who: Clerk, name: str, table: int, key: str) -> None:
    """Until the line is saved: whoever a restore signed out signs in again and sends it with the same key."""

    def once() -> bool:
        answer = who.send(line(table), key)
        if answer.status == 200:
            who.saved[key] = answer.data()
        elif answer.status in (302, 401, 403):
            with suppress(OSError, HTTPException, AssertionError):
                who.browser.sign_in(name)
        elif answer.status not in (0, 429) and answer.status < 500:
            raise RuntimeError(f"table {table}: {answer.status} {answer.text[:300]}")
        return answer.status == 200

    eventually(once, f"table {table} saved", PATIENCE_SECONDS)


def _entered(scene: Scene) -> set[int]:
    rows = Result.objects.filter(is_current=True, table__round__division=scene.division)
    return set(rows.values_list("table__number", flat=True))


def _kept_results(scene: Scene) -> tuple[int, set[int]]:
    """How many results the file kept aside holds, and on SQLite the tables they are of."""
    done = AuditEntry.objects.filter(intent="installation.restore").latest("at")
    kept = Path(done.payload["after"]["kept"])
    count = making.engine().facts(kept)[1]["desk_result"]
    if connection.vendor != "sqlite":
        return count, set()
    with closing(sqlite3.connect(kept)) as rows:
        return count, {number for (number,) in rows.execute(TABLES, [scene.division.pk.hex])}


class Keeper:
    """Who keeps the installation: a director at the page of backups."""

    def __init__(self, scene: Scene, tally: Tally) -> None:
        User.objects.filter(pk=scene.chief.pk).update(owner=True, operator=True)
        self.scene, self.tally = scene, tally
        self.who = scene.director()
        eventually(lambda: scene.hall.children("worker"), "a worker")

    def made(self) -> Path:
        """A backup asked for on the page, made by the worker."""
        job = self._job("/backup/", open="1")
        assert job.status == Job.Status.DONE, job.message
        return Path(job.result["path"])

    def _post(self, path: str, **typed: str) -> Answer:
        """A form sent over a line that works: a restart in between cut the kept one."""
        eventually(
            lambda: self.who.browser.tried("GET", "/healthz").status == 200, "a line", PATIENCE_SECONDS
        )
        return self.who.post(path, **typed)

    def _job(self, path: str, **typed: str) -> Job:
        """What the worker made of an order."""
        before = set(Job.objects.values_list("pk", flat=True))
        answer = self._post(path, **typed)
        assert answer.status == 303, (path, answer.status, answer.text[:300])
        job = Job.objects.filter(kind__startswith="installation.").exclude(pk__in=before).get()
        eventually(lambda: Job.objects.get(pk=job.pk).over, f"{path} done", PATIENCE_SECONDS)
        return Job.objects.get(pk=job.pk)

    def checked(self, path: Path) -> Job:
        """A copy read back."""
        return self._job(f"/backup/here/{path.name}/check")

    def refused(self, name: str, path: Path) -> None:
        """A damaged copy: found out when it is read back, and never put in anybody's place."""
        job = self.checked(path)
        answer = self._post(f"/backup/here/{path.name}/restore", sure="RESTORE")
        self.tally.tried += 1
        good = job.status == Job.Status.FAILED and job.message.endswith(".") and answer.status == 422
        good = good and not parent_request.order_in(self.scene.hall.data).exists()
        self.tally.errors += not good
        self.tally.notes += [] if good else [f"{name}: {job.status} {job.message}, then {answer.status}"]

    def restored(self, path: Path, *, fine: bool) -> None:
        """A copy put in the place of everything, or (not `fine`) refused before anything is touched."""
        entered, outcome = _entered(self.scene), parent_request.outcome_in(self.scene.hall.data)
        assert self.checked(path).status == Job.Status.DONE
        outcome.unlink(missing_ok=True)
        answer = self._post(f"/backup/here/{path.name}/restore", sure="RESTORE")
        assert answer.status == 202, (answer.status, answer.text[:300])
        started = time.monotonic()
        eventually(outcome.exists, "the restore over", PATIENCE_SECONDS)
        eventually(self.scene.hall.is_ready, "a ready hall", PATIENCE_SECONDS)
        self.tally.recovery.append(time.monotonic() - started)
        connection.close()
        told = json.loads(outcome.read_text(encoding="utf-8"))
        self.tally.tried += 1
        self.tally.errors += told["done"] != fine
        self.tally.notes += [] if told["done"] == fine else [f"{path.name}: {told['sentences']}"]
        self.tally.lost += not fine and _entered(self.scene) != entered
        if fine and User.objects.filter(pk=self.scene.chief.pk).exists():
            self.who = self.scene.director()


def _damaged(copy: Path) -> Iterator[tuple[str, Path]]:
    """Copies of a backup with something wrong in each."""
    for name, (change, _words) in backups.DAMAGE.items():
        if name not in OF_SQLITE:
            yield name, backups.changed(copy, change)
    for share in (0.1, 0.5, 0.9, 0.999):
        path = copy.with_name("cut.zip")
        path.write_bytes(copy.read_bytes()[: int(copy.stat().st_size * share)])
        yield f"cut at {share}", path
    yield "one bit", backups.changed(copy, _one_bit)


def _one_bit(name: str, body: bytes) -> bytes:
    return bytes([body[0] ^ 1]) + body[1:] if name.startswith("database.") else body


def _older(copy: Path) -> Path:
    """The backup as a version without one of the rooms would have made it."""
    work = copy.with_name("older.sqlite3")
    with zipfile.ZipFile(copy) as archive:
        work.write_bytes(archive.read("database.sqlite3"))
    with closing(sqlite3.connect(work)) as rows, rows:
        for (name,) in rows.execute(ROOM).fetchall():
            rows.execute(f'DROP TABLE "{name}"')
        rows.execute("DELETE FROM django_migrations WHERE app='interchange'")
    body = work.read_bytes()
    whole = backups.changed(copy, lambda name, old: body if name == "database.sqlite3" else old).rename(copy)
    return backups.with_database(whole, "SELECT 1")
