"""What takes long to count and holds as long as what it was counted from: kept for a while, counted once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache

from tdapp.events.models import Division

T = TypeVar("T")
KEEP_SECONDS = 600


def of_division(division: Division, key: str, count: Callable[[], T]) -> T:
    """What is counted from a division's confirmed facts, once for each of its versions. Not inside a command: what is
    kept there would outlive a rolled back change.
    """
    return _kept(f"{key}:{division.pk}", division.version, count)


def for_ever(key: str, count: Callable[[], T]) -> T:
    """What is counted from something that never changes; `key` names that too."""
    return _kept(key, 0, count)


def _kept(key: str, version: int, count: Callable[[], T]) -> T:
    known: tuple[int, T] | None = cache.get(key)
    if known and known[0] == version:
        return known[1]
    found = count()
    cache.set(key, (version, found), KEEP_SECONDS)
    return found
