"""Can everybody be paired at all? Answered from the players with many bans alone, wherever that is enough.

Among `n` players of whom each may meet at least half of the others, a complete pairing always exists (Dirac
1952). So only those with many bans need a partner found for them; the rest pair up.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from core.later import later

if TYPE_CHECKING:
    import rustworkx as rx
else:
    rx = later("rustworkx")

Pair = tuple[int, int]


def barred_of(nodes: Sequence[int], banned: Collection[Pair]) -> dict[int, set[int]]:
    """Whom each node may not meet."""
    known, found = set(nodes), defaultdict[int, set[int]](set)
    for i, j in banned:
        if i in known and j in known and i != j:
            found[i].add(j)
            found[j].add(i)
    return found


def most_pairs(nodes: Sequence[int], pairs: Sequence[Pair], wanted: Collection[int]) -> int:
    """How many of the wanted nodes can be paired at once."""
    place = {node: at for at, node in enumerate(nodes)}
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(list(nodes))
    graph.add_edges_from([(place[i], place[j], (i in wanted) + (j in wanted)) for i, j in pairs])
    found = rx.max_weight_matching(graph, max_cardinality=False, weight_fn=int)
    return sum((nodes[a] in wanted) + (nodes[b] in wanted) for a, b in found)


def pairable(nodes: Sequence[int], banned: Collection[Pair]) -> bool:
    """Whether the nodes (an even number) can all be paired without the banned pairs."""
    barred = barred_of(nodes, banned)
    count = len(nodes)
    hard = {i for i in nodes if 4 * len(barred.get(i, ())) > count}
    if not hard:
        return True
    pairs = [pair for pair in around(nodes, hard) if pair[1] not in barred[pair[0]]]
    if most_pairs(nodes, pairs, hard) < len(hard):
        return False
    if all(easy(len(barred.get(i, ())), len(hard), count) for i in nodes if i not in hard):
        return True
    every = [(i, j) for i, j in combinations(nodes, 2) if j not in barred.get(i, ())]
    return most_pairs(nodes, every, set(nodes)) == count


def around(nodes: Sequence[int], hard: Collection[int]) -> list[Pair]:
    """Every pair with one of the hard ones in it."""
    found = []
    for at, i in enumerate(nodes):
        if i in hard:
            found += [(i, j) for j in nodes[at + 1 :]]
            found += [(i, j) for j in nodes[:at] if j not in hard]
    return found


def easy(bans: int, hard: int, count: int) -> bool:
    """Whether a node surely may meet half of those left, whoever of them the hard ones take."""
    return count - 2 * hard >= 2 + 2 * bans
