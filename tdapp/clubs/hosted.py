"""The events a club runs, as far as an office there opens them."""

from __future__ import annotations

from django.db.models import QuerySet

from tdapp.events.models import Event
from tdapp.kernel.context import Context
from tdapp.kernel.permissions import at_club_events
from tdapp.people.models import ClubHome


def reached(ctx: Context) -> bool:
    """Whether who asks works at the club's events, drafts included."""
    return bool(at_club_events(ctx.roles)) or "system" in ctx.roles


def events_of(ctx: Context, home: ClubHome) -> QuerySet[Event]:
    """Them, and for who does not work there those with a public page alone."""
    rows = Event.objects.filter(host=home.club_id, deleted_at=None)
    return rows if reached(ctx) else rows.filter(public=True)
