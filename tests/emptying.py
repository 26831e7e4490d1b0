"""How a test that really commits is cleared up after: rows go, and what every database is born with stays.

Django's own way makes all permissions and content types anew each time, which nobody here asks for: it was most of what
such a test cost.
"""

from __future__ import annotations

from typing import Any

from django.core.management.color import no_style
from django.core.management.commands import flush
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper

# No test writes there, and they are the same in every database.
BORN_WITH = {"auth_permission", "django_content_type"}


class Emptied(flush.Command):
    """`flush` without making anew what no test has changed."""

    def handle(self, **options: Any) -> None:
        """Every row of the program's tables goes."""
        connection = connections[options["database"]]
        tables = set(connection.introspection.django_table_names(only_existing=True, include_views=False))
        emptied(connection, sorted(tables - BORN_WITH))


def emptied(connection: BaseDatabaseWrapper, tables: list[str]) -> None:
    """PostgreSQL looks for rows first: to throw a table's file away and make a new one takes longer than all the rest."""
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            connection.ops.execute_sql_flush(connection.ops.sql_flush(no_style(), tables))
            return
        asked = " UNION ALL ".join(f"(SELECT '{name}' FROM \"{name}\" LIMIT 1)" for name in tables)
        cursor.execute(asked)
        if full := [name for (name,) in cursor.fetchall()]:
            names = ", ".join(f'"{name}"' for name in full)
            cursor.execute(f"TRUNCATE {names} CASCADE")


def use() -> None:
    """From now on, in this process."""
    flush.Command.handle = Emptied.handle  # type: ignore[assignment, method-assign]
