"""The pages of a division, in the hall and in its folder, and what each is made of. Pure."""

from __future__ import annotations

from collections.abc import Callable

from tdapp.publishing.pages import page_facts, page_statistics
from tdapp.publishing.pages.page_facts import Facts, Released

PAGES: dict[str, Callable[[Released, str | int], Facts]] = {
    "pairings": page_facts.pairings,
    "standings": page_facts.standings,
    "results": page_facts.results,
    "players": page_facts.players,
    "player": page_facts.player,
    "wallchart": page_facts.wallchart,
    "callout": page_facts.callout,
    "teams": page_facts.teams,
    "statistics": page_statistics.statistics,
}
# Below which tab a page stands that has none of its own.
SECTION_OF = {"player": "players", "wallchart": "standings", "teams": "standings", "replay": "results"}
