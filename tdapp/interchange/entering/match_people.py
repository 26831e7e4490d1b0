"""Who of a file is who of a list: by member number, then by name, club and birth year, then where one side says less."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import islice

from tdapp.interchange.roster.rows import RosterRow
from tdapp.people.names import fold, listed_name

TEMPORARY = "t-"
# Of people who cannot be told apart by their key so many are compared with a row: a file of one name stays linear.
MOST_ALIKE = 20


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
    """Who of the file is who of the list: by number, then by the whole key, then where one side says less."""

    def __init__(self, rows: Sequence[RosterRow], known: Sequence[Known]) -> None:
        self._found: dict[int, Known] = {}
        self._known, self.taken = known, set[str]()
        self._by(rows, lambda row: row.member.casefold(), lambda one: one.member.casefold())
        self._by(rows, row_key, known_key)
        self._by_name_alone(rows)

    def of(self, row: RosterRow) -> Known | None:
        return self._found.get(row.row)

    def _by(
        self,
        rows: Sequence[RosterRow],
        key_of_row: Callable[[RosterRow], Hashable],
        key_of_known: Callable[[Known], Hashable],
    ) -> None:
        waiting: dict[Hashable, list[Known]] = defaultdict(list)
        for one in self._known:
            if one.id not in self.taken and (key := key_of_known(one)):
                waiting[key].append(one)
        for row in rows:
            if row.row in self._found:
                continue
            alike = islice(waiting.get(key_of_row(row), ()), MOST_ALIKE)
            if candidates := [one for one in alike if self._may(row, one)]:
                best = min(candidates, key=lambda one: _distance(row, one))
                self._take(row, best)
                waiting[key_of_row(row)].remove(best)

    def _by_name_alone(self, rows: Sequence[RosterRow]) -> None:
        """One row and one entry of a name, club or birth year silent on one side: the same person."""
        names: dict[str, list[RosterRow]] = defaultdict(list)
        for row in rows:
            if row.row not in self._found:
                names[fold(row.name)].append(row)
        unmet: dict[str, list[Known]] = defaultdict(list)
        for one in self._known:
            if one.id not in self.taken:
                unmet[fold(one.name)].append(one)
        for name, alone in names.items():
            left = unmet.get(name, [])
            if (
                len(alone) == len(left) == 1
                and self._may(alone[0], left[0])
                and _no_conflict(alone[0], left[0])
            ):
                self._take(alone[0], left[0])

    def _may(self, row: RosterRow, one: Known) -> bool:
        """Two different member numbers are two people, whatever their names; a temporary one may give way."""
        said, kept = row.member.casefold(), one.member.casefold()
        return (
            not said or said == kept or said.startswith(TEMPORARY) != kept.startswith(TEMPORARY) or not kept
        )

    def _take(self, row: RosterRow, one: Known) -> None:
        self._found[row.row] = one
        self.taken.add(one.id)


def row_key(row: RosterRow) -> tuple[str, str, int]:
    """Name, club, birth year (0 unknown) of a row, folded."""
    return fold(row.name), fold(row.home), _year(row) or 0


def known_key(one: Known) -> tuple[str, str, int]:
    """The same of somebody known."""
    return fold(one.name), fold(one.club), one.year or 0


def _year(row: RosterRow) -> int | None:
    return row.birth_date.year if row.birth_date else row.birth_year


def _no_conflict(row: RosterRow, one: Known) -> bool:
    (_name, club, year), (_other, club_known, year_known) = row_key(row), known_key(one)
    return (not club or not club_known or club == club_known) and (
        not year or not year_known or year == year_known
    )


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
