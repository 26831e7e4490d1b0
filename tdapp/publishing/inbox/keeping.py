"""The newest website of each event as one file, replaced in one step; pages are read out of it."""

from __future__ import annotations

import zipfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings

from tdapp.publishing.site import folder
from tdapp.publishing.site.addresses import INDEX


def place_of(sender: Any, event: str) -> Path:
    """Where the website of an event lies; both names are slugs."""
    return Path(settings.MEDIA_ROOT) / "inbox" / f"{sender}-{event}.zip"


def keep(sender: Any, event: str, data: bytes) -> None:
    """Put a checked one in the place of the one before."""
    folder.write(place_of(sender, event), data)


def forget(sender: Any, event: str) -> None:
    """Nothing is shown of it any more."""
    place_of(sender, event).unlink(missing_ok=True)


def page(sender: Any, event: str, path: str) -> bytes | None:
    """A file of it; None when there is none."""
    place = place_of(sender, event)
    try:
        archive = _opened(str(place), place.stat().st_mtime_ns)
        return archive.read(path + INDEX if path == "" or path.endswith("/") else path)
    except (OSError, KeyError, zipfile.BadZipFile):
        return None


@lru_cache(maxsize=8)
def _opened(place: str, _changed: int) -> zipfile.ZipFile:
    """Its directory, read once for each version of it."""
    return zipfile.ZipFile(place)
