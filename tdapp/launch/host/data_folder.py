"""The data folder: writable, and used by one running program at a time. Standard library only."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tdapp.launch.host import environment, machine
from tdapp.launch.sentences import Stop


def writable(folder: Path, what: str) -> Path:
    """`folder`, made if it is missing, after really writing into it."""
    probe = folder / f".probe-{os.getpid()}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            probe.write_bytes(b"x")
        finally:
            # On a full disk the file is made and nothing is written: each try of a start would leave one.
            probe.unlink(missing_ok=True)
    except OSError as error:
        raise Stop(
            f"The {what} {folder} cannot be written to ({error.strerror}). Choose another one."
        ) from None
    return folder


def tighten(folder: Path) -> None:
    """Take from a data folder, and from everything in it, what others on this computer may do, however it was made."""
    for place, _, names in os.walk(folder):
        for path in (Path(place), *(Path(place) / name for name in names)):
            with contextlib.suppress(OSError):
                _close(path)


def _close(path: Path) -> None:
    mode = path.lstat().st_mode
    if not stat.S_ISLNK(mode) and mode & 0o077:
        path.chmod(stat.S_IMODE(mode) & 0o700)


@contextmanager
def alone_in(folder: Path) -> Iterator[bool]:
    """Hold the data folder for a block as a running program would; False when one runs."""
    place = folder / "run" / "lock"
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with place.open("a+b") as handle:
        yield machine.hold(handle)


class Tenancy:
    """The right to run on a data folder. Its lock dies with the process; its note tells whether the last one ended well."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "run"
        self.note = self.folder / "running"
        self.handle: IO[bytes] | None = None
        self.predecessor_died = False

    def take(self) -> None:
        """Hold the folder; Stop when another program runs on it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.handle = (self.folder / "lock").open("a+b")
        if not machine.hold(self.handle):
            raise Stop(
                f"Another ./td run is using the data folder {self.folder.parent}. Stop it first, or choose another with --data."
            )
        self.predecessor_died = self.note.exists()
        self.note.write_text(str(os.getpid()))
        _remember(self.folder.parent)

    def leave(self) -> None:
        """Give the folder back after a clean end."""
        self.note.unlink(missing_ok=True)
        if self.handle:
            self.handle.close()


REMEMBERED = 5
# The commands that may meet a folder that is not there yet, and make it.
MAKING = ("migrate", "prepare", "restore")


def _started() -> Path:
    return environment.VENV / "td-data.txt"


def _remember(folder: Path) -> None:
    """Note which folder this checkout's program was started on, newest first, so that a command finds it."""
    others = [line for line in _noted() if line != str(folder)]
    with contextlib.suppress(OSError):
        _started().write_text("\n".join([str(folder), *others][:REMEMBERED]), encoding="utf-8")


def _noted() -> list[str]:
    return _started().read_text(encoding="utf-8").splitlines() if _started().exists() else []


def chosen(asked: str) -> tuple[Path, str]:
    """The folder a command works on, and why that one: named, of TD_DATA, of the running program, or the usual one."""
    if asked:
        folder = Path(asked).expanduser().resolve()
        if not folder.is_dir():
            raise Stop(
                f"There is no data folder {folder}. `./td run --data {asked}` makes one with a first event."
            )
        return folder, "--data"
    if told := environment.setting("TD_DATA"):
        return Path(told).resolve(), "TD_DATA"
    running = [Path(line) for line in _noted() if _in_use(Path(line))]
    usual = environment.ROOT / "data"
    return (running[0], "of the running program") if running else (usual, "the usual one")


def usual() -> Path:
    """The folder of this checkout when nobody names another."""
    return Path(environment.setting("TD_DATA") or environment.ROOT / "data")


def make_for(command: str) -> None:
    """Make the data folder for a command that brings data into being; no other command makes one."""
    if command in MAKING:
        usual().mkdir(mode=0o700, parents=True, exist_ok=True)


def _in_use(folder: Path) -> bool:
    place = folder / "run" / "lock"
    if not (folder / "run" / "running").exists() or not place.exists():
        return False  # ended well: its lock is not so much as touched, for somebody may be starting it
    with place.open("a+b") as handle:
        return not machine.hold(handle)
