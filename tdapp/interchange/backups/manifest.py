"""What a backup file says of itself, so that a damaged or foreign one is never taken for good."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO, Any

from django.conf import settings
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from core import canonical, zip_faults
from tdapp.kernel.refusals import Refusal

FORMAT, VERSION = "td-backup", 1
NAME = "manifest.json"
CHUNK = 1 << 20
MANIFEST_BYTES = 64 << 20
UNREADABLE: tuple[type[Exception], ...] = (AttributeError, TypeError, *zip_faults.FAULTS)


@dataclass(frozen=True, slots=True)
class Manifest:
    """vendor of the database, its migrations (`app.name`), rows a table, and each file with hash and size."""

    vendor: str
    database: str
    made_at: str
    migrations: list[str]
    counts: dict[str, int]
    events: list[str]
    files: dict[str, tuple[str, int]] = field(default_factory=dict)

    def as_bytes(self) -> bytes:
        """The manifest with its own digest."""
        told = canonical.plain({"format": FORMAT, "version": VERSION, **asdict(self)})
        return canonical.dumps({**told, "digest": canonical.digest(told)}).encode()


def hash_of(stream: IO[bytes]) -> tuple[str, int]:
    """SHA-256 (hexadecimal) and length of a stream."""
    digest, size = hashlib.sha256(), 0
    while chunk := stream.read(CHUNK):
        digest.update(chunk)
        size += len(chunk)
    return digest.hexdigest(), size


def hash_of_file(path: Path) -> str:
    with path.open("rb") as stream:
        return hash_of(stream)[0]


def damaged(why: str) -> Refusal:
    """The refusal of a backup file, with what is wrong with it."""
    return Refusal("bad-backup", _("This backup cannot be used: %(why)s.") % {"why": why})


def read(archive: zipfile.ZipFile) -> Manifest:
    """The manifest of an open backup. Refuses anything else, a newer format, and one that was changed."""
    try:
        info = archive.getinfo(NAME)
        if info.file_size > MANIFEST_BYTES:
            raise damaged(_("its manifest is too large"))
        told = json.loads(archive.read(info))
        claimed = told.pop("digest")
        kind, version = told.pop("format"), told.pop("version")
    except KeyError:
        raise damaged(_("it is no backup of this program")) from None
    except UNREADABLE as error:
        raise damaged(_("its manifest cannot be read")) from error
    if kind != FORMAT or not isinstance(version, int) or version > VERSION:
        raise damaged(_("it was made by a newer version of this program"))
    if canonical.digest({"format": kind, "version": version, **told}) != claimed:
        raise damaged(_("its manifest was changed"))
    return _typed(told)


def _typed(told: dict[str, Any]) -> Manifest:
    try:
        files = {name: (str(digest), int(size)) for name, (digest, size) in told.pop("files").items()}
        return Manifest(**told, files=files)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise damaged(_("its manifest cannot be read")) from error


def check_files(archive: zipfile.ZipFile, manifest: Manifest) -> None:
    """Refuse when a file is missing, too many, wrongly named or not what the manifest says it is."""
    names = {info.filename for info in archive.infolist()} - {NAME}
    if strangers := sorted(names ^ set(manifest.files)):
        raise damaged(_("%(name)s is not as its manifest says") % {"name": strangers[0]})
    for name, (digest, size) in manifest.files.items():
        if not is_safe(name):
            raise damaged(_("%(name)s is no name for a file") % {"name": name})
        if _hashed(archive, name) != (digest, size):
            raise damaged(_("%(name)s is not as its manifest says") % {"name": name})


def _hashed(archive: zipfile.ZipFile, name: str) -> tuple[str, int]:
    try:
        with archive.open(name) as stream:
            return hash_of(stream)
    except zip_faults.FAULTS as error:
        raise damaged(_("%(name)s cannot be read") % {"name": name}) from error


def is_safe(name: str) -> bool:
    """Whether a name stays inside the folder it is unpacked to, on any system."""
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and ":" not in name and "\\" not in name


def own_migrations() -> set[str]:
    """Every migration this version of the program brings, as `app.name`."""
    return {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}


def lived_with() -> set[str]:
    """Migrations of a newer version that whoever runs this one lives with: a backup made meanwhile has them."""
    return set(settings.NEWER_DATA)


def files_below(
    folder: Path, prefix: str, leave_out: frozenset[str] = frozenset()
) -> Iterator[tuple[str, Path]]:
    """(name in the backup, file) for everything below a folder, in the order of the names."""
    for path in sorted(folder.rglob("*")) if folder.is_dir() else []:
        inside = path.relative_to(folder)
        if path.is_file() and inside.parts[0] not in leave_out:
            yield f"{prefix}/{inside.as_posix()}", path
