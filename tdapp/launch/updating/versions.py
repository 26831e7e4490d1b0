"""Which version of this program wrote a database, and what it lacks for this one."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.exceptions import InconsistentMigrationHistory, NodeNotFoundError
from django.db.migrations.executor import MigrationExecutor

Plan = list[tuple[Any, bool]]


class Unusable(CommandError):
    """The data cannot be used; the text says why, in one sentence."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence, returncode=2)


def recorded() -> list[str]:
    """The migrations the database says it has, as `app.name`; [] for one without tables. Reads one table."""
    return sorted(".".join(one) for one in MigrationExecutor(connection).recorder.applied_migrations())


def lacking() -> Plan:
    """What is to be applied. Raises Unusable for data of a newer version, or of none that could be."""
    try:
        executor = MigrationExecutor(connection)
        executor.loader.check_consistent_history(connection)
    except (InconsistentMigrationHistory, NodeNotFoundError) as error:
        raise Unusable(f"no version of this program leaves data so: {error}") from error
    _refuse_newer(executor)
    return executor.migration_plan(executor.loader.graph.leaf_nodes())


def _refuse_newer(executor: MigrationExecutor) -> None:
    loader = executor.loader
    known = set(loader.disk_migrations)
    known |= {old for migration in loader.disk_migrations.values() for old in migration.replaces}
    ours = {app for app, _ in known}
    newer = {f"{app}.{name}" for app, name in set(loader.applied_migrations) - known if app in ours}
    # A release lets the one before go on beside it (tdapp.devtools.beside_the_old). That this is the one before says who types
    # the names.
    if unknown := sorted(newer - set(settings.NEWER_DATA)):
        sentence = f"the data was written by a newer version of this program (it knows {unknown[-1]}). Use that version."
        if settings.MODE == "server":
            sentence += (
                " Where it is the very next one, this one goes on beside it with the setting "
                f"TD_NEWER_DATA={','.join(sorted(newer))}."
            )
        raise Unusable(sentence)
