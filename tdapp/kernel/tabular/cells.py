"""Rows and cells as every reader yields them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time

Value = str | int | float | bool | date | datetime | time | None
NO_FORMULAS: frozenset[int] = frozenset()


class ErrorValue(str):
    """What a spreadsheet shows where a formula failed, like "#REF!"."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One row that holds something. `number` is the one a spreadsheet shows; `values` start at column A.

    `formulas` are the 0-based columns whose value the spreadsheet computed. A formula is never evaluated:
    its stored value (None when there is none) stands in `values`.
    """

    number: int
    values: tuple[Value, ...]
    formulas: frozenset[int] = NO_FORMULAS
    hidden: bool = False

    def address(self, column: int) -> str:
        """The cell in the 0-based column, as the spreadsheet names it: "F5"."""
        return f"{column_letters(column)}{self.number}"

    def value(self, column: int) -> Value:
        """The value in the 0-based column, None beyond the row's end."""
        return self.values[column] if column < len(self.values) else None


@dataclass(slots=True)
class Table:
    """A table being read. `rows` can be walked once; it raises Unreadable where the file goes beyond a limit.

    kind: "xlsx" or "text". encoding and delimiter say what a text file was taken for ("" for xlsx);
    encoding_guessed: nothing in the file says so. merged is filled when the rows have been walked.
    """

    kind: str
    rows: Iterator[Row]
    encoding: str = ""
    encoding_guessed: bool = False
    delimiter: str = ""
    sheet: str = ""
    other_sheets: tuple[str, ...] = ()
    merged: list[str] = field(default_factory=list)


def column_letters(column: int) -> str:
    """The letters of a 0-based column: 0 is A, 26 is AA."""
    letters, rest = "", column + 1
    while rest:
        rest, digit = divmod(rest - 1, 26)
        letters = chr(65 + digit) + letters
    return letters


def is_blank(value: Value) -> bool:
    """Whether a cell holds nothing a person can see."""
    return value is None or (isinstance(value, str) and not value.strip())
