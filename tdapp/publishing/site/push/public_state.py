"""What is public of an event, as one digest: it changes when a page of the website does."""

from __future__ import annotations

import hashlib

from tdapp.events.models import Event
from tdapp.kernel.refusals import Missing
from tdapp.publishing.models import PushPlace
from tdapp.publishing.released import parts, public_access

NOTHING = ""


def of(event: Event) -> str:
    """The digest; "" while nothing is public."""
    try:
        door = public_access.open_event(event.slug)
    except Missing:
        return NOTHING
    return hashlib.sha256(repr(parts.of_event(door)[""]).encode()).hexdigest()


def wanted(place: PushPlace) -> str:
    """What is to stand at a place, as a digest."""
    if place.down:
        return NOTHING
    state = of(place.event)
    told = f"{state} {place.base} {place.on_disk}"
    return hashlib.sha256(told.encode()).hexdigest() if state else NOTHING
