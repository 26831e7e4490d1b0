"""A folder of this computer: a disk, or the root of a web server beside the program; only where its operator allows it."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from tdapp.publishing.site import folder
from tdapp.publishing.site.push.faults import Fault

FULL = {errno.ENOSPC, errno.EDQUOT} if hasattr(errno, "EDQUOT") else {errno.ENOSPC}
SHUT = {errno.EACCES, errno.EPERM, errno.EROFS}


class LocalFolder:
    """An allowed folder that is there."""

    lanes, whole = 1, False

    def __init__(self, root: Path) -> None:
        self.root = root

    def occupied(self) -> Fault:
        return Fault("occupied", host=socket.gethostname(), path=str(self.root))

    def read(self, path: str) -> bytes | None:
        with _told(self.root, path):
            place = self.root / path
            return place.read_bytes() if place.is_file() else None

    def put(self, path: str, data: bytes) -> None:
        with _told(self.root, path):
            folder.write(self.root / path, data)

    def remove(self, paths: Sequence[str]) -> None:
        for path in paths:
            with _told(self.root, path):
                folder.remove(self.root, path)


@contextmanager
def opened(text: str) -> Iterator[LocalFolder]:
    """The folder, if it lies in one of those the operator named, links followed."""
    root = Path(text).resolve()
    if not is_allowed(text):
        raise Fault("folder-shut", path=text)
    if not root.is_dir():
        raise Fault("no-disk", host=text, why=os.strerror(errno.ENOENT))
    yield LocalFolder(root)


def is_allowed(text: str) -> bool:
    """Whether a folder lies in one that websites may be put into (TD_PUSH_FOLDERS)."""
    root = Path(text)
    return root.is_absolute() and any(
        root.resolve().is_relative_to(Path(one).resolve()) for one in settings.PUSH_FOLDERS
    )


@contextmanager
def _told(root: Path, path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        code = "full" if error.errno in FULL else "not-allowed" if error.errno in SHUT else "no-disk"
        raise Fault(code, host=str(root), path=path, why=error.strerror or str(error)) from None
