"""The database file, its side files, and how one file takes another's place."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connection

from tdapp.launch.host import machine
from tdapp.launch.requests import databases
from tdapp.launch.updating.versions import Unusable

# What SQLite keeps beside a file: never left behind with another main file, or it would be taken for that one's.
SIDES = ("-journal", "-wal", "-shm")
PATIENCE_SECONDS = 20
# Whoever still has the old file open (a child of a program that was killed) finds it locked until this process ends.
_held: list[sqlite3.Connection] = []


def live() -> Path:
    """The database file in use."""
    return Path(connection.settings_dict["NAME"])


def sides(path: Path) -> list[Path]:
    """The side files that lie beside a database file."""
    return [side for ending in SIDES if (side := path.with_name(path.name + ending)).exists()]


def remove(path: Path) -> bool:
    """Take a file of ours away with its side files; whether there was one."""
    found = [one for one in (path, *sides(path)) if one.exists()]
    for one in found:
        one.unlink()
    return bool(found)


@contextmanager
def connected_to(path: Path) -> Iterator[None]:
    """Django's connection goes to `path` inside the block, in a hurry: who fills the file syncs it at the end."""
    connection.close()
    settings = connection.settings_dict
    before = settings["NAME"], settings["OPTIONS"]
    hurried = databases.sqlite_options("MEMORY", "OFF")
    settings["NAME"], settings["OPTIONS"] = str(path), {**settings["OPTIONS"], **hurried}
    try:
        yield
    finally:
        connection.close()
        settings["NAME"], settings["OPTIONS"] = before


@contextmanager
def nobody_writes(path: Path) -> Iterator[sqlite3.Connection]:
    """Hold a database's write lock, after SQLite took up what a kill left beside it (a hot journal, a log of WAL)."""
    connection.close()
    held = sqlite3.connect(path, timeout=PATIENCE_SECONDS, isolation_level=None)
    try:
        held.execute("PRAGMA journal_mode=DELETE").fetchone()
        held.execute("BEGIN IMMEDIATE")
        yield held
    finally:
        if held not in _held:
            held.close()


def copy(source: Path, target: Path) -> None:
    """Copy a database page by page while others may read it, onto the disk and not only on its way there."""
    with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(target)) as written:
        target.chmod(0o600)
        written.execute("PRAGMA synchronous=OFF")
        read.backup(written)
    sync(target)


def sync(path: Path) -> None:
    """Wait until a file is on the disk."""
    with path.open("rb+") as handle:
        os.fsync(handle.fileno())


def put(new: Path, target: Path, held: sqlite3.Connection | None = None) -> None:
    """Let `new` take the place of `target`, whole or not at all; `held` is the lock on what stands there."""
    if held:
        held.execute("COMMIT")
        held.execute("BEGIN EXCLUSIVE")
    if lying := sides(target):
        raise Unusable(f"another program is using {target} ({lying[0].name} lies beside it); stop it first")
    if held and machine.WINDOWS:
        held.close()
    elif held:
        _held.append(held)
    machine.put_in_place(new, target)
