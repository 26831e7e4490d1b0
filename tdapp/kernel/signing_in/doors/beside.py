"""Where sessions, tries and notes lie: in the database, or on SQLite, which has one writer at a time, in a file beside it.

That file holds nothing anybody would miss: without it everybody logs in again. Its tables are made when it is opened, so
no migration ever touches it (`launch.requests.databases`); a new shape begins with an empty file.
"""

from __future__ import annotations

from typing import Any

from django.db import connections

ALIAS = "doors"
MODELS = frozenset({"kernel.browsersession", "kernel.signinnote", "kernel.wrongtries"})


def alias() -> str:
    """The connection that holds them."""
    return ALIAS if ALIAS in connections.settings else "default"


class Router:
    """Sends these tables to their file where there is one; everything else stays where it is."""

    def db_for_read(self, model: Any, **hints: Any) -> str | None:
        """Django asks this for each query."""
        return alias() if model._meta.label_lower in MODELS else None

    db_for_write = db_for_read

    def allow_migrate(
        self, db: str, app_label: str, model_name: str | None = None, **hints: Any
    ) -> bool | None:
        """No migration touches the file."""
        return False if db == ALIAS else None
