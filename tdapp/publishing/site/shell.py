"""What surrounds every page of the site: head, tabs, the other language, where its style lies. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.template.loader import render_to_string

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
    """The pages of an event in one language, the one that is active; `has`: files that lie beside them."""

    site: Site
    language: str
    on_disk: bool
    has: frozenset[str]

    @property
    def root(self) -> str:
        """The event's folder."""
        return addresses.of_event(self.language, self.site.event.slug)

    def links(self, path: str, number: int = 0) -> Links:
        """Links of the page in a folder below the event's; `number`: the round it is about."""
        return Links(f"{self.root}{path}", self.root, self.on_disk, number, self.has)

    def write(self, page: Page) -> str:
        """The whole page."""
        site, links = self.site, page.links
        facts = {"event": site.event, "links": links, **page.facts}
        body = render_to_string(f"publishing/pages/_{page.kind}.html", facts)
        told = head(site, page.path, links, page.title, page.told, self._card(page.picture))
        around = {
            "above": page.above, "body": body, "head": told,
            "divisions": page.divisions, "sections": page.sections, "assets": self._assets(links),
            "home": links.file(self.root), "languages": self._languages(page.path, links),
            "where_when": where_when(site.event), "as_of": self._as_of(page),
        }  # fmt: skip
        return render_to_string("publishing/site/page.html", facts | around)

    def _as_of(self, page: Page) -> datetime:
        """When what a page shows last came out: made anew without that it stays byte for byte, and need not be sent again."""
        boards = [one.now.board for one in self.site.divisions if page.picture in {"", one.door.slug}]
        shows = page.facts.get("board")
        boards = [shows] if isinstance(shows, Board) else boards
        shown = [board.shown.at for board in boards if board.shown]
        out = [at for at in (*(board.released_at for board in boards), *shown) if at]
        return max(out, default=self.site.made_at)

    def _languages(self, path: str, links: Links) -> list[tuple[str, str, bool]]:
        slug = self.site.event.slug
        return [
            (code, links.file(f"{addresses.of_event(code, slug)}{path}"), code == self.language)
            for code in self.site.languages
        ]

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
