"""Who is here and who is missing, as the check-in shows it, and whom its line means. One query, whatever the field."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from tdapp.events.entries.commands.presence import NOT_CHECKED_IN
from tdapp.events.models import (
    Division,
    Entrant,
    Event,
    Named,
    Person,
    Presence,
    arrivals_of,
    entrants_of,
    tell_apart,
)
from tdapp.people.names import fits, fold, words_of

NAME, CLUB = "name", "club"
# So many names before "show all": a page of a thousand stays small.
FIRST_ROWS = 120
MORE_ROWS = 230
MOST_FOUND = 12
# The end of the address on a card; a scanner set to another keyboard garbles its signs, never its letters and digits.
CARD = re.compile(r"(?<![0-9a-z])([0-9a-f]{32})\W*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Group:
    """Those missing of one club or school (or all of them): as many rows as are shown, and how many there are."""

    key: str
    title: str
    rows: tuple[Person, ...]
    of: int


def expected(event: Event, division: Division | None) -> list[Person]:
    """Everybody entered, house players apart, in the order of names, two of one name told apart; two queries."""
    rows = event.entrants.filter(house=False, **({"division": division} if division else {}))
    found = arrivals_of(event, rows)
    tell_apart(found, public=False)
    return sorted(found, key=lambda row: (row.order, row.number))


@dataclass(frozen=True, slots=True)
class Away:
    """Who is not here and not waited for: `marked` for not being checked in, the others announced it or withdrew."""

    marked: frozenset[UUID]
    others: frozenset[UUID]

    def __contains__(self, row: Person) -> bool:
        return row.pk in self.marked or row.pk in self.others


def away(event: Event, last: Mapping[Any, int]) -> Away:
    """Whoever is not checked in and away from the next round; `last`: the newest posted round by division. One query."""
    rows = Presence.objects.filter(entrant__event=event, entrant__house=False, entrant__checked_in_at=None)
    covering = [
        row for row in rows.select_related("entrant") if row.covers(last.get(row.entrant.division_id, 0) + 1)
    ]
    marked = frozenset(row.entrant_id for row in covering if row.reason == NOT_CHECKED_IN)
    return Away(marked, frozenset(row.entrant_id for row in covering) - marked)


def missing(rows: Sequence[Person], gone: Away, by: str, *, most: int | None = FIRST_ROWS) -> list[Group]:
    """Who is waited for, in one group, or by club and school, those without one last; at most so many rows."""
    waiting = waited_for(rows, gone)
    if by != CLUB:
        return [Group("all", "", tuple(waiting[:most]), len(waiting))] if waiting else []
    ordered = sorted(waiting, key=lambda row: (row.club is None, fold(row.club.name) if row.club else ""))
    found, left = list[Group](), most
    for key, members in groupby(ordered, key=club_key):
        group = tuple(members)
        title = group[0].club.name if group[0].club else _("no club")
        found.append(Group(key, title, group[:left], len(group)))
        left = None if left is None else max(left - len(group), 0)
    return found


def waited_for(rows: Sequence[Person], gone: Away) -> list[Person]:
    """Who is neither here nor known to be away."""
    return [row for row in rows if row.checked_in_at is None and row not in gone]


def named(event: Event, words: Sequence[str]) -> list[Entrant]:
    """Everybody whose name has these words (`words_of`), in the order of names; two of one name told apart."""
    rows = entrants_of(event)
    tell_apart(rows, public=False)
    found = [row for row in rows if fits(words, row.surname, row.given)]
    found = found or [row for row in rows if _fits_with_club(words, row)]
    return sorted(found, key=lambda row: (row.order, row.number))


def club_key(row: Person) -> str:
    """How a group's button names the club of somebody."""
    return str(row.club_id or "none")


def meant(rows: Sequence[Person], typed: str) -> list[Person]:
    """Whom the line may mean: words of the name in any order, without accents, case or particles; a number; a card.

    Where nobody has such a name, words of the club or school may stand beside those of the name.
    """
    if card := of_card(typed):
        return [row for row in rows if row.pk == card]
    number = typed.strip().lstrip("#")
    words = words_of(typed)
    found = [row for row in rows if str(row.number) == number or fits(words, row.surname, row.given)]
    return found or [row for row in rows if _fits_with_club(words, row)]


def _fits_with_club(words: Sequence[str], row: Named) -> bool:
    """Whether all words are of the name or the club, as a list shows them: "maria rizal", "Santos, Maria (Rizal ES)"."""
    called = any(fits([word], row.surname, row.given) for word in words)
    return called and row.club is not None and fits(words, row.surname, row.given, row.club.name)


def of_card(typed: str) -> UUID | None:
    """The entrant a card names; None for what is no card."""
    found = CARD.search(typed.strip())
    return UUID(hex=found[1]) if found else None
