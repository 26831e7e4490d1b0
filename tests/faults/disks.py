"""Disks that are full or read-only, for whoever tries what happens then."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.db import connection


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Nothing in a folder can be made or opened for writing, as after a fault of its disk."""
    shown = ["mount", "--bind", str(folder), str(folder)]
    mounted = subprocess.run(shown, capture_output=True).returncode == 0
    if mounted:
        subprocess.run(["mount", "-o", "remount,bind,ro", str(folder)], check=True)
    else:
        folder.chmod(0o500)
    try:
        yield
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
        else:
            folder.chmod(0o700)


@contextmanager
def small_disk(folder: Path, mib: int = 512) -> Iterator[Path | None]:
    """A disk of its own at a folder; None where this user may not mount one."""
    folder.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={mib}m", "tmpfs", str(folder)]
    mounted = subprocess.run(command, capture_output=True).returncode == 0
    try:
        yield folder if mounted else None
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def no_room(disk: Path | None, pids: list[int]) -> Iterator[None]:
    """The disk filled to the last byte; where there is none, no file of these processes may grow."""
    if disk:
        filler = disk / "filler"
        with open(filler, "wb", buffering=0) as handle, suppress(OSError):
            os.posix_fallocate(handle.fileno(), 0, shutil.disk_usage(disk).free)
            while True:
                handle.write(bytes(4096))
        yield
        filler.unlink()
        return
    size = Path(connection.settings_dict["NAME"]).stat().st_size
    _limit(pids, str(size))
    try:
        yield
    finally:
        _limit(pids, "unlimited")


def _limit(pids: list[int], size: str) -> None:
    for pid in pids:
        command = ["prlimit", "--pid", str(pid), f"--fsize={size}:unlimited"]
        subprocess.run(command, check=True, capture_output=True)
