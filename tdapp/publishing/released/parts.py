"""What is out of an event, part by part, as digests that tell when a page must be made anew."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import NamedTuple

from tdapp.publishing.released import prizes
from tdapp.publishing.released.board import digest_of
from tdapp.publishing.released.public_access import DivisionDoor, EventDoor

# The name of the whole event among its parts.
WHOLE = ""


class Part(NamedTuple):
    """What a page is made of: the short name of a division, or WHOLE, and the digest of what is out of it. It is asked for
    before the page is made, so that a page is never older than it says.
    """

    name: str
    version: str


def of_event(event: EventDoor) -> dict[str, str]:
    """What is out of each division as a digest, by its short name; "" for all of the event. A page whose digest stayed the
    same says the same, games that are replayed included.
    """
    told = {row.slug: of_division(event, row).version for row in event.divisions}
    return {WHOLE: _digest([_shell(event), *told.values(), prizes.stamp(event)]), **told}


def of_division(event: EventDoor, row: DivisionDoor) -> Part:
    """What is out of one division."""
    names = [other.name for other in event.divisions]
    return Part(row.slug, _digest([_shell(event), *names, row.games, digest_of(row)]))


def of_whole(event: EventDoor) -> Part:
    """What is out of the event."""
    return Part(WHOLE, of_event(event)[WHOLE])


def _shell(event: EventDoor) -> str:
    return repr(replace(event, divisions=()))


def _digest(facts: list[str]) -> str:
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]
