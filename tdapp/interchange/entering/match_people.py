"""Who of a file is who of a list: what rows and entries say of somebody, and when one name may correct another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from tdapp.interchange.roster.rows import RosterRow
from tdapp.people.matching import TEMPORARY, Evidence, Pairs
from tdapp.people.names import fold, listed_name


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody already there: an entrant of the event (`division` set) or a player it could enter (`division` "").

    id is opaque. fixed: the entry cannot change division any more.
    """

    id: str
    surname: str
    given: str = ""
    member: str = ""
    club: str = ""
    division: str = ""
    rating: int = 0
    team: str = ""
    klass: str = ""
    fixed_table: int | None = None
    birth_date: date | None = None
    birth_year: int | None = None
    consent: bool = False
    guardian: str = ""
    contact: str = ""
    gender: str = ""
    notes: str = ""
    fixed: bool = False

    @property
    def name(self) -> str:
        return listed_name(self.given, self.surname)

    @property
    def year(self) -> int | None:
        return self.birth_date.year if self.birth_date else self.birth_year

    @property
    def number(self) -> str:
        """The member number, "" while it is a temporary one."""
        number = self.member.casefold()
        return "" if number.startswith(TEMPORARY) else number


class Meeting:
    """Who of the file is who of the list."""

    def __init__(self, rows: Sequence[RosterRow], known: Sequence[Known]) -> None:
        pairs = Pairs(
            [_of_row(row) for row in rows],
            [_of_known(one) for one in known],
            lambda at, other: _distance(rows[at], known[other]),
        )
        self._found = {rows[at].row: known[other] for at, other in pairs.found.items()}
        self.taken = {one.id for one in self._found.values()}

    def of(self, row: RosterRow) -> Known | None:
        return self._found.get(row.row)


def _of_row(row: RosterRow) -> Evidence:
    year = row.birth_date.year if row.birth_date else row.birth_year
    return Evidence(row.member.casefold(), fold(row.name), fold(row.home), year or 0)


def _of_known(one: Known) -> Evidence:
    return Evidence(one.member.casefold(), fold(one.name), fold(one.club), one.year or 0)


def _distance(row: RosterRow, one: Known) -> int:
    pairs = (
        (row.division, one.division),
        (row.rating, one.rating),
        (row.given, one.given),
        (row.team, one.team),
    )
    return sum(bool(new) and new != old for new, old in pairs)


def alike(row: RosterRow, known: Known) -> bool:
    """Whether two names share the surname or the given name: then one may correct the other."""
    same_surname = bool(row.surname) and fold(row.surname) == fold(known.surname)
    return same_surname or (bool(row.given) and fold(row.given) == fold(known.given))
