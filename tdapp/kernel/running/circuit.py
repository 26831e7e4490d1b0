"""Whether Redis answers, known once for a whole process: who first waits in vain opens the circuit for everybody, and a
thread of its own looks when it may be closed, so that no reader is spent on asking.

One for the cache, the counts of limits, signs of life and the queue: each found out for itself, once a second of waiting.
Redis answers within milliseconds; a quarter of a second in vain (`WAIT_FOR_REDIS`) costs a reader more than doing without.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, TypeVar

from django.conf import settings

from core.later import later

if TYPE_CHECKING:
    import redis
else:
    redis = later("redis")

log = logging.getLogger(__name__)
Answer = TypeVar("Answer")
# The first look comes soon, for one late answer on a busy machine is no absence.
SOON_SECONDS, SELDOM_SECONDS = 0.25, 2.0
KNOCK_KEY = "td.knock"


class Circuit:
    """Closed while questions are answered. `knock`: what raises RedisError as long as they are not."""

    def __init__(
        self, knock: Callable[[], object], soon: float = SOON_SECONDS, seldom: float = SELDOM_SECONDS
    ) -> None:
        self.knock, self.soon, self.seldom = knock, soon, seldom
        # How often it was opened: what is kept of one absence is not of the next.
        self.absences = 0
        self._away = False
        self._looking: threading.Thread | None = None
        self._turn = threading.Lock()

    @property
    def is_open(self) -> bool:
        """Whether nobody asks at present."""
        if self._away:
            self._look()
        return self._away

    def ask(self, question: Callable[[], Answer], *others: type[Exception]) -> Answer:
        """The answer. RedisError when there is none, at once while that is known; `others` say the same of another library."""
        if self.is_open:
            raise redis.ConnectionError("Redis did not answer a moment ago")
        try:
            return question()
        except Exception as error:
            if isinstance(error, (redis.RedisError, *others)):
                self.open()
            raise

    def open(self) -> None:
        """Nobody asks from now on, until it answers who looks for that."""
        with self._turn:
            first, self._away = not self._away, True
            self.absences += first
        if first:
            log.warning("Redis does not answer; going on without it")
        self._look()

    def _look(self) -> None:
        """See that somebody looks: after a fork nobody does."""
        with self._turn:
            if not self._away or (self._looking and self._looking.is_alive()):
                return
            self._looking = threading.Thread(target=self._until_it_answers, name="redis", daemon=True)
            self._looking.start()

    def _until_it_answers(self) -> None:
        pause, never = self.soon, threading.Event()
        while True:
            never.wait(pause)
            try:
                self.knock()
            except redis.RedisError:
                pause = min(2 * pause, self.seldom)
                continue
            with self._turn:
                self._away = False
            log.warning("Redis answers again")
            return


@cache
def of(url: str) -> Circuit:
    """This process's circuit to the Redis at an address."""
    client: list[redis.Redis] = []

    def knock() -> None:
        # A value is kept, for a full Redis still says that it is there.
        client[:] = client or [redis.Redis.from_url(url, **settings.WAIT_FOR_REDIS)]
        client[0].set(KNOCK_KEY, 1, ex=60)

    return Circuit(knock)
