"""An event of the demo on its way: made in the bin, filled, brought out whole. Nobody sees half of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any

from tdapp.demo.making.cast import Somebody
from tdapp.events.entries.commands.entrants import add_entrant, seed_division
from tdapp.events.models import Division, Event
from tdapp.events.setup.commands.creating import create_event
from tdapp.events.setup.commands.editing import delete_event, undelete_event
from tdapp.kernel import clock, context
from tdapp.kernel.commands import Installation
from tdapp.kernel.context import Context

PLAN = "swiss 1-6, koth 7"
WHY = "The demo is being made"


def begun(
    ctx: Context, *, name: str, slug: str, venue: str, day: date, divisions: Sequence[dict[str, Any]]
) -> Event:
    """The event with nobody in it, in the bin. Its short name is another one where somebody has it."""
    free = slug if not Event.objects.filter(slug=slug).exists() else ""
    told = create_event(
        ctx, Installation(), name=name, slug=free, venue=venue, starts_on=day, divisions=divisions, demo=True
    )
    event = Event.objects.get(slug=told["slug"])
    delete_event(inside(ctx, event), event, typed_name=event.name, reason=WHY)
    return event


def inside(ctx: Context, event: Event) -> Context:
    """The program at the event."""
    return context.system(event.scope_key, via=ctx.via)


def division(event: Event, slug: str) -> Division:
    """A division as commands want it."""
    return event.divisions.select_related("event").get(slug=slug)


def enter(ctx: Context, row: Division, people: Iterable[Somebody], at: datetime, **more: Any) -> None:
    """Enter people, here already, and number them by rating."""
    with clock.at(at):
        for one in people:
            add_entrant(ctx, row, **{**one.entry(), **more})
        seed_division(ctx, row)


def bring_out(ctx: Context, event: Event) -> None:
    """Let everybody see the event."""
    undelete_event(inside(ctx, event), event, reason=WHY)
