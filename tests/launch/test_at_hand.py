"""What is at hand goes out from the server's own loop: no thread has a part in it, and the line stays open."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from waitress import wasyncore

from tdapp.launch.host import machine
from tdapp.launch.requests import gate
from tdapp.launch.requests.at_hand import Answer, Environ

HEAD = "Host: hall\r\nAccept-Encoding: gzip\r\n"
# More than a socket takes at once.
LONG = b"x" * 9_000_000


def ready(environ: Environ) -> Answer | None:
    """Pages under /kept/: one that is had already, a long one, and any other."""
    path = environ["PATH_INFO"]
    if not path.startswith("/kept/"):
        return None
    if environ.get("HTTP_IF_NONE_MATCH") == '"a"':
        return "304 Not Modified", [("ETag", '"a"')], b""
    body = LONG if path == "/kept/long" else path.encode()
    return "200 OK", [("ETag", '"a"'), ("Content-Length", str(len(body)))], body


class Server:
    """The gate with something at hand, and an application whose only thread waits until it is let go."""

    def __init__(self, own: bool) -> None:
        self.own = own
        self.asked: list[str] = []
        self.go, self.over = threading.Event(), threading.Event()
        listener = machine.listen("127.0.0.1", 0)
        self.port = listener.getsockname()[1]
        self.server = gate.gated(
            self.application,
            listener,
            gate.Rules(kept_free=0),
            ready=ready,
            threads=1,
            asyncore_use_poll=True,
        )  # with room for everybody: whoever has said nothing yet would give way to who comes next
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def application(self, environ: Environ, start_response: Any) -> list[bytes]:
        self.asked.append(environ["PATH_INFO"])
        self.go.wait(30)
        body = f"made {environ['PATH_INFO']}".encode()
        start_response("200 OK", [("Content-Length", str(len(body)))])
        return [body]

    def _run(self) -> None:
        while not self.over.is_set():
            if self.own:
                self.server.turn(0.02)
            else:
                wasyncore.loop(timeout=0.02, use_poll=True, map=self.server._map, count=1)

    def close(self) -> None:
        self.go.set()
        self.over.set()
        self.thread.join()
        self.server.task_dispatcher.shutdown()
        wasyncore.close_all(self.server._map)

    def call(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)


@pytest.fixture(params=[True, False], ids=["epoll", "waitress"])
def here(request: pytest.FixtureRequest) -> Iterator[Server]:
    """By our own loop, and by waitress's where there is no epoll."""
    server = Server(request.param)
    yield server
    server.close()


def get(path: str, more: str = "", method: str = "GET", version: str = "1.1") -> bytes:
    return f"{method} {path} HTTP/{version}\r\n{HEAD}{more}\r\n".encode()


def answer(caller: socket.socket, body: bool = True) -> tuple[str, bytes]:
    """One answer: its head and its body."""
    came = b""
    while b"\r\n\r\n" not in came:
        came += received(caller, 1)
    head = came.decode()
    length = next(
        (int(line.split()[1]) for line in head.split("\r\n") if line.startswith("Content-Length")), 0
    )
    text = b""
    while body and len(text) < length:
        text += received(caller, length - len(text))
    return head, text


def received(caller: socket.socket, most: int) -> bytes:
    """What comes next; a line that is closed is told."""
    came = caller.recv(most)
    assert came, "the line was closed"
    return came


def test_what_is_at_hand_waits_for_no_thread_and_the_line_stays_open(here: Server) -> None:
    with here.call() as clerk, here.call() as phone:
        clerk.sendall(get("/work"))
        for number in range(3):
            phone.sendall(get(f"/kept/{number}"))
            assert answer(phone)[1] == f"/kept/{number}".encode()
            phone.sendall(get("/kept/0", 'If-None-Match: "a"\r\n'))
            head, _none = answer(phone)
            assert head.startswith("HTTP/1.1 304 Not Modified\r\n")
            assert "Date: " in head
            assert "Connection" not in head
        phone.sendall(get("/kept/0", method="HEAD"))
        assert "Content-Length: 7\r\n" in answer(phone, body=False)[0]
        here.go.set()
        assert answer(clerk)[1] == b"made /work"
    assert here.asked == ["/work"]


def test_answers_come_in_the_order_they_were_asked_for(here: Server) -> None:
    here.go.set()
    with here.call() as phone:
        phone.sendall(get("/kept/1") + get("/kept/2") + get("/made") + get("/kept/3") + get("/kept/4"))
        told = [answer(phone)[1].decode() for _one in range(5)]
    assert told == ["/kept/1", "/kept/2", "made /made", "made /kept/3", "made /kept/4"]


def test_who_asks_for_the_line_to_be_closed_is_answered_first(here: Server) -> None:
    with here.call() as phone:
        phone.sendall(get("/kept/1", "Connection: close\r\n") + get("/kept/2"))
        head, body = answer(phone)
        assert ("Connection: close\r\n" in head, body, phone.recv(1)) == (True, b"/kept/1", b"")


def test_a_page_that_is_longer_than_the_line_takes_at_once_arrives_whole_and_holds_nobody_up(
    here: Server,
) -> None:
    with here.call() as slow, here.call() as phone:
        slow.sendall(get("/kept/long") + get("/kept/5"))
        phone.sendall(get("/kept/1"))
        assert answer(phone)[1] == b"/kept/1"
        assert answer(slow)[1] == LONG
        here.go.set()
        assert answer(slow)[1].endswith(b"/kept/5")


@pytest.mark.parametrize(
    "request_", [get("/kept/1", version="1.0"), get("/kept/1", method="OPTIONS"), get("/made")]
)
def test_anything_else_is_the_applications(here: Server, request_: bytes) -> None:
    here.go.set()
    with here.call() as phone:
        phone.sendall(request_)
        assert answer(phone)[1].startswith(b"made")
