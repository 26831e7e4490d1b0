"""Four clerks who type while something is killed under them."""

from __future__ import annotations

import itertools
import time
from concurrent.futures import Future, ThreadPoolExecutor

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


def types(clerk: Clerk, tables: list[int], pause: float) -> None:
    """A clerk enters his tables, one after the other, at a clerk's pace."""
    for table in tables:
        clerk.enter(line(table), key=f"table-{table}")
        time.sleep(pause)


def under_entry(
    scene: Scene, kills: int, kinds: tuple[str, ...], pause: float
) -> tuple[list[Clerk], list[float]]:
    """Kill so often while four clerks type; the clerks, and the seconds until somebody was answered again."""
    clerks = [scene.clerk(number) for number in range(CLERKS)]
    tables, waits = scene.tables(), []
    with ThreadPoolExecutor(CLERKS) as pool:
        work = [pool.submit(types, who, tables[n::CLERKS], pause) for n, who in enumerate(clerks)]
        for _turn, kind in zip(range(kills), itertools.cycle(kinds), strict=False):
            if not _busy(work):
                break
            waits.append(_kill(scene, kind, clerks))
        for future in work:
            future.result(PATIENCE_SECONDS)
    return clerks, waits


def _busy(work: list[Future[None]]) -> bool:
    return any(not future.done() for future in work)


def _kill(scene: Scene, kind: str, clerks: list[Clerk]) -> float:
    """kill -9, then wait until three more lines were acknowledged, so that no two kills hit the same moment."""
    eventually(lambda: scene.hall.children(kind), f"a {kind} to kill")
    before = sum(len(who.saved) for who in clerks)
    scene.hall.kill(kind)
    started = time.monotonic()
    status, _body = scene.hall.get("/healthz", timeout=60)
    assert status == 200, scene.hall.log()[-3000:]
    waited = time.monotonic() - started
    goal = min(before + 3, len(scene.tables()))
    eventually(lambda: sum(len(who.saved) for who in clerks) >= goal, "three more lines")
    return waited
