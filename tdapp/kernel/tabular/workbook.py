"""One sheet of a workbook as rows, within bounds. A formula is not evaluated: its stored value counts."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _

from core.later import later
from tdapp.kernel.refusals import NO_TEXT
from tdapp.kernel.tabular.archive import Archive, damaged
from tdapp.kernel.tabular.book import Book, SheetEntry, read_book, unescaped
from tdapp.kernel.tabular.cells import NO_FORMULAS, ErrorValue, Row, Table, Value, column_letters, is_blank
from tdapp.kernel.tabular.delimited import refuse_beyond, refuse_long
from tdapp.kernel.tabular.limits import Limits, Unreadable
from tdapp.kernel.tabular.parts import Part, feed, too_much

if TYPE_CHECKING:
    import openpyxl
else:
    openpyxl = later("openpyxl")

ADDRESS = re.compile(r"([A-Za-z]{1,3})([0-9]{1,7})")


def read_workbook(data: bytes, limits: Limits, sheet: str = "") -> Table:
    """The named sheet, else the first one shown. Refuses before unpacking what is beyond `limits`."""
    archive = Archive(data, limits)
    book = read_book(archive, limits)
    chosen = _chosen(book, sheet)
    others = tuple(entry.name for entry in book.sheets if entry is not chosen and entry.visible)
    merged: list[str] = []
    rows = _rows(archive, book, chosen, limits, merged)
    return Table("xlsx", rows, sheet=chosen.name, other_sheets=others, merged=merged)


def _chosen(book: Book, wanted: str) -> SheetEntry:
    shown = [entry for entry in book.sheets if entry.visible] or book.sheets
    found = [entry for entry in shown if not wanted or entry.name == wanted]
    if not found:
        sentence = _("The workbook has no sheet named %(name)s; it has %(names)s.")
        names = ", ".join(entry.name for entry in shown)
        raise Unreadable("no-such-sheet", sentence % {"name": wanted, "names": names}, name=wanted)
    return found[0]


def _rows(
    archive: Archive, book: Book, entry: SheetEntry, limits: Limits, merged: list[str]
) -> Iterator[Row]:
    part = _Sheet(limits, book, merged)
    with archive.open(entry.part) as stream:
        for _chunk in feed(stream, part):
            while part.ready:
                yield part.ready.popleft()
    yield from part.ready


class _Sheet(Part):
    """Collects rows that hold something in `ready`; cells without value or formula leave no trace."""

    def __init__(self, limits: Limits, book: Book, merged: list[str]) -> None:
        super().__init__(limits)
        self.ready: deque[Row] = deque()
        self._cells, self._merged = CellReader(book, limits), merged
        self._number, self._column, self._hidden = 0, -1, False
        self._values: dict[int, Value] = {}
        self._formulas: set[int] = set()
        self._cell: dict[str, str] = {}
        self._pieces: list[str] = []
        self._field, self._formula, self._phonetic, self._length = "", False, 0, 0

    def begin(self, name: str, attributes: Any) -> None:
        if name == "c":
            self._begin_cell(attributes)
        elif name in {"v", "t"}:
            self._field = "" if self._phonetic else name
        elif name == "f":
            self._formula = True
        elif name == "row":
            self._begin_row(attributes)
        elif name == "rPh":
            self._phonetic += 1
        elif name == "mergeCell" and len(self._merged) < self.limits.rows:
            self._merged.append(attributes.get("ref", ""))

    def end(self, name: str) -> None:
        if name == "c":
            self._end_cell()
        elif name in {"v", "t"}:
            self._field = ""
        elif name == "row":
            self._end_row()
        elif name == "rPh":
            self._phonetic -= 1

    def text(self, piece: str) -> None:
        if self._field and "type" in self._cell:
            self._length += len(piece)
            self._pieces.append(piece)
            if self._length > self.limits.cell:
                refuse_long(self._address(), self._length, self.limits)

    def _begin_row(self, attributes: Any) -> None:
        self._number = int(attributes.get("r", self._number + 1))
        self._hidden = attributes.get("hidden") in {"1", "true"}
        self._column, self._values, self._formulas = -1, {}, set()

    def _begin_cell(self, attributes: Any) -> None:
        address = attributes.get("r")
        self._column = _column(address) if address else self._column + 1
        self._cell = {"type": attributes.get("t", "n"), "style": attributes.get("s", "0")}
        self._pieces, self._formula, self._length = [], False, 0

    def _end_cell(self) -> None:
        text = "".join(self._pieces)
        if text or self._formula:
            refuse_beyond(self._number, self._column + 1, self.limits)
            value = self._cells.value(self._cell["type"], self._cell["style"], text, self._address())
            self._values[self._column] = value
            if self._formula:
                self._formulas.add(self._column)
        self._cell = {}

    def _end_row(self) -> None:
        if self._formulas or any(not is_blank(value) for value in self._values.values()):
            values = tuple(self._values.get(column) for column in range(max(self._values) + 1))
            formulas = frozenset(self._formulas) if self._formulas else NO_FORMULAS
            self.ready.append(Row(self._number, values, formulas, self._hidden))
        self._values = {}

    def _address(self) -> str:
        return f"{column_letters(self._column)}{self._number}"


def _column(address: str) -> int:
    match = ADDRESS.fullmatch(address)
    if not match:
        raise damaged()
    column = 0
    for letter in match[1].upper():
        column = column * 26 + ord(letter) - 64
    return column - 1


class CellReader:
    """Turns a cell's type, style and text into a value."""

    def __init__(self, book: Book, limits: Limits) -> None:
        self._book, self._limits = book, limits
        self._epoch = (
            openpyxl.utils.datetime.CALENDAR_MAC_1904
            if book.epoch_1904
            else openpyxl.utils.datetime.CALENDAR_WINDOWS_1900
        )
        self._characters = 0

    def value(self, kind: str, style: str, text: str, address: str) -> Value:
        """The value: whole numbers as int, dates as date or datetime, a failed formula as ErrorValue."""
        if not text:
            return None
        if kind == "n":
            return self._number(text, style)
        if kind == "b":
            return text == "1"
        if kind == "e":
            return ErrorValue(text)
        return self._dated(text) if kind == "d" else self._text(kind, text, address)

    def _text(self, kind: str, text: str, address: str) -> str:
        if kind == "s":
            index = int(text)
            if index < 0:
                raise damaged()
            refuse_long(address, self._book.strings.length(index) // 4, self._limits)
            text = self._book.strings[index]
        else:
            text = unescaped(text)
        self._count(text, address)
        if NO_TEXT.search(text):
            sentence = _("Cell %(cell)s holds a character that is not text.")
            raise Unreadable("text-broken", sentence % {"cell": address}, cell=address)
        return text

    def _count(self, text: str, address: str) -> None:
        """One shared text may stand in a million cells: what counts is what comes out."""
        refuse_long(address, len(text), self._limits)
        self._characters += len(text)
        if self._characters > self._limits.text:
            raise too_much()

    def _number(self, text: str, style: str) -> Value:
        number = float(text)
        if int(style) in self._book.date_styles:
            return self._date(number)
        if not abs(number) < 1e15:
            return text
        return int(number) if number == int(number) else number

    def _date(self, serial: float) -> Value:
        try:
            moment: date | datetime | time = openpyxl.utils.datetime.from_excel(serial, self._epoch)
        except (ValueError, OverflowError):
            return int(serial) if abs(serial) < 1e15 else str(serial)
        if isinstance(moment, datetime) and moment.time() == time.min:
            return moment.date()
        return moment

    def _dated(self, text: str) -> Value:
        try:
            moment: date | datetime | time = openpyxl.utils.datetime.from_ISO8601(text)
        except ValueError:
            return text
        return moment.date() if isinstance(moment, datetime) else moment
