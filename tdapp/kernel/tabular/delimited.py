"""CSV, TSV and text pasted from a spreadsheet, read within bounds."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext as _

from core.formulas import unguarded
from tdapp.kernel.tabular.cells import Row, Table
from tdapp.kernel.tabular.limits import Limits, TooLarge, Unreadable

DELIMITERS = (",", ";", "\t", "|")
SAMPLE_LINES = 30
QUOTED = re.compile(r'"(?:[^"]|"")*"')
# How some programs keep "00123" from losing its zeros.
TEXT_FORMULA = re.compile(r'^="([^"]*)"$')


def read_delimited(text: str, limits: Limits) -> Table:
    """A table from text whose encoding is settled; the delimiter is found and said in `Table.delimiter`.

    Refuses more columns, rows or longer cells than `limits`, and quotes that do not close, with the row.
    """
    body, told = _named_delimiter(text)
    delimiter = told or sniff_delimiter(body)
    return Table("text", _rows(body, delimiter, limits, 2 if told else 1), delimiter=delimiter)


def _named_delimiter(text: str) -> tuple[str, str]:
    """Excel writes "sep=;" as a first line; it counts as row 1."""
    first, _newline, rest = text.partition("\n")
    match = re.fullmatch(r'"?sep=(.)"?', first.strip(" \r"))
    return (rest, match[1]) if match and match[1] in DELIMITERS else (text, "")


def sniff_delimiter(text: str) -> str:
    """The delimiter that cuts most of the first lines into equally many cells; "," if none does."""
    lines = [line for line in QUOTED.sub("", text[:60_000]).splitlines()[:SAMPLE_LINES] if line.strip()]
    return max(DELIMITERS, key=lambda delimiter: _regularity(lines, delimiter))


def _regularity(lines: list[str], delimiter: str) -> tuple[int, int]:
    """How many lines share the commonest count above zero, and that count."""
    counts = Counter(count for line in lines if (count := line.count(delimiter)))
    if not counts:
        return (0, 0)
    count, times = max(counts.items(), key=lambda item: (item[1], item[0]))
    return (times, count)


def _rows(text: str, delimiter: str, limits: Limits, first: int) -> Iterator[Row]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    number = first - 1
    try:
        for number, cells in enumerate(reader, first):
            if any(cell.strip() for cell in cells):
                yield _row(number, cells, limits)
    except csv.Error as error:
        raise Unreadable("text-quotes", _broken(number + 1, delimiter), row=number + 1) from error


def _row(number: int, cells: list[str], limits: Limits) -> Row:
    used = max(column for column, cell in enumerate(cells, 1) if cell.strip())
    refuse_beyond(number, used, limits)
    row = Row(number, tuple(_text(cell) or None for cell in cells[:used]))
    for column, cell in enumerate(cells[:used]):
        refuse_long(row.address(column), len(cell), limits)
    return row


def _text(cell: str) -> str:
    return TEXT_FORMULA.sub(r"\1", unguarded(cell))


def _broken(row: int, delimiter: str) -> str:
    return _(
        "From row %(row)s on the quotation marks do not match. A cell that holds quotation marks must "
        'stand in quotation marks itself, with each one inside doubled: "Juan ""Jun"" Cruz".'
    ) % {"row": row}


def refuse_beyond(row: int, columns: int, limits: Limits) -> None:
    """Refuse a row number or a width beyond the limits."""
    if columns > limits.columns:
        sentence = _("Row %(row)s has %(columns)s columns; at most %(limit)s are read.")
        raise TooLarge(
            "too-many-columns", sentence % {"row": row, "columns": columns, "limit": limits.columns}
        )
    if row > limits.rows:
        raise TooLarge(
            "too-many-rows",
            _("The table goes on in row %(row)s; at most %(limit)s rows are read.")
            % {"row": row, "limit": limits.rows},
        )


def refuse_long(address: str, length: int, limits: Limits) -> None:
    """Refuse a cell with more characters than a spreadsheet itself allows."""
    if length > limits.cell:
        sentence = _("Cell %(cell)s holds more than %(limit)s characters.")
        raise TooLarge("cell-too-long", sentence % {"cell": address, "limit": limits.cell}, cell=address)
