"""One parent, its children, and what happens when one of them dies. Standard library only."""

from __future__ import annotations

import contextlib
import logging
import logging.handlers
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from tdapp.launch.host import machine
from tdapp.launch.process import control, log_lines, parent_watch
from tdapp.launch.process.forked import Forked, Nursery

# With the start itself the hall is answered again within five seconds, however often in a row it was killed.
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 3.0
SETTLED_SECONDS = 5.0
TRIES_BEFORE_FIRST_READY = 3
# So long one child has the machine to itself while it starts and nobody serves; then the others start beside it.
HEAD_START_SECONDS = 15.0
TICK_SECONDS = 0.1
LOG_BYTES, LOG_FILES = 5_000_000, 3


class Errand(Protocol):
    """Something only the parent can do, while no child runs."""

    def is_due(self) -> bool:
        """Whether it is asked for."""

    def run(self) -> None:
        """Do it."""


Heard = Callable[["Child", dict[str, Any]], None]


class Rotated(logging.handlers.RotatingFileHandler):
    """A log that goes on when its disk was full for a while; what was said then is lost, the hall is not."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - logging's name
        """No traceback on the console for a full disk."""
        if not isinstance(sys.exc_info()[1], OSError | ValueError):
            super().handleError(record)


def open_log(folder: Path, aloud: bool = False) -> logging.Logger:
    """What the children write, in `td.log`, at most 20 MB of it; `aloud` on the console too."""
    folder.mkdir(parents=True, exist_ok=True)
    log = logging.Logger("td.children")
    log.addHandler(Rotated(folder / "td.log", "a", LOG_BYTES, LOG_FILES, encoding="utf-8"))
    if aloud:
        log.addHandler(logging.StreamHandler())
    for handler in log.handlers:
        handler.setFormatter(log_lines.OneObjectALine())
    return log


@dataclass
class Child:
    """A process that is started again when it dies, after a pause that doubles while it keeps dying. `fork` makes one that
    shares what another has loaded, or None; then, and without it, `command` is started.
    """

    name: str
    command: list[str]
    environment: dict[str, str]
    log: logging.Logger
    heard: Heard
    listener: socket.socket | None = None
    fork: Callable[[], Forked | None] | None = None
    process: subprocess.Popen[bytes] | Forked | None = None
    ready: bool = False
    starts: int = 0
    pause: float = FIRST_PAUSE
    started_at: float = 0.0
    due_at: float = field(default=0.0)

    @property
    def serves(self) -> bool:
        """Whether it answers at the socket."""
        alive = self.process is not None and self.process.poll() is None
        return self.listener is not None and self.ready and alive

    @property
    def starts_to_serve(self) -> bool:
        """Whether it will answer at the socket, and does not yet."""
        return self.listener is not None and self.process is not None and not self.ready

    def start(self) -> None:
        """Start the process; it is handed the listening socket when it tells its id."""
        self.process = (self.fork and self.fork()) or self._spawned()
        self.starts, self.started_at, self.ready = self.starts + 1, time.monotonic(), False
        threading.Thread(
            target=control.listen,
            args=(self.process.stdout, self.log, partial(self._note, self.process), self.name),
            daemon=True,
        ).start()

    def _spawned(self) -> subprocess.Popen[bytes]:
        sockets = (self.listener,) if self.listener else ()
        pipes: dict[str, Any] = {
            "stdin": subprocess.PIPE,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.STDOUT,
        }
        ours = {parent_watch.TIED: "1", parent_watch.PLACE: self.name}
        return machine.spawn(self.command, sockets, env=self.environment | ours, bufsize=0, **pipes)

    def _hand_over(self, pid: int) -> None:
        """The socket's ticket into the child's lifeline. `pid` is the child's own word: on Windows the process we
        started is only the environment's launcher. A child that died already will be noticed by `tend`."""
        try:
            if self.listener and self.process and self.process.stdin:
                self.process.stdin.write(machine.ticket(self.listener, pid).encode() + b"\n")
        except (OSError, ValueError):  # it died, or was asked to stop (its pipe is closed) while it started
            self.log.warning("%s left before it was handed its socket", self.name)

    def _note(self, process: subprocess.Popen[bytes] | Forked, facts: dict[str, Any]) -> None:
        if "born" in facts:
            if isinstance(process, Forked):
                process.born(int(facts["born"]))
            return
        self.ready = self.ready or bool(facts.get("ready"))
        if "pid" in facts:
            self._hand_over(int(facts["pid"]))
        self.heard(self, facts)

    def tend(self, now: float) -> None:
        """Start it when it is due; when it died, say so in the log and plan the next start."""
        if self.process is None:
            if now >= self.due_at:
                self.start()
        elif (status := self.process.poll()) is not None:
            self._plan(now, status)

    def _plan(self, now: float, status: int) -> None:
        if now - self.started_at > SETTLED_SECONDS:
            self.pause = FIRST_PAUSE
        self.log.warning("%s ended with %s, starting again in %.1f s", self.name, status, self.pause)
        self.let_go()
        self.due_at, self.pause = now + self.pause, min(self.pause * 2, LONGEST_PAUSE)

    def let_go(self) -> None:
        """Close the lifeline of a dead process."""
        if self.process and self.process.stdin:
            self.process.stdin.close()
        self.process = None

    def ask_to_stop(self) -> None:
        """End the lifeline: the child finishes what it is at and leaves."""
        if self.process and self.process.stdin:
            self.process.stdin.close()

    def wait(self, until: float) -> None:
        """Wait for the end, the hard way when `until` passes."""
        if self.process is None:
            return
        try:
            self.process.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Supervisor:
    """Starts the first child, the others once it is ready, and keeps all of them alive until told to stop."""

    def __init__(self, announce: Callable[[dict[str, Any]], None]) -> None:
        self.children: list[Child] = []
        self.errands: list[Errand] = []
        self.nursery: Nursery | None = None
        self.announce = announce
        self.stopping = threading.Event()
        self.sentence = ""
        self.was_ready = False

    def heard(self, child: Child, facts: dict[str, Any]) -> None:
        """Pass on what a child tells; `stop` is its reason why nothing can work."""
        if "stop" in facts and not self.was_ready:
            self.sentence = str(facts["stop"])
            self.stopping.set()
        self.announce(facts | {"child": child.name})

    def run(self) -> None:
        """Until `stopping` is set. `sentence` says why, when the first child could never work."""
        try:
            while not self.stopping.wait(TICK_SECONDS):
                self._tick(time.monotonic())
        finally:
            self._stop()
            self._hang_up()
            if self.nursery:
                self.nursery.close()

    def _tick(self, now: float) -> None:
        for errand in self.errands:
            if self.was_ready and errand.is_due():
                self._stand_aside(errand)
        first = self.children[0]
        self.was_ready = self.was_ready or first.ready
        for child in self.children if self.was_ready else [first]:
            if not self._waits(child, now):
                child.tend(now)
        if not self.was_ready and first.process is None and first.starts >= TRIES_BEFORE_FIRST_READY:
            self.sentence = f"The {first.name} process does not start."
            self.stopping.set()

    def _waits(self, child: Child, now: float) -> bool:
        """Whether a child that is down lets another start first: while nobody serves, one alone is there soonest."""
        others = [one for one in self.children if one is not child and one.process is not None]
        if child.process is not None or any(one.serves for one in others):
            return False
        return any(one.starts_to_serve and now - one.started_at < HEAD_START_SECONDS for one in others)

    def _stand_aside(self, errand: Errand) -> None:
        """Stop every child for an errand; they start again at the next tick. Who calls meanwhile waits at the socket."""
        self._stop()
        for child in self.children:
            child.let_go()
            child.due_at, child.pause = 0.0, FIRST_PAUSE
        errand.run()

    def _hang_up(self) -> None:
        """Refuse whoever still waits at the socket: a proxy hands them to another machine."""
        for listener in {child.listener for child in self.children if child.listener}:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)

    def _stop(self) -> None:
        until = time.monotonic() + parent_watch.GRACE_SECONDS + 2
        for child in self.children:
            child.ask_to_stop()
        for child in self.children:
            child.wait(until)


def python_child(python: Path, *arguments: str) -> list[str]:
    """The command line of one of our own children."""
    return [str(python), "-u", "-m", "tdapp.launch.process.child", *arguments]
