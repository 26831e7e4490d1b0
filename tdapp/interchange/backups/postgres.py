"""The PostgreSQL side of backup and restore: pg_dump and pg_restore, found on this machine."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from django.db import DatabaseError, connection, connections
from django.utils.translation import gettext as _

from core.later import later
from tdapp.interchange.backups.manifest import damaged
from tdapp.kernel.refusals import Refusal
from tdapp.launch.host import machine

if TYPE_CHECKING:
    from psycopg import sql
else:
    # A hall on SQLite never needs the driver: five megabytes of each of its processes.
    sql = later("psycopg.sql")

VENDOR, FILE = "postgresql", "database.dump"
LEFT_OUT = ("django_session", "kernel_browsersession")
COPY = re.compile(r'COPY (?:\S+?\.)?"?(\w+)"? \(.*\) FROM stdin;')
# A line of what a dump lists.
TABLE = re.compile(r"^\d+; \d+ \d+ TABLE \S+ (\S+) ", re.MULTILINE)
# Tables and views of others whose foreign keys or queries refer to the tables named, which therefore cannot be dropped.
LEANING = """
WITH ours AS (SELECT oid FROM pg_class WHERE relname = ANY(%s) AND pg_table_is_visible(oid))
SELECT conrelid::regclass::text FROM pg_constraint
WHERE contype = 'f' AND confrelid IN (TABLE ours) AND conrelid NOT IN (TABLE ours)
UNION
SELECT ev_class::regclass::text FROM pg_rewrite JOIN pg_depend ON classid = 'pg_rewrite'::regclass AND objid = pg_rewrite.oid
WHERE refclassid = 'pg_class'::regclass AND refobjid IN (TABLE ours) AND ev_class NOT IN (TABLE ours)
ORDER BY 1
"""
SECONDS = 3600


def program(name: str) -> str:
    """A pg_dump or pg_restore of this machine that is not older than the server; refuses when there is none."""
    file = f"{name}.exe" if machine.WINDOWS else name
    on_path = shutil.which(name)
    found = [*([on_path] if on_path else []), *(str(place / file) for place in machine.postgres_places())]
    server = _server_version()
    fit = next((path for path in found if Path(path).is_file() and _version(path) >= server), None)
    if fit is None:
        sentence = _("%(name)s %(version)s or newer is not on PATH: it is needed for PostgreSQL.")
        raise Refusal("no-pg-dump", sentence % {"name": name, "version": server})
    return fit


def _server_version() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        return int(cursor.fetchone()[0]) // 10_000


def _version(path: str) -> int:
    done = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60, check=False)  # noqa: S603
    match = re.search(r"(\d+)", done.stdout)
    return int(match[1]) if match else 0


def _run(name: str, *arguments: str, database: str = "") -> subprocess.CompletedProcess[str]:
    given = connection.settings_dict
    where = {"PGHOST": given["HOST"], "PGPORT": str(given["PORT"] or ""), "PGUSER": given["USER"]}
    secret = {"PGPASSWORD": given["PASSWORD"], "PGDATABASE": database or given["NAME"]}
    env = os.environ | {key: value for key, value in (where | secret).items() if value}
    done = subprocess.run(  # noqa: S603 - a program we looked up, no shell
        [program(name), *arguments], env=env, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    if done.returncode:
        said = (done.stderr.strip().splitlines() or [""])[-1]
        raise Refusal("pg-failed", _("%(name)s failed: %(why)s") % {"name": name, "why": said})
    return done


def dump(target: Path) -> None:
    """Dump the live database to a file, from one snapshot, while others use it."""
    _dump(target, connection.settings_dict["NAME"])


def _dump(target: Path, database: str) -> None:
    _run(
        "pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}",
        *(f"--exclude-table-data={table}" for table in LEFT_OUT), database=database,
    )  # fmt: skip


def facts(path: Path) -> tuple[list[str], dict[str, int]]:
    """(applied migrations, rows a table), counted from the dump itself: what cannot be read cannot be counted."""
    script = path.with_suffix(".sql")
    try:
        _run("pg_restore", "--data-only", f"--file={script}", str(path))
        with script.open(encoding="utf-8") as lines:
            return _count(lines)
    except Refusal as error:
        if error.code == "no-pg-dump":
            raise
        raise damaged(_("its database cannot be read")) from error
    finally:
        script.unlink(missing_ok=True)


def _count(lines: Iterator[str]) -> tuple[list[str], dict[str, int]]:
    counts: dict[str, int] = {}
    migrations, table = [], ""
    for line in lines:
        if not table:
            match = COPY.match(line)
            table = match[1] if match else ""
            counts |= {table: 0} if table else {}
        elif line == "\\.\n":
            table = ""
        else:
            counts[table] += 1
            if table == "django_migrations":
                migrations.append(".".join(line.split("\t")[1:3]))
    return sorted(migrations), counts


@contextmanager
def rehearsal(copy: Path) -> Iterator[str]:
    """The address of a new database that holds the copy, to migrate and check; dropped at the end."""
    name = f"td_restore_{secrets.token_hex(4)}"
    _execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    try:
        _run(
            "pg_restore",
            "--no-owner",
            "--no-privileges",
            "--exit-on-error",
            f"--dbname={name}",
            str(copy),
            database=name,
        )
        yield _address(name)
    finally:
        _execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _execute(statement: sql.Composed) -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute(statement)
    except DatabaseError as error:
        sentence = _("The database server does not let us check the backup in a database of its own: %(why)s")
        raise Refusal("no-rehearsal", sentence % {"why": str(error).splitlines()[0]}) from error


def _address(name: str) -> str:
    given: dict[str, Any] = connection.settings_dict
    who = quote(given["USER"], safe="") + (
        f":{quote(given['PASSWORD'], safe='')}" if given["PASSWORD"] else ""
    )
    port = f":{given['PORT']}" if given["PORT"] else ""
    return f"postgres://{who}@{quote(given['HOST'] or '', safe='')}{port}/{name}"


def replace(address: str, copy: Path, aside: Path) -> Path:
    """Put the rehearsed database's contents in the place of the live one's, in one transaction; keep those aside."""
    kept, ready = aside.with_suffix(".dump"), copy.with_suffix(".ready")
    dump(kept)
    _dump(ready, address.rpartition("/")[2])
    left, script = _left_by_a_newer_version(ready), copy.with_suffix(".sql")
    connections.close_all()
    _run(
        "pg_restore",
        "--clean",
        "--if-exists",
        "--no-owner",
        "--no-privileges",
        f"--file={script}",
        str(ready),
    )
    # All of it or nothing. What leans on them goes too: a newer version's columns in tables that are put back anyway.
    gone = [f"--command=DROP TABLE {', '.join(left)} CASCADE"] if left else []
    _run(
        "psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", *gone,
        f"--file={script}", database=connection.settings_dict["NAME"],
    )  # fmt: skip
    return kept


def _left_by_a_newer_version(ready: Path) -> list[str]:
    """Our tables here, as quoted names, that what is put back does not know: left, they would point to rows that are replaced, so
    that nothing could be, and stand in the way when that version comes again. Refuses where somebody else's lean on ours.
    """
    known = set(TABLE.findall(_run("pg_restore", "--list", str(ready)).stdout))
    with connection.cursor() as cursor:
        # A migration tells django_content_type of every model it makes, also of one this version has not; nobody else does.
        cursor.execute("SELECT app_label || '_' || model FROM django_content_type")
        ours = {name for (name,) in cursor.fetchall()}
        left = sorted(ours.intersection(connection.introspection.table_names(cursor)) - known)
        cursor.execute(LEANING, [[*known, *left]])
        leaning = [name for (name,) in cursor.fetchall()]
    if leaning:
        sentence = _(
            "%(names)s in this database is not of this program and refers to its tables, so these cannot be replaced. Nothing "
            "was touched. Move it to a database of its own, or drop it, and restore again."
        )
        raise Refusal("not-ours", sentence % {"names": ", ".join(leaning)}, names=leaning)
    return [connection.ops.quote_name(one) for one in left]
