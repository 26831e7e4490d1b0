"""Minimum-price perfect matching: named tiers packed into one whole number each pair, solved by rustworkx.

Packing is exact: a tier's unit is larger than the largest possible sum of everything below it, so the
cheapest sum is the lexicographically cheapest vector. Within the budget every pair is looked at and the
answer is proven; beyond it only near targets are, and the answer says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import rustworkx as rx

from pairings.costs import LIMIT_BITS, Tiers

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Problem:
    """Players to pair (indexes in rank order), the index of the bye or None, pairs that may not be, and the
    prices.

    `targets` gives each player his nominal partner: where to look when not everybody can be
    looked at.
    """

    tiers: Tiers
    players: tuple[int, ...]
    bye: int | None
    banned: frozenset[Pair]
    budget: int
    targets: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Solution:
    """The pairs (higher standing first; the bye is the last index), whether they are proven best, pairs
    looked at.

    `packed` prices every pair that was looked at, in one number.
    """

    pairs: tuple[Pair, ...]
    proven: bool
    looked_at: int
    packed: dict[Pair, int]


def candidates(problem: Problem, width: int | None) -> list[list[int]]:
    """Whom each player is priced against, lower standings only; `width` None: everybody."""
    players = problem.players
    if width is None:
        return [list(players[at + 1 :]) for at in range(len(players))]
    near: list[set[int]] = [set() for _ in players]
    place = {i: at for at, i in enumerate(players)}
    for at, i in enumerate(players):
        for centre in (at, place.get(problem.targets[i], at) if problem.targets else at):
            low = max(0, min(centre - width // 2, len(players) - width))
            for other in range(low, min(len(players), low + width)):
                if other != at:
                    near[min(at, other)].add(max(at, other))
    return [[players[other] for other in sorted(row)] for row in near]


def without_bans(problem: Problem, rows: list[list[int]]) -> list[list[int]]:
    """The candidates that may meet."""
    barred: dict[int, set[int]] = {}
    for i, j in problem.banned:
        barred.setdefault(i, set()).add(j)
    return [
        [j for j in js if j not in barred[i]] if i in barred else js
        for i, js in zip(problem.players, rows, strict=True)
    ]


def bye_players(problem: Problem) -> list[int]:
    """Those who may sit out."""
    if problem.bye is None:
        return []
    return [i for i in problem.players if (i, problem.bye) not in problem.banned]


@dataclass(slots=True)
class Layer:
    """One tier's prices over the candidates, and the most a whole round can add up to."""

    rows: list[list[int]]
    byes: list[int]
    bound: int


def layer_of(tier: int, problem: Problem, rows: list[list[int]], sitters: list[int]) -> Layer:
    """Price one tier."""
    price = problem.tiers[tier]
    values = [price.row(i, js) for i, js in zip(problem.players, rows, strict=True)]
    byes = [price.bye(i) for i in sitters]
    top = max((max(row) for row in values if row), default=0)
    return Layer(values, byes, top * (len(problem.players) // 2) + max(byes, default=0))


def units(bounds: Sequence[int]) -> list[int]:
    """The unit of each tier; the lowest tiers that do not fit the solver's integers get 0 and are left out."""
    kept = len(bounds)
    while True:
        base, found = 1, [0] * len(bounds)
        for at in range(kept - 1, -1, -1):
            found[at] = base
            base *= bounds[at] + 1
        if base.bit_length() <= LIMIT_BITS or kept == 0:
            return found
        kept -= 1


def add_up(layers: Sequence[Layer], weights: Sequence[int], at: int) -> list[int]:
    """One player's packed prices."""
    total: list[int] = []
    for layer, unit in zip(layers, weights, strict=True):
        if layer.bound and unit:
            row = layer.rows[at]
            total = (
                [a + b * unit for a, b in zip(total, row, strict=True)] if total else [b * unit for b in row]
            )
    return total or [0] * len(layers[0].rows[at])


def price_all(problem: Problem, rows: list[list[int]]) -> tuple[dict[Pair, int], bool]:
    """Every candidate pair (byes included) with its packed price, and whether all tiers went in."""
    sitters = bye_players(problem)
    layers = [layer_of(tier, problem, rows, sitters) for tier in range(len(problem.tiers))]
    weights = units([layer.bound for layer in layers])
    packed: dict[Pair, int] = {}
    for at, (i, js) in enumerate(zip(problem.players, rows, strict=True)):
        packed.update(zip([(i, j) for j in js], add_up(layers, weights, at), strict=True))
    if problem.bye is not None:
        for at, i in enumerate(sitters):
            packed[i, problem.bye] = sum(x.byes[at] * unit for x, unit in zip(layers, weights, strict=True))
    return packed, all(unit or not layer.bound for layer, unit in zip(layers, weights, strict=True))


def best_pairs(nodes: Sequence[int], packed: dict[Pair, int], verify: bool) -> tuple[Pair, ...] | None:
    """The cheapest perfect matching of the nodes, or None when they cannot all be paired."""
    place = {node: at for at, node in enumerate(nodes)}
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(nodes))
    top = max(packed.values(), default=0) + 1
    graph.add_edges_from([(place[i], place[j], top - price) for (i, j), price in packed.items()])
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int, verify_optimum=verify)
    if len(found) * 2 < len(nodes):
        return None
    return tuple(sorted((nodes[min(a, b)], nodes[max(a, b)]) for a, b in found))


def solve_within(problem: Problem, width: int | None) -> Solution | None:
    """Solve over everybody (`width` None) or over so many candidates a player."""
    rows = without_bans(problem, candidates(problem, width))
    packed, all_tiers = price_all(problem, rows)
    nodes = [*problem.players, *([] if problem.bye is None else [problem.bye])]
    pairs = best_pairs(nodes, packed, verify=width is None)
    if pairs is None:
        return None
    return Solution(pairs, width is None and all_tiers, len(packed), packed)


def solve(problem: Problem) -> Solution | None:
    """The cheapest way to pair everybody, or None when the bans leave no way.

    Looks at all pairs when the budget allows; else widens the look until everybody can be paired.
    """
    count = len(problem.players)
    if count * (count - 1) // 2 <= problem.budget:
        return solve_within(problem, None)
    width = max(8, problem.budget // count)
    while width < count:
        found = solve_within(problem, width)
        if found is not None:
            return found
        width *= 2
    return solve_within(problem, None)


def can_pair(nodes: Sequence[int], allowed: Sequence[Pair]) -> bool:
    """Whether the nodes can be paired up completely with the allowed pairs alone."""
    return best_pairs(nodes, dict.fromkeys(allowed, 0), verify=False) is not None
