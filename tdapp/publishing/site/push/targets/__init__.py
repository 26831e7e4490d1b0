"""What the sender asks of a place, whatever kind it is."""

from __future__ import annotations

import mimetypes
from collections.abc import Sequence
from typing import Protocol

from tdapp.kernel.tabular.limits import MIB
from tdapp.publishing.site.push.faults import Fault

KINDS = {"": "application/octet-stream", ".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8",
         ".json": "application/json", ".txt": "text/plain; charset=utf-8", ".xml": "application/xml",
         ".ics": "text/calendar; charset=utf-8", ".png": "image/png", ".svg": "image/svg+xml", ".woff2": "font/woff2",
         ".ttf": "font/ttf", ".otf": "font/otf", ".js": "text/javascript; charset=utf-8", ".md": "text/plain; charset=utf-8",
         ".webp": "image/webp", ".ico": "image/x-icon", ".gcg": "text/plain; charset=utf-8"}  # fmt: skip


# What is ever read there is the list of a website and its first page: a hundred bytes a file.
MOST_READ = 20 * MIB


class Target(Protocol):
    """An open way to a place. `lanes`: so many `put` may run at a time; `whole`: it takes the website as one ZIP, put at
    "", and an empty one takes it down. Everything raises Fault.
    """

    lanes: int
    whole: bool

    def occupied(self) -> Fault:
        """What to raise when something else lies there."""

    def read(self, path: str) -> bytes | None:
        """A file as it is there; None when it is not. What is larger than MOST_READ is none of ours, and read no further."""

    def put(self, path: str, data: bytes) -> None:
        """A file whole or not at all, on the other side when this returns."""

    def remove(self, paths: Sequence[str]) -> None:
        """Take files away; one that is not there is no fault."""


def kind_of(path: str) -> str:
    """The media type of a file, the same on every machine for what the site is made of."""
    dot = path.rfind(".")
    end = path[dot:].lower() if dot > path.rfind("/") else ""
    return KINDS.get(end) or mimetypes.guess_type(path)[0] or KINDS[""]
