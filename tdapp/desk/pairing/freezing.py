"""The last rounds of a division that the public does not see before the prize giving.

Results are entered and standings counted as ever. What leaves the desk for the public (pages, screens, phones, the
public files) asks `bound` and goes no further.
"""

from __future__ import annotations

from dataclasses import dataclass

from tdapp.desk.models import Freeze
from tdapp.events.models import Division, Event


@dataclass(frozen=True, slots=True)
class Held:
    """A division with what is kept back of it: the last `last` rounds, so that the public sees at most `bound`."""

    division: Division
    last: int
    bound: int


def of_division(division: Division) -> Held | None:
    """What is kept back of a division now; None when nothing is. One query."""
    row = Freeze.objects.filter(division=division, unveiled_at=None).first()
    if row is None:
        return None
    return Held(division, row.last, max(0, division.rounds_planned - row.last))


def bound(division: Division) -> int | None:
    """The newest round the public may see anything of; None: no bound."""
    held = of_division(division)
    return held.bound if held else None


def of_event(event: Event) -> list[Held]:
    """Every division of an event of which something is kept back; one query."""
    rows = Freeze.objects.filter(division__event=event, unveiled_at=None).select_related("division")
    return [
        Held(row.division, row.last, max(0, row.division.rounds_planned - row.last))
        for row in rows.order_by("division__order")
    ]
