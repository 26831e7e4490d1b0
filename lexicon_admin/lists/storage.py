"""Where the files are: stores of editions, which belong to every backup, and lists on their way, which belong to none.

A list goes by the hash of its content, a store by the hash of its file: nothing anybody typed reaches the file system.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple
from uuid import UUID, uuid4

from django.conf import settings
from django.utils.translation import gettext as _

from lexicon_admin.words.files.reading import MOST_BYTES, refuse_large
from tdapp.kernel import clock
from tdapp.kernel.refusals import Refusal

KEEP = timedelta(days=2)


class Kept(NamedTuple):
    """A list that was stored: the hash it goes by, and its size in bytes."""

    content: str
    size: int


def editions() -> Path:
    """The folder of the stores."""
    return Path(settings.DATA_DIR) / "lexicons"


def work() -> Path:
    """The folder of lists that came in and of stores not yet named."""
    folder = Path(settings.DATA_DIR) / "lexicon-work"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def store_path(file_sha256: str) -> Path:
    """Where an edition's store is."""
    return editions() / f"{file_sha256}.sqlite3"


def made_aside(pk: UUID | str) -> Path:
    """Where the store of an import or a draft is made."""
    return work() / f"{pk}.sqlite3"


def keep(chunks: Iterable[bytes]) -> Kept:
    """Store a list piece by piece; raises Problem as soon as it is larger than any list may be."""
    part, digest, size = work() / f"{uuid4().hex}.part", hashlib.sha256(), 0
    try:
        with part.open("wb") as stream:
            for chunk in chunks:
                size += len(chunk)
                refuse_large(size)
                digest.update(chunk)
                stream.write(chunk)
        os.replace(part, _list(digest.hexdigest()))
    finally:
        part.unlink(missing_ok=True)
    return Kept(digest.hexdigest(), size)


def kept(content: str) -> bytes:
    """The bytes of a stored list; b"" for none named. Refuses when it is no longer there, or was changed since."""
    if not content:
        return b""
    try:
        with _list(content).open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise Refusal("list-gone", _("This list is no longer kept. Send it again.")) from None
    if hashlib.sha256(data).hexdigest() != content:
        sentence = _("The list was changed on the disk after it came: nothing of it is used. Send it again.")
        raise Refusal("list-changed", sentence)
    return data


def are_kept(*contents: str) -> bool:
    """Whether all of these lists are still there; "" is none."""
    return all(_list(content).is_file() for content in contents if content)


def _list(content: str) -> Path:
    return work() / f"{content}.list"


def put_in_place(pk: UUID | str, file_sha256: str) -> None:
    """Move a store that was made aside among the editions; one that is there already stays as it is.

    Refuses when neither is there: a restored backup holds no lists on their way.
    """
    target = store_path(file_sha256)
    if target.is_file():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        os.replace(made_aside(pk), target)
    except FileNotFoundError:
        raise Refusal("list-gone", _("This list is no longer kept. Send it again.")) from None


def forget(*names: str) -> None:
    """Remove lists, stores made aside and what was read for them, of these names; "" is none."""
    for path in work().iterdir():
        if path.name.split(".")[0] in {*names} - {""}:
            # Windows lets nobody remove what a worker still reads: `tidy` does it later.
            with suppress(PermissionError):
                path.unlink(missing_ok=True)


def tidy(wanted: Iterable[str]) -> int:
    """Remove what is older than two days and not among the names `wanted`; returns how many files went."""
    before, keeping, gone = (clock.now() - KEEP).timestamp(), set(wanted), 0
    for path in work().iterdir():
        if path.is_file() and path.name.split(".")[0] not in keeping and path.stat().st_mtime < before:
            path.unlink(missing_ok=True)
            gone += 1
    return gone
