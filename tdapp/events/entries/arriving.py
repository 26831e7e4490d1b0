"""Who is here and who is missing, as the check-in shows it, and whom its line means. One query, whatever the field."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from uuid import UUID

from django.utils.translation import gettext as _

from tdapp.events.models import Division, Entrant, Event, tell_apart
from tdapp.people.names import fits, fold, words_of

NAME, CLUB = "name", "club"
# So many names before "show all": a page of a thousand stays small.
FIRST_ROWS = 120
MOST_FOUND = 12
# The end of the address on a card; a scanner set to another keyboard garbles its signs, never its letters and digits.
CARD = re.compile(r"(?<![0-9a-z])([0-9a-f]{32})\W*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Group:
    """Those missing of one club or school (or all of them): as many rows as are shown, and how many there are."""

    key: str
    title: str
    rows: tuple[Entrant, ...]
    of: int


def expected(event: Event, division: Division | None) -> list[Entrant]:
    """Everybody entered, house players apart, in the order of names, two of one name told apart."""
    rows = Entrant.objects.filter(event=event, house=False).select_related("division__event", "club")
    found = list(rows.filter(division=division) if division else rows)
    tell_apart(found, public=False)
    return sorted(found, key=lambda row: (row.order, row.number))


def missing(rows: Sequence[Entrant], by: str, *, most: int | None = FIRST_ROWS) -> list[Group]:
    """Who is not here yet, in one group, or by club and school, those without one last; at most so many rows."""
    waiting = [row for row in rows if row.checked_in_at is None]
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


def named(event: Event, words: Sequence[str]) -> list[Entrant]:
    """Everybody whose name has these words (`words_of`), in the order of names; two of one name told apart."""
    rows = list(Entrant.objects.filter(event=event).select_related("division__event", "club"))
    tell_apart(rows, public=False)
    found = [row for row in rows if fits(words, row.surname, row.given)]
    return sorted(found, key=lambda row: (row.order, row.number))


def club_key(row: Entrant) -> str:
    """How a group's button names the club of somebody."""
    return str(row.club_id or "none")


def meant(rows: Sequence[Entrant], typed: str) -> list[Entrant]:
    """Whom the line may mean: words of the name in any order, without accents, case or particles; a number; a card."""
    if card := of_card(typed):
        return [row for row in rows if row.pk == card]
    number = typed.strip().lstrip("#")
    words = words_of(typed)
    return [row for row in rows if str(row.number) == number or fits(words, row.surname, row.given)]


def of_card(typed: str) -> UUID | None:
    """The entrant a card names; None for what is no card."""
    found = CARD.search(typed.strip())
    return UUID(hex=found[1]) if found else None
