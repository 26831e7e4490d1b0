"""The files of a zip that a folder was sent as: only those that are asked for are unpacked, each within bounds."""

from __future__ import annotations

import io
import zipfile

from django.utils.translation import gettext as _

from core import zip_faults
from tdapp.kernel.refusals import Refusal

ZIP = b"PK\x03\x04"
DIRECTORY_ENTRY = b"PK\x01\x02"
MOST_ENTRIES, MOST_FILE = 20_000, 5 * 1024 * 1024
ENCRYPTED = 0x1
KNOWN = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})


def is_packed(data: bytes) -> bool:
    """Whether some bytes are a zip."""
    return data.startswith(ZIP)


def holds(data: bytes, name: str) -> bool:
    """Whether a file of that name is at the top of a zip; not of one that cannot be opened."""
    try:
        return name in Packed(data).names()
    except Refusal:
        return False


class Packed:
    """A zip by the names in it, `/` between folders. Names that lead outside of it are no names of it."""

    def __init__(self, data: bytes) -> None:
        # Counted before zipfile builds an object for each entry.
        if data.count(DIRECTORY_ENTRY) > MOST_ENTRIES:
            raise _too_large(_("it holds more than %(most)s files") % {"most": MOST_ENTRIES})
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except zip_faults.FAULTS:
            raise _damaged(_("it is no zip file, or not a whole one")) from None
        self._infos: dict[str, list[zipfile.ZipInfo]] = {}
        for info in self._zip.infolist():
            name = info.filename.replace("\\", "/")
            if not info.is_dir() and is_inside(name) and not name.startswith("__MACOSX/"):
                self._infos.setdefault(name, []).append(info)

    def names(self) -> list[str]:
        """Every file of it."""
        return list(self._infos)

    def read(self, name: str) -> bytes:
        """A file of it. Refuses (422, 413) what is there twice, locked, damaged or too large."""
        infos = self._infos[name]
        if len(infos) > 1:
            raise _damaged(_("%(name)s is in it twice") % {"name": name})
        if infos[0].flag_bits & ENCRYPTED:
            raise _damaged(_("it is locked with a password"))
        if infos[0].file_size > MOST_FILE:
            raise _too_large(
                _("%(name)s is larger than %(most)s MB") % {"name": name, "most": MOST_FILE // 2**20}
            )
        try:
            if infos[0].compress_type not in KNOWN:
                raise RuntimeError
            with self._zip.open(infos[0]) as stream:
                found = stream.read(MOST_FILE + 1)
        except zip_faults.FAULTS:
            raise _damaged(_("%(name)s in it cannot be unpacked") % {"name": name}) from None
        return found


def is_inside(name: str) -> bool:
    """Whether a path stays in the folder it is of: not absolute, on no drive, never up."""
    parts = name.split("/")
    return bool(name) and not name.startswith("/") and ":" not in parts[0] and ".." not in parts


def _too_large(why: str) -> Refusal:
    return Refusal("zip-too-large", _("This zip file is refused: %(why)s.") % {"why": why}, status=413)


def _damaged(why: str) -> Refusal:
    return Refusal("zip-damaged", _("This zip file cannot be read: %(why)s.") % {"why": why})
