"""The pages of one division of the site: each round's pairings, standings and results at an address that stays. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from tdapp.kernel.pages.shells import Tab, division_tabs
from tdapp.publishing.answers import page_titles
from tdapp.publishing.pages import page_facts, page_kinds
from tdapp.publishing.site import addresses
from tdapp.publishing.site.addresses import Links
from tdapp.publishing.site.facts import SiteDivision, Stage
from tdapp.publishing.site.shell import Facts, Page, Shell
from tdapp.scoresheets.replay import replay_page

ORDERS = page_facts.ORDERS
# Pages that stay with their round: nothing on them leads to the newest one in its place.
OF_A_ROUND = {"round_pairings", "round_standings"}


class DivisionPages:
    """All of them in the language that is active."""

    def __init__(self, shell: Shell, division: SiteDivision) -> None:
        self.shell, self.site, self.division, self.slug = shell, shell.site, division, division.door.slug

    def pages(self) -> Iterator[Page]:
        """Page by page, but those of players; each is made when it is asked for."""
        now = self.division.now
        yield from self._pairings(now)
        yield from self._standings(now)
        yield self._page("results", now, arg=0)
        for number in range(1, now.board.after + 1):
            yield self._page("round_results", now, (number,), arg=number)
        yield self._page("players", now)
        yield self._page("statistics", now)
        yield from self._games()

    def players(self) -> Iterator[Page]:
        """The page of each player."""
        now = self.division.now
        for number in self.division.players:
            yield self._page("player", now, (number,), arg=number)

    def _pairings(self, now: Stage) -> Iterator[Page]:
        for by in ORDERS:
            yield self._page("pairings", now, arg=by, by=by)
        for number, stage in self.division.before.items():
            for by in ORDERS:
                yield self._page("round_pairings", stage, (number,), arg=by, by=by)

    def _standings(self, now: Stage) -> Iterator[Page]:
        yield self._page("standings", now)
        for number, stage in self.division.after.items():
            yield self._page("round_standings", stage, (number,))
        yield self._page("wallchart", now)
        if now.board.has_teams:
            yield self._page("teams", now)

    def _page(
        self, name: str, stage: Stage, args: tuple[int, ...] = (), *, arg: str | int = "", by: str = ""
    ) -> Page:
        kind = name.removeprefix("round_")
        path = addresses.folder(name, self.slug, *args, by=by)
        links = self.shell.links(path, args[0] if name in OF_A_ROUND else 0)
        facts = {"board": stage.board, **page_kinds.PAGES[kind](stage, arg)}
        title = page_titles.of_page(kind, stage.board, args[0] if args else 0, by)
        return self._around(path, kind, title, links, facts)

    def _games(self) -> Iterator[Page]:
        for spot, told in self.division.games[self.shell.language].items():
            path = addresses.folder("replay", self.slug, spot.round, spot.table, spot.sheet)
            facts = {"division": self.division.door, "spot": spot, **replay_page.page(told, len(told.rows))}
            yield self._around(path, "replay", " – ".join(told.names), self.shell.links(path), facts)

    def _around(self, path: str, kind: str, title: str, links: Links, facts: Facts) -> Page:
        event, section = self.site.event, page_kinds.SECTION_OF.get(kind, kind)
        whole = page_titles.whole(title, self.division.door.name, event.name)
        told = page_titles.below(event.name, self.shell.where_when)
        return Page(
            path, kind, whole, told, links, facts, self._divisions(section, links), self._sections(section, links),
            self._rounds(kind, facts, links), self.slug,
        )  # fmt: skip

    def _rounds(self, kind: str, facts: Facts, links: Links) -> str:
        """The rounds whose page of this kind is there, the one it shows marked."""
        if kind == "pairings":
            rounds, page, label = self.division.before, "round_pairings", _("Pairings of round")
            current = facts["board"].shown.number if facts["board"].shown else 0
        elif kind == "standings":
            rounds, page, label = self.division.after, "round_standings", _("Standings after round")
            current = facts["board"].after
        else:
            return ""
        ways = [
            (number, links.file(f"{links.event}{addresses.folder(page, self.slug, number)}"))
            for number in rounds
        ]
        told = {"rounds": ways, "current": current, "label": label}
        return render_to_string("publishing/site/_rounds.html", told)

    def _divisions(self, section: str, links: Links) -> list[Tab]:
        rows = [
            (other.door.name, self._section(section, other.door.slug, links)) for other in self.site.divisions
        ]
        return division_tabs(rows, self._section(section, self.slug, links), keyed=False)

    def _sections(self, section: str, links: Links) -> list[Tab]:
        return [
            Tab(title, self._section(name, self.slug, links), name == section)
            for name, title in page_titles.tabs().items()
        ]

    @staticmethod
    def _section(section: str, slug: str, links: Links) -> str:
        return links.file(links.event + addresses.folder(section, slug))
