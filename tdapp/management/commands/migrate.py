"""`migrate`: Django's, on a copy of a SQLite file or in one transaction of PostgreSQL, by hand as at every start."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandParser
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.migrations import Migration

from tdapp.launch.updating import place, update, versions


class Command(migrate.Command):
    """Django's command; what it changes is old or new whatever kills it."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Django's own, and `--expendable`."""
        super().add_arguments(parser)
        told = "this database is a copy itself: change it in place"
        parser.add_argument("--expendable", action="store_true", help=told)

    def handle(self, *args: Any, **options: Any) -> None:
        """Look only, change what is expendable in place, or carry the update out."""
        run = super().handle

        def change() -> None:
            """Newer tables; and events from before logs told of rows are written down as they stand."""
            run(*args, **options)
            if not named:
                call_command("begin_logs", "--json", stdout=io.StringIO())

        named = bool(options["app_label"] or options["fake"] or options["prune"])
        looking = options["plan"] or options["check_unapplied"] or options["database"] != DEFAULT_DB_ALIAS
        if looking or _is_expendable(options["expendable"]):
            run(*args, **options)
            return
        update.look_back()
        if named or versions.lacking():
            update.carry_out(change, complete=not named)
        else:
            run(*args, **options)

    def migration_progress_callback(
        self, action: str, migration: Migration | None = None, fake: bool = False
    ) -> None:
        """After each migration PostgreSQL checks the references: a table with checks to come cannot be altered."""
        super().migration_progress_callback(action, migration, fake)
        if action == "apply_success" and connections[DEFAULT_DB_ALIAS].vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
                cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def _is_expendable(said: bool) -> bool:
    if said and connection.vendor == "sqlite" and place.live() == Path(settings.DATA_DIR) / "db.sqlite3":
        raise versions.Unusable("the data itself is not expendable: a kill half-way would leave it broken")
    return said
