"""How a push went, kept with its place."""

from __future__ import annotations

from typing import Any

from tdapp.events.day import notices
from tdapp.events.models import Event
from tdapp.kernel import clock
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.publishing.models import PushPlace
from tdapp.publishing.site.push import faults

NEEDS = "standings.release"
# Tries in vain, about ten minutes of them, until every page says so.
LONG = 4


@command("push.sent", "website sent", needs=NEEDS)
def note_sent(ctx: Context, place: PushPlace, *, held: str, told: dict[str, int]) -> Change:
    """The place acknowledged what was public under `held`."""
    facts: dict[str, Any] = {
        "held": held, "sent_at": clock.now(), "told": told, "fault": {}, "failures": 0, "failing_since": None,
        "next_at": None, "waiting_since": None, "offered_key": "",
    }  # fmt: skip
    PushPlace.objects.filter(pk=place.pk).update(**facts)
    tell(place.event)
    return Change(told, str(place), None, told)


@command("push.stopped", "website not sent", needs=NEEDS)
def note_fault(ctx: Context, place: PushPlace, *, fault: dict[str, Any], facts: dict[str, Any]) -> Change:
    """It stopped by another fault than before, or has been stopping for long."""
    PushPlace.objects.filter(pk=place.pk).update(fault=fault, **facts)
    tell(place.event)
    return Change({"code": fault["code"]}, str(place), {"code": place.fault.get("code", "")}, fault)


def tell(event: Event) -> None:
    """Every page of the desk names the places that wait for a person or have not been reached for a while."""
    rows = PushPlace.objects.filter(event=event).exclude(fault={})
    failing = [row.name for row in rows if row.failures >= LONG or not faults.is_passing(row.fault)]
    if failing:
        notices.keep(event, push_fault=", ".join(failing))
    else:
        notices.drop(event, "push_fault")
