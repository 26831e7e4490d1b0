"""Rows by the thousand, past models: COPY on PostgreSQL, one prepared statement elsewhere.

For what was worked out already and is stored as it is (ratings of a whole list, an invented federation). A row costs a
fifth of what it does through a model.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection
from django.db.models import Model

from core import canonical

Row = Sequence[Any]


class Into:
    """One table to be written to: these columns from each row, the model's own defaults in the others.

    `names`: columns as the database calls them. Values are what both databases read: ids as text of 32 digits, JSON as text
    (`told`), moments as text in UTC.
    """

    def __init__(self, model: type[Model], *names: str) -> None:
        usual = {
            str(field.column): field for field in model._meta.concrete_fields if field.column not in names
        }
        self.same = tuple(field.get_db_prep_save(field.get_default(), connection) for field in usual.values())
        columns = ", ".join(connection.ops.quote_name(name) for name in (*names, *usual))
        table = connection.ops.quote_name(model._meta.db_table)
        places = ", ".join(["%s"] * (len(names) + len(usual)))
        self.copying = f"COPY {table} ({columns}) FROM STDIN"
        # Names of models and columns alone, no values.
        self.inserting = f"INSERT INTO {table} ({columns}) VALUES ({places})"  # noqa: S608  # nosec B608

    def write(self, rows: Iterable[Row]) -> None:
        """Store them, inside the caller's transaction."""
        with connection.cursor() as cursor:
            if connection.vendor != "postgresql":
                cursor.executemany(self.inserting, [(*row, *self.same) for row in rows])
                return
            with cursor.copy(self.copying) as copying:
                for row in rows:
                    copying.write_row((*row, *self.same))


def told(value: Any) -> str:
    """JSON as both databases read it."""
    return canonical.dumps(value)
