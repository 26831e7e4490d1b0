"""What if these two met (or he sat out)? The cheapest round with one pair in it, exactly.

Where the round was searched from the nominal partners on, the search is taken up again: the pair is made so
cheap that no cheapest round is without it, which moves a few values and leaves all others standing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from core.later import later
from pairings.optimum.limbs import LIMB, joined
from pairings.optimum.matching import Solution, best_of, edges_of, named
from pairings.optimum.pricing import Prices
from pairings.optimum.proof import shared
from pairings.optimum.warm_start import Warm, ended

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

Pair = tuple[int, int]
STEPS = 1_000_000


def forced(solution: Solution, i: int, j: int) -> tuple[Pair, ...] | None:
    """The pairs of the cheapest round in which i meets j (the bye's index: sits out); None when there is none."""
    prices = solution.prices
    if prices is None:
        return None
    nodes = [*prices.players, *(() if prices.bye is None else (prices.bye,))]
    at = {node: a for a, node in enumerate(nodes)}
    if i not in at or j not in at or i == j:
        return None
    a, b = sorted((at[i], at[j]))
    found = resumed(solution.search, a, b) if solution.search else None
    if found is None:
        found = around(prices, a, b)
    return None if found is None else named(nodes, found)


def around(prices: Prices, a: int, b: int) -> list[Pair] | None:
    """The cheapest round with a pair in it, from all pairs of the others."""
    if prices.one(a, b) is None:
        return None
    rest = [node for node in range(prices.nodes) if node not in (a, b)]
    place = {node: at for at, node in enumerate(rest)}
    ones, others = np.triu_indices(prices.count, 1)
    edges = [
        (place[x], place[y], price)
        for x, y, price in edges_of(prices, ones, others)
        if x in place and y in place
    ]
    found = best_of(len(rest), edges, verify=False) if rest else []
    return None if found is None else sorted([(a, b), *((rest[x], rest[y]) for x, y in found)])


def resumed(search: Warm, a: int, b: int) -> list[Pair] | None:
    """The same from where a search ended; None when it does not end with a proof."""
    price = search.prices.one(a, b)
    if price is None:
        return None
    gift = 1 << LIMB * (search.prices.limbs - 1) + search.prices.widths[-1] + 2
    twin = search.copy(STEPS)
    twin.near.note(a, b, price - gift)
    twin.matching.put_right(a, b, price - gift - twin.near.rungs(a, b))
    return twin.pairs() if ended(twin, gift) and twin.matching.mate[a] == b else None


def options(solution: Solution, i: int) -> list[tuple[int, int]]:
    """Whom a player could meet (the bye's index: nobody), the cheapest first as far as can be told beforehand.

    After a warm search the number is a bound: no round with that pair costs less than so much more (doubled).
    Else it is the price of the pair alone.
    """
    prices = solution.prices
    if prices is None or i not in prices.at:
        return []
    a = prices.at[i]
    found = slack(solution.search, a) if solution.search else priced(prices, a)
    nodes = [*prices.players, prices.bye if prices.bye is not None else -1]
    return sorted((amount, nodes[b]) for b, amount in found)


def priced(prices: Prices, a: int) -> Iterator[Pair]:
    """What each pair of a player costs."""
    others = np.array([b for b in range(prices.count) if b != a], dtype=np.int64)
    limbs, barred = prices.of(np.minimum(others, a), np.maximum(others, a))
    rows = zip(others.tolist(), joined(limbs), barred.tolist(), strict=True)
    bye = ((prices.count, prices.pack(prices.bye_vectors[a])) for _ in range(a in prices.bye_vectors))
    return chain(((b, price) for b, price, never in rows if not never), bye)


def slack(search: Warm, a: int) -> Iterator[Pair]:
    """By how much each pair of a player misses being among the cheapest."""
    proof = search.proof()
    loads, around_ = proof.loads(), proof.around()
    for b, price in priced(search.prices, a):
        rungs = search.near.rungs(a, b)
        yield b, price - rungs - loads[a] - loads[b] + 2 * shared(around_, a, b)
