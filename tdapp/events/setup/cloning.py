"""What next year's event takes over beside its divisions' fields: each room says it for its own tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from tdapp.events.entries.wishes import PERSONAL
from tdapp.events.models import Division, Event, as_data
from tdapp.events.models.hall import DayPlan, RoundTime
from tdapp.kernel.ports import Port

Twins = dict[UUID, Division]
# source, the new event, its divisions by the id of the source's -> how many rows were taken over
Carry = Callable[[Event, Event, Twins], int]
# What each room takes over, by how the log calls it.
CARRIED: Port[Mapping[str, Carry]] = Port("what does an event that is held again take over")


def carry(source: Event, event: Event, twins: Twins) -> dict[str, int]:
    """Take everything over, inside a transaction; what there was of each kind. Nothing that names a person goes along."""
    carries = dict(item for room in CARRIED for item in room.items())
    told = {name: carries[name](source, event, twins) for name in sorted(carries)}
    return {name: count for name, count in told.items() if count}


def again(rows: QuerySet[Any], names: tuple[str, ...], twins: Twins, event: Event | None = None) -> int:
    """The rows once more with these fields, under the new event or the twin of their division; how many."""
    place = {"event": event} if event else {}
    made = [rows.model(**place, **_twin(row, twins), **as_data(row, *names)) for row in rows]
    return len(rows.model._default_manager.bulk_create(made))


def _twin(row: Any, twins: Twins) -> dict[str, Division]:
    """Where a row of a division goes; {} for one of the whole event."""
    of_division = getattr(row, "division_id", None)
    return {"division": twins[of_division]} if of_division else {}


def _day_plan(source: Event, event: Event, twins: Twins) -> int:
    return again(DayPlan.objects.filter(event=source).exclude(line=""), ("line",), twins, event)


def _round_times(source: Event, event: Event, twins: Twins) -> int:
    return again(RoundTime.objects.filter(division__event=source), ("minutes", "last_turn"), twins)


def _wishes(source: Event, event: Event, twins: Twins) -> int:
    count = 0
    for row in source.divisions.all():
        kept = {name: value for name, value in row.wishes.items() if name not in PERSONAL}
        if kept:
            count += Division.objects.filter(pk=twins[row.pk].pk).update(wishes=kept)
    return count


OWN: dict[str, Carry] = {
    "day plan": _day_plan,
    "round times": _round_times,
    "what divisions play for": _wishes,
}
