"""What an event that is held again takes over of its screens: names and looks, not what they showed last."""

from __future__ import annotations

from tdapp.events.models import Event
from tdapp.events.setup.cloning import Carry, Twins, again
from tdapp.publishing.entering import telling
from tdapp.publishing.models import EventEntering, EventLook, EventWebsite, HallScreen

LOOK = ("slug", "name", "divisions", "zoom", "theme", "language", "seconds")


def _screens(source: Event, event: Event, twins: Twins) -> int:
    return again(HallScreen.objects.filter(event=source), LOOK, twins, event)


def _look(source: Event, event: Event, twins: Twins) -> int:
    return again(EventLook.objects.filter(event=source), ("colour", "logo", "width", "height"), twins, event)


def _website(source: Event, event: Event, twins: Twins) -> int:
    return again(EventWebsite.objects.filter(event=source), ("address", "frames"), twins, event)


def _entering(source: Event, event: Event, twins: Twins) -> int:
    """Neither the day entries close, which was that of the earlier event, nor whom to ask, which may name a person."""
    kept = tuple(name for name in telling.FIELDS if name not in {"deadline", "enquiries"})
    return again(EventEntering.objects.filter(event=source), kept, twins, event)


CARRIED: dict[str, Carry] = {"screens": _screens, "look": _look, "website": _website, "entering": _entering}
