"""A clock that no change of the computer's date moves: seconds of the machine, which count on while it sleeps.

A reading is comparable with another one of the same `era`, which is one run of the machine from switching on to
switching off, whatever process asks. Across eras only the date is left to count by, and who counts says so.
"""

from __future__ import annotations

import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from tdapp.kernel import clock

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True, slots=True)
class Reading:
    """The date, and beside it the machine's own seconds (in thousandths) within its `era`."""

    wall: datetime
    era: str
    ms: int


def _era() -> str:
    """Linux names each start of the machine. Elsewhere a process knows its own readings only."""
    try:
        return BOOT_ID.read_text().strip()
    except OSError:
        return uuid.uuid4().hex


ERA = _era()
_held: ContextVar[tuple[str, int] | None] = ContextVar("td_steady", default=None)


def _machine_ms() -> int:
    """Thousandths since the machine was switched on, its sleep included (a closed lid stops no round)."""
    if sys.platform == "linux":
        return time.clock_gettime_ns(time.CLOCK_BOOTTIME) // 1_000_000
    if sys.platform == "darwin":
        return time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1_000_000
    return time.monotonic_ns() // 1_000_000


def now() -> Reading:
    """The current reading. While a test holds the date (`clock.at`) and not the machine, both go by the date."""
    wall = clock.now()
    if (held := _held.get()) is not None:
        return Reading(wall, *held)
    if clock.is_held():
        return Reading(wall, "held", int(wall.timestamp() * 1000))
    return Reading(wall, ERA, _machine_ms())


@contextmanager
def at(era: str, ms: int) -> Iterator[None]:
    """Hold the machine's own seconds inside the block, as `clock.at` holds the date."""
    token = _held.set((era, ms))
    try:
        yield
    finally:
        _held.reset(token)
