"""An event as schema.org's SportsEvent, for search engines. Pure."""

from __future__ import annotations

import json
from typing import Any

from django.utils.safestring import mark_safe

from tdapp.publishing.entering.telling import Entering
from tdapp.publishing.released.public_access import EventDoor

# What would end the element it stands in, or begin another one, is written as JSON writes any letter.
_AS_LETTERS = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def sports_event(event: EventDoor, address: str) -> str:
    """The text of a page's `ld+json`; "" of an event that search engines may not know."""
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
