"""Sticks and other disks that are in this computer, beside the one the data is on. Standard library only.

What a system tells of its disks is text; what it means is decided by functions of that text alone.
"""

from __future__ import annotations

import ctypes
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

# Where desktops and people put what is plugged in; a server's own disks stand elsewhere.
BELOW = ("/media/", "/run/media/", "/mnt/", "/Volumes/")
# What holds files of people. Not: what is made of memory, of a network, or can only be read.
KINDS = {
    "vfat", "exfat", "msdos", "ntfs", "ntfs3", "fuseblk", "ext2", "ext3", "ext4", "btrfs", "xfs", "f2fs", "hfs",
    "hfsplus", "apfs",
}  # fmt: skip
MOUNTED = re.compile(r"^\S+ on (?P<path>/.+) \((?P<told>[^()]*)\)$")
REMOVABLE, FIXED = 2, 3


@dataclass(frozen=True, slots=True)
class Disk:
    """One disk: where it is reached, and whether it can be written to. `device`: what the folder there belongs to while
    the disk is in (None where a disk that was taken away leaves no folder behind).
    """

    path: PurePath
    writable: bool = True
    device: int | None = None


@dataclass(frozen=True, slots=True)
class Drive:
    """What Windows tells of a letter: its kind (2 removable, 3 fixed), whether something is in it and can be written to."""

    letter: str
    kind: int
    ready: bool = True
    writable: bool = True


def seen(data: Path) -> list[Disk]:
    """The disks that are in now, but for those of the system and of the data folder; none when the system tells nothing.

    One this account may not write to is one that cannot be written to.
    """
    return [replace(disk, writable=disk.writable and os.access(disk.path, os.W_OK)) for disk in _told(data)]


def _told(data: Path) -> list[Disk]:
    try:
        if sys.platform == "win32":
            return of_windows(
                _drives(), [PureWindowsPath(data), PureWindowsPath(os.environ.get("SYSTEMDRIVE", "C:"))]
            )
        home = [os.stat(place).st_dev for place in (data, "/")]
        if sys.platform == "darwin":
            told = subprocess.run(["/sbin/mount"], capture_output=True, text=True, timeout=10).stdout
            return [disk for disk in _with_devices(of_mac(told)) if disk.device not in home]
        return of_linux(
            Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="surrogateescape"), home
        )
    except (OSError, subprocess.SubprocessError):
        return []


def of_linux(told: str, home: Iterable[int]) -> list[Disk]:
    """From `/proc/self/mountinfo` (proc(5)): whole disks people plugged in, each device once. `home`: devices left out."""
    found: dict[int, Disk] = {device: Disk(PurePosixPath()) for device in home}
    skipped = len(found)
    for line in told.splitlines():
        about, _, kind = line.partition(" - ")
        words, of_disk = about.split(" "), kind.split(" ")
        if len(words) < 6 or words[3] != "/" or of_disk[0] not in KINDS:
            continue
        path, device = _unescaped(words[4]), os.makedev(*map(int, words[2].split(":")))
        if path.startswith(BELOW):
            writable = "ro" not in (*words[5].split(","), *of_disk[-1].split(","))
            found.setdefault(device, Disk(PurePosixPath(path), writable, device))
    return list(found.values())[skipped:]


def _unescaped(path: str) -> str:
    """The kernel writes blanks and backslashes of a path in octal."""
    return re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), path)


def of_mac(told: str) -> list[Disk]:
    """From `mount`: local volumes below /Volumes that Finder shows."""
    found = []
    for line in told.splitlines():
        match = MOUNTED.match(line)
        options = match["told"].split(", ") if match else []
        shown = "local" in options and "nobrowse" not in options and options[0] in KINDS
        if match and shown and match["path"].startswith(BELOW):
            found.append(Disk(PurePosixPath(match["path"]), "read-only" not in options))
    return found


def _with_devices(disks: Iterable[Disk]) -> list[Disk]:
    return [Disk(disk.path, disk.writable, os.stat(disk.path).st_dev) for disk in disks]


def of_windows(drives: Iterable[Drive], home: Iterable[PureWindowsPath]) -> list[Disk]:
    """Removable and fixed drives with something in them; an external disk calls itself fixed."""
    ours = {path.drive.upper() for path in home}
    return [
        Disk(PureWindowsPath(f"{drive.letter}:\\"), drive.writable)
        for drive in drives
        if drive.kind in (REMOVABLE, FIXED) and drive.ready and f"{drive.letter}:".upper() not in ours
    ]


def _drives() -> list[Drive]:
    """Every letter, as Windows tells it; an empty card reader is asked without a window popping up."""
    if sys.platform != "win32":
        return []
    kernel, read_only = ctypes.windll.kernel32, 0x80000
    kernel.SetErrorMode(1)
    present, found = kernel.GetLogicalDrives(), []
    for number in range(26):
        if present >> number & 1:
            root, flags = f"{chr(65 + number)}:\\", ctypes.c_ulong()
            ready = kernel.GetVolumeInformationW(root, None, 0, None, None, ctypes.byref(flags), None, 0)
            found.append(Drive(root[0], kernel.GetDriveTypeW(root), bool(ready), not flags.value & read_only))
    return found
