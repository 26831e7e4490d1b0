"""Before the first page: migrations (with a copy of the data first), the demo event, the first director."""

from __future__ import annotations

import io
import json
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command, get_commands
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.utils import DatabaseError

from tdapp.kernel import clock
from tdapp.launch import control, turns

COPIES_KEPT = 5
TRIED = "before-migrate"
Plan = list[tuple[Any, bool]]


class Unusable(Exception):
    """The data folder cannot be used; the text says why."""


def prepare(demo: bool) -> bool:
    """Bring the data folder up to date; False (and a sentence to the supervisor) when that is impossible."""
    try:
        with turns.one_at_a_time():
            before = turns.had_owners()
            _migrate()
            if not get_user_model()._default_manager.exists():
                _first_start(demo)
            elif told := turns.owners_told(before):
                control.tell(say=told)
    except (Unusable, DatabaseError, OSError) as error:
        control.tell(stop=f"{settings.DATA_DIR}: {error}")
        return False
    finally:
        connection.close()
    return True


def _migrate() -> None:
    """Apply what is missing. The fast path reads one table."""
    executor = MigrationExecutor(connection)
    known, applied = set(executor.loader.disk_migrations), set(executor.loader.applied_migrations)
    ours = {app for app, _ in known}
    if newer := sorted(f"{app}.{name}" for app, name in applied - known if app in ours):
        raise Unusable(
            f"the data was written by a newer version of this program (it knows {newer[-1]}). Use that version."
        )
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        _with_a_way_back(bool(applied), _update)


def _update() -> None:
    """Newer tables; and events from before logs told of rows are written down as they stand."""
    call_command("migrate", verbosity=0, interactive=False)
    _run("begin_logs")


def _with_a_way_back(has_data: bool, change: Callable[[], object]) -> None:
    """Run `change`; when it fails on a SQLite file with data, put the copy taken before back."""
    copy = _copied() if has_data and connection.vendor == "sqlite" else None
    try:
        change()
    except Exception as error:
        if copy is None:
            raise
        connection.close()
        _pour(copy, _database())
        raise Unusable(f"the update failed and the data is as it was before: {error}") from error


def _database() -> Path:
    return Path(connection.settings_dict["NAME"])


def _copied() -> Path:
    """An online copy of the database in `backups/`, the oldest of its kind thrown away."""
    folder = Path(settings.DATA_DIR) / "backups"
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / f"{TRIED}-{clock.now():%Y%m%d-%H%M%S-%f}.sqlite3"
    _pour(_database(), copy)
    for old in sorted(folder.glob(f"{TRIED}-*.sqlite3"))[:-COPIES_KEPT]:
        old.unlink()
    control.tell(say=f"Copied the data to {copy} before updating it.")
    return copy


def _pour(source: Path, target: Path) -> None:
    """Copy one SQLite database over another while it may be in use."""
    with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(target, timeout=20)) as written:
        read.backup(written)


def _first_start(demo: bool) -> None:
    """The director and the demo event (theirs, so made second) belong together: both or neither."""
    with transaction.atomic():
        director = _run("create_director")
        event = _run("create_demo") if demo else {}
    control.tell(director=director, event=event)


def _run(command: str) -> dict[str, Any]:
    """A management command's JSON answer; {} when this installation has no such command."""
    if command not in get_commands():
        return {}
    answer = io.StringIO()
    call_command(command, "--json", stdout=answer, stderr=sys.stderr)
    found = json.loads(answer.getvalue() or "{}")
    return found if isinstance(found, dict) else {"answer": found}
