"""Many clients at once over kept connections, and what they waited."""

from __future__ import annotations

import http.client
import statistics
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

# A client's own work: send what it is given, True when it was acknowledged.
Send = Callable[[int], bool]


@dataclass(frozen=True)
class Run:
    """One run: how many were acknowledged in how many seconds, and each one's wait in milliseconds."""

    done: int
    seconds: float
    waits: tuple[float, ...]
    refused: int

    @property
    def rate(self) -> float:
        return self.done / self.seconds

    def line(self, name: str) -> str:
        """One line for people."""
        cut = statistics.quantiles(self.waits, n=100)
        return (
            f"{name:<34}{self.rate:8.0f} /s   p50 {cut[49]:6.1f} ms   p95 {cut[94]:6.1f} ms   "
            f"p99 {cut[98]:6.1f} ms   {self.done} saved, {self.refused} not"
        )


def crowd(clients: Sequence[Send], jobs: Sequence[int]) -> Run:
    """Hand the jobs out evenly; everybody starts together."""
    waits: list[list[float]] = [[] for _client in clients]
    refused = [0] * len(clients)
    gate = threading.Barrier(len(clients) + 1)

    def work(number: int) -> None:
        gate.wait()
        for job in jobs[number :: len(clients)]:
            started = time.perf_counter()
            if clients[number](job):
                waits[number].append((time.perf_counter() - started) * 1000)
            else:
                refused[number] += 1

    hands = [threading.Thread(target=work, args=(number,)) for number in range(len(clients))]
    for hand in hands:
        hand.start()
    gate.wait()
    started = time.perf_counter()
    for hand in hands:
        hand.join()
    every = tuple(wait for own in waits for wait in own)
    return Run(len(every), time.perf_counter() - started, every, sum(refused))


def poster(port: int, path: str, headers: dict[str, str], body: Callable[[int], str]) -> Send:
    """A client that posts `body(job)` over one kept connection."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def send(job: int) -> bool:
        line.request("POST", path, body(job).encode(), {**headers, "Idempotency-Key": f"job-{job}"})
        reply = line.getresponse()
        reply.read()
        return reply.status == 200

    return send
