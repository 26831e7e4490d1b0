"""Names on a screen: as on the sheets in the hall, so that both are read in one order."""

from __future__ import annotations

from collections.abc import Iterable

from tdapp.publishing.released.board import Person


def in_order(people: Iterable[Person]) -> list[Person]:
    """By name, as printed."""
    return sorted(people, key=lambda person: (person.sort, person.number))
