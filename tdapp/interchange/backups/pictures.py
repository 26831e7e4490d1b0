"""Photos of scoresheets and incidents in a backup: taken as they were at one moment, each checked to be what its name says."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

from django.utils.translation import gettext as _

from tdapp.interchange.backups.manifest import Manifest, damaged
from tdapp.judging.models.incidents import IncidentPhoto
from tdapp.kernel.pages import photos
from tdapp.scoresheets.models import Photo

PREFIX = photos.FOLDER


def hold(work: Path) -> None:
    """Keep the pictures of this moment beside the copied database: while a backup is written some come and some go.

    They never change, so a second name for the same file is enough; a stick gets copies.
    """
    target = work / PREFIX
    target.mkdir()
    for path in sorted(photos.folder().glob("*.jpg")):
        with contextlib.suppress(FileNotFoundError):
            _second_name(path, target / path.name)


def _second_name(path: Path, target: Path) -> None:
    try:
        os.link(path, target)
    except FileNotFoundError:
        raise
    except OSError:
        shutil.copy2(path, target)


def check(told: Manifest) -> None:
    """Refuse a backup with a picture that is not the one its name says (its name is its hash)."""
    for name, (digest, _size) in told.files.items():
        if name.startswith(f"{PREFIX}/") and name != f"{PREFIX}/{digest}.jpg":
            raise damaged(_("%(name)s is not the picture its name says") % {"name": name})


def missing(told: Manifest) -> int:
    """How many pictures sheets and incidents show now whose files are not in a backup: lost on the disk before it was made."""
    shown = {
        digest for model in (Photo, IncidentPhoto)
        for digest in model.objects.filter(removed_at=None).values_list("sha256", flat=True)
    }  # fmt: skip
    return sum(f"{PREFIX}/{digest}.jpg" not in told.files for digest in shown)
