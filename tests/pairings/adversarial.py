"""Small fields made to be awkward: few score groups, many bans and rematches, lopsided starts, odd byes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

import networkx as nx
import numpy as np

from pairings.optimum.costs import TIE_BITS, calm, mix, mix_all, pattern, together
from pairings.optimum.limbs import Ints, joined
from pairings.optimum.matching import Problem
from pairings.optimum.pricing import Prices
from pairings.optimum.tiers import Arrays, Tier, single
from pairings.systems.by_standings.brackets import PARTNERS

Pair = tuple[int, int]


@dataclass(frozen=True)
class Awkward:
    """A problem, and who its pattern means for whom."""

    problem: Problem

    @property
    def prices(self) -> Prices:
        problem = self.problem
        return Prices(problem.tiers, problem.players, problem.bye, problem.banned)


def halves_of(chance: Random, count: int) -> list[int]:
    """Scores from the top; now and then in no order at all."""
    high = chance.choice([1, 2, 4, 9])
    found = sorted((chance.randint(0, high) for _ in range(count)), reverse=True)
    if chance.random() < 0.1:
        chance.shuffle(found)
    return found


def nominal_of(
    chance: Random, halves: Sequence[int], sitter: int | None
) -> tuple[list[int], list[int], list[int]]:
    """Places, the places meant, and the partners meant, as a Swiss would have them."""
    count = len(halves)
    order = [i for i in range(count) if i != sitter]
    groups: list[list[int]] = []
    current: list[int] = []
    for at, i in enumerate(order):
        current.append(i)
        last = at + 1 == len(order) or halves[order[at + 1]] != halves[i]
        if last and len(current) > 1:
            floats = current[-1:] if len(current) % 2 else []
            groups.append(current[: len(current) - len(floats)])
            current = floats
    places, targets, partners = list(range(count)), list(range(count)), list(range(count))
    for at, i in enumerate(i for group in groups for i in group):
        places[i] = at
    way = PARTNERS[chance.choice(["slide", "fold", "adjacent"])]
    for group in groups:
        for k, i in enumerate(group):
            partners[i] = group[way(k, len(group))]
            targets[i] = places[partners[i]]
    return places, targets, partners


def gap(halves: Sequence[int]) -> Tier:
    known: Ints = np.array(halves, dtype=np.int64)
    most = (max(halves) - min(halves)) ** 2
    arrays = Arrays(lambda i, j: (known[i] - known[j]) ** 2, most, None, list(halves))
    return Tier("score_gap", lambda i, js: [(halves[i] - halves[j]) ** 2 for j in js], arrays=arrays)


def starts(leans: Sequence[int]) -> Tier:
    known: Ints = np.array(leans, dtype=np.int64)

    def one(i: int, j: int) -> int:
        return max(0, min(leans[i], leans[j]), min(-leans[i], -leans[j]))

    def grid(i: Ints, j: Ints) -> Ints:
        mine, other = known[i], known[j]
        return np.maximum(0, np.maximum(np.minimum(mine, other), np.minimum(-mine, -other)))

    arrays = Arrays(grid, max(map(abs, leans)), sides=list(leans))
    return Tier("starts", lambda i, js: [one(i, j) for j in js], arrays=arrays)


def tie(count: int) -> Tier:
    row = lambda i, js: [mix(i, j) for j in js]  # noqa: E731
    return Tier("tie", row, lambda i: mix(i, count), Arrays(mix_all, TIE_BITS))


def bans_of(chance: Random, count: int, pairs: Sequence[Pair]) -> frozenset[Pair]:
    """Nobody barred, or a few, or many; now and then byes too."""
    share = chance.choice([0, 0, 0, 0, 0.02, 0.1, 0.3])
    banned = {pair for pair in pairs if chance.random() < share}
    if count % 2 and chance.random() < 0.2:
        banned |= {(i, count) for i in range(count) if chance.random() < 0.5}
    return frozenset(banned)


def awkward(seed: int, most: int = 60) -> Awkward:
    """One field of 2 to `most` players; the same seed, the same field."""
    chance = Random(seed)
    count = chance.randint(2, chance.choice([size for size in (6, 10, 16, 24, 40, 60) if size <= most]))
    halves, byes = halves_of(chance, count), [chance.choice([0, 0, 0, 1, 2]) for _ in range(count)]
    sitter = chance.choice([count - 1, count - 1, chance.randrange(count)]) if count % 2 else None
    places, targets, partners = nominal_of(chance, halves, sitter)
    pairs = list(combinations(range(count), 2))
    met = chance.choice([0, 0.02, 0.1, 0.3, 0.6, 0.9])
    repeats = {pair: (1 << chance.randint(1, 3)) - 1 for pair in pairs if chance.random() < met}
    labels = [chance.randint(0, chance.choice([1, 2, 3, 8])) for _ in range(count)]
    clubs = [[i for i in range(count) if labels[i] == one] for one in sorted(set(labels) - {0})]
    kind = chance.choice([(0,), (1, -1), (0, 2, -2, 1)])
    middle = [
        gap(halves),
        *([starts([chance.choice(kind) for _ in range(count)])] if chance.random() < 0.6 else []),
    ]
    if chance.random() < 0.1:
        chance.shuffle(middle)
    last = pattern(places, targets)
    if chance.random() < 0.3:
        last = Tier(last.name, last.row)
    tiers = [
        single("repeats", repeats),
        single("bye", {}, lambda i: byes[i] * count + count - 1 - i),
        *([together(count, clubs)] if chance.random() < 0.6 else []),
        *middle,
        last,
        *([calm(tie(count), partners)] if chance.random() < 0.8 else []),
    ]
    bye = count if count % 2 else None
    banned = bans_of(chance, count, pairs)
    return Awkward(Problem(tiers, tuple(range(count)), bye, banned, 10_000_000, partners))


def best_by_networkx(prices: Prices) -> int | None:
    """The price of the cheapest round, from a solver that shares nothing with ours; None when there is none."""
    a, b = np.triu_indices(prices.count, 1)
    limbs, barred = prices.of(a, b)
    rows = zip(a.tolist(), b.tolist(), joined(limbs), barred.tolist(), strict=True)
    cost = {(i, j): price for i, j, price, never in rows if not never}
    cost |= {(i, prices.count): prices.pack(vector) for i, vector in prices.bye_vectors.items()}
    graph = nx.Graph()
    graph.add_nodes_from(range(prices.nodes))
    top = max(cost.values(), default=0) + 1
    graph.add_weighted_edges_from((i, j, top - price) for (i, j), price in cost.items())
    found = nx.max_weight_matching(graph, maxcardinality=True)
    if 2 * len(found) < prices.nodes:
        return None
    return sum(cost[min(pair), max(pair)] for pair in found)
