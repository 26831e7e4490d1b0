"""What a file is, from its own bytes; its name and its declared type prove nothing."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tdapp.kernel.refusals import NO_TEXT
from tdapp.kernel.tabular.limits import Unreadable

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
MACROS = "_VBA_PROJECT".encode("utf-16-le")
BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
SIGNATURES = (
    b"%PDF",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"\x1f\x8b",
    b"7z\xbc\xaf",
    b"Rar!",
    b"MZ",
    b"\x7fELF",
)
CONTROLS = re.compile("[\x01-\x08\x0e-\x1f]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text file's content. `guessed`: neither a mark nor the bytes themselves settle the encoding."""

    text: str
    encoding: str
    guessed: bool


def refuse_foreign(data: bytes) -> None:
    """Refuse what is neither a zip-based workbook nor text, saying what it is and what to do."""
    if not data.strip(b"\x00 \r\n\t"):
        raise Unreadable("file-empty", _("The file is empty."))
    if data.startswith(OLE):
        raise _ole(data)
    if data.startswith(SIGNATURES):
        raise _not_a_table()
    if data[:512].lstrip().lower().startswith((b"<!doctype html", b"<html", b"<table", b"{\\rtf")):
        raise Unreadable(
            "file-disguised",
            _("This is a web page or a document under another name. Save it as .xlsx or CSV."),
        )


def _ole(data: bytes) -> Unreadable:
    if ENCRYPTED in data:
        return Unreadable(
            "file-encrypted",
            _("The workbook is locked with a password. Remove the password, then send it again."),
        )
    if MACROS in data:
        return Unreadable("file-macros", _("The workbook holds macros. Save it as .xlsx, without macros."))
    return Unreadable("file-old-excel", _("This is an old Excel file (.xls). Save it as .xlsx or CSV."))


def decode(data: bytes) -> Decoded:
    """The text of a file: by its byte order mark, else UTF-8, else UTF-16 by its pattern, else Windows-1252.

    Refuses NUL, and bytes that are neither clean UTF-8 nor likely anything else, with the row they stand in.
    """
    for mark, encoding in BOMS:
        if data.startswith(mark):
            return Decoded(clean(_strictly(data[len(mark) :], encoding)), encoding, False)
    if encoding := _wide(data):
        return Decoded(clean(_strictly(data, encoding)), encoding, True)
    try:
        return Decoded(clean(data.decode("utf-8")), "utf-8", False)
    except UnicodeDecodeError as error:
        if _mostly_utf8(data):
            raise _bad_bytes(data, error.start, "utf-8") from None
        return Decoded(clean(_western(data)), "windows-1252", True)


def clean(text: str) -> str:
    """`text` unless it holds NUL, half a character (a lone surrogate) or mostly control characters."""
    if broken := NO_TEXT.search(text):
        row = text.count("\n", 0, broken.start()) + 1
        raise Unreadable(
            "text-broken",
            _("Row %(row)s holds a character that is not text. Save the file again as CSV UTF-8.")
            % {"row": row},
            row=row,
        )
    if len(CONTROLS.findall(text)) * 20 > len(text):
        raise _not_a_table()
    return text


def _not_a_table() -> Unreadable:
    return Unreadable("file-binary", _("This is not a table. Send an .xlsx workbook or a CSV file."))


def _strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise _bad_bytes(data, error.start, encoding) from None


def _bad_bytes(data: bytes, position: int, encoding: str) -> Unreadable:
    row = data[:position].decode(encoding, "replace").count("\n") + 1
    sentence = _("Row %(row)s holds bytes that are not %(encoding)s. Save the file again as CSV UTF-8.")
    return Unreadable(
        "text-bad-bytes", sentence % {"row": row, "encoding": encoding.upper()}, row=row, encoding=encoding
    )


def _wide(data: bytes) -> str:
    """UTF-16 without a mark shows as a NUL in every second byte of Western text."""
    head = data[:4096]
    if len(head) < 4 or len(data) % 2:
        return ""
    even, odd, half = head[0::2].count(0), head[1::2].count(0), len(head) // 2
    if odd * 2 > half and not even:
        return "utf-16-le"
    return "utf-16-be" if even * 2 > half and not odd else ""


def _mostly_utf8(data: bytes) -> bool:
    """Whether the file is UTF-8 with a few broken bytes, rather than another encoding."""
    text = data.decode("utf-8", "surrogateescape")
    broken = sum("\udc80" <= char <= "\udcff" for char in text)
    return sum(char >= "\x80" for char in text) - broken > broken


def _western(data: bytes) -> str:
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError:
        return data.decode("latin-1")
