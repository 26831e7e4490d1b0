"""Many words in one proposal, as they are pasted or come in a file: a word a line, with definition and source behind it."""

from __future__ import annotations

import csv
import io
import re
from typing import NamedTuple

from django.utils.translation import gettext as _

from tdapp.kernel.refusals import Refusal

MOST, MOST_BYTES = 500, 400_000
HEADS = frozenset({"word", "salita", "palabra"})


class Line(NamedTuple):
    """One line: where it stood, from 1, and what it says. `source`: dictionary and page, or the sentence it was read in;
    `more`: what stands behind that."""

    at: int
    word: str
    definition: str = ""
    source: str = ""
    more: str = ""


def lines_of(text: str) -> list[Line]:
    """The lines of a text: columns by tabs, semicolons or, in a file of a spreadsheet, commas; `#` begins a remark.

    Refuses none and too many.
    """
    try:
        found = [line for line in _read(text) if line.word]
    except csv.Error:
        sentence = _("A quotation mark is opened and never closed: the rest cannot be told apart.")
        raise Refusal("no-text", sentence) from None
    if found and found[0].word.lower() in HEADS:
        found = found[1:]
    if not found:
        raise Refusal("no-words", _("Paste the words, or choose a file with them."))
    if len(found) > MOST:
        facts = {"most": MOST, "n": len(found)}
        raise Refusal("too-many", _("At most %(most)s words at once; these are %(n)s.") % facts)
    return found


def _read(text: str) -> list[Line]:
    rows = enumerate(csv.reader(io.StringIO(text), delimiter=_apart(text)), 1)
    cells = [(at, [" ".join(cell.split()) for cell in row]) for at, row in rows]
    return [_line(at, row) for at, row in cells if row and not row[0].startswith("#")]


def _line(at: int, row: list[str]) -> Line:
    word, definition, source = [*row, "", "", ""][:3]
    return Line(at, word, definition, source, " ".join(row[3:]).strip())


def _apart(text: str) -> str:
    """What stands behind the first word that has something behind it: no word holds a comma, definitions do."""
    said = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
    found = re.search(r"[\t;,]", said)
    return found[0] if found else ","


def text_of(data: bytes) -> str:
    """The text of a file. Refuses what is too large and what is no text in UTF-8."""
    if len(data) > MOST_BYTES:
        raise Refusal("too-large", _("At most %(most)s kB of words at once.") % {"most": MOST_BYTES // 1000})
    try:
        return data.decode("utf-8-sig").replace("\0", "")
    except UnicodeDecodeError:
        sentence = _("The file is no text in UTF-8. Save it as CSV in UTF-8, or paste the words.")
        raise Refusal("no-text", sentence) from None
