"""The copies there are, in the data folder and in the second place, as the page shows them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _

from tdapp.interchange.backups import copies, read_back
from tdapp.interchange.backups.making import shelf
from tdapp.kernel.refusals import Missing

HERE, SECOND = "here", "second"
# The name reaches the file system: nothing but what our own copies are called.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,120}\.zip")
MOST = 60


@dataclass(frozen=True, slots=True)
class Copy:
    """One file: where it stands, how large, how old, and what came of reading it back."""

    place: str
    path: Path
    bytes: int
    at: datetime
    told: dict[str, Any]

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def state(self) -> str:
        """ok read back, stop damaged, plain not read back yet."""
        return "plain" if not self.told else "stop" if self.told["fault"] else "ok"

    @property
    def fault(self) -> str:
        return str(self.told.get("fault", ""))

    @property
    def checked_at(self) -> datetime | None:
        return datetime.fromisoformat(self.told["at"]) if self.told else None


def folders() -> dict[str, Path]:
    """The places that are looked at, by their word in addresses."""
    second = {SECOND: Path(settings.BACKUP_TO)} if settings.BACKUP_TO else {}
    return {HERE: shelf(), **second}


def copies_in(place: str) -> list[Copy]:
    """The copies of one place, newest first; none when the place is away."""
    folder = folders().get(place)
    try:
        paths = [path for path in folder.iterdir() if NAME.fullmatch(path.name)] if folder else []
        found = [_copy(place, path.resolve()) for path in paths]
    except OSError:
        return []
    return sorted(found, key=lambda one: (one.at, one.name), reverse=True)[:MOST]


def copy_named(place: str, name: str) -> Copy:
    """One copy; Missing for anything that is none of ours."""
    folder = folders().get(place)
    path = folder / name if folder and NAME.fullmatch(name) else None
    if path is None or not path.is_file():
        raise Missing("no-copy", _("There is no such copy any more."))
    return _copy(place, path.resolve())


def _copy(place: str, path: Path) -> Copy:
    found = path.stat()
    return Copy(place, path, found.st_size, datetime.fromtimestamp(found.st_mtime, UTC), read_back.of(path))


def second_place() -> dict[str, Any]:
    """The second place as it is: its folder ("" none), whether it is there, and how the last copy went."""
    told = copies.state()
    folder = Path(settings.BACKUP_TO) if settings.BACKUP_TO else None
    return {
        "folder": str(folder or ""), "there": bool(folder and folder.is_dir()), "error": told.get("error", ""),
        "at": datetime.fromisoformat(told["at"]) if "at" in told else None,
    }  # fmt: skip
