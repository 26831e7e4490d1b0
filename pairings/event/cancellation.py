"""Asked now and then during long work: somebody may want to stop it, by raising, or to see how far it is. Nobody by default."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


def nobody() -> None:
    """Nobody wants to stop anything."""


@dataclass(slots=True)
class Way:
    """How far long work is: steps done, of so many at most (0: nobody knows)."""

    done: int = 0
    most: int = 0


WATCH: ContextVar[Callable[[], None]] = ContextVar("watch", default=nobody)
WAY: ContextVar[Way | None] = ContextVar("way", default=None)


@contextmanager
def watched(ask: Callable[[], None], way: Way | None = None) -> Iterator[None]:
    """Let `ask` be called now and then while the block runs; what it raises ends the work. `way` is kept up to date."""
    token, held = WATCH.set(ask), WAY.set(way)
    try:
        yield
    finally:
        WATCH.reset(token)
        WAY.reset(held)


def pulse() -> None:
    """A good moment to stop."""
    WATCH.get()()


def expect(most: int) -> None:
    """So many steps are to come at most."""
    if way := WAY.get():
        way.done, way.most = 0, most


def went(steps: int) -> None:
    """So many steps are done."""
    if way := WAY.get():
        way.done = min(way.done + steps, way.most)
