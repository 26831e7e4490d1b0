"""Restarts and back-off, with small real children and a clock we turn by hand."""

from __future__ import annotations

import argparse
import json
import logging
import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tdapp.launch import running
from tdapp.launch.host import machine
from tdapp.launch.process import supervisor
from tdapp.launch.process.supervisor import FIRST_PAUSE, LONGEST_PAUSE, Child, Supervisor, open_log
from tests.servers import eventually

Facts = list[dict[str, Any]]

WATCH = "from tdapp.launch.process import parent_watch"


def child_of(code: str, facts: Facts | None = None, name: str = "c") -> Child:
    told = facts if facts is not None else []
    log = logging.Logger("quiet")
    log.addHandler(logging.NullHandler())
    return Child(
        name, [sys.executable, "-c", code], dict(os.environ), log, lambda _, found: told.append(found)
    )


def ended(child: Child) -> bool:
    return child.process is not None and child.process.poll() is not None


def die_once(child: Child, now: float) -> float:
    """Start it at `now`, wait for its death, let the death be seen; the time of the next start."""
    child.tend(now)
    eventually(lambda: ended(child), "the child's end")
    child.started_at = now
    child.tend(now)
    return child.due_at


def test_the_pause_doubles_while_a_child_keeps_dying_and_stops_growing() -> None:
    child, now, pauses = child_of("raise SystemExit(1)"), 100.0, []
    for _ in range(8):
        due = die_once(child, now)
        pauses.append(round(due - now, 1))
        now = due
    assert pauses == [0.2, 0.4, 0.8, 1.6, 3.0, 3.0, 3.0, 3.0]
    assert pauses[0] == FIRST_PAUSE
    assert pauses[-1] == LONGEST_PAUSE


def test_a_child_that_lived_for_a_while_starts_again_at_once() -> None:
    child = child_of("raise SystemExit(1)")
    child.pause = 6.4
    child.tend(100.0)
    eventually(lambda: ended(child), "the child's end")
    child.started_at = 100.0
    child.tend(100.0 + supervisor.SETTLED_SECONDS + 1)
    assert child.due_at == pytest.approx(101.0 + supervisor.SETTLED_SECONDS + FIRST_PAUSE)


def test_nothing_starts_before_it_is_due() -> None:
    child = child_of("pass")
    child.due_at = 50.0
    child.tend(49.9)
    assert child.process is None


def test_facts_are_told_and_other_lines_are_logged(tmp_path: Path) -> None:
    facts: Facts = []
    child = child_of("print('@td {\"ready\": true}'); print('ordinary')", facts)
    child.log = open_log(tmp_path)
    child.start()
    eventually(lambda: "ordinary" in (tmp_path / "td.log").read_text(), "the logged line")
    assert facts == [{"ready": True}]
    assert child.ready
    child.wait(time.monotonic() + 20)


def test_every_line_of_the_log_is_an_object_whoever_wrote_it(tmp_path: Path) -> None:
    ours = '{"at": "now", "message": "said by us"}'
    said = f"print('{ours}'); print(); print('{{half'); print('100 % done'); raise KeyError('gone')"
    child = child_of(said, name="worker")
    child.command.insert(1, "-u")
    child.log = open_log(tmp_path)
    child.tend(0.0)
    eventually(lambda: "KeyError" in (tmp_path / "td.log").read_text(), "the end of what it said")
    eventually(lambda: ended(child), "the child's end")
    child.tend(1.0)
    first, *rest = (tmp_path / "td.log").read_text().splitlines()
    assert first == ours
    lines = [json.loads(line) for line in rest]
    said_by = {line["message"]: line["logger"] for line in lines}
    assert [*said_by][:2] == ["{half", "100 % done"]
    assert said_by["KeyError: 'gone'"] == "worker"
    assert [one for one in said_by if "ended with 1" in one]
    assert all({"at", "level", "logger"} <= line.keys() for line in lines)


def test_a_broken_fact_is_an_ordinary_line(tmp_path: Path) -> None:
    facts: Facts = []
    child = child_of("print('@td {nonsense')", facts)
    child.log = open_log(tmp_path)
    child.start()
    eventually(lambda: "nonsense" in (tmp_path / "td.log").read_text(), "the logged line")
    assert facts == []


def test_closing_the_lifeline_ends_a_child_that_watches_it() -> None:
    code = f"import os,time; {WATCH}; parent_watch.watch(lambda: os._exit(7)); time.sleep(60)"
    child = child_of(code)
    child.start()
    child.ask_to_stop()
    assert child.process is not None
    assert child.process.wait(20) == 7


def test_a_child_that_does_not_heed_is_ended_after_its_grace() -> None:
    code = f"import time; {WATCH}; parent_watch.watch(lambda: None, grace=0.1); time.sleep(60)"
    child = child_of(code)
    child.start()
    child.ask_to_stop()
    assert child.process is not None
    assert child.process.wait(20) == 1


