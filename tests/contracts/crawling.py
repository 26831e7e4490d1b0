"""From page to page, as far as links lead."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urldefrag, urlsplit

from django.test import Client

from tests.sweeps import SOAK

HTML_AND_DATA = ("text/", "application/json", "application/problem+json", "image/svg+xml")
# A desk page links to some thirty others; breadth first, so every kind comes early.
MOST_PAGES = 250 if SOAK else 60


class Links(HTMLParser):
    """Where a page leads."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found |= {
            value or "" for name, value in attrs if name in {"href", "hx-get", "data-poll", "data-url"}
        }


def crawled(client: Client, starts: list[str]) -> Iterator[tuple[str, str]]:
    """Every page that can be reached by links, with its text; not the files of `static`."""
    waiting, seen = list(starts), set(starts)
    for _visit in range(MOST_PAGES):
        if not waiting:
            return
        where = waiting.pop(0)
        answer = client.get(where)
        if not answer.get("Content-Type", "").startswith(HTML_AND_DATA):
            continue
        text = answer.content.decode()
        yield where, text
        links = Links()
        links.feed(text)
        for link in sorted(_inside(links.found, where) - seen):
            seen.add(link)
            waiting.append(link)


def _inside(links: set[str], where: str) -> set[str]:
    found = {urldefrag(link).url for link in links}
    found = {urlsplit(where).path + link if link.startswith("?") else link for link in found}
    return {link for link in found if link.startswith("/") and not link.startswith(("//", "/static/"))}
