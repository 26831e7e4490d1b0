"""What a page of the site says of itself to programs: title, address, languages, a picture for link previews. Pure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import mark_safe

from tdapp.publishing.entering.telling import Entering
from tdapp.publishing.site import addresses
from tdapp.publishing.site.addresses import Links
from tdapp.publishing.site.facts import Site

# What would end the element it stands in, or begin another one, is written as JSON writes any letter.
_AS_LETTERS = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


@dataclass(frozen=True, slots=True)
class Head:
    """`canonical`, `card` and the `alternates` (language, address) are whole addresses, empty where nobody said which."""

    title: str
    description: str
    feed: str
    canonical: str = ""
    card: str = ""
    alternates: Sequence[tuple[str, str]] = ()
    data: str = ""


def head(site: Site, path: str, links: Links, title: str, description: str, card: str) -> Head:
    """Of the page in the folder `path` (below its event's); `card`: path of its picture, "" none."""
    feed = links.file(f"{links.event}feed.xml")
    if not site.base:
        return Head(title, description, feed)
    alternates = [
        (language, f"{site.base}/{addresses.of_event(language, site.event.slug)}{path}")
        for language in site.languages
    ]
    alternates.append(("x-default", alternates[0][1]))
    canonical = f"{site.base}/{links.here}"
    return Head(
        title, description, feed, canonical, f"{site.base}/{card}" if card else "", alternates,
        sports_event(site, canonical) if not path else "",
    )  # fmt: skip


def sports_event(site: Site, address: str) -> str:
    """The event as schema.org's SportsEvent, for search engines; only of an event they may know."""
    event = site.event
    if event.guarded:
        return ""
    told: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "SportsEvent",
        "name": event.name,
        "sport": "Crossword board game",
        "startDate": event.starts_on.isoformat(),
        "endDate": event.ends_on.isoformat(),
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "eventStatus": "https://schema.org/EventScheduled",
        "location": {"@type": "Place", "name": event.venue or event.name},
        "url": address,
    }
    told |= _entering(event.entering)
    if event.entering.directions:
        told["location"]["address"] = event.entering.directions
    return mark_safe(json.dumps(told, ensure_ascii=False).translate(_AS_LETTERS))  # noqa: S308 - made safe here


def _entering(told: Entering) -> dict[str, Any]:
    """How one enters: fee, last day and form as an offer, the rest in words."""
    offer = {"description": told.fee, "url": told.link}
    offer = {name: text for name, text in offer.items() if text}
    if told.deadline:
        offer["validThrough"] = told.deadline.isoformat()
    said = {"description": told.how, "offers": {"@type": "Offer", **offer} if offer else None}
    return {name: value for name, value in said.items() if value}
