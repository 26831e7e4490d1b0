"""A child's tie to its parent: standard input. It ends when the parent closes it or dies, the same on every system."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable

GRACE_SECONDS = 8.0
# Set for the supervisor's children. Under another parent (systemd, a container) standard input says nothing.
TIED = "TD_LIFELINE"
# Which of its children this is: its signs of life go by that name (`kernel.running.health`).
PLACE = "TD_PLACE"


def watch(stop: Callable[[], None], grace: float = GRACE_SECONDS) -> threading.Thread:
    """Call `stop` once the lifeline ends, and leave the hard way when that has not ended the process in `grace` seconds."""
    thread = threading.Thread(target=_wait, args=(stop, grace), name="lifeline", daemon=True)
    if is_tied():
        thread.start()
    return thread


def is_tied() -> bool:
    """Whether a supervisor of ours holds the other end."""
    return bool(os.environ.get(TIED))


def _wait(stop: Callable[[], None], grace: float) -> None:
    while os.read(sys.stdin.fileno(), 4096):
        pass
    hard = threading.Timer(grace, os._exit, args=(1,))
    hard.daemon = True
    hard.start()
    stop()
