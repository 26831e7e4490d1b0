"""Where an event's pages are found, and which other websites may show them."""

from __future__ import annotations

from django.db.models import F

from tdapp.events.models import Event
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.publishing.embed import origins
from tdapp.publishing.models import EventWebsite
from tdapp.publishing.site import web_address

NEEDS = "standings.release"


@command("event.web_address", "address of the event's website said", needs=NEEDS)
def set_address(ctx: Context, event: Event, *, address: str) -> Change:
    """Say where everybody finds the event's public pages, "" nowhere. Refuses 422 what is no address."""
    told = {"address": web_address.read(address)}
    row = EventWebsite.objects.get_or_create(event=event)[0]
    EventWebsite.objects.filter(pk=row.pk).update(version=F("version") + 1, **told)
    return Change(told, str(event), {"address": row.address}, told)


@command("event.frames", "websites named that may show the event's pages", needs=NEEDS)
def set_frames(ctx: Context, event: Event, *, websites: str, seen: int) -> Change:
    """Name the websites that may show the pages in a frame, one a line. Refuses as `origins.read`; 409 stale."""
    told = {"frames": origins.read(websites)}
    row = EventWebsite.objects.get_or_create(event=event)[0]
    if not EventWebsite.objects.filter(pk=row.pk, version=seen).update(version=F("version") + 1, **told):
        raise origins.stale(row.frames)
    return Change(told, str(event), {"frames": row.frames}, told)
