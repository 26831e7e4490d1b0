"""Four clerks who type while something is killed under them."""

from __future__ import annotations

import itertools
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Semaphore

from tests.faults.clerk import Clerk
from tests.faults.halls import CLERKS, Scene
from tests.servers import eventually

PATIENCE_SECONDS = 240


def scores(table: int) -> tuple[int, int]:
    """What table so-and-so came to."""
    return 500 - table % 90, 300 + table % 70


def line(table: int) -> str:
    first, second = scores(table)
    return f"{table} {first} {second}"


def types(clerk: Clerk, tables: list[int], pause: float, turns: Semaphore | None = None) -> None:
    """A clerk enters his tables, one after the other, at a clerk's pace; with `turns` when there is one for him."""
    for table in tables:
        if turns:
            turns.acquire()
        clerk.enter(line(table), key=f"table-{table}")
        time.sleep(pause)


def under_entry(
    scene: Scene, kills: int, kinds: tuple[str, ...], pause: float
) -> tuple[list[Clerk], list[float]]:
    """Kill so often while four clerks type; the clerks, and the seconds until somebody was answered again.

    Their lines are shared out over the kills: each finds them half through a share, on a machine of any speed.
    """
    clerks = [scene.clerk(number) for number in range(CLERKS)]
    tables, waits, turns = scene.tables(), list[float](), Semaphore(0)
    share = len(tables) // (kills + 1)
    assert share > 1, "too few tables for so many kills"
    with ThreadPoolExecutor(CLERKS) as pool:
        work = [pool.submit(types, who, tables[n::CLERKS], pause, turns) for n, who in enumerate(clerks)]
        try:
            for number, kind in enumerate(itertools.islice(itertools.cycle(kinds), kills)):
                turns.release(share)
                saved(clerks, share * number + share // 2)
                waits.append(_kill(scene, kind))
        finally:
            turns.release(len(tables))
        for future in work:
            future.result(PATIENCE_SECONDS)
    return clerks, waits


def saved(clerks: list[Clerk], goal: int) -> None:
    """Wait until so many lines were acknowledged."""
    eventually(lambda: sum(len(who.saved) for who in clerks) >= goal, f"{goal} lines", PATIENCE_SECONDS)


def _kill(scene: Scene, kind: str) -> float:
    """kill -9, then wait until somebody is answered; the seconds that took."""
    eventually(lambda: scene.hall.children(kind), f"a {kind} to kill")
    scene.hall.kill(kind)
    started = time.monotonic()
    status, _body = scene.hall.get("/healthz", timeout=60)
    assert status == 200, scene.hall.log()[-3000:]
    return time.monotonic() - started
