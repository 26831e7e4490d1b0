"""Minimum-price perfect matching: the cheapest way to pair everybody, and how sure that is.

| players | way | proof |
|---|---|---|
| up to 120 | every pair, rustworkx | the solver verifies its own dual (`verify_optimum`) |
| more | from the nominal partners on (`warm`) | values for every node, checked against every pair (`proof`) |
| more, where that does not end soon | up to 1024 players: pairs that can be in a cheapest round (`fewer`) | as at first |
| the same, beyond 1024 | near targets | none, and said |
| more pairs than the budget | near targets, wider until everybody is paired | none, and said |

Packing is exact: a tier's unit is larger than the largest possible sum of everything below it, so the cheapest
sum is the lexicographically cheapest vector.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.later import later
from pairings.event.cancellation import pulse
from pairings.optimum.exact_pricing import Candidates, price_all, without_bans
from pairings.optimum.feasible import pairable
from pairings.optimum.limbs import Bools, Ints, Unpriceable, tight
from pairings.optimum.nominal.beginning import Beginning, beginning, between_mates
from pairings.optimum.over_all.reduced_cost import Table, few_left
from pairings.optimum.over_all.weights import Edge, weights_of
from pairings.optimum.pricing import Prices
from pairings.optimum.tiers import LIMIT_BITS, Tiers
from pairings.optimum.warm_start import Warm, solve_warm

if TYPE_CHECKING:
    import numpy as np
    import rustworkx as rx
else:
    np, rx = later("numpy"), later("rustworkx")

Pair = tuple[int, int]
SMALL = 120
COMPLETE = 1024
MIDDLE, FEW_STEPS, STEPS = 400, 150, 1_200
SHORT, MORE, LOOK = 160, 150, 2


@dataclass(frozen=True, slots=True)
class Problem:
    """Players to pair (indexes in rank order), the index of the bye or None, pairs that may not be, and the
    prices.

    `targets` gives each player his nominal partner. `budget` is how many pairs may be looked at.
    """

    tiers: Tiers
    players: tuple[int, ...]
    bye: int | None
    banned: frozenset[Pair]
    budget: int
    targets: Sequence[int] = ()

    @property
    def nodes(self) -> tuple[int, ...]:
        """The players, and the bye when there is one."""
        return self.players if self.bye is None else (*self.players, self.bye)


class Taken:
    """A search from the nominal partners that can be taken further: the one that ended, or one begun when asked."""

    def __init__(self, prices: Prices, targets: Sequence[int], search: Warm | None = None) -> None:
        self.prices, self.targets, self.search, self.begun = prices, targets, search, search is not None

    def up(self) -> Warm | None:
        """The search; None where it does not end within its steps."""
        if not self.begun:
            self.search, self.begun = (
                solve_warm(self.prices, self.targets, steps_for(self.prices.count)),
                True,
            )
        return self.search


@dataclass(frozen=True, slots=True)
class Solution:
    """The pairs (higher standing first; the bye is the last index), whether they are proven best, pairs
    looked at.

    `prices` knows what any pair costs (None: only by rows); `search` is where a warm search ended, or ends when it
    is asked for; None where there is none.
    """

    pairs: tuple[Pair, ...]
    proven: bool
    looked_at: int
    prices: Prices | None = None
    taken: Taken | None = None

    @property
    def search(self) -> Warm | None:
        """A warm search with its proof, to be taken further."""
        return self.taken.up() if self.taken else None


def best_of(count: int, edges: list[Edge], verify: bool) -> list[Pair] | None:
    """The cheapest perfect matching of nodes 0 to count-1, or None when they cannot all be paired."""
    top = max((edge[2] for edge in edges), default=0) + 1
    return heaviest(count, [(a, b, top - price) for a, b, price in edges], verify)


def heaviest(count: int, edges: Iterable[Edge], verify: bool) -> list[Pair] | None:
    """The perfect matching of most weight, or None. No pair may be listed twice: the graph does not look."""
    graph = rx.PyGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from(list(edges))
    pulse()
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int, verify_optimum=verify)
    if len(found) * 2 < count:
        return None
    return sorted((min(a, b), max(a, b)) for a, b in found)


def best_pairs(nodes: Sequence[int], packed: dict[Pair, int], verify: bool) -> tuple[Pair, ...] | None:
    """The cheapest perfect matching of the nodes, or None when they cannot all be paired."""
    place = {node: at for at, node in enumerate(nodes)}
    edges = [(place[i], place[j], price) for (i, j), price in packed.items()]
    found = best_of(len(nodes), edges, verify)
    return None if found is None else named(nodes, found)


def named(nodes: Sequence[int], found: Iterable[Pair]) -> tuple[Pair, ...]:
    """Pairs by place as pairs of indexes."""
    return tuple(sorted((nodes[a], nodes[b]) for a, b in found))


def edges_of(prices: Prices, a: Ints, b: Ints) -> list[Edge]:
    """Pairs of players with their prices, and the byes."""
    limbs, barred = prices.of(a, b)
    free = ~barred
    packed = tight([limb[free] for limb in limbs], prices.widths)
    byes = [(at, prices.count, prices.tightened(price)) for at, price in prices.bye_prices.items()]
    return [*zip(a[free].tolist(), b[free].tolist(), packed, strict=True), *byes]


def complete(problem: Problem, prices: Prices) -> Solution | None:
    """Over every pair there is."""
    for edges in weights_of(prices):
        found = heaviest(prices.nodes, edges, verify=True)
        if found is not None:
            return Solution(named(problem.nodes, found), True, prices.pairs, prices)
    return None


def steps_for(count: int) -> int:
    """Edges a warm search may look at: few where the complete graph is quickly there instead."""
    return (FEW_STEPS if count <= MIDDLE else STEPS) * count


def warm(problem: Problem, prices: Prices, begun: Beginning | None = None) -> Solution | None:
    """From the nominal partners on; None when the search did not end with a proof.

    Where `fewest` can take over, it gets less time, most of it only after its first look at all pairs, and a look counts
    as so many steps; where it would be long, it is left out.
    """
    count = prices.count
    ahead = count <= COMPLETE and prices.bits <= LIMIT_BITS
    if ahead and between_mates(prices, begun or beginning(prices, problem.targets)):
        return None
    steps, look, more = (SHORT * count, LOOK * count, MORE * count) if ahead else (steps_for(count), 0, 0)
    search = solve_warm(prices, problem.targets, steps, look, begun, more)
    if search is None:
        return None
    looked = prices.count * (prices.count - 1) // 2 + len(prices.bye_vectors)
    taken = Taken(prices, problem.targets, search)
    return Solution(named(problem.nodes, search.pairs()), True, looked, prices, taken)


def fewest(problem: Problem, prices: Prices) -> Solution | None:
    """Over the pairs that can be in a cheapest round; all of them when too many can."""
    table = Table(prices)
    keep = few_left(table, problem.targets, cheapest)
    found = None if keep is None else cheapest(table, keep, verify=True)
    if found is None:
        return complete(problem, prices)
    taken = Taken(prices, problem.targets)
    return Solution(named(problem.nodes, found), True, len(table.a), prices, taken)


def cheapest(table: Table, some: Bools, verify: bool = False) -> list[Pair] | None:
    """The cheapest round over some pairs."""
    return best_of(table.nodes, table.edges(some), verify)


def near(problem: Problem, prices: Prices, width: int) -> Solution | None:
    """Over so many candidates a player: complete, but without proof."""
    rows = Candidates(problem.players, problem.targets).within(width)
    wanted = [(at, prices.at[j]) for at, row in enumerate(rows) for j in row]
    a, b = (np.array([pair[k] for pair in wanted], dtype=np.int64) for k in (0, 1))
    edges = edges_of(prices, a, b)
    found = best_of(prices.nodes, edges, verify=False)
    return None if found is None else Solution(named(problem.nodes, found), False, len(edges), prices)


def plain(problem: Problem, width: int | None) -> Solution | None:
    """Row by row in numbers of any size, over everybody (`width` None) or so many candidates a player.

    The lowest tiers are left out when all together are too large for the solver; that is no proof.
    """
    rows = without_bans(
        problem.players, problem.banned, Candidates(problem.players, problem.targets).within(width)
    )
    packed, all_tiers = price_all(problem.tiers, problem.players, problem.bye, problem.banned, rows)
    pairs = best_pairs(problem.nodes, packed, verify=width is None)
    return None if pairs is None else Solution(pairs, width is None and all_tiers, len(packed))


def narrow(problem: Problem, prices: Prices | None) -> Solution | None:
    """Over near targets only, wider and wider until everybody can be paired."""
    count = len(problem.players)
    width = max(8, problem.budget // count)
    while width < count:
        found = near(problem, prices, width) if prices else plain(problem, width)
        if found is not None:
            return found
        width *= 2
    return complete(problem, prices) if prices and prices.bits <= LIMIT_BITS else plain(problem, None)


def priced(problem: Problem) -> Prices | None:
    """The prices by arrays, or None when they do not fit them."""
    try:
        return Prices(problem.tiers, problem.players, problem.bye, problem.banned)
    except Unpriceable:
        return None


def solve(problem: Problem) -> Solution | None:
    """The cheapest way to pair everybody, or None when the bans leave no way.

    Looks at all pairs when the budget allows; else widens the look until everybody can be paired.
    """
    count = len(problem.players)
    prices = priced(problem)
    if count * (count - 1) // 2 > problem.budget:
        return narrow(problem, prices) if pairable(problem.nodes, problem.banned) else None
    if prices is None:
        return plain(problem, None)
    if count <= SMALL and prices.bits <= LIMIT_BITS:
        return complete(problem, prices)
    begun = beginning(prices, problem.targets)
    prices = prices.silent_on(begun.partners)
    return warm(problem, prices, begun) or without_proof(problem, prices)


def without_proof(problem: Problem, prices: Prices) -> Solution | None:
    """What is done when the warm search ended without an answer."""
    if not pairable(problem.nodes, problem.banned):
        return None
    if prices.bits > LIMIT_BITS:
        return plain(problem, None if len(problem.players) <= COMPLETE else 16)
    if len(problem.players) <= COMPLETE:
        return fewest(problem, prices)
    return narrow(replace_budget(problem), prices)


def replace_budget(problem: Problem) -> Problem:
    """The same with a budget for sixteen candidates a player."""
    return Problem(
        problem.tiers,
        problem.players,
        problem.bye,
        problem.banned,
        16 * len(problem.players),
        problem.targets,
    )


def can_pair(nodes: Sequence[int], allowed: Sequence[Pair]) -> bool:
    """Whether the nodes can be paired up completely with the allowed pairs alone."""
    return best_pairs(nodes, dict.fromkeys(allowed, 0), verify=False) is not None
