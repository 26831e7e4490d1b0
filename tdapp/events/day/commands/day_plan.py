"""The day plan: kept as its line, checked before."""

from __future__ import annotations

from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _

from tdapp.events.day import schedule
from tdapp.events.models import Event
from tdapp.events.models.hall import DayPlan
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict, Refusal

LONGEST = 1000


@command("event.day_plan", "day plan set", needs="hall.plan")
def set_day_plan(ctx: Context, event: Event, *, line: str, seen: int) -> Change:
    """Keep a day plan; an empty line takes it away. 422 with a sentence for each mistake, 409 when it changed meanwhile."""
    rounds: Any = event.divisions.aggregate(last=Max("rounds_planned"))["last"]
    found = schedule.read(line, rounds or 0)
    if found.faults:
        raise Refusal("bad-day-plan", *found.faults)
    if len(found.line) > LONGEST:
        raise Refusal("too-long", _("A day plan has at most %(most)s letters.") % {"most": LONGEST})
    row, _made = DayPlan.objects.get_or_create(event=event, defaults={"version": 0})
    if not DayPlan.objects.filter(pk=row.pk, version=seen).update(line=found.line, version=seen + 1):
        sentence = _(
            "Somebody else changed the day plan meanwhile. Look again; what you typed is still here."
        )
        raise Conflict("stale", sentence, stored=row.line)
    told = {"line": found.line, "version": seen + 1}
    return Change(told, str(event), {"line": row.line}, {"line": found.line})
