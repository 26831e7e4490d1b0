"""What takes seconds to make, made once for all processes of a run: its rows, its files, and what the tests hold in hand."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from django.conf import settings
from django.db import connection

from tests import counting, servers
from tests.emptying import BORN_WITH

Made = TypeVar("Made")
# Table -> its columns' names and its rows, as SQLite has them.
Rows = dict[str, tuple[list[str], list[tuple[object, ...]]]]
# Name -> its bytes and when it was written: a copy that was read back is known by both.
Files = dict[str, tuple[bytes, int]]


def kept(name: str, make: Callable[[], Made]) -> Made:
    """What `make` returns. Whoever comes later gets a copy of it, with all rows and files that are there afterwards.

    For a SQLite database without rows, within a transaction that is taken back; nothing in it may know its folder's name.
    """
    with servers.made_once(f"{name}.pickle") as (place, there):
        if not there:
            made = make()
            part = place.with_suffix(".part")
            part.write_bytes(pickle.dumps((_rows(), _files(), counting.so_far(), made)))
            part.replace(place)
            return made
    rows, files, last, made = pickle.loads(place.read_bytes())
    _put(rows, files)
    counting.go_on_after(last)
    return made  # type: ignore[no-any-return]


def _rows() -> Rows:
    found: Rows = {}
    for table in set(connection.introspection.table_names()) - BORN_WITH - {"django_migrations"}:
        columns = [row[1] for row in connection.connection.execute(f'PRAGMA table_info("{table}")')]
        # An expression is handed over as it lies there, a column as Python would have it.
        asked = ", ".join(f'+"{column}"' for column in columns)
        if rows := connection.connection.execute(f'SELECT {asked} FROM "{table}"').fetchall():
            found[table] = (columns, rows)
    return found


def _files() -> Files:
    folder = Path(settings.DATA_DIR)
    databases = {Path(settings.DATABASES["default"]["TEST"]["NAME"]), folder / "db.sqlite3"}
    paths = [path for path in folder.rglob("*") if path.is_file() and path not in databases]
    return {
        path.relative_to(folder).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns) for path in paths
    }


def _put(rows: Rows, files: Files) -> None:
    for table, (columns, those) in rows.items():
        names, holes = ", ".join(f'"{one}"' for one in columns), ", ".join("?" * len(columns))
        statement = f'INSERT OR REPLACE INTO "{table}" ({names}) VALUES ({holes})'
        connection.connection.executemany(statement, those)
    for name, (data, written) in files.items():
        path = Path(settings.DATA_DIR) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, ns=(written, written))
