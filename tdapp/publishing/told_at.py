"""When what a calendar shows of an event last changed: by its log, so that a file made anew without a change stays as it is."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from tdapp.events.models import Event
from tdapp.kernel.commands import REGISTRY
from tdapp.kernel.models import AuditEntry

# Name, days, place and how one enters.
OF_EVENT = ("event.edit", "event.entering")
# What commands need that may move the hours of what is still to come: the plan, clocks, rounds, and results, by which a round
# is over.
MOVES = frozenset(
    {"hall.plan", "hall.clock", "division.edit", "pair.publish", "pair.recall", "table.as_played"}
    | {"result.enter", "result.confirm", "result.correct", "claim.make"}
)


@dataclass(frozen=True, slots=True)
class ToldAt:
    """`event`: when its name, days, place or way to enter was last changed; `hours`: when those of its day plan may have."""

    event: datetime
    hours: datetime


def told_at(slug: str) -> ToldAt:
    """By the log; of an event that nobody changed, the moment it was made. Three queries."""
    row = Event.objects.only("created_at").get(slug=slug)
    entries = AuditEntry.objects.filter(scope=row.scope_key, refused="").order_by()
    edited = entries.filter(intent__in=OF_EVENT).aggregate(at=Max("at"))["at"] or row.created_at
    moved = entries.filter(intent__in=_moving()).aggregate(at=Max("at"))["at"] or edited
    return ToldAt(edited, max(edited, moved))


@functools.cache
def _moving() -> tuple[str, ...]:
    return tuple(sorted(intent for intent, known in REGISTRY.items() if known.needs in MOVES))
