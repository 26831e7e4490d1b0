"""AUPAIR's RATING.DAT / .RT: fixed columns, one line a player, in whatever encoding and with whatever letters.

nick (4) state (3) name (20) games (4) rating (4) yyyymmdd [deviation], one blank between; a header first.

A program of DOS counts bytes and writes code page 437 or 850; one of today writes UTF-8 and counts bytes or letters, and
an accent may be a sign of its own. A line is taken by whichever count makes its columns fit.
"""

from __future__ import annotations

import re
import unicodedata

SHAPE = re.compile(
    r"^.{4} .{3} (?P<name>.{20}) (?P<games>[ 0-9]{4}) (?P<rating>[ 0-9]{4}) [0-9]{8}(?: +(?P<deviation>[0-9]+(?:\.[0-9]+)?))?\s*$"
)
BREAK = re.compile(rb"\r\n|\r|\n")
# What ends a file of DOS.
END = b"\x1a"
DOS, WINDOWS = "cp850", "cp1252"
Groups = dict[str, str | None]


def read_lines(data: bytes) -> list[tuple[int, Groups]] | None:
    """Line numbers with name, games, rating and deviation; None when any line but the first is not of this shape."""
    text = data.removeprefix(b"\xef\xbb\xbf").rstrip(END)
    lines = [(number, line) for number, line in enumerate(BREAK.split(text), start=1) if line.strip()]
    encoding = encoding_of(text)
    found = []
    for number, line in lines[1:]:
        groups = _groups(line, encoding)
        if groups is None:
            return None
        found.append((number, groups))
    return found or None


def encoding_of(data: bytes) -> str:
    """UTF-8 where the bytes are; else the code page of DOS or that of Windows, whichever makes letters of more of them."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        high = bytes(byte for byte in data if byte > 0x7F)
        return DOS if _letters(high, DOS) > _letters(high, WINDOWS) else WINDOWS
    return "utf-8"


def _letters(high: bytes, encoding: str) -> int:
    return sum(one.isalpha() for one in high.decode(encoding, "replace"))


def _groups(line: bytes, encoding: str) -> Groups | None:
    """The columns of a line: by letters, by letters with their accents put on, or by bytes."""
    text = line.decode(encoding, "replace")
    composed = unicodedata.normalize("NFC", text)
    if found := SHAPE.match(text) or SHAPE.match(composed):
        return _tidy(found.groupdict())
    if found := SHAPE.match(line.decode("latin-1")):
        groups = found.groupdict()
        groups["name"] = groups["name"].encode("latin-1").decode(encoding, "ignore")
        return _tidy(groups)
    return None


def _tidy(groups: Groups) -> Groups:
    """Letters with their accents put on, blanks off."""
    return {
        name: unicodedata.normalize("NFC", text).strip() if text else text for name, text in groups.items()
    }
