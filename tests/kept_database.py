"""The empty test database: of `./td try`, kept for each state of the models; of other runs, what a first start has made."""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tests.emptying import BORN_WITH

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / ".pytest_cache" / "td"
TRYING = os.environ.get("TD_TRY") == "1"


def template() -> Path:
    """Where the empty database of today's models is kept, whether it is there or not."""
    state = hashlib.sha256()
    for room in ("tdapp", "lexicon_admin"):
        for path in sorted((ROOT / room).rglob("*.py")):
            text = path.read_bytes()
            if b"import models" in text and "migrations" not in path.parts:
                state.update(text)
    return KEPT / f"empty-{state.hexdigest()[:16]}.sqlite3"


def write_down_migrations() -> None:
    """Backups, copies and the like ask which migrations a database has had."""
    recorder = MigrationRecorder(connection)
    recorder.ensure_schema()
    if not recorder.migration_qs.exists():
        rows = [recorder.Migration(app=app, name=name) for app, name in MigrationLoader(None).disk_migrations]
        recorder.migration_qs.bulk_create(rows)


def put(target: Path) -> None:
    """A copy for this run, when one is kept. pytest-django is told by `--reuse-db` to take it."""
    if TRYING and (kept := template()).exists():
        with suppress(FileNotFoundError):  # another run, of other models, put its own in the place meanwhile
            shutil.copyfile(kept, target)


def keep(made: Path) -> None:
    """Keep what pytest-django just made; what belonged to other models goes."""
    if not TRYING or (kept := template()).exists():
        return
    KEPT.mkdir(parents=True, exist_ok=True)
    # Not what another process of this run, or another run, is writing just now: that has no such ending yet.
    for old in KEPT.glob("empty-*.sqlite3"):
        old.unlink(missing_ok=True)
    copy(made, kept)


def copy(made: Path, place: Path) -> None:
    """The whole database at a place, there at once or not at all."""
    part = place.with_suffix(f".{os.getpid()}")
    with closing(sqlite3.connect(made)) as read, closing(sqlite3.connect(part)) as written:
        read.backup(written)
    part.replace(place)


def emptied(used: Path, place: Path) -> None:
    """Beside a database in use what it was born with: its tables and none of its rows, there at once or not at all."""
    copy(used, part := place.with_suffix(".part"))
    with closing(sqlite3.connect(part, isolation_level=None)) as data:
        data.execute("PRAGMA journal_mode=DELETE")
        tables = {name for (name,) in data.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        data.execute("BEGIN")
        for name in sorted(tables - BORN_WITH - {"django_migrations"}):
            data.execute(f'DELETE FROM "{name}"')
        data.execute("COMMIT")
    part.replace(place)
