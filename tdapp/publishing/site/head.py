"""What a page of the site says of itself to programs: title, address, languages, a picture for link previews. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tdapp.publishing.answers.sports_event import sports_event
from tdapp.publishing.site import addresses
from tdapp.publishing.site.addresses import Links
from tdapp.publishing.site.facts import Site


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
        sports_event(site.event, canonical) if not path else "",
    )  # fmt: skip
