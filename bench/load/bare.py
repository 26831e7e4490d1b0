"""The most a server of this kind could do: the bytes of the public pages, from memory, by waitress and nothing else.

`python -m bench.load.bare PAGES DESCRIPTOR` is one of its processes. `ceilings` asks the hall and it in turns, so that
whatever else the machine does meets both.
"""

from __future__ import annotations

import asyncio
import json
import logging
import socket
import statistics
import subprocess
import sys
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import waitress

from bench.load.generator import HOST, Line, get

PROCESSES, THREADS, LINES, TURNS = 2, 6, 8, 3
# What the server writes itself.
OF_THE_SERVER = frozenset({"date", "connection", "content-length"})
Seconds = Callable[[], float]


@dataclass
class Ceiling:
    """Answers a second, and milliseconds of the server's processor for each, turn by turn."""

    rates: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{statistics.median(self.rates):.0f}/s at {statistics.median(self.costs):.2f} ms of processor"

    def share_of(self, other: Ceiling) -> float:
        """How much of what the other one can do, by processor: a generator beside both slows down the quicker one more."""
        return statistics.median(other.costs) / statistics.median(self.costs)


async def gathered(port: int, paths: Sequence[str]) -> dict[str, Any]:
    """The pages as a phone is given them."""
    line, found = Line(port), {}
    for path in paths:
        answer = await line.ask(get(path))
        if answer.status != 200:
            raise RuntimeError(f"{path} is answered {answer.status}")
        headers = [[name, value] for name, value in answer.headers.items() if name not in OF_THE_SERVER]
        found[path] = [headers, b64encode(answer.body).decode()]
    await line.close()
    return found


def application(pages: dict[str, Any]) -> Callable[[dict[str, Any], Any], list[bytes]]:
    """Bytes by path."""
    kept = {}
    for path, (headers, body) in pages.items():
        content = b64decode(body)
        told = [(name, value) for name, value in headers] + [("content-length", str(len(content)))]
        kept[path] = (told, [content])

    def answer(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        headers, body = kept[environ["PATH_INFO"]]
        start_response("200 OK", headers)
        return body

    return answer


@contextmanager
def server(pages: dict[str, Any], folder: Path) -> Iterator[tuple[int, list[int]]]:
    """It serves at a port, by so many processes."""
    place = folder / "pages.json"
    place.write_text(json.dumps(pages), encoding="utf-8")
    with socket.create_server((HOST, 0), backlog=1024) as listener:
        listener.set_inheritable(True)
        command = [sys.executable, "-m", "bench.load.bare", str(place), str(listener.fileno())]
        running = [subprocess.Popen(command, pass_fds=[listener.fileno()]) for _one in range(PROCESSES)]
        try:
            yield listener.getsockname()[1], [one.pid for one in running]
        finally:
            for one in running:
                one.terminate()
            for one in running:
                one.wait(10)


async def pressed(
    port: int, paths: Sequence[str], seconds: float, kept: bool, spent: Seconds, into: Ceiling
) -> None:
    """So many lines ask page after page, each as soon as it has the one before; `kept`: by the same connection."""
    before, began = spent(), time.perf_counter()

    async def ask(number: int) -> int:
        line, count = Line(port), 0
        while time.perf_counter() - began < seconds:
            answer = await line.ask(get(paths[(number + count * LINES) % len(paths)]))
            if answer.status != 200:
                raise RuntimeError(f"answered {answer.status}")
            count += 1
            if not kept:
                await line.close()
        await line.close()
        return count

    count = sum(await asyncio.gather(*[ask(number) for number in range(LINES)]))
    into.rates.append(count / (time.perf_counter() - began))
    into.costs.append((spent() - before) * 1000 / count)


async def ceilings(
    hall: int, paths: Sequence[str], seconds: float, spent: Callable[[Sequence[int]], float], pids: Sequence[int], folder: Path
) -> dict[str, tuple[Ceiling, Ceiling]]:  # fmt: skip
    """Of the hall and of the bare server: by connections that are kept, and by new ones. `spent`: processor of processes."""
    found = {"lines kept": (Ceiling(), Ceiling()), "new lines": (Ceiling(), Ceiling())}
    with server(await gathered(hall, paths), folder) as (bare, others):
        each = seconds / (2 * TURNS * len(found))
        for _turn in range(TURNS):
            for name, (ours, theirs) in found.items():
                kept = name == "lines kept"
                # The pages go out of date while they are asked for; one look and they are at hand again.
                await gathered(hall, paths)
                await pressed(hall, paths, each, kept, lambda: spent(pids), ours)
                await pressed(bare, paths, each, kept, lambda: spent(others), theirs)
    return found


def main(arguments: Sequence[str]) -> None:
    """One process of the bare server."""
    place, descriptor = arguments
    pages = json.loads(Path(place).read_text(encoding="utf-8"))
    listener = socket.socket(fileno=int(descriptor))
    listener.setblocking(False)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    waitress.serve(application(pages), sockets=[listener], threads=THREADS, ident=None, connection_limit=1000)


if __name__ == "__main__":
    main(sys.argv[1:])
