"""What takes long to count and holds as long as what it was counted from: kept for a while, counted once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
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


def of_some(
    division: Division, key: str, wanted: Collection[str], count: Callable[[Collection[str]], Mapping[str, T]]
) -> dict[str, T]:
    """The same of many that are counted one by one: what is `wanted` and not kept yet is counted and kept beside the rest."""
    known: tuple[int, dict[str, T | None]] | None = cache.get(f"{key}:{division.pk}")
    found = known[1] if known and known[0] == division.version else {}
    if missing := {one for one in wanted if one not in found}:
        # Of whom nothing can be said, that is kept too.
        found = found | dict.fromkeys(missing) | dict(count(missing))
        cache.set(f"{key}:{division.pk}", (division.version, found), KEEP_SECONDS)
    return {one: told for one in wanted if (told := found[one]) is not None}


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
