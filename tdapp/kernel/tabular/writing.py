"""Workbooks and CSV from the same sheets. Text stays text: a name can never become a formula."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time
from itertools import chain, islice
from typing import IO, TYPE_CHECKING, Any

from core.formulas import guarded, is_risky
from core.later import later
from tdapp.kernel.tabular.cells import Value, column_letters
from tdapp.kernel.tabular.sheets import Sheet

if TYPE_CHECKING:
    import openpyxl
else:
    openpyxl = later("openpyxl")

MEASURED_ROWS, ROWS_AT_ONCE = 300, 1000
NARROWEST, WIDEST = 5, 48
CELL_LIMIT = 32_767
NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
# A letter or a figure, then only what neither begins a formula there nor is a sign that stands in no text.
HARMLESS = re.compile(r"(?:[^\W_][\w .()&'-]*)?")
HARMLESS_LINES = re.compile(rf"{HARMLESS.pattern}(?:\n{HARMLESS.pattern})*")
NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\\x00-\x1f]")


def write_workbook(stream: IO[bytes], sheets: Sequence[Sheet]) -> None:
    """Write the sheets as .xlsx: real numbers, frozen and repeated headings, page set-up, widths."""
    book = openpyxl.Workbook(write_only=True)
    taken: set[str] = set()
    for sheet in sheets:
        _write_sheet(book, sheet, _title(sheet.title, taken))
    book.save(stream)


def write_csv(stream: IO[bytes], sheet: Sheet) -> None:
    """Write one sheet as CSV: UTF-8 with a mark (Excel needs it), CRLF, text quoted, risky text guarded.

    A guarded text starts with an apostrophe; `tabular.read` takes it off again.
    """
    texts, rows = _Texts(), iter(sheet.rows)
    some: list[Sequence[Value]] = [[column.heading for column in sheet.columns]]
    mark = "\ufeff"
    while some:
        # Of a federation's list they are seventy thousand cells: a column at a time, where all rows have as many.
        even = bool(some[0]) and len(set(map(len, some))) == 1
        told = zip(*(texts.column(cells) for cells in zip(*some, strict=True)), strict=True) if even else (
            texts.column(row) for row in some
        )  # fmt: skip
        lines = list(map(",".join, told))
        stream.write("\r\n".join([f"{mark}{lines[0]}", *lines[1:], ""]).encode())
        some, mark = list(islice(rows, ROWS_AT_ONCE)), ""


class _Texts(dict[str, str]):
    """Texts as a file has them, in quotes; each is looked through once, for clubs and days come a thousand times."""

    def __missing__(self, text: str) -> str:
        if len(text) > CELL_LIMIT or not HARMLESS.fullmatch(text):
            text = guarded(_plain(text)).replace('"', '""')
        told = self[text] = f'"{text}"'
        return told

    def column(self, cells: Sequence[Value]) -> list[str]:
        """Cells as a file has them; whole numbers and harmless texts are told all at once."""
        kinds = set(map(type, cells))
        if kinds == {int}:
            return list(map(str, cells))
        if kinds == {str} and _are_harmless(cells):  # type: ignore[arg-type]
            return [f'"{cell}"' for cell in cells]
        return [
            self[cell] if type(cell) is str else str(cell) if type(cell) is int else _csv_cell(cell) for cell in cells
        ]  # fmt: skip


def _are_harmless(texts: Sequence[str]) -> bool:
    joined = "\n".join(texts)
    # A line of its own in one of them is not harmless either.
    alone = joined.count("\n") == len(texts) - 1
    return alone and max(map(len, texts)) <= CELL_LIMIT and bool(HARMLESS_LINES.fullmatch(joined))


def _csv_cell(value: Value) -> str:
    if isinstance(value, bool):
        return '"yes"' if value else '"no"'
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, datetime | date | time):
        return f'"{value.isoformat()}"'
    return _Texts()[str(value)] if value else '""'


def _plain(text: str) -> str:
    return NOT_IN_XML.sub("", text)[:CELL_LIMIT]


def _title(title: str, taken: set[str]) -> str:
    """A tab title no program refuses: 31 characters, none of []:*?/\\, not yet taken."""
    base = NOT_IN_TITLES.sub(" ", title).strip("' ")[:31] or "Sheet"
    name, number = base, 1
    while name.casefold() in taken:
        number += 1
        name = f"{base[:27]} {number}"
    taken.add(name.casefold())
    return name


def _write_sheet(book: openpyxl.Workbook, sheet: Sheet, title: str) -> None:
    page = book.create_sheet(title)
    rows = iter(sheet.rows)
    first = list(islice(rows, MEASURED_ROWS))
    _set_widths(page, sheet, first)
    _set_up_page(page, sheet)
    page.append([_heading(page, column.heading) for column in sheet.columns])
    for row in chain(first, rows):
        page.append(list(_cells(page, sheet, row)))


def _cells(page: Any, sheet: Sheet, row: Sequence[Value]) -> Iterator[Any]:
    for index, value in enumerate(row):
        cell = _cell(page, value)
        if index < len(sheet.columns) and sheet.columns[index].format and not isinstance(value, str):
            cell.number_format = sheet.columns[index].format
        yield cell


def _cell(page: Any, value: Value) -> Any:
    """A cell; text is written as text whatever it starts with, and stays text when somebody edits it."""
    if not isinstance(value, str):
        return openpyxl.cell.WriteOnlyCell(page, value)
    text = _plain(value)
    if not text:
        return openpyxl.cell.WriteOnlyCell(page, None)
    cell = openpyxl.cell.WriteOnlyCell(page, text)
    cell.data_type = "s"
    if is_risky(text):
        cell.quotePrefix = True
    return cell


def _heading(page: Any, text: str) -> Any:
    cell = _cell(page, text)
    cell.font = openpyxl.styles.Font(bold=True)
    cell.alignment = openpyxl.styles.Alignment(wrap_text=True, vertical="top")
    return cell


def _set_widths(page: Any, sheet: Sheet, sample: list[Sequence[Value]]) -> None:
    for index, column in enumerate(sheet.columns):
        measured = max((_width(row[index]) for row in sample if index < len(row)), default=0)
        width = column.width or min(max(NARROWEST, measured, longest_word(column.heading)), WIDEST)
        page.column_dimensions[column_letters(index)].width = width + 2


def longest_word(text: str) -> int:
    """Headings wrap, so their longest word decides."""
    return max((_width(word) for word in text.split()), default=0)


def _width(value: Value) -> int:
    """Characters a value takes; East Asian wide ones count twice."""
    text = "" if value is None else str(value)
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text[: WIDEST + 1])


def _set_up_page(page: Any, sheet: Sheet) -> None:
    page.freeze_panes = "A2"
    page.print_title_rows = "1:1"
    page.page_setup.orientation = "landscape" if sheet.landscape else "portrait"
    page.page_setup.paperSize = sheet.paper.value
    page.page_setup.fitToWidth, page.page_setup.fitToHeight = 1, 0
    page.sheet_properties.pageSetUpPr = openpyxl.worksheet.properties.PageSetupProperties(fitToPage=True)
    page.oddHeader.left.text = _in_header(sheet.title)
    page.oddHeader.right.text = _in_header(sheet.subtitle)
    page.oddFooter.right.text = "&P / &N"


def _in_header(text: str) -> str:
    """An ampersand starts a code in page headers ("&D" prints the date); doubled it is itself."""
    return _plain(text).replace("&", "&&")[:120]
