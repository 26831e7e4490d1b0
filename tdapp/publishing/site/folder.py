"""The site on a disk: only what changed is written, what is public no longer goes first, and a list of it all comes last."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import zipfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from tdapp.kernel.refusals import Refusal

# Which files are ours, by their content: whoever deletes by it never deletes what somebody else put there.
LIST = "site.json"
_FORMAT = 1
# In the place of a digest, while nobody knows whether a file is whole.
BEING_WRITTEN = ""
Note = Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Kept:
    """What was done to a folder, in files."""

    written: int
    unchanged: int
    removed: int


def keep(
    files: Mapping[str, bytes], folder: Path, *, kept: Collection[str] = (), during: Note = None, after: Note = None
) -> Kept:  # fmt: skip
    """Make the folder hold these files, and of those it holds the `kept` as they are. `during`, `after`: what it is made of
    while it is written and then, as data. Refuses 422 a folder with other things in it that no site was ever kept in.

    A file that is there already is not touched; each is written whole or not at all, and stands in the list before. OSError
    as the disk gives it.
    """
    known = known_in(folder)
    now = {path: digest(data) for path, data in files.items()}
    stays = {path: known[path] for path in kept if path in known and path not in now}
    gone = [path for path in known if path not in now and path not in stays]
    changed = [path for path in now if known.get(path) != now[path] or not (folder / path).is_file()]
    if changed:
        write(folder / LIST, listed(known | dict.fromkeys(changed, BEING_WRITTEN), during))
    for path in gone:
        remove(folder, path)
    for path in changed:
        write(folder / path, files[path])
    write(folder / LIST, listed(now | stays, after))
    return Kept(len(changed), len(now) - len(changed) + len(stays), len(gone))


def digest(data: bytes) -> str:
    """What stands in the list for a file."""
    return hashlib.sha256(data).hexdigest()


def listed(
    digests: Mapping[str, str], made_of: Note = None, leaving: Mapping[str, Any] | None = None
) -> bytes:
    """The list of all files as it lies beside them, with what they are made of and what is still to be deleted."""
    more = {"made_of": made_of, "leaving": leaving}
    told = {"format": _FORMAT, "files": dict(digests), **{name: data for name, data in more.items() if data}}
    # A line a file, without `indent`: the quick writer knows none, and what is taken back waits for it.
    return json.dumps(told, separators=(",\n", ": "), sort_keys=True).encode()


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


@dataclass(frozen=True, slots=True)
class Told:
    """What a list says: path and content of each file, what they are made of, and what is hidden but not deleted yet."""

    files: Mapping[str, str]
    made_of: Any
    leaving: Mapping[str, Any]


@lru_cache(maxsize=2)
def _told(data: bytes) -> Told:
    """A list that was read a moment ago is known by its bytes: whoever takes something back looks into it several times."""
    found = json.loads(data)
    files = {path: str(digest) for path, digest in found["files"].items()}
    if not _are_inside(files):
        files = {path: digest for path, digest in files.items() if is_inside(path)}
    return Told(files, found.get("made_of"), found.get("leaving") or {})


def _are_inside(paths: Mapping[str, str]) -> bool:
    """Whether all of them plainly are, asked of all at once; where it is not plain each is looked at (`is_inside`)."""
    joined = "\n".join(paths)
    odd = ("..", "./", "//", "\n/", "\n\n", ":", "\\")
    return not (joined.startswith("/") or "" in paths or "." in paths or any(one in joined for one in odd))


def told_in(folder: Path) -> Told | None:
    """What the list of a folder says; None where there is none that can be read."""
    try:
        return _told((folder / LIST).read_bytes())
    except (OSError, ValueError, AttributeError, KeyError, TypeError):
        return None


def made_of(folder: Path) -> Any:
    """What the files of a folder were made of, as it was written down with them; None where nothing is known."""
    told = told_in(folder)
    return told.made_of if told else None


def known_in(folder: Path) -> dict[str, str]:
    """Path and content of what an earlier build put there. Refuses as `keep` does."""
    try:
        return dict(_told((folder / LIST).read_bytes()).files)
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
    parts = [part for part in path.split("/") if part not in ("", ".")]
    return (
        bool(parts)
        and not path.startswith("/")
        and ".." not in parts
        and ":" not in path
        and "\\" not in path
    )


def remove(folder: Path, path: str) -> None:
    """Take a file away: the file, and the folders that are empty without it."""
    with contextlib.suppress(FileNotFoundError):
        os.unlink(os.path.join(folder, path))
    while path := os.path.dirname(path):
        try:
            os.rmdir(os.path.join(folder, path))
        except OSError:
            # Not empty, or gone already.
            return


def write(path: Path | str, data: bytes) -> None:
    """A file whole or not at all."""
    place, name = os.path.split(path)
    part = os.path.join(place, f".{name}.part")
    try:
        _written(part, data)
    except FileNotFoundError:
        os.makedirs(place, exist_ok=True)
        _written(part, data)
    os.replace(part, path)


def _written(path: str, data: bytes) -> None:
    with open(path, "wb") as stream:
        stream.write(data)
