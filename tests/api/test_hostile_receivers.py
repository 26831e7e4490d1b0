"""A receiver of webhooks that means harm: whatever it does or leaves undone, a delivery ends at its deadline, keeps little in
memory, and writes nothing of the address, which may hold a key, into the log.
"""

from __future__ import annotations

import logging
import socket
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import repeat
from typing import Any

import pytest

from tdapp.api.webhooks import calling

SOON, NEVER = 0.3, 60.0
SLOW = {"code": "slow", "facts": {"host": "127.0.0.1"}}
TOO_LONG = {"code": "cut", "facts": {"host": "127.0.0.1", "why": "LineTooLong"}}
HEAD = b"HTTP/1.1 200 OK\r\n"
MOST_BYTES = 1_000_000
Says = Callable[[threading.Event], Iterator[bytes]]


def trickles(text: bytes) -> Says:
    """The text once, its last byte again and again, one in a while."""

    def say(over: threading.Event) -> Iterator[bytes]:
        yield text
        while not over.wait(0.01):
            yield text[-1:]

    return say


def pours(begins: bytes, again: bytes) -> Says:
    """As fast as it is taken, without an end."""

    def say(_over: threading.Event) -> Iterator[bytes]:
        yield begins
        yield from repeat(again)

    return say


def once(text: bytes) -> Says:
    """The text, and hangs up."""
    return lambda _over: iter([text])


@contextmanager
def receiver(says: Says) -> Iterator[str]:
    """Where somebody listens who says this to each that comes; the rest of the address, with a key of theirs."""
    over = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with suppress(OSError):
                while not over.is_set():
                    line, _from = listener.accept()
                    with line, suppress(OSError):
                        line.recv(65536)
                        for text in says(over):
                            line.sendall(text)

        serving = threading.Thread(target=serve, daemon=True)
        serving.start()
        try:
            yield f"127.0.0.1:{listener.getsockname()[1]}/told?key=theirs"
        finally:
            over.set()
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
    serving.join(20)


def test_a_receiver_that_trickles_is_left_at_the_deadline_and_one_that_pours_when_it_is_too_much() -> None:
    # A record of TLS that is announced and does not come whole; a head, of plain HTTP, without an end.
    cases: list[tuple[str, Says, float, dict[str, Any]]] = [
        ("https", trickles(b"\x16\x03\x03\x40\x00\x02"), SOON, SLOW),
        ("http", trickles(HEAD + b"X: x"), SOON, SLOW),
        ("http", trickles(b"H"), SOON, SLOW),
        ("http", pours(HEAD, b"X: " + b"x" * 8000 + b"\r\n"), NEVER, TOO_LONG),
        ("http", pours(HEAD, b"x" * 8000), NEVER, TOO_LONG),
        ("http", pours(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 100), NEVER, TOO_LONG),
        ("http", pours(HEAD + b"\r\n", b"x" * 8000), NEVER, {}),
    ]
    for scheme, says, seconds, wanted in cases:
        with receiver(says) as place:
            tracemalloc.start()
            try:
                told = calling.post(f"{scheme}://{place}", {}, b"{}", seconds)
                _now, most = tracemalloc.get_traced_memory()
            finally:
                tracemalloc.stop()
        assert (told, most < MOST_BYTES) == (wanted, True), (scheme, most)


def test_a_name_that_resolves_when_it_likes_is_left_at_the_deadline_and_what_comes_late_is_hung_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked, answered, left = threading.Semaphore(0), threading.Event(), calling.RESOLVING._value
    resolved = socket.getaddrinfo
    with receiver(once(HEAD + b"\r\n")) as place:
        port = int(place.partition(":")[2].partition("/")[0])

        def sleeping(_host: str, _port: int, **how: Any) -> Any:
            asked.release()
            answered.wait(60)
            return resolved("127.0.0.1", port, **how)

        with monkeypatch.context() as patched:
            patched.setattr(socket, "getaddrinfo", sleeping)
            for _name in range(left + 2):
                told = calling.post(f"http://asleep.example:{port}/", {}, b"{}", 0.02)
                assert told == {"code": "slow", "facts": {"host": "asleep.example"}}
            # No more threads than are allowed wait for it, however often it is tried.
            assert [asked.acquire(timeout=20) for _one in range(left)] == [True] * left
            assert not asked.acquire(blocking=False)
            answered.set()
            assert [calling.RESOLVING.acquire(timeout=20) for _one in range(left)] == [True] * left
            for _one in range(left):
                calling.RESOLVING.release()
        assert calling.post(f"http://{place}", {}, b"{}", NEVER) == {}


def test_of_an_odd_answer_the_log_says_nothing(caplog: pytest.LogCaptureFixture) -> None:
    odd = [
        HEAD + b"no colon\r\n: none\r\n\r\n",
        b"HTTP/1.1 999 \xff\r\n\r\n",
        b"SSH-2.0-x\r\n",
        b"\r\n\r\n",
        b"",
    ]
    with caplog.at_level(logging.DEBUG):
        for text in odd:
            with receiver(once(text)) as place:
                calling.post(f"http://{place}", {}, b"{}", NEVER)
    assert "theirs" not in caplog.text
