"""Files somebody named, read whole up to a limit: what is no regular file is refused before it is opened."""

from __future__ import annotations

import errno
import os
import stat

# Opening must never wait for somebody at the other end, even if the name turns into a pipe between look and opening.
_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
_MORE = 4096
_NO_FILE = "it is a folder, a pipe or a device, no file"


def read_plain_file(path: str | os.PathLike[str], most: int) -> bytes:
    """The first `most` bytes and one more, so that the caller sees when there are more. OSError and ValueError as `open`.

    OSError too for pipes, sockets, devices and folders: they could hold a reader up for ever, or never end.
    """
    _look(os.stat(path))
    number = os.open(path, _FLAGS)
    try:
        found = os.fstat(number)
        _look(found)
        return _whole(number, found.st_size, most + 1)
    finally:
        os.close(number)


def _look(found: os.stat_result) -> None:
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, _NO_FILE)


def _whole(number: int, size: int, most: int) -> bytes:
    """As much as the file says it holds in one go, for room that is asked for costs time; then what has come since."""
    data = os.read(number, min(size + 1, most))
    while len(data) != size and len(data) < most and (more := os.read(number, min(_MORE, most - len(data)))):
        data += more
    return data
