"""Cells of a scoresheet workbook as values; what a cell cannot be is one sentence that names it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any

from django.utils.translation import gettext as _

from tdapp.kernel.tabular import ErrorValue, Row
from tdapp.scoresheets.files.columns import NOTHING, plain

TRUE, FALSE = frozenset({"yes", "true", "1", "x", "oo"}), frozenset({"no", "false", "0", "hindi"})
Cells = dict[tuple[str, str], str]


@dataclass
class Reader:
    """What was found so far. `cells`: where each value stands, by (row's name, field)."""

    problems: list[str] = field(default_factory=list)
    cells: Cells = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)

    def wrong(self, cell: str, sentence: str, **facts: object) -> None:
        self.problems.append(_("Cell %(cell)s: %(what)s") % {"cell": cell, "what": sentence % facts})


def text(reader: Reader, row: Row, column: int) -> str:
    """What a cell says; a date, a failed formula and one without a value are no text."""
    value, cell = row.value(column), row.address(column)
    if isinstance(value, ErrorValue):
        reader.wrong(cell, _("the formula there failed (%(found)s); write the value."), found=value)
    elif isinstance(value, date | datetime | time):
        reader.wrong(
            cell, _("the spreadsheet made a date of it; format the cell as text and write it again.")
        )
    elif value is None and column in row.formulas:
        reader.wrong(cell, _("it holds a formula without a result; write the value."))
    elif isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    elif value is not None:
        return str(value).strip()
    return ""


def tiles(reader: Reader, row: Row, column: int) -> str:
    found = text(reader, row, column)
    return "" if found == NOTHING else found


def whole(reader: Reader, row: Row, column: int) -> int | None:
    """A whole number, also one that was typed as text."""
    value = row.value(column)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    before = len(reader.problems)
    found = text(reader, row, column).replace("\N{MINUS SIGN}", "-").removeprefix("+")
    if len(reader.problems) > before or not found:
        return None
    digits = found.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) < 8:
        return int(found)
    reader.wrong(row.address(column), _("write a whole number, not “%(found)s”."), found=found[:40])
    return None


def of(reader: Reader, row: Row, column: int) -> int | None:
    """The number of a turn as the sheet counts them; rows that were left empty do not count."""
    number = whole(reader, row, column)
    if number is not None and number not in reader.numbers:
        reader.wrong(row.address(column), _("there is no turn %(number)s."), number=number)
    return None if number is None else reader.numbers.get(number)


def wholes(reader: Reader, row: Row, column: int) -> list[int]:
    """Seats, separated by blanks or commas."""
    value = row.value(column)
    parts = (
        text(reader, row, column).replace(",", " ").split() if not isinstance(value, int) else [str(value)]
    )
    if any(not (part.isascii() and part.isdigit() and len(part) < 3) for part in parts):
        reader.wrong(row.address(column), _("write the seats, like 2 or 2 3."))
        return []
    return [int(part) for part in parts]


def words(reader: Reader, row: Row, column: int) -> list[str]:
    return text(reader, row, column).replace(",", " ").split()


def lower(reader: Reader, row: Row, column: int) -> str | None:
    return plain(text(reader, row, column)) or None


def yes(reader: Reader, row: Row, column: int) -> bool | None:
    found = plain(text(reader, row, column))
    if found in TRUE or found in FALSE:
        return found in TRUE
    reader.wrong(row.address(column), _("write yes or no, not “%(found)s”."), found=found[:40])
    return None


Read = Callable[[Reader, Row, int], Any]
FIELDS: Mapping[str, Read] = {
    "kind": lower, "position": text, "word": text, "rack": tiles, "tiles": tiles, "number": whole,
    "score": whole, "total": whole, "seconds": whole, "challengers": wholes, "verdict": lower,
    "words": words, "of": of, "hold": yes, "reason": lower, "note": text, "extra": text,
}  # fmt: skip
HEAD: Mapping[str, Read] = {"ruleset": text, "starter": whole, "complete": yes, "source": text}
