"""Every division at a glance: who is here, and of each round how many tables are in and confirmed; three queries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q

from tdapp.events.models import Division, Entrant, Event, Round


@dataclass(frozen=True, slots=True)
class RoundState:
    """One published round: how many tables it has, how many are in, how many of those are confirmed."""

    number: int
    status: str
    tables: int
    entered: int
    confirmed: int

    @property
    def out(self) -> int:
        return self.tables - self.entered

    @property
    def to_confirm(self) -> int:
        return self.entered - self.confirmed


@dataclass(frozen=True, slots=True)
class DivisionState:
    """A division with what the desk needs at a glance."""

    row: Division
    entrants: int
    present: int
    rounds: tuple[RoundState, ...]

    @property
    def last(self) -> RoundState | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def open(self) -> tuple[RoundState, ...]:
        return tuple(item for item in self.rounds if item.status == Round.Status.PUBLISHED)

    @property
    def missing(self) -> int:
        return self.entrants - self.present


def states(event: Event) -> list[DivisionState]:
    """Every division of the event with its counts; three queries."""
    rounds = _rounds(event)
    heads = {row["division"]: row for row in _heads(event)}
    nobody = {"total": 0, "present": 0}
    return [
        DivisionState(row, found["total"], found["present"], tuple(rounds.get(row.pk, ())))
        for row in event.divisions.all()
        for found in [heads.get(row.pk, nobody)]
    ]


def _heads(event: Event) -> Any:
    rows = Entrant.objects.filter(event=event, house=False).order_by()
    return rows.values("division").annotate(total=Count("pk"), present=Count("checked_in_at"))


def _rounds(event: Event) -> dict[Any, list[RoundState]]:
    current, counts = Q(tables__results__is_current=True), Q(tables__results__in_force=True)
    rows = Round.objects.filter(division__event=event).exclude(status=Round.Status.PLANNED).order_by("number")
    facts = rows.annotate(
        all=Count("tables", distinct=True),
        entered=Count("tables", filter=current, distinct=True),
        confirmed=Count("tables", filter=current & counts, distinct=True),
    ).values_list("division", "number", "status", "all", "entered", "confirmed")
    found: dict[Any, list[RoundState]] = {}
    for division, number, status, tables, entered, confirmed in facts:
        found.setdefault(division, []).append(RoundState(number, status, tables, entered, confirmed))
    return found
