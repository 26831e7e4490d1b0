"""The site on a disk: only what changed is written, what is public no longer goes first, and a list of it all comes last."""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path, PurePosixPath

from django.utils.translation import gettext as _

from tdapp.kernel.refusals import Refusal

# Which files are ours, by their content: whoever deletes by it never deletes what somebody else put there.
LIST = "site.json"
_FORMAT = 1


@dataclass(frozen=True, slots=True)
class Kept:
    """What was done to a folder, in files."""

    written: int
    unchanged: int
    removed: int


def keep(files: Mapping[str, bytes], folder: Path) -> Kept:
    """Make the folder hold these files. Refuses 422 a folder with other things in it that no site was ever kept in.

    A file that is there already is not touched; each is written whole or not at all. OSError as the disk gives it.
    """
    known = _known(folder)
    now = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    gone = [path for path in known if path not in now]
    for path in gone:
        remove(folder, path)
    changed = [path for path in now if known.get(path) != now[path] or not (folder / path).is_file()]
    for path in changed:
        write(folder / path, files[path])
    write(folder / LIST, listed(now))
    return Kept(len(changed), len(now) - len(changed), len(gone))


def listed(digests: Mapping[str, str]) -> bytes:
    """The list of all files as it lies beside them."""
    return json.dumps({"format": _FORMAT, "files": dict(digests)}, indent=0, sort_keys=True).encode()


def paths_in(data: bytes) -> list[str]:
    """The paths a list names, as far as they lie inside; none for what is no list."""
    try:
        found = json.loads(data)["files"]
        return [path for path in found if isinstance(path, str) and path.isprintable() and is_inside(path)]
    except (ValueError, KeyError, TypeError, RecursionError):
        return []


def zipped(files: Mapping[str, bytes], at: datetime) -> bytes:
    """The same as a ZIP, its files dated `at`."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(files):
            entry = zipfile.ZipInfo(path, at.timetuple()[:6])
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[path], zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _known(folder: Path) -> dict[str, str]:
    """Path and content of what an earlier build put there."""
    try:
        found = json.loads((folder / LIST).read_bytes())
        return {path: str(digest) for path, digest in found["files"].items() if is_inside(path)}
    except FileNotFoundError:
        if folder.is_dir() and any(folder.iterdir()):
            raise Refusal(
                "foreign-folder",
                _("%(folder)s holds other files. Name an empty folder, or one that does not exist yet.")
                % {"folder": folder},
            ) from None
        return {}
    except (ValueError, KeyError, AttributeError, TypeError):
        raise Refusal(
            "broken-list",
            _(
                "%(file)s cannot be read, so nobody knows which files of that folder are the site's. Name another folder."
            )
            % {"file": folder / LIST},
        ) from None


def is_inside(path: str) -> bool:
    """Whether a path leads to something below its folder, on any system."""
    parts = PurePosixPath(path).parts
    return (
        bool(parts)
        and not path.startswith("/")
        and ".." not in parts
        and ":" not in path
        and "\\" not in path
    )


def remove(folder: Path, path: str) -> None:
    """Take a file away: the file, and the folders that are empty without it."""
    (folder / path).unlink(missing_ok=True)
    for parent in PurePosixPath(path).parents:
        if str(parent) == "." or not (folder / parent).is_dir() or any((folder / parent).iterdir()):
            return
        (folder / parent).rmdir()


def write(path: Path, data: bytes) -> None:
    """A file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(data)
    os.replace(part, path)
