"""Tables already good made better: a few of them at a time are filled anew in the best of all ways.

Every few tables are a small field of their own, solved exactly. Costly tables are taken more often. Bounded by
nodes, drawn by the stored seed.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairings.systems.pods.groups import Fixed
from pairings.systems.pods.prices import Prices
from pairings.systems.pods.proving.exact import Exact
from pairings.systems.pods.search import Lots, Search

Tables = list[list[int]]
AT_ONCE = 3
NODES = 4_000


def chosen(search: Search, lots: Lots) -> list[int]:
    """A few tables near one another, the first of them a costly one."""
    first = search.costly(lots)
    near = list(search.near(first))
    found = {first}
    while near and len(found) < AT_ONCE:
        found.add(near.pop(lots.below(len(near))))
    return sorted(found)


def moved(fixed: Fixed, players: Sequence[int]) -> list[tuple[int, ...]]:
    """The players as they move: groups that are whole among them together, everybody else alone."""
    inside = set(players)
    groups = [group for group in fixed.groups if set(group) <= inside]
    grouped = {i for group in groups for i in group}
    return [*groups, *((i,) for i in players if i not in grouped)]


def polished(
    prices: Prices, fixed: Fixed, tables: Sequence[Sequence[int]], least: int, seed: str, nodes: int
) -> Tables:
    """A round no dearer than this one; it ends at the bound, or when the nodes are used up."""
    search, lots = Search(prices, tables, 0), Lots(seed)
    tried: set[tuple[int, ...]] = set()
    while nodes > 0 and search.total > least and len(search.tables) > AT_ONCE:
        here = chosen(search, lots)
        players = tuple(sorted(i for at in here for i in search.tables[at]))
        nodes -= 1
        if players in tried:
            continue
        tried.add(players)
        known = sum(search.cost[at] for at in here)
        exact = Exact(prices, moved(fixed, players), [len(search.tables[at]) for at in here], known, NODES)
        better, _ = exact.run()
        nodes -= NODES - max(0, exact.steps)
        if better is not None and prices.round(better) < known:
            search.replace(here, better)
    return search.tables
