"""The data folder: writable, and used by one running program at a time. Standard library only."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from tdapp.launch.host import machine
from tdapp.launch.sentences import Stop


def writable(folder: Path, what: str) -> Path:
    """`folder`, made if it is missing, after really writing into it."""
    probe = folder / f".probe-{os.getpid()}"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe.write_bytes(b"x")
        probe.unlink()
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

    def leave(self) -> None:
        """Give the folder back after a clean end."""
        self.note.unlink(missing_ok=True)
        if self.handle:
            self.handle.close()
