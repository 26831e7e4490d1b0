"""The long form of the process tests: an evening of kills, none of which may leave a trace."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

import pytest

from tests.servers import Hall, children_of, eventually, is_alive, start

pytestmark = pytest.mark.soak
KILLS, PARENT_KILLS = 200, 30


def test_two_hundred_kills_of_web_and_worker_leave_one_whole_tree(hall: Hall) -> None:
    draw = random.Random(7)
    for _ in range(KILLS):
        family = eventually(lambda: [*hall.children("web"), *hall.children("worker")], "a child to kill")
        os.kill(draw.choice(family), signal.SIGKILL)
        status, _ = hall.get("/healthz", timeout=30)
        assert status in (200, 0), "a killed process drops what it was answering, nothing else"
    eventually(lambda: hall.beats() and hall.is_ready(), "a whole tree", 60)
    assert len(hall.children("web")) >= 1
    eventually(lambda: len(hall.children("worker")) == 1, "one worker again", 60)
    assert hall.stop() == 0


def test_thirty_kills_of_the_parent_leave_no_orphan_and_a_folder_that_starts(tmp_path: Path) -> None:
    port = 0
    for _ in range(PARENT_KILLS):
        running = start(tmp_path / "data", "--no-demo", port=port)
        port = running.port
        eventually(lambda one=running: one.children("web") and one.is_ready(), "a ready hall", 60)
        family = list(children_of(running.process.pid))
        running.process.kill()
        running.process.wait()
        eventually(lambda those=family: not any(map(is_alive, those)), "the end of every child", 20)
    last = start(tmp_path / "data", "--no-demo", port=port)
    eventually(lambda: last.children("web") and last.is_ready(), "the last start", 60)
    assert last.stop() == 0
