"""Single flight: what is expensive is made by one worker at a time; the others get the last one meanwhile.

Deleting a cached page at every write makes all readers build it at once; serving the stale one while one worker
rebuilds, at most once a second, was the largest load lever found.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

from django.core.cache import cache

from tdapp.kernel import clock

T = TypeVar("T")
STALE = timedelta(seconds=1)
KEEP_SECONDS = 600
LOCK_SECONDS = 10
WAIT_SECONDS, WAITS = 0.02, 250


@dataclass(frozen=True, slots=True)
class Kept(Generic[T]):
    """A cached value with the stamp of the facts it was made from, and when."""

    stamp: str
    at: datetime
    value: T


def fly(key: str, stamp: str, build: Callable[[], T]) -> T:
    """The value for `stamp`: cached, or at most a second stale, or made now by this one worker."""
    kept: Kept[T] | None = cache.get(key)
    if kept and (kept.stamp == stamp or _fresh(kept)):
        return kept.value
    if cache.add(f"{key}:lock", 1, LOCK_SECONDS):
        return _built(key, stamp, build)
    return kept.value if kept else _awaited(key, stamp, build)


def _fresh(kept: Kept[T]) -> bool:
    # The absolute distance, so that a clock set back does not freeze a page.
    return abs(clock.now() - kept.at) <= STALE


def _built(key: str, stamp: str, build: Callable[[], T]) -> T:
    """Build under the lock, unless somebody finished the same while we were reaching for it."""
    try:
        known: Kept[T] | None = cache.get(key)
        if known and known.stamp == stamp:
            return known.value
        # Timed before the facts are read: the value is at least as new as it says.
        kept = Kept(stamp, clock.now(), build())
        cache.set(key, kept, KEEP_SECONDS)
        return kept.value
    finally:
        cache.delete(f"{key}:lock")


def _awaited(key: str, stamp: str, build: Callable[[], T]) -> T:
    """Nothing to show yet and somebody is making it: wait for that one; after `WAITS` steps make it ourselves."""
    for _step in range(WAITS):
        time.sleep(WAIT_SECONDS)
        kept: Kept[T] | None = cache.get(key)
        if kept:
            return kept.value
        if cache.add(f"{key}:lock", 1, LOCK_SECONDS):
            break
    return _built(key, stamp, build)
