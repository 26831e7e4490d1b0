"""What is to be written: a sheet whose rows are yielded once, for a workbook or a CSV file alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from tdapp.kernel.tabular.cells import Value


class Paper(Enum):
    """Paper sizes by their number in a workbook's page set-up (ECMA-376 18.3.1.63)."""

    LETTER = 1
    A4 = 9


@dataclass(frozen=True, slots=True)
class Column:
    """A column: heading, width in characters (0: measured), number format ("+0;-0;0" for spreads)."""

    heading: str
    width: int = 0
    format: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet to write: at most 31 characters of title are shown on its tab."""

    title: str
    columns: Sequence[Column]
    rows: Iterable[Sequence[Value]]
    paper: Paper = Paper.A4
    landscape: bool = True
    subtitle: str = ""
