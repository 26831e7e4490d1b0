"""Children forked from one process that has loaded the program: real processes, which do what the test says."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tdapp.launch import nursery as inside
from tdapp.launch.host import machine
from tdapp.launch.process.forked import UNKNOWN_STATUS, Forked, Nursery
from tdapp.launch.process.supervisor import Child
from tdapp.launch.requests.logs import JsonLines
from tests.servers import ROOT, eventually, is_alive

Facts = list[dict[str, Any]]

# A nursery whose children read their lifeline and say what they are; what it would load is loaded elsewhere.
PROGRAM = """
import os, sys, threading
import django
django.setup()
from tdapp.launch import nursery
from tdapp.launch.process import control, parent_watch

def child(words):
    control.tell(place=os.environ[parent_watch.PLACE], words=words, group=os.getpgid(0) == os.getpid())
    sys.stdin.read()
    return 7

nursery.load = lambda: None
nursery.RUNS = {"web": child}
if "crowded" in sys.argv:
    threading.Thread(target=threading.Event().wait, daemon=True).start()
raise SystemExit(nursery.main(sys.argv[-1:]))
"""


def nursery_of(tmp_path: Path, listener: socket.socket, *words: str) -> Nursery:
    log = logging.Logger("quiet")
    log.addHandler(logging.NullHandler())
    variables = {
        "DJANGO_SETTINGS_MODULE": "tdapp.settings",
        "TD_DATA": str(tmp_path),
        "PYTHONPATH": str(ROOT),
    }
    command = [sys.executable, "-u", "-c", PROGRAM, *words]
    return Nursery(command, os.environ | variables, log, lambda _facts: None, listener)


@pytest.fixture(scope="module")
def listener() -> Iterator[socket.socket]:
    with socket.socket() as one:
        yield one


@pytest.fixture(scope="module")
def nursery(tmp_path_factory: pytest.TempPathFactory, listener: socket.socket) -> Iterator[Nursery]:
    one = nursery_of(tmp_path_factory.mktemp("nursery"), listener)
    yield one
    one.close()


def child_of(nursery: Nursery, name: str = "web-1", told: Facts | None = None) -> Child:
    """One that would be `plain` if it were started by itself, and that has been born."""
    facts = told if told is not None else []
    child = Child(
        name,
        [sys.executable, "-c", "print('plain')"],
        dict(os.environ),
        nursery.log,
        lambda _, fact: facts.append(fact),
    )
    child.fork = partial(nursery.fork, name, ["web", "open"])
    child.start()
    if isinstance(child.process, Forked):
        eventually(lambda: facts, "the child's word")
    return child


def forked(child: Child) -> Forked:
    assert isinstance(child.process, Forked)
    return child.process


def test_a_forked_child_knows_its_place_and_its_end_is_known(nursery: Nursery) -> None:
    facts: Facts = []
    child = child_of(nursery, "web-2", facts)
    assert facts == [{"place": "web-2", "words": ["open"], "group": True}]
    assert forked(child).poll() is None
    child.ask_to_stop()
    assert forked(child).wait(20) == 7
    assert forked(child).poll() == 7


def test_a_forked_child_that_is_killed_is_started_again_like_any_other(nursery: Nursery) -> None:
    child = child_of(nursery)
    os.kill(forked(child).pid, signal.SIGKILL)
    eventually(lambda: child.process is not None and child.process.poll() is not None, "its end")
    assert forked(child).returncode == -signal.SIGKILL
    child.started_at = 100.0
    child.tend(100.0)
    assert child.process is None
    child.tend(child.due_at)
    assert child.starts == 2
    again = forked(child)
    child.ask_to_stop()
    assert again.wait(20) == 7


def test_each_forked_child_has_a_lifeline_of_its_own(nursery: Nursery) -> None:
    first, second = child_of(nursery), child_of(nursery)
    first.ask_to_stop()
    assert forked(first).wait(20) == 7
    assert forked(second).poll() is None
    second.ask_to_stop()
    assert forked(second).wait(20) == 7


def test_a_forked_child_that_does_not_heed_is_killed(nursery: Nursery) -> None:
    child = child_of(nursery)
    child.wait(time.monotonic())
    assert forked(child).returncode == -signal.SIGKILL


def test_an_end_that_was_asked_for_leaves_nothing_behind(nursery: Nursery) -> None:
    child = child_of(nursery)
    child.ask_to_stop()
    forked(child).wait(20)
    assert not Path(f"/proc/{forked(child).pid}").exists(), "its parent has heard of it too"


def test_children_outlive_their_nursery_and_the_next_one_has_another(
    tmp_path: Path, listener: socket.socket
) -> None:
    nursery = nursery_of(tmp_path, listener)
    child = child_of(nursery)
    assert nursery.process is not None
    before = nursery.process.pid
    nursery.process.kill()
    nursery.process.wait()
    assert forked(child).poll() is None
    another = child_of(nursery)
    assert nursery.process.pid != before
    for one in (child, another):
        one.ask_to_stop()
    assert forked(child).wait(20) == UNKNOWN_STATUS, "nobody is left who knows how it ended"
    assert forked(another).wait(20) == 7
    nursery.close()


def test_who_waits_for_a_nursery_that_dies_is_started_again(tmp_path: Path, listener: socket.socket) -> None:
    nursery = nursery_of(tmp_path, listener)
    order = nursery.fork("web-1", ["web"])
    assert order is not None
    assert nursery.process is not None
    assert order.poll() is None
    nursery.process.kill()
    nursery.process.wait()
    assert order.poll() == -signal.SIGKILL
    nursery.close()


def test_where_something_runs_beside_the_nursery_nothing_is_forked_and_children_start_by_themselves(
    tmp_path: Path, listener: socket.socket
) -> None:
    """A lock that another thread held would be held for ever in the child."""
    nursery = nursery_of(tmp_path, listener, "crowded")
    order = nursery.fork("web-1", ["web"])
    assert order is not None
    assert eventually(order.poll, "the nursery's end") == inside.CROWDED
    child = child_of(nursery)
    assert isinstance(child.process, subprocess.Popen)
    assert child.process.wait(20) == 0
    nursery.close()


def test_a_stopped_child_that_was_never_born_takes_its_nursery_with_it(
    tmp_path: Path, listener: socket.socket
) -> None:
    nursery = nursery_of(tmp_path, listener)
    order = nursery.fork("web-1", ["web"])
    assert order is not None
    order.kill()
    assert order.wait(1) == UNKNOWN_STATUS
    assert nursery.process is not None
    assert nursery.process.wait(20) == -signal.SIGKILL
    nursery.close()


def test_the_whole_program_is_loaded_without_a_thread_and_without_a_line_to_the_database(
    tmp_path: Path,
) -> None:
    """The real one, up to where it would wait for orders."""
    code = (
        "import django; django.setup(); from tdapp.launch import nursery; nursery.load()\n"
        "from django.db import connections; from tdapp.launch.host import machine; import sys\n"
        "print(machine.runs_alone(), [one.connection for one in connections.all(initialized_only=True) if one.connection],"
        " 'tdapp.desk.results.views.enter' in sys.modules)"
    )
    variables = {
        "DJANGO_SETTINGS_MODULE": "tdapp.settings",
        "TD_DATA": str(tmp_path),
        "PYTHONPATH": str(ROOT),
    }
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | variables, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["True", "[]", "True"]


@pytest.mark.parametrize(
    ("done", "fine", "said"),
    [(lambda: True, True, []), (lambda: False, False, []), (lambda: 1 // 0, False, ["ZeroDivisionError"])],
)
def test_what_is_done_apart_tells_whether_it_was_done_and_a_fault_is_a_line_of_the_log(
    done: Any, fine: bool, said: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with os.fdopen(os.dup(2), "w") as stream:
        handler = logging.StreamHandler(stream)
        handler.setFormatter(JsonLines())
        ours = logging.Logger("ours")
        ours.addHandler(handler)
        monkeypatch.setattr(inside, "log", ours)
        assert inside.apart(done) is fine
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [line["traceback"].rpartition("\n")[2].partition(":")[0] for line in lines] == said
    assert all(line["message"].startswith("The data could not be prepared") for line in lines)


@pytest.mark.parametrize("system", ["darwin", "win32"])
def test_nothing_is_forked_where_a_system_does_not_bear_it(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert machine.can_fork()
    monkeypatch.setattr("sys.platform", system)
    assert not machine.can_fork()


def test_nothing_is_forked_where_the_system_forbids_to_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(_pid: int) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "pidfd_open", forbidden)
    assert not machine.can_fork()
    assert is_alive(os.getpid())
