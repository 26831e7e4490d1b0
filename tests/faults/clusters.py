"""A PostgreSQL of one's own, to be killed as the power would, filled up, and started again on the same files."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import environ
import psycopg

from tdapp.launch.host import machine, services
from tdapp.launch.host.programs import exe, lesser_user, within_reach
from tdapp.launch.requests import databases
from tests.servers import children_of, eventually, is_alive

NAME = "hall"


class Cluster:
    """Its files in `folder`; written through to the disk as on a real server."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.who, self.port = folder, lesser_user(), services.free_port()
        if self.who:
            os.chown(folder, self.who["user"], self.who["group"])
        initdb = within_reach(services._initdb(self.who), self.who, folder)
        self.server = initdb.with_name(exe("postgres"))
        services._make_cluster(initdb, folder / "data", self.who)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, again or for the first time, and wait until it lets somebody in."""
        data = self.folder / "data"
        (data / "postmaster.pid").unlink(missing_ok=True)
        command = [
            str(self.server),
            "-D",
            str(data),
            "-p",
            str(self.port),
            "-h",
            "127.0.0.1",
            "-k",
            str(self.folder),
        ]
        with open(self.folder / "log", "ab") as log:
            self.process = machine.spawn(
                command,
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                cwd=self.folder,
                **self.who,
            )
        eventually(lambda: services._postgres_answers(self.port), "PostgreSQL to answer")

    def kill(self) -> None:
        """Every process of it at once, with nothing written that was not written."""
        assert self.process
        pids = [self.process.pid, *children_of(self.process.pid)]
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        self.process.wait()
        eventually(lambda: not any(is_alive(pid) for pid in pids), "every process of it to be gone")

    def config(self) -> dict[str, Any]:
        """The entry for DATABASES of its one database, made when it is asked for the first time."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as server:
            if not server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [NAME]).fetchone():
                server.execute(f"CREATE DATABASE {NAME}")
        return databases.profile(environ.Env.db_url_config(self.url(NAME)), "")

    def url(self, name: str) -> str:
        """The address of one of its databases."""
        return f"postgresql://td@127.0.0.1:{self.port}/{name}"


@contextmanager
def within_its_reach() -> Iterator[Path]:
    """A folder for its files: what the tests have is closed to the account a database runs under."""
    with tempfile.TemporaryDirectory(prefix="td-faults-") as folder:
        os.chmod(folder, 0o711)
        place = Path(folder) / "postgresql"
        place.mkdir()
        yield place


@contextmanager
def cluster(folder: Path) -> Iterator[Cluster]:
    """A running one; gone at the end, however it is by then."""
    one = Cluster(folder)
    one.start()
    try:
        yield one
    finally:
        if one.process and one.process.poll() is None:
            one.kill()
