"""Scenarios 5, 10 and 11: what happens to the computer itself. The power goes, the clock jumps, the disk is full."""

from __future__ import annotations

import os
import re
import shutil
import signal
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tdapp.kernel.models import AuditEntry
from tdapp.launch.host.programs import apt_install
from tests.faults.disks import no_room, read_only, small_disk
from tests.faults.halls import Scene
from tests.faults.scenario import Tally, World, scenario
from tests.faults.scenarios import on_a_cluster
from tests.faults.scenarios.kills import count_entries
from tests.faults.scenarios.other_disks import full_beside
from tests.faults.scenarios.refused import until_refused
from tests.faults.under_entry import line

FAKETIME = "/usr/lib/*/faketime/libfaketime.so.1"
SYNCED = re.compile(r"(fsync|fdatasync)\(\d+\) += 0")
DAY = 86_400


@scenario(
    5,
    "The power goes in the middle of writing: the file as it lay on the disk, or the whole database killed",
    controls=("tests/faults/test_controls.py::test_an_image_without_its_journal_is_not_whole",),
)
def power_cut(world: World) -> Tally:
    """Whatever was acknowledged before the image was taken is in it, and the image opens whole."""
    if world.database == "postgresql":
        return on_a_cluster.power_cut(world)
    tally = Tally()
    with world.own_hall("power", players=world.size(quick=40, whole=800)) as scene:
        who, folder = scene.clerk(0), world.folder / "images"
        folder.mkdir()
        for table in scene.tables():
            who.enter(line(table), key=f"table-{table}")
            image = _image(scene, folder)
            tally.tried += 1
            tally.lost += len(who.saved) - _results_in(image)
            tally.broken += _faults_of(image)
        count_entries(tally, scene, [who])
    return tally


def _image(scene: Scene, folder: Path) -> Path:
    """The database and its journal as they are at one moment: everybody is held meanwhile."""
    held = [*scene.hall.children("web"), *scene.hall.children("worker")]
    for pid in held:
        os.kill(pid, signal.SIGSTOP)
    try:
        image = folder / f"{time.monotonic_ns()}.sqlite3"
        for suffix in ("", "-journal", "-wal"):
            if (part := Path(f"{scene.hall.data / 'db.sqlite3'}{suffix}")).exists():
                shutil.copyfile(part, f"{image}{suffix}")
    finally:
        for pid in held:
            os.kill(pid, signal.SIGCONT)
    return image


def _results_in(image: Path) -> int:
    with closing(sqlite3.connect(image)) as database:
        return int(database.execute("SELECT count(*) FROM desk_result WHERE is_current").fetchone()[0])


def _faults_of(image: Path) -> list[str]:
    with closing(sqlite3.connect(image)) as database:
        whole = database.execute("PRAGMA integrity_check").fetchone()[0]
        loose = database.execute("PRAGMA foreign_key_check").fetchall()
    return [text for text in (whole,) if text != "ok"] + [f"{len(loose)} loose rows"] * bool(loose)


@scenario(
    10,
    "The clock jumps: six hours on, two back, eight on, and right again",
    controls=(
        "tests/faults/test_controls.py::test_by_its_times_the_log_of_such_a_day_is_out_of_order",
        "tests/launch/test_requests.py::test_a_session_ends_after_twelve_idle_hours",
    ),
)
def clock_jumps(world: World) -> Tally:
    """The log stays in order by its numbers, nobody is logged out, and every line is saved."""
    tally = Tally()
    with (
        _faketime(world.folder) as (variables, to),
        world.own_hall("clock", players=world.size(quick=20, whole=200), **variables) as scene,
    ):
        who = scene.clerk(0)
        jumps = ["+0", f"+{DAY // 4}", f"-{DAY // 12}", f"+{DAY // 3}", "-1"]
        for place, table in enumerate(scene.tables()):
            to(jumps[place * len(jumps) // len(scene.tables())])
            who.enter(line(table), f"table-{table}")
            tally.tried += 1
        tally.notes.append(f"{who.broken} lines sent again: the jump had closed their connection")
        numbers = AuditEntry.objects.filter(scope=scene.event.scope_key, intent="result.enter")
        order = list(numbers.order_by("number").values_list("payload__after__table", flat=True))
        tally.notes += [] if len(order) == tally.tried else [f"{len(order)} entries in the log"]
        count_entries(tally, scene, [who])
    return tally


@contextmanager
def _faketime(folder: Path) -> Iterator[tuple[dict[str, str], Callable[[str], None]]]:
    """The environment of a program whose clock we set, and how to set it."""
    libraries = sorted(Path("/").glob(FAKETIME.lstrip("/")))
    if not libraries and apt_install("libfaketime"):
        libraries = sorted(Path("/").glob(FAKETIME.lstrip("/")))
    if not libraries:
        raise RuntimeError("libfaketime is not on this machine and could not be installed")
    offset = folder / "offset"

    def to(jump: str) -> None:
        part = offset.with_suffix(".part")
        part.write_text(f"{jump}\n")
        part.replace(offset)

    to("+0")
    yield (
        {
            "LD_PRELOAD": str(libraries[0]),
            "FAKETIME_TIMESTAMP_FILE": str(offset),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        },
        to,
    )


@scenario(
    11,
    "The disk is full, then read-only, and well again; the disks of the log and of the copies are full",
    guards=("a lost database is a refusal",),
)
def disk_full(world: World) -> Tally:
    """Nothing is said to be saved that is not; pages are read meanwhile; it goes on without a restart."""
    tally = Tally()
    full_beside(world, tally)
    if world.database == "postgresql":
        on_a_cluster.disk_full(world, tally)
        return tally
    with (
        small_disk(world.folder / "small") as small,
        world.own_hall("disk", players=world.size(quick=60, whole=400), place=small) as scene,
    ):
        who, tables = scene.clerk(0), scene.tables()
        web = scene.hall.children("web")
        with no_room(small, web):
            first = until_refused(tally, who, tables)
            tally.errors += who.browser.tried("GET", f"/e/{scene.event.slug}/").status != 200
        with read_only(scene.hall.data):
            last = until_refused(tally, who, tables[::-1])
            tally.errors += who.browser.tried("GET", f"/e/{scene.event.slug}/").status != 200
        for table in tables:
            who.enter(line(table), key=f"table-{table}")
        tally.tried += len(tables)
        tally.notes.append(f"full from table {first} on, read-only at table {last}, all saved afterwards")
        tally.errors += len(scene.hall.replaced(web))
        count_entries(tally, scene, [who])
    return tally
