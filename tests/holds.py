"""How long a command keeps its turn, counted instead of timed: statements, and rows written, from turn to commit."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest import mock

from django.db import connection, transaction

from tdapp.kernel import commands


@dataclass
class Hold:
    """One transaction a command held the turn of its scope in. `seconds` (of processor time) is for benches only."""

    intent: str
    statements: int = 0
    rows: int = 0
    seconds: float = 0.0


@contextmanager
def watched(*, bare: str = "") -> Iterator[list[Hold]]:
    """The holds of every command inside, in order; a command inside another one is part of that one's. `bare`: what
    transactions outside of commands are called; else they are not counted.
    """
    holds: list[Hold] = []
    intents: list[str] = []
    depth = [0]
    real = {name: getattr(commands, name) for name in ("_carry_out", "_in_legs", "take_turn")}
    atomic = transaction.atomic

    def named(function: Callable[..., Any]) -> Callable[..., Any]:
        def run(body: Any, intent: str, *more: Any) -> Any:
            intents.append(intent)
            try:
                return function(body, intent, *more)
            finally:
                intents.pop()

        return run

    @contextmanager
    def counted(*args: Any, **more: Any) -> Iterator[None]:
        if depth[0] or not (intents or bare):
            with atomic(*args, **more):
                yield
            return
        hold = Hold(intents[-1] if intents else bare)
        depth[0] += 1
        began = time.thread_time()
        try:
            with connection.execute_wrapper(counting(hold)), atomic(*args, **more):
                yield
        finally:
            depth[0] -= 1
            hold.seconds = time.thread_time() - began
            holds.append(hold)

    with (
        mock.patch.object(commands, "_carry_out", named(real["_carry_out"])),
        mock.patch.object(commands, "_in_legs", named(real["_in_legs"])),
        mock.patch.object(commands.transaction, "atomic", counted),
    ):
        yield holds


def counting(hold: Hold) -> Callable[..., Any]:
    """A wrapper of statements that counts them, and the rows of those that write."""

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
        result = execute(sql, params, many, context)
        hold.statements += 1
        if sql.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE")):
            hold.rows += max(context["cursor"].rowcount, 0)
        return result

    return wrapper
