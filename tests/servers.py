"""Real processes for tests that kill, race or measure them."""

from __future__ import annotations

import atexit
import fcntl
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import redis

from tdapp.launch.host.services import free_port

ROOT = Path(__file__).resolve().parent.parent
PATIENCE_SECONDS = 60.0


def emptied(url: str) -> str:
    """`url`, after throwing away what earlier tests left there."""
    with redis.Redis.from_url(url) as client:
        client.flushdb()
    return url


def eventually(true: Callable[[], Any], what: str, seconds: float = PATIENCE_SECONDS) -> Any:
    """The first truthy answer of `true`; fails with `what` when there is none in time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if found := true():
            return found
        time.sleep(0.05)
    raise AssertionError(f"not within {seconds:.0f} s: {what}")


def is_alive(pid: int) -> bool:
    """Whether a process runs (a zombie does not)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def children_of(pid: int) -> dict[int, str]:
    """Process id -> command line, of the living children and theirs (Linux: the tests' own tool, not the program's)."""
    parents = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            parents[int(place.name)] = int((place / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
    below: set[int] = set()
    while more := {child for child, parent in parents.items() if parent in below | {pid}} - below:
        below |= more
    return {child: _named(child) for child in below if is_alive(child)}


def _named(pid: int) -> str:
    """How it was started; a child that was forked has the name of one that was started by itself."""
    try:
        name = Path(f"/proc/{pid}/comm").read_text().strip()
        line = Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""
    forked = name.startswith("td-")
    return (
        line.replace("process.child nursery", f"process.child {name.removeprefix('td-')}") if forked else line
    )


@dataclass
class Hall:
    """A running `./td run`."""

    process: subprocess.Popen[str]
    port: int
    data: Path
    output: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def get(self, path: str, timeout: float = 10) -> tuple[int, bytes]:
        """Status and body; 0 when nobody answers."""
        try:
            with urllib.request.urlopen(self.url + path, timeout=timeout) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()
        except OSError:
            return 0, b""

    def is_ready(self) -> bool:
        return self.get("/readyz")[0] == 200

    def checks(self) -> dict[str, Any]:
        """What `/readyz` found."""
        return dict(json.loads(self.get("/readyz")[1] or b"{}").get("checks", {}))

    def beats(self) -> bool:
        """Whether its worker is heard of; not while nobody answers."""
        return bool(self.checks().get("worker", {}).get("ok"))

    def children(self, kind: str) -> list[int]:
        """Process ids of the `web` or `worker` children."""
        return [pid for pid, line in children_of(self.process.pid).items() if f"process.child {kind}" in line]

    def replaced(self, before: list[int]) -> list[int]:
        """Those of `before` that no longer run. More may have come: the hall is ready with its first web process."""
        return sorted(set(before) - set(children_of(self.process.pid)))

    def kill(self, kind: str) -> list[int]:
        """kill -9 every child of a kind; their ids."""
        killed = self.children(kind)
        for pid in killed:
            os.kill(pid, signal.SIGKILL)
        return killed

    def log(self) -> str:
        path = self.data / "log" / "td.log"
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def stop(self, how: int = signal.SIGTERM) -> int:
        """End it politely; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.process.wait(PATIENCE_SECONDS)


def start(data: Path, *arguments: str, port: int = 0, **variables: str) -> Hall:
    """Start `./td run` without waiting for it. `variables` change its environment ("" takes the test's value away)."""
    chosen = port or free_port()
    base = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("TD_", "DATABASE_", "REDIS_", "DJANGO_"))
    }
    data.parent.mkdir(parents=True, exist_ok=True)
    output = data.parent / f"output-{chosen}-{time.monotonic_ns()}.txt"
    command = [
        sys.executable,
        str(ROOT / "td"),
        "run",
        "--data",
        str(data),
        "--port",
        str(chosen),
        "--host",
        "127.0.0.1",
        *arguments,
    ]
    with open(output, "w", encoding="utf-8") as handle:
        process = subprocess.Popen(
            command,
            stdout=handle,
            stderr=subprocess.STDOUT,
            text=True,
            env=base | {"TD_COPY_DISKS": "false"} | variables,
            start_new_session=True,
        )
    return Hall(process, chosen, data, output)


FIRST_START = """
import os; os.environ["DJANGO_SETTINGS_MODULE"] = "tdapp.settings"
import django; django.setup()
from tdapp.launch import prepare
raise SystemExit(0 if prepare.prepare(False) else 3)
"""


# Where the workers of one run keep what each would make alike; every process started from them looks there too.
SHARED = "SHARED_BY_TESTS"


@contextmanager
def made_once(name: str) -> Iterator[tuple[Path, bool]]:
    """A place that all processes of this run share, and whether it is there; who makes it is alone meanwhile."""
    place = Path(os.environ[SHARED]) if SHARED in os.environ else _own_folder()
    with (place / f"{name}.turn").open("a") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        yield place / name, (place / name).exists()


@cache
def _own_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="td-first-start-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def first_start(data: Path, **variables: str) -> None:
    """The program's first start on a folder, in a process of its own; it serves nothing."""
    ours = ("TD_", "DATABASE_", "REDIS_", "DJANGO_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    environment = kept | {"TD_DATA": str(data), "TD_LIFELINE": "1"} | variables
    command = [sys.executable, "-c", FIRST_START]
    subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE)


@cache
def after_first_start() -> Path:
    """A data folder after its first start, made once: every migration takes seconds, a copy of the file none."""
    with made_once("first-start") as (place, there):
        if not there:
            data = place.with_suffix(".part")
            first_start(data)
            data.rename(place)
        return place


def used_before(data: Path) -> None:
    """Make `data` a folder in which the program was started before, on SQLite."""
    shutil.copytree(after_first_start(), data, dirs_exist_ok=True)


@contextmanager
def hall(data: Path, *arguments: str, port: int = 0, **variables: str) -> Iterator[Hall]:
    """A ready hall (no demo), stopped at the end; on SQLite not its first start."""
    if "DATABASE_URL" not in variables:
        used_before(data)
    running = start(data, "--no-demo", *arguments, port=port, **variables)
    try:
        eventually(lambda: running.is_ready() or running.process.poll() is not None, "a ready hall")
        assert running.process.poll() is None, running.output.read_text()
        yield running
    finally:
        running.stop()
