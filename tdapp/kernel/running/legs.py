"""Work in legs: each in a transaction of its own, so that nobody waits for all of it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

from django.db import transaction


@dataclass(frozen=True, slots=True)
class Undo:
    """Yielded by work in legs: what takes away again what the legs so far left behind."""

    call: Callable[[], None]


Legs = Generator[Callable[[], Any] | Undo | None, Any, Any]
Turn = Callable[[], AbstractContextManager[Any]]


def walk(
    legs: Legs, turn: Turn = nullcontext, end: Callable[[Any, Any], Any] = lambda made, _held: made
) -> Any:
    """Carry out work in legs, each in a transaction of its own and inside a `turn`; the last one ends with `end`, which
    is told what came of it and what its turn holds.
    """
    undo: list[Callable[[], None]] = []
    try:
        return _walked(legs, turn, end, undo)
    except BaseException:
        for call in undo:
            call()
        raise


def _walked(legs: Legs, turn: Turn, end: Callable[[Any, Any], Any], undo: list[Callable[[], None]]) -> Any:
    send: Any = None
    while True:
        with transaction.atomic(), turn() as held:
            try:
                aside = legs.send(send)
            except StopIteration as over:
                return end(over.value, held)
        if isinstance(aside, Undo):
            undo.append(aside.call)
            aside = None
        send = aside() if aside is not None else None
