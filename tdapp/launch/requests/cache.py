"""Redis as a cache that may go away: then each process keeps for itself, as on a laptop, and nobody waits for it twice."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
PAUSE_SECONDS = 5.0
Answer = TypeVar("Answer")
# What is kept is known by the version of what it was made of, so that processes need not agree (a laptop's two do not).
OWN = LocMemCache("without-redis", {"OPTIONS": {"MAX_ENTRIES": 2000}})


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache, except that an unreachable Redis is this process's own memory for five seconds at a time.

    An empty one would do, and did: every reader then had the standings counted again, a ninth of what is read otherwise.
    """

    away_until = 0.0
    asking = Lock()

    @property
    def is_away(self) -> bool:
        """Whether Redis did not answer when it was last asked."""
        return bool(type(self).away_until)

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """The value, `default` without one."""
        return self._ask(
            lambda: RedisCache.get(self, key, default, version), lambda: OWN.get(key, default, version)
        )

    def get_many(self, keys: Any, version: int | None = None) -> dict[str, Any]:
        """The values that are there."""
        wanted = list(keys)
        return dict(
            self._ask(
                lambda: RedisCache.get_many(self, wanted, version), lambda: OWN.get_many(wanted, version)
            )
        )

    def set(self, key: str, value: Any, timeout: Any = 300, version: int | None = None) -> None:
        """Keep a value."""
        self._ask(
            lambda: RedisCache.set(self, key, value, timeout, version),
            lambda: OWN.set(key, value, timeout, version),
        )

    def add(self, key: str, value: Any, timeout: Any = 300, version: int | None = None) -> bool:
        """Keep a value unless there is one: for the right to do work. Without Redis one in each process gets it."""
        return self._ask(
            lambda: bool(RedisCache.add(self, key, value, timeout, version)),
            lambda: bool(OWN.add(key, value, timeout, version)),
        )

    def delete(self, key: str, version: int | None = None) -> bool:
        """Forget a value."""
        return self._ask(
            lambda: bool(RedisCache.delete(self, key, version)), lambda: bool(OWN.delete(key, version))
        )

    def touch(self, key: str, timeout: Any = 300, version: int | None = None) -> bool:
        """Keep a value for longer."""
        return self._ask(
            lambda: bool(RedisCache.touch(self, key, timeout, version)),
            lambda: bool(OWN.touch(key, timeout, version)),
        )

    def has_key(self, key: str, version: int | None = None) -> bool:
        """Whether there is a value."""
        return self._ask(
            lambda: bool(RedisCache.has_key(self, key, version)), lambda: bool(OWN.has_key(key, version))
        )

    def _ask(self, question: Callable[[], Answer], without: Callable[[], Answer]) -> Answer:
        """The answer of Redis, else this process's own; the pause is shared by every thread, and one of them ends it."""
        if not self._is_asked():
            return without()
        try:
            found = question()
        except RedisError:
            self._gone()
            return without()
        type(self).away_until = 0.0
        return found

    def _is_asked(self) -> bool:
        """Whether this one asks Redis: everybody while it answers, one at a time once it did not."""
        kind = type(self)
        if not kind.away_until:
            return True
        with kind.asking:
            now = time.monotonic()
            if kind.away_until and now < kind.away_until:
                return False
            kind.away_until = now + PAUSE_SECONDS
        return True

    def _gone(self) -> None:
        kind = type(self)
        with kind.asking:
            first, kind.away_until = not kind.away_until, time.monotonic() + PAUSE_SECONDS
        if first:
            # Of an absence before: what was forgotten since, another process forgot.
            OWN.clear()
            log.warning("Redis does not answer; going on without it")
