"""Whether a SQLite file is whole: its pages, its references, and that its tables are those its migrations make."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState
from django.db.utils import DatabaseError

from tdapp.launch.updating import versions
from tdapp.launch.updating.place import connected_to

# Rows that the program itself writes when it makes the tables.
BOOKKEEPING = {"django_migrations", "django_content_type", "auth_permission", "sqlite_sequence"}
UNDATED = "it holds tables, but not which version of the program made them"
Tables = dict[str, set[str]]


def fault(path: Path) -> str:
    """What is wrong with a file that should hold our data of this or an earlier version; "" when it is whole."""
    try:
        with closing(sqlite3.connect(path)) as data:
            if broken := _broken(data):
                return broken
        with connected_to(path):
            return _unlike_its_version()
    except (sqlite3.DatabaseError, DatabaseError, versions.Unusable) as error:
        return str(error)


def _broken(data: sqlite3.Connection) -> str:
    if data.execute("PRAGMA integrity_check").fetchall() != [("ok",)]:
        return "its pages are damaged"
    if data.execute("PRAGMA foreign_key_check").fetchone():
        return "it refers to rows that are missing"
    return ""


def _unlike_its_version() -> str:
    """Compare the tables there are with those the recorded migrations make, and those only later ones make."""
    if not versions.recorded():
        return UNDATED
    versions.lacking()
    loader = MigrationLoader(connection)
    applied = [node for node in loader.graph.nodes if node in loader.applied_migrations]
    there, meant = _tables_there(), _tables(loader.project_state(applied))
    later = _tables(loader.project_state()).keys() - meant.keys()
    for table, columns in sorted(meant.items()):
        if columns - there.get(table, set()) or table not in there:
            return f"its table {table} is not as its version made it"
        if columns and there[table] - columns:
            return f"its table {table} was changed by an update that did not end"
    if early := sorted(later & there.keys()):
        return f"it has the table {early[0]} of an update that did not end"
    return ""


def _tables_there() -> Tables:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        names = [name for (name,) in cursor.fetchall()]
        return {name: _columns(cursor, name) for name in names}


def _columns(cursor: object, table: str) -> set[str]:
    rows = cursor.execute(f'PRAGMA table_xinfo("{table}")').fetchall()  # type: ignore[attr-defined]
    return {row[1] for row in rows}


def _tables(state: ProjectState) -> Tables:
    """Every table of a state with its columns; a many-to-many table without (Django names those)."""
    found: Tables = {}
    for model in state.models.values():
        if _has_a_table(model):
            found |= _tables_of(model)
    return found


def _has_a_table(model: ModelState) -> bool:
    options = model.options
    swapped = (
        "swappable" in options
        and getattr(settings, options["swappable"]).lower() != f"{model.app_label}.{model.name_lower}"
    )
    return options.get("managed", True) and not options.get("proxy") and not swapped


def _tables_of(model: ModelState) -> Tables:
    table = model.options.get("db_table") or f"{model.app_label}_{model.name_lower}"
    found: Tables = {table: set()}
    for name, field in model.fields.items():
        if not field.many_to_many:
            found[table].add(field.db_column or (f"{name}_id" if field.is_relation else name))
        elif getattr(field.remote_field, "through", None) is None:
            found[f"{table}_{name}"] = set()
    return found


def holds_nobody(path: Path) -> bool:
    """Whether nobody ever entered anything: every table is empty but for what the program writes when it makes them."""
    with closing(sqlite3.connect(path)) as data:
        names = [
            name for (name,) in data.execute("SELECT name FROM sqlite_master WHERE type = 'table'") if name not in BOOKKEEPING
        ]  # fmt: skip
        return not any(data.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone() for name in names)  # noqa: S608


def log_of(path: Path) -> list[tuple[str, ...]]:
    """The last entry of each chain of the log: two files that agree on it hold the same writes. [] without a log."""
    try:
        with closing(sqlite3.connect(path)) as data:
            return data.execute(
                "SELECT scope, number, chained FROM kernel_audithead ORDER BY scope"
            ).fetchall()
    except sqlite3.DatabaseError:
        return []
