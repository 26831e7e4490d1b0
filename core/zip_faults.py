"""What goes wrong when a zip is read that somebody cut, bent or packed in an odd way."""

from __future__ import annotations

import struct
import zipfile
import zlib

try:
    from lzma import LZMAError
except ImportError:  # pragma: no cover - a Python made without it says so by a RuntimeError of zipfile
    LZMAError = zlib.error  # type: ignore[assignment,misc,unused-ignore]

# `zipfile` lets through what each way of packing raises, and what an odd directory makes of `struct` and of lists.
FAULTS: tuple[type[Exception], ...] = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, LZMAError, struct.error, LookupError, ValueError, RuntimeError,
    OSError, EOFError,
)  # fmt: skip
