"""Which letters the bytes of a list stand for. What was found is shown; a person may say otherwise."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from core.messages import gettext_noop
from core.problems import unfit

MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
KNOWN = ("utf-8", "iso-8859-1", "windows-1252", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
# Half a character written out in UTF-8, which no text holds; as Latin-1 it would be "í" before two signs nobody writes.
HALF = re.compile(b"\xed[\xa0-\xbf][\x80-\xbf]")
HIGH_CONTROLS = re.compile(b"[\x80-\x9f]")
NOT_TEXT = re.compile("[\x00\ufffd\ud800-\udfff]")
CONTROLS = re.compile("[\x01-\x08\x0e-\x1f]")

_EMPTY = gettext_noop("The file is empty.")
_BYTES = gettext_noop(
    "Line %(line)s holds bytes that are not %(encoding)s. Choose another encoding, or save the file as UTF-8."
)
_BROKEN = gettext_noop(
    "Line %(line)s holds a character that is not text (%(what)s). Save the file again as UTF-8."
)
_BINARY = gettext_noop("This is not a list of words but a program's own file.")
_UNKNOWN = gettext_noop("“%(encoding)s” is no encoding read here; known are %(known)s.")


class Decoded(NamedTuple):
    """A file's text. guessed: nothing in the file settles the encoding."""

    text: str
    encoding: str
    guessed: bool


def decode(data: bytes, encoding: str = "") -> Decoded:
    """The text by the encoding said, else by mark, UTF-8, the pattern of UTF-16, and at last a Western guess.

    Refuses NUL, lone surrogates, U+FFFD (somebody read it wrongly before us) and what is no text at all.
    """
    if not data.strip(b"\x00 \r\n\t"):
        raise unfit("file-empty", _EMPTY)
    found = _decoded_as(data, encoding) if encoding else _found(data)
    _check(found.text)
    return found


def _decoded_as(data: bytes, encoding: str) -> Decoded:
    if encoding not in KNOWN:
        raise unfit("bad-encoding", _UNKNOWN, encoding=encoding, known=", ".join(KNOWN))
    mark = next((mark for mark, name in MARKS if name == encoding and data.startswith(mark)), b"")
    return Decoded(_strict(data[len(mark) :], encoding), encoding, False)


def _found(data: bytes) -> Decoded:
    for mark, name in MARKS:
        if data.startswith(mark):
            return Decoded(_strict(data[len(mark) :], name), name, False)
    if wide := _wide(data[:4096]):
        return Decoded(_strict(data, wide), wide, True)
    try:
        return Decoded(data.decode("utf-8"), "utf-8", False)
    except UnicodeDecodeError as error:
        return _western(data, error.start)


def _western(data: bytes, start: int) -> Decoded:
    """Latin-1, or Windows-1252 where bytes stand that Latin-1 has no letters for; mostly UTF-8 is a broken UTF-8."""
    if half := HALF.search(data):
        raise unfit("text-broken", _BROKEN, line=data.count(b"\n", 0, half.start()) + 1, what="U+D800")
    loose = data.decode("utf-8", "surrogateescape")
    lost = sum("\udc80" <= char <= "\udcff" for char in loose)
    if sum(char >= "\x80" for char in loose) - lost > lost:
        raise unfit("text-bad-bytes", _BYTES, line=data.count(b"\n", 0, start) + 1, encoding="UTF-8")
    name = "windows-1252" if HIGH_CONTROLS.search(data) else "iso-8859-1"
    return Decoded(_strict(data, name), name, True)


def _strict(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(encoding, "replace").count("\n") + 1
        raise unfit("text-bad-bytes", _BYTES, line=line, encoding=encoding.upper()) from None


def _wide(head: bytes) -> str:
    """UTF-16 without a mark shows as a NUL in every second byte of Western text."""
    half = len(head) // 2
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if half < 2 or not (even or odd):
        return ""
    if odd * 2 > half and not even:
        return "utf-16-le"
    return "utf-16-be" if even * 2 > half and not odd else ""


def _check(text: str) -> None:
    if broken := NOT_TEXT.search(text):
        line = text.count("\n", 0, broken.start()) + 1
        raise unfit("text-broken", _BROKEN, line=line, what=f"U+{ord(broken.group()):04X}")
    if len(CONTROLS.findall(text[:200_000])) * 20 > len(text[:200_000]):
        raise unfit("file-binary", _BINARY)
