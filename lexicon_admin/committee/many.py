"""Many words in one proposal, as they are pasted or come in a file: a word a line, with definition and source behind it."""

from __future__ import annotations

import csv
import io
from typing import NamedTuple

from django.utils.translation import gettext as _

from tdapp.kernel.refusals import Refusal

MOST, MOST_BYTES = 500, 400_000
HEADS = frozenset({"word", "salita", "palabra"})


class Line(NamedTuple):
    """One line: where it stood, from 1, and what it says. `source`: dictionary and page, or the sentence it was read in."""

    at: int
    word: str
    definition: str = ""
    source: str = ""


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
    apart = next((sign for sign in "\t;" if sign in text), ",")
    rows = enumerate(csv.reader(io.StringIO(text), delimiter=apart), 1)
    cells = [(at, [" ".join(cell.split()) for cell in row]) for at, row in rows]
    return [Line(at, *row[:3]) for at, row in cells if row and not row[0].startswith("#")]


def text_of(data: bytes) -> str:
    """The text of a file. Refuses what is too large and what is no text in UTF-8."""
    if len(data) > MOST_BYTES:
        raise Refusal("too-large", _("At most %(most)s kB of words at once.") % {"most": MOST_BYTES // 1000})
    try:
        return data.decode("utf-8-sig").replace("\0", "")
    except UnicodeDecodeError:
        sentence = _("The file is no text in UTF-8. Save it as CSV in UTF-8, or paste the words.")
        raise Refusal("no-text", sentence) from None
