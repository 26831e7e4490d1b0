"""Places where a data folder is in danger: network drives, and folders that a service copies away. Standard library only."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path, PurePath

MOUNTS = Path("/proc/mounts")
# Their locks are not to be relied on, and a break in the network is a write that stopped half-way.
NETWORK = {
    "nfs", "nfs3", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "afs", "afpfs", "ncpfs", "ceph", "glusterfs", "lustre",
    "davfs", "webdav", "fuse.sshfs", "fuse.rclone", "fuse.davfs2", "fuse.glusterfs", "fuse.ceph", "fuse.s3fs",
    "fuse.gvfsd-fuse",
}  # fmt: skip
# A folder by one of these names (whole, or with an account behind it) belongs to the service.
NAMES = {
    "Dropbox": r"dropbox( \(.+\))?",
    "OneDrive": r"onedrive( ?- ?.+)?",
    "Google Drive": r"google ?drive(-.+| \(.+\))?|my drive",
    "iCloud": r"icloud ?drive|mobile documents|com~apple~clouddocs",
    "Syncthing": r"syncthing",
    "Nextcloud": r"nextcloud|owncloud",
}
# What a service leaves in the folder it copies, whatever that folder is called.
MARKS = {".dropbox.cache": "Dropbox", ".stfolder": "Syncthing", ".tmp.drivedownload": "Google Drive"}
OCTAL = re.compile(r"\\([0-7]{3})")


def warning(folder: Path) -> str:
    """A sentence when data should not be kept in `folder`; "" where it is safe."""
    if kind := network_drive(folder):
        return (
            f"The data folder {folder} is on a network drive ({kind}), where a break in the network can damage "
            "the results: choose a folder of this computer with --data."
        )
    if service := synced_by(folder):
        return (
            f"The data folder {folder} is copied by {service} while results are written, which can damage them: "
            "choose another folder with --data; copies belong there, with --backup-to."
        )
    return ""


def network_drive(folder: PurePath) -> str:
    """The kind of network drive a folder is on; "" for a disk of this computer, and where nobody can tell."""
    if str(folder).startswith("\\\\"):
        return "Windows share"
    try:
        lines = MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    kind = _kind_at(folder, lines)
    return kind if kind in NETWORK else ""


def _kind_at(folder: PurePath, lines: Iterable[str]) -> str:
    """The file system a folder is on: the deepest one mounted above it, of those at one place the last."""
    found: tuple[int, str] = (0, "")
    for line in lines:
        words = line.split(" ")
        if len(words) > 2:
            place = PurePath(OCTAL.sub(lambda octal: chr(int(octal[1], 8)), words[1]))
            if folder.is_relative_to(place) and len(place.parts) >= found[0]:
                found = len(place.parts), words[2]
    return found[1].lower()


def synced_by(folder: Path) -> str:
    """The service that copies a folder away, by the names above it or by what the service left there; "" for none."""
    for place in (folder, *folder.parents):
        for service, pattern in NAMES.items():
            if re.fullmatch(pattern, place.name, re.IGNORECASE):
                return service
        for mark, service in MARKS.items():
            if (place / mark).exists():
                return service
    return ""
