"""How a list is to be read, as somebody said on the page or the command line: which sheets, which column is what, which
cells are mended, which rows left out. Nothing said: the headings say it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core import canonical
from tdapp.interchange.roster.headings import folded
from tdapp.kernel.tabular import column_letters

# Rows of the second sheet count from here on, so that every row of a workbook has a number of its own.
SPAN = 100_000
NOBODY = "-"
# What a cell may call a division beside its name.
CALLED = frozenset({"div", "division", "dibisyon"})


class RowOfSheet(int):
    """The number of a row where several sheets are read: it says its sheet, "5 (Elementary)"."""

    sheet: str

    @classmethod
    def of(cls, number: int, place: int, sheet: str) -> RowOfSheet:
        """Row `number` of the sheet that stands at this place of the workbook."""
        one = cls(place * SPAN + number)
        one.sheet = sheet
        return one

    def __str__(self) -> str:
        return f"{int(self) % SPAN} ({self.sheet})"

    def __add__(self, other: int) -> RowOfSheet:
        one = RowOfSheet(int(self) + other)
        one.sheet = self.sheet
        return one

    def __sub__(self, other: int) -> RowOfSheet:
        return self + -other


def cell_of(row: int, column: int) -> str:
    """The cell as spreadsheets name it: "F5", of several sheets "Elementary!F5"."""
    sheet = f"{row.sheet}!" if isinstance(row, RowOfSheet) else ""
    return f"{sheet}{column_letters(column)}{int(row) % SPAN if sheet else row}"


@dataclass(frozen=True, slots=True)
class SheetReading:
    """One sheet. `read` None: decided by what stands in it. `heading`: the row of headings, 0 for a sheet without, None:
    found. `columns`: 0-based column -> field ("": left out). `cells`: row -> field -> what stands there instead.
    `rows`: row -> whether it is somebody, where that was said.
    """

    read: bool | None = None
    division: str = ""
    heading: int | None = None
    columns: Mapping[int, str] | None = None
    cells: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    rows: Mapping[int, bool] = field(default_factory=dict)

    def as_data(self) -> dict[str, Any]:
        """As JSON keeps it."""
        told = {name: getattr(self, name) for name in self.__slots__}
        plain: dict[str, Any] = canonical.plain(told)
        return plain

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> SheetReading:
        """What `as_data` wrote."""
        columns = data.get("columns")
        return cls(
            data.get("read"), data.get("division", ""), data.get("heading"),
            None if columns is None else {int(at): name for at, name in columns.items()},
            {int(row): dict(cells) for row, cells in data.get("cells", {}).items()},
            {int(row): bool(here) for row, here in data.get("rows", {}).items()},
        )  # fmt: skip


SILENT = SheetReading()


@dataclass(frozen=True, slots=True)
class Reading:
    """A whole list. `headings`: folded heading (or a column's letters) -> field, before what the headings are known to mean.
    `sections`: the field that rows standing alone ("GRADE 7") say for those below, "-": none. `divisions`: what stands in
    the column of divisions -> short name. `settled`: somebody looked at the columns.
    """

    sheets: Mapping[str, SheetReading] = field(default_factory=dict)
    headings: Mapping[str, str] = field(default_factory=dict)
    sections: str = ""
    surname_first: bool = False
    divisions: Mapping[str, str] = field(default_factory=dict)
    settled: bool = False

    def of(self, sheet: str) -> SheetReading:
        """What was said of a sheet ("": the only table of a text)."""
        return self.sheets.get(sheet, SILENT)

    def as_data(self) -> dict[str, Any]:
        """As JSON keeps it."""
        told = {name: getattr(self, name) for name in self.__slots__}
        told["sheets"] = {name: one.as_data() for name, one in self.sheets.items()}
        plain: dict[str, Any] = canonical.plain(told)
        return plain

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Reading:
        """What `as_data` wrote; {} is a list of which nothing was said."""
        sheets = {name: SheetReading.from_data(one) for name, one in data.get("sheets", {}).items()}
        return cls(
            sheets, dict(data.get("headings", {})), data.get("sections", ""), bool(data.get("surname_first")),
            dict(data.get("divisions", {})), bool(data.get("settled")),
        )  # fmt: skip


def division_key(text: str) -> str:
    """What stands for a division in a cell, as it is remembered and compared: "Div. A" and "DIVISION A" are A."""
    whole = folded(text)
    return " ".join(word for word in whole.split() if word not in CALLED) or whole
