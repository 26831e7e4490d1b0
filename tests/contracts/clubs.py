"""A club for the contracts, which runs the event of its world."""

from __future__ import annotations

from tdapp.events.models import Event
from tdapp.people.models import ClubHome
from tests import factories as f


def club(slug: str, event: Event) -> ClubHome:
    """The club, with the event."""
    home = f.club(slug)
    Event.objects.filter(pk=event.pk).update(host=home.club)
    event.refresh_from_db()
    return home
