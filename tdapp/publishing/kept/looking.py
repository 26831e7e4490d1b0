"""Looking again at what is known, beside those who ask: one thread does, one thing after the other."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

log = logging.getLogger(__name__)
# So long nobody looks again; so long one who must not wait goes by what was seen; so long everybody, while somebody looks.
FRESH_SECONDS, LATE_SECONDS, OLDEST_SECONDS = 1.0, 2.5, 10.0


@dataclass(slots=True)
class Looked:
    """What was looked at, and when. `ordered`: somebody is about to look again; `turn`: who looks."""

    turn: threading.Lock = field(default_factory=threading.Lock)
    at: float = float("-inf")
    ordered: bool = False


class Looker:
    """The thread that looks. It is there once it is needed."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.waiting = queue.SimpleQueue[Callable[[], None]]()
        self.lock = threading.Lock()
        self.thread: threading.Thread | None = None

    def is_known_now(self, one: Looked, look: Callable[[], object], oldest: float = OLDEST_SECONDS) -> bool:
        """Whether something is known well enough for who must not wait; where it is time, `look` is done soon. `oldest`: so
        old it may be while somebody looks.
        """
        age = self.clock() - one.at
        if FRESH_SECONDS < age <= LATE_SECONDS and not one.ordered:
            one.ordered = True
            self.order(lambda: _again(one, look))
        return age <= LATE_SECONDS or (one.ordered and age <= oldest)

    def order(self, look: Callable[[], None]) -> None:
        """Have it done soon."""
        self.waiting.put(look)
        if self.thread is None:
            with self.lock:
                if self.thread is None:
                    self.thread = threading.Thread(target=self._run, name="looker", daemon=True)
                    self.thread.start()

    def _run(self) -> None:
        while True:
            look = self.waiting.get()
            try:
                look()
            except Exception:
                log.exception("An event could not be looked at")


def _again(one: Looked, look: Callable[[], object]) -> None:
    """Look, unless somebody does."""
    try:
        if one.turn.acquire(blocking=False):
            try:
                look()
            finally:
                one.turn.release()
    finally:
        one.ordered = False
