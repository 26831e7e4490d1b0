"""Redis as a cache that may go away: then every question is a miss, and nobody waits for it twice."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
PAUSE_SECONDS = 5.0


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache, except that an unreachable Redis is an empty one for five seconds at a time."""

    away_until = 0.0

    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """The value, `default` without one or without Redis."""
        return self._ask(lambda: RedisCache.get(self, key, default, version), default)

    def get_many(self, keys: Any, version: int | None = None) -> dict[str, Any]:
        """The values that are there; none without Redis."""
        return dict(self._ask(lambda: RedisCache.get_many(self, keys, version), {}))

    def set(self, key: str, value: Any, timeout: Any = 300, version: int | None = None) -> None:
        """Keep a value, if Redis is there."""
        self._ask(lambda: RedisCache.set(self, key, value, timeout, version), None)

    def add(self, key: str, value: Any, timeout: Any = 300, version: int | None = None) -> bool:
        """Keep a value unless there is one. Without Redis True: whoever asks for the right to do work gets it."""
        return bool(self._ask(lambda: RedisCache.add(self, key, value, timeout, version), True))

    def delete(self, key: str, version: int | None = None) -> bool:
        """Forget a value."""
        return bool(self._ask(lambda: RedisCache.delete(self, key, version), False))

    def touch(self, key: str, timeout: Any = 300, version: int | None = None) -> bool:
        """Keep a value for longer."""
        return bool(self._ask(lambda: RedisCache.touch(self, key, timeout, version), False))

    def has_key(self, key: str, version: int | None = None) -> bool:
        """Whether there is a value."""
        return bool(self._ask(lambda: RedisCache.has_key(self, key, version), False))

    def _ask(self, question: Callable[[], Any], without: Any) -> Any:
        """The answer, or `without`; the pause is shared by every thread of this process."""
        if time.monotonic() < type(self).away_until:
            return without
        try:
            return question()
        except RedisError:
            type(self).away_until = time.monotonic() + PAUSE_SECONDS
            log.warning("Redis does not answer; going on without it")
            return without
