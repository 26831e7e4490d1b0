"""Spectators never keep a clerk waiting: a lane of their own, not all of the threads, and an answer at once where they are
too many. Tasks here wait for events, nobody for a clock.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from waitress import wasyncore

from tdapp.launch.host import machine
from tdapp.launch.requests import gate
from tdapp.launch.requests.lanes import AGAIN_SECONDS, Lanes, looks_on
from tests.servers import eventually

LOOK, WORK = "/t/open/", "/e/open/enter/"


class Task:
    """A channel with one request, which is answered when the test says so."""

    def __init__(self, path: str, told: list[str], *, command: str = "GET", error: Any = None) -> None:
        self.requests = [SimpleNamespace(path=path, command=command, error=error)]
        self.told, self.path = told, path
        self.begun, self.go = threading.Event(), threading.Event()

    def service(self) -> None:
        self.told.append("503" if getattr(self.requests[0].error, "code", 0) == 503 else self.path)
        self.begun.set()
        if not self.requests[0].error:
            assert self.go.wait(30)

    def cancel(self) -> None:
        self.told.append(f"cancelled {self.path}")


class Hall:
    """Threads over two lanes, and what they did in their order."""

    def __init__(self, threads: int = 4, **how: Any) -> None:
        self.lanes, self.told, self.tasks = Lanes(**{"kept": 2, "most_waiting": 3} | how), [], []
        self.lanes.set_thread_count(threads)

    def asks(self, path: str, **how: Any) -> Task:
        task = Task(path, self.told, **how)
        self.tasks.append(task)
        self.lanes.add_task(task)
        return task

    def begins(self, path: str, **how: Any) -> Task:
        task = self.asks(path, **how)
        assert task.begun.wait(30), path
        return task

    def is_left_waiting(self, task: Task) -> bool:
        """Whether every thread has looked and left it alone."""
        with self.lanes.lock:
            return task in self.lanes.lookers


@contextmanager
def hall(**how: Any) -> Iterator[Hall]:
    made = Hall(**how)
    try:
        yield made
    finally:
        for task in made.tasks:
            task.go.set()
        made.lanes.shutdown()


def test_spectators_leave_two_threads_to_the_desk_however_many_ask() -> None:
    with hall() as here:
        here.begins(LOOK), here.begins(LOOK)
        third = here.asks(LOOK)
        # Two threads are free, and both take work before the third look.
        here.begins(WORK), here.begins(WORK)
        assert here.is_left_waiting(third)
        assert here.told == [LOOK, LOOK, WORK, WORK]


def test_a_clerk_who_comes_later_goes_before_all_that_look_on() -> None:
    with hall(threads=1, kept=0, most_waiting=9) as here:
        first = here.begins(LOOK)
        looks = [here.asks(LOOK) for _more in range(3)]
        clerk = here.asks(WORK)
        first.go.set()
        assert clerk.begun.wait(30)
        assert not any(look.begun.is_set() for look in looks)


def test_where_too_many_look_on_the_next_is_sent_away_at_once_and_a_clerk_never() -> None:
    with hall() as here:
        here.begins(LOOK), here.begins(LOOK)
        for _place in range(3):
            here.asks(LOOK)
        assert here.begins(LOOK).requests[0].error.code == 503
        here.begins(WORK), here.begins(WORK)
        late = here.asks(WORK)
        assert not late.requests[0].error
        assert here.told.count("503") == 1


def test_who_is_sent_away_waits_for_nobody_who_waits() -> None:
    with hall(threads=1, kept=0, most_waiting=1) as here:
        first = here.begins(LOOK)
        waiting, clerk, away = here.asks(LOOK), here.asks(WORK), here.asks(LOOK)
        first.go.set()
        assert clerk.begun.wait(30)
        assert away.begun.is_set()
        assert here.told == [LOOK, "503", WORK]
        clerk.go.set()
        assert waiting.begun.wait(30)


def test_of_many_who_work_one_thread_is_left_to_who_looks_on() -> None:
    with hall() as here:
        for _thread in range(3):
            here.begins(WORK)
        waiting = here.asks(LOOK)
        assert waiting.begun.wait(30)
        first = here.tasks[0]
        late, more = here.asks(WORK), here.asks(LOOK)
        first.go.set()
        assert late.begun.wait(30)
        assert not more.begun.is_set(), "one thread, and no more while work waits"


def test_the_last_free_thread_is_a_look_before_the_fourth_piece_of_work() -> None:
    with hall() as here:
        with here.lanes.lock:
            # All at once, so that no thread chooses before everything waits.
            told = [Task(path, here.told) for path in (WORK, WORK, WORK, WORK, LOOK)]
            here.tasks += told
            here.lanes.queue.extend(told[:4])
            here.lanes.lookers.append(told[4])
            here.lanes.queue_cv.notify_all()
        assert told[4].begun.wait(30)
        assert sum(task.begun.is_set() for task in told[:4]) <= 3


def test_a_place_that_becomes_free_is_taken_by_the_next_who_looks() -> None:
    with hall() as here:
        first, _second = here.begins(LOOK), here.begins(LOOK)
        third = here.asks(LOOK)
        first.go.set()
        assert third.begun.wait(30)


def test_a_failed_look_gives_its_place_back() -> None:
    with hall(threads=3) as here:
        broken = Task(LOOK, here.told)
        broken.service = lambda: 1 / 0  # type: ignore[method-assign]
        here.lanes.add_task(broken)
        here.begins(LOOK)


@pytest.mark.parametrize(
    "path",
    [
        "/t/open/",
        "/fil/t/open/standings/",
        "/embed/open/",
        "/clubs/manila/",
        "/events/",
        "/calendar.ics",
        "/search?q=x",
        "/players/x/",
        "/certificates/x/",
    ],
)
def test_what_everybody_may_read_is_looked_at(path: str) -> None:
    assert looks_on(Task(path, []))
    assert looks_on(Task(path, [], command="HEAD"))


@pytest.mark.parametrize(
    "path", ["/e/open/enter/", "/", "/api/v1/events/", "/static/td/td.css", "/healthz", "/tea/"]
)
def test_everything_else_is_work(path: str) -> None:
    assert not looks_on(Task(path, []))


def test_a_report_from_a_phone_is_work_and_so_is_a_request_that_cannot_be_read() -> None:
    assert not looks_on(Task("/t/open/me/", [], command="POST"))
    assert not looks_on(Task(LOOK, [], error=object()))
    assert not looks_on(SimpleNamespace(requests=[]))


def test_a_hall_that_stops_gives_up_what_waits_in_both_lanes() -> None:
    here = Hall(threads=1, kept=0)
    first = here.begins(LOOK)
    here.asks(LOOK), here.asks(WORK)
    assert here.lanes.is_busy
    end = threading.Thread(target=here.lanes.shutdown)
    end.start()
    eventually(lambda: here.lanes.stop_count, "a stop")
    first.go.set()
    end.join()
    assert sorted(here.told[1:]) == [f"cancelled {WORK}", f"cancelled {LOOK}"]
    assert not here.lanes.is_busy


def served(application: Callable[..., Any], ask: Callable[[int], None], **how: Any) -> None:
    """The gate over these lanes, listening, while `ask` is at its port."""
    listener = machine.listen("127.0.0.1", 0)
    server = gate.gated(application, listener, gate.Rules(), threads=2, asyncore_use_poll=True)
    vars(server.task_dispatcher).update(how)
    over = threading.Event()

    def run() -> None:
        while not over.is_set():
            wasyncore.loop(timeout=0.02, use_poll=True, map=server._map, count=1)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    try:
        ask(listener.getsockname()[1])
    finally:
        over.set()
        thread.join()
        server.task_dispatcher.shutdown()
        wasyncore.close_all(server._map)


def test_the_answer_to_one_too_many_says_when_to_come_again_in_both_languages_and_asks_nothing_of_the_application() -> (
    None
):
    asked: list[str] = []

    def application(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        asked.append(environ["PATH_INFO"])
        start_response("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    def ask(port: int) -> None:
        with socket.create_connection(("127.0.0.1", port), timeout=30) as caller:
            caller.sendall(b"GET /t/open/ HTTP/1.1\r\nHost: hall\r\n\r\n")
            answer = b"".join(iter(lambda: caller.recv(65536), b"")).decode()
        head, _blank, body = answer.partition("\r\n\r\n")
        assert head.startswith("HTTP/1.1 503 Service Unavailable")
        assert f"Retry-After: {AGAIN_SECONDS}" in head
        assert f"Refresh: {AGAIN_SECONDS}" in head
        assert "looking" in body
        assert "tumitingin" in body
        with socket.create_connection(("127.0.0.1", port), timeout=30) as clerk:
            clerk.sendall(b"POST /e/open/enter/ HTTP/1.1\r\nHost: hall\r\nContent-Length: 0\r\n\r\n")
            assert clerk.recv(65536).startswith(b"HTTP/1.1 200")

    served(application, ask, most_waiting=0)
    assert asked == ["/e/open/enter/"]
