"""How long this thread waits for a lock of the database: as long as the settings say, or hardly at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import connection, transaction

HARDLY_SECONDS = 0.05
_seconds: ContextVar[float | None] = ContextVar("td_patience", default=None)


@contextmanager
def hardly_any() -> Iterator[None]:
    """A transaction that gives up (OperationalError) instead of waiting for whoever writes."""
    token = _seconds.set(HARDLY_SECONDS)
    try:
        with transaction.atomic():
            if connection.vendor == "postgresql":
                with connection.cursor() as cursor:
                    cursor.execute("SET LOCAL lock_timeout = '50ms'")
            yield
    finally:
        _seconds.reset(token)


def seconds(usual: float) -> float:
    """How long this thread waits, which usually waits so long."""
    wanted = _seconds.get()
    return usual if wanted is None else min(usual, wanted)
