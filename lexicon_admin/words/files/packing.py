"""What a list may be packed in: zip, gzip, Aspell's word lists. Bounds come first, then a single byte is unpacked."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import NamedTuple

from core import zip_faults
from core.messages import gettext_noop
from core.problems import Unfit, unfit

MIB = 1024 * 1024
MOST_UNPACKED = 64 * MIB
MOST_RATIO = 200
MOST_ENTRIES_IN_ZIP = 50
ZIP, GZIP = b"PK\x03\x04", b"\x1f\x8b"
PREZIP, PREZIP_END = b"\x02\x00", b"\x1f\xff"
FOREIGN = (
    b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"7z\xbc\xaf", b"Rar!", b"MZ", b"\x7fELF", b"BZh",
    b"\xfd7zXZ", b"\xd0\xcf\x11\xe0", b"SQLite format 3\x00",
)  # fmt: skip
MARKUP = (b"<!doctype", b"<html", b"<table", b"<?xml", b"{\\rtf")
MEMBERS = (".txt", ".dic", ".lst", ".wl", ".csv", ".tsv", "")
_FOREIGN = gettext_noop(
    "This is neither a list of words nor a table. Send plain text, CSV, .xlsx, or .dic with its .aff."
)
_SWELLS = gettext_noop(
    "This packed file grows to more than %(most)s times its size when it is unpacked, as no list of words does. "
    "Send the list itself, unpacked."
)
_HUGE = gettext_noop("Unpacked, this file is larger than %(most)s MB. Send a shorter list.")
_CROWD = gettext_noop("The zip file holds more than %(most)s files. Send the list alone.")
_DAMAGED = gettext_noop("The packed file is damaged or locked with a password.")
_NO_MEMBER = gettext_noop("The zip file holds no list of words.")
_TWO_MEMBERS = gettext_noop("The zip file holds several lists (%(names)s). Send one.")


class Files(NamedTuple):
    """A list's bytes, the affix file that belongs to it (b"" for none), and what they are called."""

    data: bytes
    affixes: bytes = b""
    name: str = ""


def refuse_foreign(data: bytes) -> None:
    """Refuse what its first bytes show to be another kind of file."""
    if data.startswith(FOREIGN) or data[:400].lstrip(b"\xef\xbb\xbf \r\n\t").lower().startswith(MARKUP):
        raise unfit("file-foreign", _FOREIGN)


def unpacked(files: Files) -> Files:
    """The list inside a zip, gzip or Aspell's own packing; anything else as it is."""
    if files.data.startswith(ZIP):
        return _unzipped(files)
    if files.data.startswith(GZIP):
        files = files._replace(data=_inflated(files.data))
    return files._replace(data=_spread(files.data)) if files.data.startswith(PREZIP) else files


def _inflated(data: bytes) -> bytes:
    """A gzip's content, of which never more than the limit is unpacked."""
    try:
        engine = zlib.decompressobj(zlib.MAX_WBITS | 16)
        found = engine.decompress(data, MOST_UNPACKED + 1)
    except zlib.error as error:
        raise unfit("zip-damaged", _DAMAGED) from error
    if len(found) > MIB and len(found) > MOST_RATIO * len(data):
        raise unfit("zip-refused", _SWELLS, most=MOST_RATIO)
    if len(found) > MOST_UNPACKED:
        raise unfit("zip-refused", _HUGE, most=MOST_UNPACKED // MIB)
    if not engine.eof:
        raise unfit("zip-damaged", _DAMAGED)
    return found


def _spread(data: bytes) -> bytes:
    """Aspell's .cwl (prezip): each word as how many letters it shares with the one before, and its others.

    The words come out as a dictionary, with a count in front: behind a slash stand flags of Aspell's affix file.
    """
    words: list[bytes] = []
    last, at, size = b"", 1, 0
    while at < len(data) and data[at:] != PREZIP_END:
        shared, end = data[at], at + 1
        if shared > len(last):
            raise unfit("zip-damaged", _DAMAGED)
        while end < len(data) and data[end] >= 32:
            end += 1
        last, at = last[:shared] + data[at + 1 : end], end
        size += len(last) + 1
        words.append(last)
        if size > MOST_UNPACKED:
            raise unfit("zip-refused", _HUGE, most=MOST_UNPACKED // MIB)
    return b"%d\n" % len(words) + b"\n".join(words)


def _unzipped(files: Files) -> Files:
    """The directory is checked before anything is unpacked (ASVS 5.2.3)."""
    if files.data.count(b"PK\x01\x02") > MOST_ENTRIES_IN_ZIP:
        raise unfit("zip-refused", _CROWD, most=MOST_ENTRIES_IN_ZIP)
    try:
        with zipfile.ZipFile(io.BytesIO(files.data)) as archive:
            return _member(archive, files)
    except zip_faults.FAULTS as error:
        if isinstance(error, Unfit):
            raise
        raise unfit("zip-damaged", _DAMAGED) from error


def _member(archive: zipfile.ZipFile, files: Files) -> Files:
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if "mimetype" in archive.namelist():
        raise unfit("file-foreign", _FOREIGN)
    for info in infos:
        if info.file_size > MIB and info.file_size > MOST_RATIO * max(info.compress_size, 1):
            raise unfit("zip-refused", _SWELLS, most=MOST_RATIO)
    if sum(info.file_size for info in infos) > MOST_UNPACKED:
        raise unfit("zip-refused", _HUGE, most=MOST_UNPACKED // MIB)
    lists = [
        info for info in infos if _suffix(info.filename) in MEMBERS and "README" not in info.filename.upper()
    ]
    if len(lists) != 1:
        names = ", ".join(info.filename[:40] for info in lists[:5])
        raise unfit("zip-lists", _TWO_MEMBERS, names=names) if lists else unfit("zip-empty", _NO_MEMBER)
    rules = [info for info in infos if _suffix(info.filename) == ".aff"]
    affixes = _bytes(archive, rules[0]) if rules else files.affixes
    return Files(_bytes(archive, lists[0]), affixes, lists[0].filename)


def _suffix(name: str) -> str:
    base = name.rpartition("/")[2]
    return f".{base.rpartition('.')[2].lower()}" if "." in base else ""


def _bytes(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """A member's bytes: zipfile gives no more than the directory promised, and what differs from it is damaged."""
    with archive.open(info) as stream:
        return stream.read(info.file_size)
