"""What reading a roster found out, cell by cell."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Severity(StrEnum):
    """ERROR: the row cannot go in as it stands. QUESTION: it goes in as read; somebody should look. INFO: told."""

    ERROR = "error"
    QUESTION = "question"
    INFO = "info"


@dataclass(frozen=True, slots=True)
class RosterFinding:
    """One thing about one cell (row 0, cell "": about the whole file). `code` is stable, sentence and remedy are
    for people; `value` is what stands in the cell, `field` what its column holds.
    """

    row: int
    severity: Severity
    code: str
    sentence: str
    remedy: str = ""
    column: str = ""
    cell: str = ""
    value: str = ""
    field: str = ""

    def as_dict(self) -> dict[str, Any]:
        """The finding as JSON-able data."""
        told = {name: getattr(self, name) for name in self.__slots__}
        return told | {"row": int(self.row), "severity": str(self.severity)}
