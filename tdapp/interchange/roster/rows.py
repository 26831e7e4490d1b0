"""What a roster says of one person, and what a whole file came to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from tdapp.interchange.roster.findings import RosterFinding, Severity
from tdapp.people.names import listed_name


@dataclass(frozen=True, slots=True)
class RosterRow:
    """One person as read. `row` is the spreadsheet's row number; None and "" mean: the file does not say.

    rating 0 is "unrated", None is "not said". division is a short name of the event when its divisions were given.
    """

    row: int
    surname: str = ""
    given: str = ""
    member: str = ""
    club: str = ""
    school: str = ""
    division: str = ""
    rating: int | None = None
    birth_date: date | None = None
    birth_year: int | None = None
    consent: bool | None = None
    guardian: str = ""
    contact: str = ""
    team: str = ""
    klass: str = ""
    fixed_table: int | None = None
    seed: int | None = None
    gender: str = ""
    notes: str = ""

    @property
    def name(self) -> str:
        return listed_name(self.given, self.surname)

    @property
    def home(self) -> str:
        """The club or, when the file names only a school, the school."""
        return self.club or self.school


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A row that is nobody, or that somebody left out. code: total-row, section-row, foot-row, heading-again, row-beside,
    row-left.
    """

    row: int
    code: str
    text: str


@dataclass(frozen=True, slots=True)
class Roster:
    """A file as read: everybody in it, what was found, and how it was understood.

    columns: field -> heading as written. fields the file has no column for are not in it. sheets: of a workbook,
    the one that was read first. left: rows that are nobody. cells: row -> field -> what its cell says.
    """

    rows: tuple[RosterRow, ...]
    findings: tuple[RosterFinding, ...]
    columns: dict[str, str]
    heading_row: int
    source: dict[str, str] = field(default_factory=dict)
    sheets: tuple[str, ...] = ()
    left: tuple[LeftOut, ...] = ()
    cells: Mapping[int, Mapping[str, str]] = field(default_factory=dict)

    @property
    def errors(self) -> tuple[RosterFinding, ...]:
        return tuple(finding for finding in self.findings if finding.severity == Severity.ERROR)

    @property
    def refused(self) -> frozenset[int]:
        """Rows that cannot go in as they stand."""
        return frozenset(finding.row for finding in self.errors)
