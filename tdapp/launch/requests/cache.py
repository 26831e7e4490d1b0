"""Redis as a cache that may go away: then each process keeps for itself, as on a laptop, and one wait tells all of it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from tdapp.kernel.running import circuit

Answer = TypeVar("Answer")
# What is kept is known by the version of what it was made of, so that processes need not agree (a laptop's two do not).
OWN = LocMemCache("without-redis", {"OPTIONS": {"MAX_ENTRIES": 2000}})


class ForgivingRedisCache(RedisCache):
    """Django's Redis cache, except that while Redis does not answer it is this process's own memory.

    An empty one would do, and did: every reader then had the standings counted again, a ninth of what is read otherwise.
    """

    # Each thread has a cache of its own, all of them this one memory.
    absence: tuple[circuit.Circuit, int] | None = None
    forgetting = Lock()

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self.circuit = circuit.of(server)

    @property
    def is_away(self) -> bool:
        """Whether Redis did not answer when it was last asked."""
        return self.circuit.is_open

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
        """The answer of Redis, else this process's own."""
        try:
            return self.circuit.ask(question)
        except RedisError:
            self._forget_what_was_kept_before()
            return without()

    def _forget_what_was_kept_before(self) -> None:
        """Of an absence before: what was forgotten since, another process forgot."""
        kind, this = type(self), (self.circuit, self.circuit.absences)
        with kind.forgetting:
            if kind.absence != this:
                kind.absence = this
                OWN.clear()
