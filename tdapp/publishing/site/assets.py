"""Style sheets, letters and the mark: what every page of a site needs, under a name that changes with what is in it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

SHEETS = (
    "td/tokens.css",
    "td/td.css",
    "td/data.css",
    "td/public.css",
    "td/board.css",
    "scoresheets/replay.css",
)
LAST_SHEETS = ("td/print.css",)
MARK = "td/mark.svg"
_LETTERS = re.compile(r'url\("\.\./(fonts/[\w.-]+)')


@dataclass(frozen=True)
class Assets:
    """`files` by path; `sheets` in their order, the event's own look stands before `last`."""

    files: Mapping[str, bytes]
    sheets: tuple[str, ...]
    last: tuple[str, ...]
    mark: str


@cache
def assets() -> Assets:
    """Read once a process."""
    found = {name: _read(name) for name in (*SHEETS, *LAST_SHEETS, MARK)}
    letters = {name for text in found.values() for name in _LETTERS.findall(text.decode())}
    found |= {name: _read(name) for name in sorted(letters)}
    digest = hashlib.sha256(b"".join(name.encode() + data for name, data in found.items()))
    root = f"static/{digest.hexdigest()[:12]}"
    files = {f"{root}/{name}": data for name, data in found.items()}
    return Assets(
        files, tuple(f"{root}/{name}" for name in SHEETS), tuple(f"{root}/{name}" for name in LAST_SHEETS),
        f"{root}/{MARK}",
    )  # fmt: skip


def _read(name: str) -> bytes:
    path = finders.find(name)
    if not isinstance(path, str):
        raise FileNotFoundError(name)
    return Path(path).read_bytes()
