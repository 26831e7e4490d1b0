"""The logo and the colour of an event or a club, as they are answered; Missing without one."""

from __future__ import annotations

from django.http import HttpResponse

from tdapp.people.models import ClubHome
from tdapp.publishing.look import style_sheet
from tdapp.publishing.models import EventLook
from tdapp.publishing.released.public_access import nothing_here

# In public the address carries the version of the look, so a newer one is asked for at once; a desk keeps none.
PUBLIC, DESK = "public, max-age=86400", "private, no-store"


def picture(row: EventLook | ClubHome, kept: str) -> HttpResponse:
    """The logo."""
    if not row.logo:
        raise nothing_here()
    headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": kept}
    return HttpResponse(row.png, "image/png", headers=headers)


def sheet(row: EventLook | ClubHome, kept: str) -> HttpResponse:
    """The colour as a style sheet."""
    if not row.colour:
        raise nothing_here()
    headers = {"Cache-Control": kept}
    return HttpResponse(style_sheet.of(row.colour), "text/css; charset=utf-8", headers=headers)
