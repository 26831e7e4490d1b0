"""Asked now and then during long work: somebody may want to stop it, by raising. Nobody asks by default."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


def nobody() -> None:
    """Nobody wants to stop anything."""


WATCH: ContextVar[Callable[[], None]] = ContextVar("watch", default=nobody)


@contextmanager
def watched(ask: Callable[[], None]) -> Iterator[None]:
    """Let `ask` be called now and then while the block runs; what it raises ends the work."""
    token = WATCH.set(ask)
    try:
        yield
    finally:
        WATCH.reset(token)


def pulse() -> None:
    """A good moment to stop."""
    WATCH.get()()
