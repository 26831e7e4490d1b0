"""Copies of a SQLite file from before its updates: each verified before it may push another out."""

from __future__ import annotations

import filecmp
import shutil
from pathlib import Path

from django.conf import settings

from tdapp.kernel import clock
from tdapp.launch.host import machine
from tdapp.launch.updating import integrity
from tdapp.launch.updating.versions import Unusable

KEPT = 5
PREFIX, DAMAGED = "before-migrate", "not-whole"
MIB = 2**20
SPARE_BYTES = 16 * MIB


def shelf() -> Path:
    """Where they stand, beside the backups."""
    folder = Path(settings.DATA_DIR) / "backups"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def kept() -> list[Path]:
    """The copies there are, newest first."""
    return sorted(shelf().glob(f"{PREFIX}-*.sqlite3"), reverse=True)


def named(prefix: str) -> Path:
    """A free name on the shelf, with the moment in it."""
    return shelf() / f"{prefix}-{clock.now():%Y%m%d-%H%M%S-%f}.sqlite3"


def part() -> Path:
    """Where the next copy is written and verified; one that a kill left there is written over."""
    return shelf() / f".{PREFIX}.part"


def keep(verified: Path) -> Path:
    """Put a verified copy among the others and let the oldest go; where the same data stands already, that one stays."""
    target = _placed(verified, PREFIX)
    for old in [one for one in kept() if one != target][KEPT - 1 :]:
        old.unlink()
    return target


def keep_damaged(copy: Path) -> Path:
    """Keep what is not whole: nothing that may hold somebody's data is thrown away."""
    return _placed(copy, DAMAGED)


def _placed(copy: Path, prefix: str) -> Path:
    for one in shelf().glob(f"{prefix}-*.sqlite3"):
        if filecmp.cmp(one, copy, shallow=False):
            copy.unlink()
            return one
    target = named(prefix)
    machine.put_in_place(copy, target)
    return target


def twin_of(damaged: Path) -> Path | None:
    """The newest copy that is whole and ends with the same entries of the log: nothing was written since."""
    log = integrity.log_of(damaged)
    return next(
        (one for one in kept() if log and integrity.log_of(one) == log and not integrity.fault(one)), None
    )


def newest_whole() -> Path | None:
    """The newest copy that is whole."""
    return next((one for one in kept() if not integrity.fault(one)), None)


def room_for(path: Path) -> None:
    """Raise Unusable before anything is begun when the disk has no room for two copies and what an update adds."""
    needed, free = 3 * path.stat().st_size + SPARE_BYTES, shutil.disk_usage(path.parent).free
    if free < needed:
        raise Unusable(
            f"there is not enough room for the update: it needs {needed / MIB:.0f} MB free and finds {free / MIB:.0f} MB"
        )
