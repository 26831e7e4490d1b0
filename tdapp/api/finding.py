"""Divisions and rounds of an event, as addresses name them."""

from __future__ import annotations

from tdapp.events.models import Division, Event, Round
from tdapp.kernel.managers import find


def division_of(event: Event, slug: str) -> Division:
    """The event's division of this short name, or Missing."""
    return find(event.divisions.select_related("event"), slug=slug)


def round_of(event: Event, division: str, number: int) -> Round:
    """The round of this number, or Missing; a round not published is missing to those who cannot pair."""
    rows = Round.objects.filter(division__event=event, division__slug=division).exclude(status="planned")
    return find(rows.select_related("division__event"), number=number)
