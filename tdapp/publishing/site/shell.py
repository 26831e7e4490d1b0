"""What surrounds every page of the site: head, tabs, the other language, where its style lies. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format

from tdapp.kernel.pages import stamps
from tdapp.kernel.pages.shells import Tab
from tdapp.publishing.answers.answers import where_when
from tdapp.publishing.released.board import Board
from tdapp.publishing.site import addresses
from tdapp.publishing.site.addresses import Links
from tdapp.publishing.site.assets import assets
from tdapp.publishing.site.facts import Site
from tdapp.publishing.site.head import head

Facts = dict[str, Any]


@dataclass(frozen=True)
class Page:
    """One page before it is written: `kind` names its template, `told` stands below its title in a preview, `above` over
    its body; `picture`: the division whose card it shows, "" the first one's."""

    path: str
    kind: str
    title: str
    told: str
    links: Links
    facts: Facts
    divisions: Sequence[Tab] = ()
    sections: Sequence[Tab] = ()
    above: str = ""
    picture: str = ""


@dataclass(frozen=True)
class Shell:
    """The pages of an event in one language, the one that is active."""

    site: Site
    language: str
    on_disk: bool

    @property
    def root(self) -> str:
        """The event's folder."""
        return addresses.of_event(self.language, self.site.event.slug)

    @cached_property
    def has(self) -> frozenset[str]:
        """What lies beside the pages and is not always there: texts and pictures to share, the card of each division."""
        return frozenset(
            f"{self.root}{division.door.slug}/{name}"
            for division in self.site.divisions
            for name in ("card.png", *division.shared)
        )

    @cached_property
    def where_when(self) -> str:
        """Whose it is, place and days: the same on each page."""
        return where_when(self.site.event)

    def links(self, path: str, number: int = 0) -> Links:
        """Links of the page in a folder below the event's; `number`: the round it is about."""
        return Links(f"{self.root}{path}", self.root, self.on_disk, number, self.has)

    def write(self, page: Page) -> str:
        """The whole page."""
        facts = {"event": self.site.event, "links": page.links, **page.facts}
        body = render_to_string(f"publishing/pages/_{page.kind}.html", facts)
        return stamps.row("publishing/site/page.html", self._around(page, body))

    def _around(self, page: Page, body: str) -> stamps.Row:
        """What surrounds it as texts, for its template is filled in: most of 2,000 pages differ by title and body alone."""
        site, links, event = self.site, page.links, self.site.event
        told = head(site, page.path, links, page.title, page.told, self._card(page.picture))
        return {
            "event": {"name": event.name, "guarded": event.guarded, "demo": event.demo},
            "head": {
                "title": told.title, "description": told.description, "feed": told.feed, "canonical": told.canonical,
                "card": told.card, "data": told.data,
                "alternates": [{"code": code, "way": way} for code, way in told.alternates],
            },
            "above": page.above, "body": body, "assets": self._assets(links), "home": links.file(self.root),
            "divisions": [_tab(tab) for tab in page.divisions], "sections": [_tab(tab) for tab in page.sections],
            "languages": self._languages(page.path, links), "where_when": self.where_when,
            "as_of": date_format(timezone.localtime(self._as_of(page)), "j F Y, H:i"),
        }  # fmt: skip

    def _as_of(self, page: Page) -> datetime:
        """When what a page shows last came out: made anew without that it stays byte for byte, and need not be sent again."""
        boards = [one.now.board for one in self.site.divisions if page.picture in {"", one.door.slug}]
        shows = page.facts.get("board")
        boards = [shows] if isinstance(shows, Board) else boards
        shown = [board.shown.at for board in boards if board.shown]
        out = [at for at in (*(board.released_at for board in boards), *shown) if at]
        return max(out, default=self.site.told_at.event)

    def _languages(self, path: str, links: Links) -> list[Facts]:
        slug = self.site.event.slug
        return [
            {
                "code": stamps.Word(code), "current": code == self.language,
                "way": links.file(f"{addresses.of_event(code, slug)}{path}"),
            }
            for code in self.site.languages
        ]  # fmt: skip

    def _assets(self, links: Links) -> Facts:
        known = assets()
        own = (f"{self.root}look.css",) if self.site.style else ()
        return {
            "sheets": [links.file(path) for path in (*known.sheets, *own, *known.last)],
            "mark": links.file(known.mark),
            "logo": links.file(f"{self.root}logo.png") if self.site.logo else "",
        }

    def _card(self, division: str) -> str:
        first = self.site.divisions[0].door.slug if self.site.divisions else ""
        path = f"{self.root}{division or first}/card.png"
        return path if path in self.has else ""


def _tab(tab: Tab) -> Facts:
    return {"label": tab.label, "url": tab.url, "current": tab.current}
