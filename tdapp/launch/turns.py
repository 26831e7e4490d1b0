"""Whoever prepares the data, on whichever machine, takes turns; and who keeps the installation is said when that is new."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from tdapp.kernel.signing_in.users import owners
from tdapp.launch.host import machine

# Any number that nothing else in the database asks for.
LOCK = 7_429_011
ROLE = ("kernel", "0004_owner")
LOOK_AGAIN_SECONDS = 0.1


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Wait for those who prepare the same data. Both locks die with whoever holds them."""
    with _by_the_database() if connection.vendor == "postgresql" else _by_the_folder():
        yield


@contextmanager
def _by_the_database() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
    try:
        yield
    finally:
        if connection.is_usable():
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])


@contextmanager
def _by_the_folder() -> Iterator[None]:
    place = Path(settings.DATA_DIR) / "run" / "preparing"
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("a+b") as handle:
        while not machine.hold(handle):
            time.sleep(LOOK_AGAIN_SECONDS)
        yield


def had_owners() -> bool:
    """Whether this data already knows that an installation has owners."""
    return ROLE in MigrationRecorder(connection).applied_migrations()


def owners_sentence(before: bool) -> str:
    """Who became the owner by the update, or how to name one where there is none; "" when there is nothing new."""
    names = ", ".join(user.username for user in owners())
    if not names:
        return "Nobody owns this installation, so nobody sees its backups. Name who does: ./td manage make_owner NAME"
    if before:
        return ""
    return f"Owner of this installation, who alone sees its backups: {names}. Another one: ./td manage make_owner NAME"
