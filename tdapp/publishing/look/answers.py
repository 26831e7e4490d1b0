"""The logo and the colour of an event or a club, as they are answered; Missing without one."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse

from tdapp.people.models import ClubHome
from tdapp.publishing.look import style_sheet
from tdapp.publishing.models import EventLook
from tdapp.publishing.released.public_access import nothing_here

Look = EventLook | ClubHome


def of_event(event: UUID) -> tuple[Look | None, Look | None]:
    """Whose colour and whose logo an event's public pages have: its own, else those of its club's public page."""
    own = EventLook.objects.filter(event=event).first()
    home = ClubHome.objects.filter(club__events=event, public=True).first()
    known: list[Look] = [row for row in (own, home) if row is not None]
    return next((row for row in known if row.colour), None), next((row for row in known if row.logo), None)


# In public the address carries the version of the look, so a newer one is asked for at once; a desk keeps none.
PUBLIC, DESK = "public, max-age=86400", "private, no-store"


def picture(row: Look | None, kept: str) -> HttpResponse:
    """The logo."""
    if row is None or not row.logo:
        raise nothing_here()
    headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": kept}
    return HttpResponse(row.png, "image/png", headers=headers)


def sheet(row: Look | None, kept: str) -> HttpResponse:
    """The colour as a style sheet."""
    if row is None or not row.colour:
        raise nothing_here()
    headers = {"Cache-Control": kept}
    return HttpResponse(style_sheet.of(row.colour), "text/css; charset=utf-8", headers=headers)
