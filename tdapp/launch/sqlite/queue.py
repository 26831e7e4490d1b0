"""First come, first served, among the threads of one process."""

from __future__ import annotations

import threading
from collections import deque


class FairLock:
    """A lock handed from its holder to whoever waits longest; unlike `threading.Lock` nobody overtakes."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._held = False

    def enter(self, seconds: float) -> bool:
        """Take the lock, waiting up to `seconds`; False when it never came."""
        mine = threading.Event()
        with self._guard:
            if not self._held:
                self._held = True
                return True
            self._waiting.append(mine)
        return mine.wait(seconds) or not self._gave_up(mine)

    def _gave_up(self, mine: threading.Event) -> bool:
        """Leave the queue; False when the lock was handed over in this very moment."""
        with self._guard:
            if mine.is_set():
                return False
            self._waiting.remove(mine)
            return True

    def leave(self) -> None:
        """Hand the lock on."""
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._held = False
