"""The bytes of a GCG file as text and lines: encodings, line ends, what no keyboard makes."""

from __future__ import annotations

import re

from core.clean_text import plain
from core.messages import Message, gettext_noop
from scoring.sheets.scoresheet import Remark

BOM = "\ufeff"
_ENCODING = gettext_noop("“%(text)s” is no encoding GCG knows (UTF-8, ISO-8859-1); it was read as %(used)s.")


def typed_lines(text: str) -> list[str]:
    """The lines of the file, without what nobody types."""
    lines = _cut(text)
    return lines if "".join(lines).isprintable() else _cut(plain(text))


def _cut(text: str) -> list[str]:
    return (text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text).split("\n")


def decode_gcg(data: bytes) -> tuple[str, list[Remark]]:
    """The text of a GCG file: as its first line says, else UTF-8 where that fits, else ISO 8859-1."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace"), []
    found = re.match(rb"(?:\xef\xbb\xbf)?#character-encoding\s+([^\r\n]*)", data)
    named = found[1].decode("latin-1").strip() if found else ""
    known = named.upper().replace("-", "").replace("_", "")
    if known in ("ISO88591", "LATIN1"):
        return data.decode("latin-1"), []
    text, used = _by_content(data)
    facts = {"text": named[:40], "used": used}
    strange = known not in ("", "UTF8")
    return text, [Remark(Message("encoding", _ENCODING, facts), line=1)] if strange else []


def _by_content(data: bytes) -> tuple[str, str]:
    try:
        return data.decode("utf-8-sig"), "UTF-8"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "ISO-8859-1"
