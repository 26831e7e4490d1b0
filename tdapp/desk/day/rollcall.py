"""The second roll-call as its page shows it: who should still be here, who was seen, by club, by table or by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.events.entries.commands.entrants import last_published_of
from tdapp.events.models import Event, Person, Presence, RollCall, Slot, arrivals_of, tell_apart
from tdapp.people.names import fold, letter_of

CLUB, TABLE, NAME = "club", "table", "name"
ORDERS = (CLUB, TABLE, NAME)


@dataclass(frozen=True, slots=True)
class Expected:
    """Somebody who should still be here: where he last sat (0 nowhere), and whether he was seen."""

    entrant: Person
    table: int
    seen: bool

    @property
    def club(self) -> str:
        return self.entrant.club.name if self.entrant.club else ""


@dataclass(frozen=True, slots=True)
class Group:
    """A club, a table, or everybody under one letter."""

    title: str
    rows: tuple[Expected, ...]

    @property
    def waiting(self) -> tuple[Expected, ...]:
        return tuple(row for row in self.rows if not row.seen)


def open_one(event: Event) -> RollCall | None:
    """The roll-call that is open, if any."""
    return RollCall.objects.filter(event=event, closed_at=None).select_related("event").first()


def expected(event: Event, roll_call: RollCall | None) -> list[Expected]:
    """Everybody who was checked in, or sits in his division's newest round without that, and is not away from the next
    one; five queries.
    """
    gone = last_published_of(event)
    rows = arrivals_of(event, event.entrants.filter(house=False))
    absences = Presence.objects.filter(entrant__event=event).annotate(division=F("entrant__division"))
    away = {one.entrant_id for one in absences if one.covers(gone.get(one.division, 0) + 1)}
    seen = set(roll_call.marks.values_list("entrant_id", flat=True)) if roll_call else set()
    tables = _tables(event, gone)
    people = sorted(rows, key=lambda row: (row.order, row.number))
    tell_apart(people, public=False)
    return [
        Expected(row, tables.get(str(row.pk), 0), row.pk in seen)
        for row in people
        if (row.checked_in_at or str(row.pk) in tables) and row.pk not in away
    ]


def _tables(event: Event, gone: dict[object, int]) -> dict[str, int]:
    """Where each one sits in the newest round of his division."""
    rows = Slot.objects.filter(round__division__event=event, kind=Slot.Kind.SEAT)
    rows = rows.filter(round__number__in=set(gone.values())).order_by()
    facts = rows.values_list("entrant", "round__division", "round__number", "table__number")
    return {str(who): table for who, division, number, table in facts if gone.get(division) == number}


def groups(rows: Iterable[Expected], by: str) -> list[Group]:
    """The rows by club, by table or by first letter, each group in the order people are looked for."""
    if by == TABLE:
        return _grouped(sorted(rows, key=lambda row: row.table), lambda row: _table(row.table))
    if by == CLUB:
        found = sorted(rows, key=lambda row: (not row.club, fold(row.club)))
        return _grouped(found, lambda row: row.club or _("no club"))
    return _grouped(rows, lambda row: letter_of(row.entrant.order))


def _table(number: int) -> str:
    return _("Table %(table)s") % {"table": number} if number else _("without a table")


def _grouped(rows: Iterable[Expected], title: Callable[[Expected], str]) -> list[Group]:
    return [Group(name, tuple(found)) for name, found in groupby(rows, key=title)]
