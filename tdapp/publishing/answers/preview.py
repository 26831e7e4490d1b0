"""What a page of the hall says of itself to chats and feed readers: its whole address, the picture beside a link, the feed."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from tdapp.kernel.pages.shells import root_of
from tdapp.publishing.answers.sports_event import sports_event
from tdapp.publishing.released.parts import Part
from tdapp.publishing.released.public_access import EventDoor


@dataclass(frozen=True, slots=True)
class Preview:
    """`address` and `card` are whole addresses, "" where the installation has none that everybody reaches; `told` stands
    below the title; `data`: the event for search engines, on its first page.
    """

    feed: str
    told: str
    address: str = ""
    card: str = ""
    data: str = ""


def of_page(request: HttpRequest, event: EventDoor, part: Part, told: str) -> Preview:
    """Of a page that is made of `part`; of the whole event's the picture is that of its first division with anything out."""
    feed, root = reverse("publishing:feed", args=(event.slug,)), root_of(request)
    if not root:
        return Preview(feed, told)
    out = [row.slug for row in event.divisions if (row.shown or row.released) and part.name in ("", row.slug)]
    card = root + reverse("publishing:preview", args=(event.slug, out[0])) if out else ""
    address = root + request.path
    at_home = request.path == reverse("publishing:home", args=(event.slug,))
    return Preview(feed, told, address, card, sports_event(event, address) if at_home else "")
