"""Static files on a laptop: served where they are installed, with the content's hash in the address."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage


@lru_cache(maxsize=512)
def stamp(name: str) -> str:
    """Ten hex digits of the file's content, "" for a file that does not exist."""
    found = finders.find(name)
    if not isinstance(found, str):
        return ""
    return hashlib.sha256(Path(found).read_bytes()).hexdigest()[:10]


class Stamped(StaticFilesStorage):
    """`/static/td/td.css?v=3f2a…`: a new program version is a new address, without a collectstatic step."""

    def url(self, name: str | None) -> str:
        """The address of one static file."""
        address = super().url(name)
        mark = stamp(name or "")
        return f"{address}?v={mark}" if mark else address
