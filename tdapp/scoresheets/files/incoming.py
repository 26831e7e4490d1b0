"""A scoresheet file somebody sends: what kind it is, what stands in it, or why it cannot be read."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import Scoresheet, read_sheet
from scoring.sheets.sheet_files import FORMATS, guess_format
from tdapp.kernel.messages.sentences import all_translated
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular import TooLarge, Unreadable
from tdapp.kernel.tabular.limits import MIB
from tdapp.kernel.tabular.sniff import refuse_foreign
from tdapp.scoresheets.files.columns import Place
from tdapp.scoresheets.files.xlsx_read import read_xlsx

MOST_BYTES = MIB
MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True)
class Incoming:
    """What a file holds; `place` is where a workbook says it belongs."""

    sheet: Scoresheet
    kind: str
    place: Place = Place()  # noqa: RUF009 - frozen


def read_file(data: bytes, name: str) -> Incoming:
    """A GCG, JSON, CSV or xlsx scoresheet; what it is its bytes say, where they do not, the end of its name.

    Raises Refusal: 413 for one larger than MOST_BYTES, 422 with one sentence for each mistake in it.
    """
    if len(data) > MOST_BYTES:
        raise TooLarge("file-too-large", _("A scoresheet file has at most 1 MB."))
    if data.startswith(b"PK\x03\x04"):
        return _workbook(data)
    refuse_foreign(data)
    kind = _kind(data, name)
    read = read_sheet(data, kind)
    if read.sheet is None and kind == "csv" and name.lower().endswith(".json"):
        read = read_sheet(data, "json")
    if read.sheet is None:
        raise Refusal("bad-file", *all_translated(read.problems[:MOST_PROBLEMS]))
    return Incoming(read.sheet, kind)


def _workbook(data: bytes) -> Incoming:
    read = read_xlsx(data)
    if read.sheet is None:
        raise Unreadable("bad-file", *read.problems)
    return Incoming(read.sheet, "xlsx", read.place)


def _kind(data: bytes, name: str) -> str:
    """By what it looks like; only a text that could be CSV or a bare GCG is told by its name."""
    guessed = guess_format(data)
    end = name.rpartition(".")[2].lower()
    return end if guessed == "csv" and end in FORMATS and end != "json" else guessed
