"""A look at rows that others may be writing to: what it finds wrong is wrong at one moment, not between two."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from django.db import connection, transaction

from tdapp.kernel.models import AuditHead

LOOKS = 3
Found = TypeVar("Found")


def look(scope: str, find: Callable[[], Found], is_well: Callable[[Found], bool]) -> Found:
    """What `find` finds of a scope's rows. Whatever is not well is looked at again as long as somebody wrote meanwhile, at
    last at a moment that stands still: nobody is accused of what was only on its way.
    """
    for _time in range(LOOKS):
        before = _head(scope)
        found = find()
        if is_well(found) or _head(scope) == before:
            return found
    with _one_moment():
        return find()


def _head(scope: str) -> tuple[int, str] | None:
    return AuditHead.objects.filter(pk=scope).values_list("number", "chained").first()


@contextmanager
def _one_moment() -> Iterator[None]:
    """PostgreSQL shows everything as it was when this began; SQLite lets nobody else write until it is over."""
    begins = not connection.in_atomic_block
    with transaction.atomic():
        if begins and connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
