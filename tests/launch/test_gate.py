"""Half-sent requests take nobody's room: they are limited by address and by time, and where it is full they leave first."""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from waitress import wasyncore
from waitress.server import TcpWSGIServer

from tdapp.launch.host import machine
from tdapp.launch.requests import gate
from tests.servers import eventually

CLERK, STRANGER = "127.0.0.1", "127.0.0.2"
MOST = 100
HALF_HEAD = b"GET / HTTP/1.1\r\nHost: hall\r\n"
WHOLE = HALF_HEAD + b"\r\n"
HALF_BODY = b"POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: 100000\r\n\r\nabc"
RULES = {"half_sent_an_address": 20, "kept_free": 10}


def page(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    start_response("200 OK", [("Content-Length", "2"), ("Content-Type", "text/plain")])
    return [b"ok"]


def slow_until(go: threading.Event) -> Any:
    """A page that keeps everybody waiting until then."""

    def slow(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        assert go.wait(30)
        return page(environ, start_response)

    return slow


class Moved:
    """A clock that stands until a test moves it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class Door:
    """A web server of our own, and the callers at it."""

    def __init__(self, kind: type[TcpWSGIServer] = gate.Gate, page: Any = page, **rules: Any) -> None:
        self.clock, self.over = Moved(), threading.Event()
        self.callers: list[socket.socket] = []
        listener = machine.listen(CLERK, 0)
        self.port = listener.getsockname()[1]
        made = gate.Rules(**(RULES | {"clock": self.clock} | rules))
        self.server = gate.gated(
            page, listener, made, kind, threads=2, connection_limit=MOST, asyncore_use_poll=True
        )
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        while not self.over.is_set():
            if isinstance(self.server, gate.Gate):
                self.server.turn(0.02)
            else:
                wasyncore.loop(timeout=0.02, use_poll=True, map=self.server._map, count=1)

    def close(self) -> None:
        self.over.set()
        self.thread.join()
        self.server.task_dispatcher.shutdown()
        wasyncore.close_all(self.server._map)
        for one in self.callers:
            one.close()

    def call(self, address: str, data: bytes = b"") -> socket.socket:
        """One more connection from `address` that sends `data`."""
        one = socket.create_connection((CLERK, self.port), timeout=30, source_address=(address, 0))
        self.callers.append(one)
        one.sendall(data)
        return one

    def half_sent(self) -> int:
        return sum(one.owes for one in list(self.server.active_channels.values()))


@contextmanager
def door(kind: type[TcpWSGIServer] = gate.Gate, page: Any = page, **rules: Any) -> Iterator[Door]:
    made = Door(kind, page, **rules)
    try:
        yield made
    finally:
        made.close()


def is_answered(one: socket.socket) -> bool:
    """Whether the page came, whole."""
    came = b""
    while not came.endswith(b"\r\n\r\nok") and (more := one.recv(1000)):
        came += more
    return came.startswith(b"HTTP/1.1 200")


def is_gone(one: socket.socket) -> bool:
    """Whether the other side closed it, without an answer."""
    try:
        return one.recv(10) == b""
    except ConnectionResetError:
        return True


def closed(callers: Iterable[socket.socket]) -> int:
    """How many were closed from the other side."""
    waiting, count = select.select(list(callers), [], [], 0)[0], 0
    for one in waiting:
        try:
            count += one.recv(1000) == b""
        except OSError:
            count += 1
    return count


def test_one_address_that_sends_half_a_head_everywhere_silences_nobody() -> None:
    with door() as here:
        strangers = [here.call(STRANGER, HALF_HEAD) for _ in range(MOST + 50)]
        assert is_answered(here.call(CLERK, WHOLE))
        assert is_answered(here.call(STRANGER, WHOLE))
        eventually(lambda: here.half_sent() <= 20, "twenty half-sent requests of one address at most")
        assert closed(strangers) >= MOST + 50 - 20 - 1


def test_without_the_gate_they_do() -> None:
    with door(TcpWSGIServer) as here:
        for _ in range(MOST + 50):
            here.call(STRANGER, HALF_HEAD)
        eventually(lambda: here.server.in_connection_overflow, "a server that accepts no more")
        clerk = here.call(CLERK, WHOLE)
        assert select.select([clerk], [], [], 1)[0] == []


def test_many_addresses_with_a_few_each_silence_nobody_either() -> None:
    with door() as here:
        for number in range(MOST + 50):
            here.call(f"127.0.1.{number % 50 + 1}", HALF_HEAD if number % 2 else b"")
        assert is_answered(here.call(CLERK, WHOLE))
        eventually(lambda: len(here.server._map) <= MOST - 10, "the room that is kept free")


def test_a_hall_behind_one_address_keeps_its_connections_whatever_a_neighbour_sends() -> None:
    with door() as here:
        phones = [here.call(STRANGER, WHOLE) for _ in range(60)]
        assert all(is_answered(one) for one in phones)
        for _ in range(60):
            here.call(STRANGER, HALF_HEAD)
        eventually(lambda: here.half_sent() <= 20, "the neighbour held to twenty")
        for one in phones:
            one.sendall(WHOLE)
        assert all(is_answered(one) for one in phones)


def test_connections_at_rest_make_room_too_where_all_is_full() -> None:
    with door() as here:
        resting = [here.call(STRANGER, WHOLE) for _ in range(MOST + 20)]
        assert all(is_answered(one) for one in resting[-30:])
        assert is_answered(here.call(CLERK, WHOLE))


def test_where_all_were_at_work_when_the_last_place_was_taken_the_first_at_rest_makes_room() -> None:
    with door(page=slow_until(go := threading.Event())) as here:
        working = [here.call(STRANGER, WHOLE) for _ in range(MOST)]
        eventually(lambda: here.server.in_connection_overflow, "a server without room for one more")
        clerk = here.call(CLERK, WHOLE)
        go.set()
        assert is_answered(clerk)
        assert is_answered(working[0])


def test_a_proxy_has_the_address_of_all_its_visitors_and_is_not_counted() -> None:
    with door(is_proxy=lambda address: address == STRANGER) as here:
        for _ in range(40):
            here.call(STRANGER, HALF_HEAD)
        eventually(lambda: here.half_sent() == 40, "forty half-sent requests of a proxy")


def test_a_head_has_ten_seconds_and_a_body_as_long_as_it_moves() -> None:
    with door() as here:
        silent, head, drip, body, moving = (
            here.call(CLERK, data) for data in (b"", HALF_HEAD, b"\r\n", HALF_BODY, HALF_BODY)
        )
        eventually(lambda: len(here.server.active_channels) == 5, "all of them")
        here.clock.now += 9
        drip.sendall(b"\r\n")
        late = here.call(CLERK, HALF_HEAD)
        here.clock.now += 2
        eventually(lambda: here.half_sent() == 3, "those who took eleven seconds for a head are gone")
        assert all(is_gone(one) for one in (silent, head, drip))
        moving.sendall(b"x" * 90_000)
        received = lambda: [one.request.body_bytes_received for one in here.server.active_channels.values()  # noqa: E731
                            if one.request]  # fmt: skip
        eventually(lambda: max(received()) > 90_000, "the body that moves")
        here.clock.now += 30
        eventually(lambda: here.half_sent() == 1, "the body that does not move is gone")
        assert is_gone(body)
        assert is_gone(late)
        moving.sendall(b"x" * (100_000 - 90_003))
        assert is_answered(moving)
        # What it kept open is no debt, however long it waits.
        here.clock.now += 1000
        moving.sendall(WHOLE)
        assert is_answered(moving)


def test_the_half_after_a_whole_request_is_timed_too() -> None:
    with door() as here:
        one = here.call(STRANGER, WHOLE + HALF_HEAD)
        assert is_answered(one)
        eventually(lambda: here.half_sent() == 1, "the second request is owed")
        here.clock.now += 11
        assert is_gone(one)
