"""What is out of an event, part by part, as digests that tell when a page must be made anew."""

from __future__ import annotations

import hashlib
from dataclasses import replace

from tdapp.publishing.released.board import digest_of
from tdapp.publishing.released.public_access import EventDoor


def of_event(event: EventDoor) -> dict[str, str]:
    """What is out of each division as a digest, by its short name; "" for all of the event. A page whose digest stayed the
    same says the same, games that are replayed included.
    """
    shell = repr(replace(event, divisions=()))
    told = {
        row.slug: [shell, *(other.name for other in event.divisions), row.games, digest_of(row)]
        for row in event.divisions
    }
    told[""] = [shell, *(repr(told[row.slug]) for row in event.divisions)]
    return {slug: hashlib.sha256(repr(facts).encode()).hexdigest()[:16] for slug, facts in told.items()}
