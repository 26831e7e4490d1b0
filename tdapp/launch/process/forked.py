"""Children that share what they have loaded: forked from one process that has loaded the program. Standard library only.

What the web processes and the worker load is the same hundred megabytes; each on its own holds them once more. On Linux one
more process, the nursery, loads them, does nothing and forks each child, so that they lie in memory once until somebody
writes on them; and a child that died is there again at once. Elsewhere (`machine.can_fork`) each is started on its own.

An order is one datagram with the child's two pipes. A child is the nursery's until its end was asked for, so that its
number is nobody else's before that; and it outlives a nursery that dies.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from typing import IO, Any

from tdapp.launch.host import machine
from tdapp.launch.process import control, parent_watch

LETTER_BYTES = 4096
# A nursery that does not answer for so long is dead or stopped; then nobody knows how a child ended.
ANSWER_SECONDS = 2.0
UNKNOWN_STATUS = 255
NAME = "nursery"


class Nursery:
    """The supervisor's side: orders children, and starts the nursery again where it died."""

    def __init__(
        self,
        command: list[str],
        environment: dict[str, str],
        log: logging.Logger,
        heard: Callable[[dict[str, Any]], None],
        listener: socket.socket,
    ) -> None:
        self.command, self.environment, self.log, self.heard = command, environment, log, heard
        self.listener = listener
        self.process: subprocess.Popen[bytes] | None = None
        self.orders: socket.socket | None = None
        self.bore = False
        self.turn = threading.Lock()

    def fork(self, name: str, arguments: list[str]) -> Forked | None:
        """A child that will run as `arguments` say; None where a nursery is of no use, and it must be started by itself."""
        if not self._is_there() and not self._begun():
            return None
        (theirs_in, ours_in), (ours_out, theirs_out) = os.pipe(), os.pipe()
        try:
            letter = json.dumps({"name": name, "arguments": arguments}).encode()
            assert self.orders is not None
            machine.send_files(self.orders, letter, [theirs_in, theirs_out])
        except OSError:
            os.close(ours_in)
            os.close(ours_out)
            return None
        finally:
            os.close(theirs_in)
            os.close(theirs_out)
        return Forked(self, open(ours_in, "wb", buffering=0), open(ours_out, "rb", buffering=0))

    def status_of(self, pid: int, mother: subprocess.Popen[bytes] | None) -> int:
        """How a child ended that has ended; the number is free afterwards. Another nursery than its own does not know."""
        if mother is not self.process:
            return UNKNOWN_STATUS
        with self.turn, contextlib.suppress(OSError, ValueError):
            assert self.orders is not None
            self.orders.send(json.dumps({"ended": pid}).encode())
            answer: dict[str, int] = {}
            while answer.get("pid") != pid:  # what came too late for an earlier question is left aside
                answer = json.loads(self.orders.recv(LETTER_BYTES))
            return int(answer["status"])
        return UNKNOWN_STATUS

    def close(self) -> None:
        """The end of it; its children go on."""
        if self.orders:
            self.orders.close()
        if self.process:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(ANSWER_SECONDS)
            self.process.kill()
            self.process.wait()
        self.orders = self.process = None

    def _is_there(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def _begun(self) -> bool:
        """Start it, where it is not known to be of no use: it ended before it had any child."""
        if self.process is not None and not self.bore:
            return False
        self.close()
        self.orders, theirs = machine.letters()
        self.orders.settimeout(ANSWER_SECONDS)
        self.bore = False
        with theirs:
            self.process = machine.spawn(
                [*self.command, NAME, str(theirs.fileno())], (theirs, self.listener),
                env=self.environment | {parent_watch.TIED: "1"}, bufsize=0,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            )  # fmt: skip
        threading.Thread(
            target=control.listen, args=(self.process.stdout, self.log, self.heard, NAME), daemon=True
        ).start()
        return True


class Forked:
    """A child of the nursery, to be treated like one of ours: what of `subprocess.Popen` the supervisor needs."""

    def __init__(self, nursery: Nursery, stdin: IO[bytes], stdout: IO[bytes]) -> None:
        self.nursery, self.mother, self.stdin, self.stdout = nursery, nursery.process, stdin, stdout
        self.pid = 0
        self.returncode: int | None = None
        self.watched: int | None = None
        self.arrived = threading.Event()

    def born(self, pid: int) -> None:
        """Its number, by its own word."""
        self.nursery.bore = True
        try:
            self.pid, self.watched = pid, machine.watch_process(pid)
        except OSError:  # it died, and so did the nursery
            self.pid, self.returncode = pid, UNKNOWN_STATUS
        self.arrived.set()

    def poll(self) -> int | None:
        """Its exit status, None while it lives or is not there yet."""
        if self.returncode is None:
            self._look(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Its exit status; `subprocess.TimeoutExpired` when it lives on."""
        until = None if timeout is None else time.monotonic() + timeout
        self.arrived.wait(timeout)
        self._look(None if until is None else max(0.0, until - time.monotonic()))
        if self.returncode is None:
            raise subprocess.TimeoutExpired(NAME, timeout or 0)
        return self.returncode

    def kill(self) -> None:
        """End it the hard way, with what it started; one that is not there yet with the nursery that should make it."""
        if self.returncode is not None:
            return
        if not self.arrived.is_set():
            if self.mother:
                self.mother.kill()
            self.returncode = UNKNOWN_STATUS
        elif self.watched is not None:
            machine.kill_group(self.pid)

    def _look(self, seconds: float | None) -> None:
        if self.returncode is not None:
            return
        if self.watched is None:
            # Not born, and nobody is left to bear it.
            status = self.mother.poll() if self.mother else UNKNOWN_STATUS
            if status is not None and not self.arrived.is_set():
                self.returncode = status or UNKNOWN_STATUS
        elif machine.has_ended(self.watched, seconds):
            os.close(self.watched)
            self.watched = None
            self.returncode = self.nursery.status_of(self.pid, self.mother)
