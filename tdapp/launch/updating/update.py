"""Carry an update out, and say at the next start how one ended that was cut off."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.db.utils import DatabaseError
from django.utils import timezone

from tdapp.kernel.models import AuditHead
from tdapp.launch.host import data_folder
from tdapp.launch.process import control, parent_watch
from tdapp.launch.updating import copies, integrity, note, place, versions
from tdapp.launch.updating.versions import Unusable

# Names our turn among several servers of one PostgreSQL that are updated at the same time.
TURN = 7_340_031
Change = Callable[[], object]


class LeftHalfWay(Unusable):
    """The data was not whole before the update began, and nothing here can mend it."""


def working() -> Path:
    """The copy an update works on."""
    return place.live().with_name(f"{place.live().name}.updating")


def look_back() -> None:
    """Take away what an update that was cut off left, and say which of the two versions the data has."""
    if connection.vendor == "sqlite":
        place.remove(working())
    told = note.left()
    if not told:
        return
    begun = timezone.localtime(datetime.fromisoformat(told["at"])).strftime("%Y-%m-%d %H:%M")
    control.tell(say=f"The update begun {begun} was cut off. {_how_it_ended(told['before'])}")
    note.remove()


def _how_it_ended(before: list[str]) -> str:
    now = versions.recorded()
    if now == before:
        return "The data is as it was before." if before else "Nothing had been made yet; it is begun again."
    if not versions.lacking():
        return "It had done its work: the data is of this version, and whole."
    return "The data is between two versions; the update goes on from there."


def carry_out(change: Change, complete: bool = True) -> None:
    """Run `change` (migrate) so that a kill leaves old or new. Raises Unusable with the state the data is in.

    `complete`: afterwards every migration must be there.
    """
    with _alone():
        if connection.vendor == "sqlite":
            _on_a_copy(change, complete)
        else:
            _in_one_transaction(change)
    note.remove()


@contextmanager
def _alone() -> Iterator[None]:
    """Nobody else runs on the data folder; the parent of `./td run` holds it for its children."""
    if parent_watch.is_tied():
        yield
        return
    with data_folder.alone_in(Path(settings.DATA_DIR)) as alone:
        if not alone:
            raise Unusable(f"the program is running on {settings.DATA_DIR}; stop it, then update")
        yield


def _on_a_copy(change: Change, complete: bool) -> None:
    live, work = place.live(), working()
    said: list[str] = []
    try:
        place.remove(work)
        note.write(versions.recorded())
        if _has_tables(live):
            copies.room_for(live)
            with place.nobody_writes(live) as held:
                said = _begin(live, work)
                _changed(work, change, complete)
                place.put(work, live, held)
        else:
            _changed(work, change, complete)
            place.put(work, live)
    except (Exception, SystemExit) as error:
        with contextlib.suppress(OSError):
            place.remove(work)
        note.remove()
        if isinstance(error, LeftHalfWay):
            raise
        raise Unusable(f"the update failed and the data is as it was before: {_first_line(error)}") from error
    if said:
        control.tell(say=" ".join(said))


def _has_tables(path: Path) -> bool:
    if not path.exists():
        return False
    connection.close()
    with closing(sqlite3.connect(path)) as data:
        return bool(data.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])


def _begin(live: Path, work: Path) -> list[str]:
    """Copy the data, verify the copy, and put what the update starts from at `work`; what is to be said of it."""
    part = copies.part()
    place.remove(part)
    place.copy(live, part)
    if fault := integrity.fault(part):
        return _begin_again(part, work, fault)
    copy = copies.keep(part)
    _put_copy(copy, work)
    return [f"Copied the data to {copy} before updating it."]


def _put_copy(copy: Path, work: Path) -> None:
    shutil.copyfile(copy, work)
    work.chmod(0o600)


def _begin_again(part: Path, work: Path, fault: str) -> list[str]:
    """An update in place by an earlier version was killed here. Nobody's data: anew; else the copy that holds all of it."""
    if integrity.holds_nobody(part):
        kept = copies.keep_damaged(part)
        return [
            f"An earlier first start was cut off; nobody had entered anything, so it is made anew. What was there: {kept}."
        ]
    twin = copies.twin_of(part)
    if twin is None:
        raise LeftHalfWay(_way_out(fault, part))
    kept = copies.keep_damaged(part)
    _put_copy(twin, work)
    return [
        f"The database was left half-way by an earlier update ({fault}).",
        f"The copy {twin.name}, which holds every entry of its log, is in its place; what was there: {kept}.",
    ]


def _way_out(fault: str, part: Path) -> str:
    copy = copies.newest_whole()
    part.unlink()
    back = f"to go back to the copy of before the last update, put {copy} in its place" if copy else (
        "start with another folder (--data) and restore a backup there (./td manage restore FILE)"
    )  # fmt: skip
    return f"{place.live()} is not whole ({fault}) and was not touched; {back}"


def _changed(work: Path, change: Change, complete: bool) -> None:
    """Run the change on the working copy, check what came of it, and wait until that is on the disk."""
    with place.connected_to(work):
        change()
        if complete and (left := versions.lacking()):
            raise Unusable(f"{left[0][0]} was not applied")
    if fault := integrity.fault(work):
        raise Unusable(f"what came of it is not whole ({fault})")
    work.chmod(0o600)
    place.sync(work)


def _in_one_transaction(change: Change) -> None:
    before = versions.recorded()
    note.write(before)
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [TURN])
            _take_every_turn(cursor)
            change()
    except (Exception, SystemExit) as error:
        raise Unusable(f"the update failed {_what_stands(before)}: {_first_line(error)}") from error


def _take_every_turn(cursor: Any) -> None:
    """Commands of the machines that go on wait, each before it holds anything: else one that held a table the update comes to
    would wait for a table the update holds, and PostgreSQL would end one of both.
    """
    if AuditHead._meta.db_table in connection.introspection.table_names(cursor):
        cursor.execute("LOCK TABLE kernel_audithead IN EXCLUSIVE MODE")


def _what_stands(before: list[str]) -> str:
    """Asked of the database itself; where it does not answer, the next start says it."""
    try:
        connection.close()
        same = versions.recorded() == before
    except DatabaseError:
        return "and the database does not answer; the next start says what it holds"
    note.remove()
    return "and the data is as it was before" if same else "and the data is between two versions"


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