def test_a_child_of_another_parent_does_not_take_a_missing_input_for_its_end() -> None:
    code = f"import time; {WATCH}; parent_watch.watch(lambda: 1/0, 0.1); time.sleep(1); print('alive')"
    done = subprocess.run(
        [sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (0, b"alive\n")


def test_a_child_that_watches_nothing_is_killed_in_the_end() -> None:
    child = child_of("import time; time.sleep(60)")
    child.start()
    child.ask_to_stop()
    child.wait(time.monotonic() + 0.2)
    assert child.process is not None
    assert child.process.returncode == -9


def test_the_others_start_only_when_the_first_is_ready() -> None:
    watcher = Supervisor(lambda facts: None)
    watcher.children = [
        child_of("import time; time.sleep(60)", name="web-1"),
        child_of("pass", name="worker"),
    ]
    watcher._tick(0.0)
    assert [child.starts for child in watcher.children] == [1, 0]
    watcher.children[0].ready = True
    watcher._tick(0.1)
    assert [child.starts for child in watcher.children] == [1, 1]
    first = watcher.children[0].process
    assert first is not None
    first.kill()
    first.wait()


def test_when_nobody_serves_one_starts_alone_for_a_while_and_the_others_after_it() -> None:
    sleeps = "import time; time.sleep(60)"
    watcher = Supervisor(lambda facts: None)
    watcher.children = [child_of(sleeps, name=name) for name in ("web-1", "web-2", "worker")]
    first, second, worker = watcher.children
    watcher.was_ready = True

    def started(now: float) -> list[int]:
        watcher._tick(now)
        return [child.starts for child in watcher.children]

    with socket.socket() as first.listener, socket.socket() as second.listener:
        begun = time.monotonic()
        assert started(begun) == [1, 0, 0]
        assert started(begun + 1) == [1, 0, 0]
        assert started(begun + supervisor.HEAD_START_SECONDS + 1) == [1, 1, 1], (
            "one that hangs holds nobody up"
        )
        first.ready = second.ready = True
        worker.wait(time.monotonic())
        second.wait(time.monotonic())
        due = time.monotonic()
        watcher._tick(due)
        assert started(due + supervisor.LONGEST_PAUSE) == [1, 2, 2], "the first one serves: nobody waits"
    for child in watcher.children:
        child.wait(time.monotonic())


def test_while_the_first_one_keeps_dying_another_one_gets_its_turn() -> None:
    watcher = Supervisor(lambda facts: None)
    watcher.children = [
        child_of("raise SystemExit(1)", name="web-1"),
        child_of("import time; time.sleep(60)", name="web-2"),
    ]
    first, second = watcher.children
    watcher.was_ready = True
    with socket.socket() as first.listener, socket.socket() as second.listener:
        watcher._tick(time.monotonic())
        assert second.starts == 0
        eventually(lambda: ended(first), "the first one's end")
        watcher._tick(time.monotonic())
        assert second.starts == 1
        second.wait(time.monotonic())


def test_a_first_child_that_never_gets_ready_is_given_up_with_a_sentence() -> None:
    watcher = Supervisor(lambda facts: None)
    watcher.children = [child_of("raise SystemExit(3)", name="web-1")]
    watcher.run()
    assert watcher.sentence == "The web-1 process does not start."
    assert watcher.children[0].starts == supervisor.TRIES_BEFORE_FIRST_READY


def test_a_reason_told_by_the_first_child_stops_everything_at_once() -> None:
    told: Facts = []
    watcher = Supervisor(told.append)
    code = 'print(\'@td {"stop": "No."}\')'
    watcher.children = [child_of(code, name="web-1")]
    watcher.children[0].heard = watcher.heard
    watcher.run()
    assert watcher.sentence == "No."
    assert watcher.children[0].starts == 1


def test_the_log_is_cut_into_files_of_a_limited_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "LOG_BYTES", 1000)
    log = open_log(tmp_path)
    for number in range(200):
        log.warning("line %d of a long evening", number)
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["td.log", "td.log.1", "td.log.2", "td.log.3"]
    assert all(path.stat().st_size <= 1000 for path in tmp_path.iterdir())


def test_two_children_do_not_hold_each_others_lifeline() -> None:
    code = "import os; os.read(0, 1); print('end')"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    first = machine.spawn([sys.executable, "-c", code], **pipes)
    second = machine.spawn([sys.executable, "-c", code], **pipes)
    assert first.stdin is not None
    first.stdin.close()
    assert first.wait(20) == 0
    second.communicate()


def test_a_child_asked_to_stop_while_it_starts_is_handed_nothing_and_nothing_breaks() -> None:
    child = child_of("import sys; sys.stdin.read()")
    with socket.socket() as child.listener:
        child.start()
        child.ask_to_stop()
        child._hand_over(os.getpid())
        child.wait(time.monotonic() + 20)
    assert child.process is not None
    assert child.process.returncode == 0


def refused(listener: socket.socket) -> bool:
    """Whether who calls is sent away at once, and does not wait."""
    try:
        socket.create_connection(listener.getsockname(), timeout=20).close()
    except ConnectionRefusedError:
        return True
    return False


@pytest.mark.parametrize(("only", "waits"), [("web", False), (None, True)])
def test_of_several_machines_one_that_starts_or_has_ended_sends_callers_on_at_once(
    only: str | None, waits: bool
) -> None:
    """A proxy that waited at its socket made every third clerk wait for as long as a start takes."""
    options = argparse.Namespace(only=only, host="127.0.0.1", port=0)
    listener = running._listener(options, False, threading.Event())
    assert listener
    with listener:
        assert refused(listener) is not waits
        # What a web process does once it is ready.
        listener.listen()
        assert not refused(listener)
        child = child_of("")
        child.listener = listener
        parent = Supervisor(lambda _facts: None)
        parent.children = [child]
        parent.stopping.set()
        parent.run()
        assert refused(listener)
