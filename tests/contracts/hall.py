"""A hall at work: what the Hall page and the pages behind it stand on."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from tdapp.events.day.commands import announcements, clocking
from tdapp.events.day.commands.day_plan import set_day_plan
from tdapp.events.entries.commands import roll_calls
from tdapp.events.models import Division, Event, RollCall
from tests import factories as f


def at_work(event: Event, row: Division) -> dict[str, Any]:
    """A clock that runs, a day plan, an announcement, an open roll-call, and one of the division who left."""
    program, entrant = f.program(event), row.entrants.order_by("-number")[0]
    rounds = max(one.rounds_planned for one in event.divisions.all())
    set_day_plan(program, event, line=f"09:00 r1-{rounds}; prizes", seen=0)
    newest = row.rounds.filter(status="published").order_by("-number")[0]
    clocking.start(program, event, rounds={str(newest.pk): 0})
    roll_calls.open_roll_call(program, event)
    left = roll_calls.leave_together(program, event, entrants=[str(entrant.pk)], intent="unscored", sure=True)
    said = announcements.post(program, event, text="Bring a pencil.", text_fil="Magdala ng lapis.")
    return {
        "clock_round": newest, "leaving": UUID(left["id"]), "announcement": UUID(said["id"]),
        "roll_call": RollCall.objects.get(event=event).pk,
    }  # fmt: skip
