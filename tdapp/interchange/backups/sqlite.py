"""The SQLite side of backup and restore: online copies, whole or not at all."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from django.db import connections
from django.utils.translation import gettext as _

from tdapp.interchange.backups.manifest import damaged
from tdapp.kernel.refusals import Refusal

VENDOR, FILE = "sqlite", "database.sqlite3"
BUSY_SECONDS = 30
STEP_PAGES, STEP_PAUSE_SECONDS, MOST_BEGINNINGS = 1000, 0.005, 20
# A session is a key to somebody's account: it has no business in a copy.
LEFT_OUT = ("django_session", "kernel_browsersession")


def live() -> Path:
    """The database file in use."""
    return Path(connections["default"].settings_dict["NAME"])


def dump(target: Path) -> None:
    """Copy the live database to a file while others read and write it (SQLite's online backup).

    Raises OSError when the place does not take it: a disk that is full is SQLite's error there, not the system's.
    """
    try:
        _pour_beside_writers(live(), target)
        with closing(sqlite3.connect(target)) as copy:
            copy.execute("PRAGMA journal_mode=DELETE")
            copy.execute("PRAGMA secure_delete=ON")
            with copy:
                for table in LEFT_OUT:
                    if copy.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,)).fetchone():
                        copy.execute(f"DELETE FROM {table}")  # noqa: S608 - a constant
    except sqlite3.OperationalError as error:
        raise OSError(str(error)) from error


def pour(source: Path, target: Path) -> None:
    """Copy one database over another in a single transaction: killed half-way, the target is as it was."""
    with (
        closing(sqlite3.connect(source, timeout=BUSY_SECONDS)) as read,
        closing(sqlite3.connect(target, timeout=BUSY_SECONDS)) as written,
    ):
        read.backup(written)


class _Interrupted(Exception):
    """Somebody wrote so often while a copy was made in steps that it would never end."""


def _pour_beside_writers(source: Path, target: Path) -> None:
    """Copy a database in steps of a few milliseconds between which others write; each write begins the copy anew.

    As one step it would hold everybody for as long as a slow stick takes: that is left for a hall that never rests.
    """
    left, begun = sys.maxsize, 0

    def watch(status: int, remaining: int, _pages: int) -> None:
        nonlocal left, begun
        begun += status == sqlite3.SQLITE_OK and remaining >= left  # a step that had to wait is none
        left = remaining
        if begun > MOST_BEGINNINGS:
            raise _Interrupted

    with (
        closing(sqlite3.connect(source, timeout=BUSY_SECONDS)) as read,
        closing(sqlite3.connect(target, timeout=BUSY_SECONDS)) as written,
    ):
        try:
            read.backup(written, pages=STEP_PAGES, progress=watch, sleep=STEP_PAUSE_SECONDS)
            return
        except _Interrupted:
            pass
    pour(source, target)


def facts(path: Path) -> tuple[list[str], dict[str, int]]:
    """(applied migrations, rows a table) of a copy. Refuses one that is not whole."""
    try:
        with _opened(path) as copy:
            _refuse_broken(copy)
            return _migrations(copy), _counts(copy)
    except sqlite3.DatabaseError as error:
        raise damaged(_("its database cannot be read")) from error


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as copy:
        yield copy


def _refuse_broken(copy: sqlite3.Connection) -> None:
    if copy.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
        raise damaged(_("its database is not whole"))
    if copy.execute("PRAGMA foreign_key_check").fetchone():
        raise damaged(_("its database refers to rows that are missing"))


def _migrations(copy: sqlite3.Connection) -> list[str]:
    return sorted(f"{app}.{name}" for app, name in copy.execute("SELECT app, name FROM django_migrations"))


def _counts(copy: sqlite3.Connection) -> dict[str, int]:
    names = copy.execute("SELECT name FROM sqlite_master WHERE type='table' AND name NOT LIKE 'sqlite_%'")
    return {
        name: copy.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]  # noqa: S608 - names of its own tables
        for (name,) in sorted(names)
    }


@contextmanager
def rehearsal(copy: Path) -> Iterator[str]:
    """The address of a database that holds the copy, to migrate and check before it replaces anything."""
    yield f"sqlite:///{copy.resolve().as_posix()}"


def replace(address: str, copy: Path, aside: Path) -> Path:
    """Put the rehearsed copy in the place of the live database; what was there is kept at `aside`."""
    kept = aside.with_suffix(".sqlite3")
    connections.close_all()
    try:
        if live().exists():
            pour(live(), kept)
        pour(copy, live())
    except sqlite3.Error as error:
        raise Refusal(
            "not-restored", _("The database could not be replaced: %(why)s.") % {"why": error}
        ) from error
    return kept
