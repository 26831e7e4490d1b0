"""Everything that differs between Linux, macOS and Windows, and nothing else. Standard library only."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl
    import pwd
    import resource

WINDOWS = sys.platform == "win32"
BACKLOG = 1024


def venv_python(venv: Path) -> Path:
    """The interpreter inside a virtual environment."""
    return venv / "Scripts" / "python.exe" if WINDOWS else venv / "bin" / "python"


def venv_tool(venv: Path, name: str) -> Path:
    """A program a package installed into a virtual environment."""
    return venv / "Scripts" / f"{name}.exe" if WINDOWS else venv / "bin" / name


def site_packages(venv: Path) -> Path:
    """Where a virtual environment keeps its packages."""
    here = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return venv / "Lib" / "site-packages" if WINDOWS else venv / "lib" / here / "site-packages"


def is_root() -> bool:
    """Whether we may install system packages (never on Windows)."""
    return not WINDOWS and os.geteuid() == 0


def hold(handle: IO[bytes]) -> bool:
    """Lock an open file for this process's life; False when another process holds it. The lock dies with its holder."""
    try:
        if sys.platform == "win32":
            handle.seek(0)
            msvcrt.locking(handle.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def has_screen() -> bool:
    """Whether somebody sits at this computer's own screen: not over a line from elsewhere, not on a server without one."""
    if "SSH_CONNECTION" in os.environ:
        return False
    return WINDOWS or sys.platform == "darwin" or bool({"DISPLAY", "WAYLAND_DISPLAY"} & set(os.environ))


def keep_to_ourselves() -> None:
    """What this process makes from now on is for its own account alone (Windows has no such mask; its folders do it)."""
    os.umask(0o077)


def put_in_place(new: Path, target: Path) -> None:
    """Let a file take another's place, whole or not at all, and have the folder remember it through a power cut."""
    os.replace(new, target)
    if not WINDOWS:
        with contextlib.suppress(OSError):
            descriptor = os.open(target.parent, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def listen(host: str, port: int, *, shut: bool = False) -> socket.socket:
    """A listening socket nobody else shares; OSError when the port is taken. `shut`: it holds the port, and who calls is
    refused at once, until somebody listens at it again.

    On Unix SO_REUSEADDR only skips the wait after a restart; on Windows it would let two programs share a port.
    """
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    exclusive = getattr(socket, "SO_EXCLUSIVEADDRUSE", None) if WINDOWS else socket.SO_REUSEADDR
    try:
        if exclusive is not None:
            listener.setsockopt(socket.SOL_SOCKET, exclusive, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
        if shut and not WINDOWS:
            listener.shutdown(socket.SHUT_RDWR)
    except OSError:
        listener.close()
        raise
    return listener


def spawn(
    command: list[str], sockets: tuple[socket.socket, ...] = (), **options: Any
) -> subprocess.Popen[bytes]:
    """Start a child of its own process group (Ctrl-C reaches us, not it) that inherits `sockets` and no other handle."""
    if WINDOWS:
        options["creationflags"] = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    else:
        options |= {"start_new_session": True, "pass_fds": [listener.fileno() for listener in sockets]}
    return subprocess.Popen(command, **options)


def ticket(listener: socket.socket, pid: int) -> str:
    """One word that lets child `pid` use our listening socket: the inherited number, on Windows a shared handle."""
    if sys.platform == "win32":
        return listener.share(pid).hex()
    return str(listener.fileno())


def redeem(word: str) -> socket.socket:
    """The listening socket behind a `ticket`, in the child."""
    if sys.platform == "win32":
        return socket.fromshare(bytes.fromhex(word))
    return socket.socket(fileno=int(word))


def can_fork() -> bool:
    """Whether children may be forked from a process that has loaded the program. On macOS its frameworks do not bear it."""
    if sys.platform != "linux":
        return False
    try:
        os.close(os.pidfd_open(os.getpid()))
    except (AttributeError, OSError):  # a Python or a kernel without it, or one that is forbidden to
        return False
    return True


def runs_alone() -> bool:
    """Whether this process has one thread only, as the system counts: what others hold would be held for ever in a fork."""
    return len(list(Path("/proc/self/task").iterdir())) == 1


def letters() -> tuple[socket.socket, socket.socket]:
    """Two ends that carry whole letters, with open files in them (`can_fork`)."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


def send_files(line: socket.socket, letter: bytes, files: list[int]) -> None:
    """A letter with open files."""
    if sys.platform != "win32":
        socket.send_fds(line, [letter], files)


def receive_files(line: socket.socket, most: int) -> tuple[bytes, list[int]]:
    """The next letter and the files in it; empty at the end."""
    if sys.platform == "win32":
        return b"", []
    letter, files, _flags, _address = socket.recv_fds(line, most, 2)
    return letter, files


def become_child(stdin: int, stdout: int, name: str) -> None:
    """In a fork: a process group of its own, these as input and output, and a name in the list of processes."""
    if sys.platform != "win32":
        os.setsid()
    for file, places in ((stdin, (0,)), (stdout, (1, 2))):
        for place in places:
            os.dup2(file, place)
        os.close(file)
    with contextlib.suppress(OSError):
        Path("/proc/self/comm").write_text(f"td-{name}", encoding="ascii")


def watch_process(pid: int) -> int:
    """Something that tells of a process's end, whoever its parent is, and never of another's with that number."""
    if sys.platform != "linux":
        raise OSError("only Linux tells of another's child")
    return os.pidfd_open(pid)


def has_ended(watched: int, seconds: float | None) -> bool:
    """Whether that process ends within so long; without a limit it is waited for."""
    return bool(select.select([watched], [], [], seconds)[0])


def is_running(pid: int) -> bool:
    """Whether there is a process of that number. Windows tells nobody without ending it: no."""
    if sys.platform == "win32":
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def kill_group(pid: int) -> None:
    """End a process and what it started, the hard way."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.killpg(pid, signal.SIGKILL)


def web_processes() -> int:
    """How many web processes share the listening socket. On Windows one: sharing `accept` there is not proven by us."""
    return 1 if WINDOWS or (os.cpu_count() or 1) < 2 else 2


def open_files(wanted: int) -> int:
    """How many files and connections this process may hold open, after asking for `wanted`. Windows' `select` bears 512."""
    if sys.platform == "win32":
        return 500
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
        soft = allowed
    return wanted if soft == resource.RLIM_INFINITY else soft


def on_stop(stop: Callable[[], None]) -> None:
    """Call `stop` for Ctrl-C, a polite kill, and Ctrl-Break or a closed terminal where they exist."""
    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda *_: stop())


def on_terminate(error: type[BaseException]) -> None:
    """Let a polite kill unwind the program like Ctrl-C does, so that what it started is ended."""

    def unwind(*_: object) -> None:
        raise error

    signal.signal(signal.SIGTERM, unwind)


def browser_places() -> list[Path]:
    """Where a Chromium lives when it is not on PATH."""
    if WINDOWS:
        bases = [os.environ.get(name, "") for name in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")]
        ends = [
            "Google/Chrome/Application/chrome.exe",
            "Chromium/Application/chrome.exe",
            "Microsoft/Edge/Application/msedge.exe",
        ]
        return [Path(base) / end for base in bases if base for end in ends]
    if sys.platform == "darwin":
        return [
            Path(f"/Applications/{name}.app/Contents/MacOS/{name}")
            for name in ("Chromium", "Google Chrome", "Microsoft Edge")
        ]
    return [Path("/usr/lib/chromium/chromium"), Path("/snap/bin/chromium"), Path("/opt/google/chrome/chrome")]


def postgres_places() -> list[Path]:
    """Folders that may hold initdb and postgres, newest version first."""
    if WINDOWS:
        return sorted(Path(os.environ.get("PROGRAMFILES", "C:/")).glob("PostgreSQL/*/bin"), reverse=True)
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True)
    brewed = [
        place for root in ("/opt/homebrew", "/usr/local") for place in Path(root).glob("opt/postgresql*/bin")
    ]
    return [*found, *Path("/usr").glob("pgsql-*/bin"), *brewed]


def _version(folder: Path) -> float:
    try:
        return float(folder.parent.name)
    except ValueError:
        return 0.0


def first_account(*names: str) -> Any:
    """The first of these accounts that exists (Unix); for programs that refuse to run as root."""
    for name in names:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise LookupError(f"none of the accounts {', '.join(names)} exists")


def interrupt(process: subprocess.Popen[bytes]) -> None:
    """Ask a foreign program to stop: SIGINT, on Windows its end (there is nothing politer without a console)."""
    if WINDOWS:
        process.terminate()
    elif process.poll() is None:
        process.send_signal(signal.SIGINT)
