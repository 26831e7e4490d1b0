"""Requests at fixed times, whatever became of those before: waiting counts from when a request was due.

Open-loop, over raw sockets that are kept: what a slow answer delays is not sent later and forgotten, it queues.
"""

from __future__ import annotations

import asyncio
import random
import ssl
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

HOST = "127.0.0.1"
PATIENCE_SECONDS = 30.0
LOOKED_AT_BEFORE = 0.7


@dataclass
class Answer:
    """What came back; status 0 where nothing did."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass
class Told:
    """What was measured of one kind of request: waits in milliseconds, answers by status."""

    waits: list[float] = field(default_factory=list)
    statuses: dict[int, int] = field(default_factory=dict)

    def note(self, wait: float, status: int) -> None:
        self.waits.append(wait)
        self.statuses[status] = self.statuses.get(status, 0) + 1

    @property
    def errors(self) -> int:
        """Answers that are none: broken lines and the server's own faults; who is sent away is counted apart."""
        return (
            sum(count for status, count in self.statuses.items() if status == 0 or status >= 400)
            - self.sent_away
        )

    @property
    def sent_away(self) -> int:
        return self.statuses.get(503, 0)


class Line:
    """One connection that is kept, opened again when it is gone; by TLS where it is said whom to trust."""

    def __init__(self, port: int, tls: ssl.SSLContext | None = None) -> None:
        self.port, self.tls = port, tls
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(self, request: bytes) -> Answer:
        """Send a whole request and read its answer; a kept line that was closed meanwhile is opened once more."""
        for fresh in (self.writer is None, True):
            try:
                if fresh or self.reader is None or self.writer is None:
                    await self.close()
                    self.reader, self.writer = await asyncio.open_connection(HOST, self.port, ssl=self.tls)
                self.writer.write(request)
                answer = await asyncio.wait_for(read(self.reader), PATIENCE_SECONDS)
            except (OSError, EOFError, asyncio.IncompleteReadError, TimeoutError, ValueError):
                await self.close()
                continue
            if answer.headers.get("connection", "").lower() == "close":
                await self.close()
            return answer
        return Answer(0)

    async def close(self) -> None:
        """Hang up."""
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


async def read(stream: asyncio.StreamReader) -> Answer:
    """One answer of HTTP/1.1, by its length or in chunks."""
    head = (await stream.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    status = int(head[0].split(" ", 2)[1])
    headers = {
        name.lower(): value.strip() for name, _colon, value in (line.partition(":") for line in head[1:])
    }
    if status in (204, 304):
        return Answer(status, headers)
    if headers.get("transfer-encoding", "").lower() == "chunked":
        return Answer(status, headers, await _chunks(stream))
    return Answer(status, headers, await stream.readexactly(int(headers.get("content-length", "0"))))


async def _chunks(stream: asyncio.StreamReader) -> bytes:
    found = []
    while size := int((await stream.readline()).split(b";")[0], 16):
        found.append(await stream.readexactly(size))
        await stream.readexactly(2)
    await stream.readuntil(b"\r\n")
    return b"".join(found)


def get(path: str, etag: str = "") -> bytes:
    """A phone's request for a page."""
    known = f"If-None-Match: {etag}\r\n" if etag else ""
    return f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept-Encoding: gzip\r\n{known}\r\n".encode()


def post(path: str, body: str, headers: dict[str, str]) -> bytes:
    """A line a clerk sends."""
    said = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return f"POST {path} HTTP/1.1\r\nHost: {HOST}\r\n{said}Content-Length: {len(body.encode())}\r\n\r\n{body}".encode()


@dataclass
class Phones:
    """People who look: their pages by weight, what they have of them already, the lines they are kept on."""

    port: int
    paths: Callable[[random.Random], str]
    told: Told = field(default_factory=Told)
    known: dict[str, str] = field(default_factory=dict)
    idle: list[Line] = field(default_factory=list)
    draw: random.Random = field(default_factory=lambda: random.Random(7))

    async def look(self, due: float) -> None:
        """One page, seven times of ten one that was looked at before."""
        path = self.paths(self.draw)
        etag = self.known.get(path, "") if self.draw.random() < LOOKED_AT_BEFORE else ""
        line = self.idle.pop() if self.idle else Line(self.port)
        answer = await line.ask(get(path, etag))
        self.idle.append(line)
        self._note(due, path, answer)

    async def visit(self, due: float) -> None:
        """Somebody new: three pages over one connection of his own."""
        line = Line(self.port)
        for number in range(3):
            path = self.paths(self.draw)
            self._note(due if number == 0 else time.perf_counter(), path, await line.ask(get(path)))
        await line.close()

    def _note(self, due: float, path: str, answer: Answer) -> None:
        self.told.note((time.perf_counter() - due) * 1000, answer.status)
        if answer.status == 200 and "etag" in answer.headers:
            self.known[path] = answer.headers["etag"]


async def at_times(times: Iterable[float], do: Callable[[float], Awaitable[None]]) -> None:
    """Begin `do` at each of these seconds from now, whether the ones before are over or not; all are waited for."""
    began, running = time.perf_counter(), set[asyncio.Task[None]]()
    for after in times:
        due = began + after
        if (left := due - time.perf_counter()) > 0:
            await asyncio.sleep(left)
        task = asyncio.ensure_future(do(due))
        running.add(task)
        task.add_done_callback(running.discard)
    await asyncio.gather(*running)


def evenly(rate: float, seconds: float, most: int | None = None) -> list[float]:
    """The seconds at which so many a second are due."""
    count = int(rate * seconds) if most is None else min(most, int(rate * seconds))
    return [number / rate for number in range(count)]
