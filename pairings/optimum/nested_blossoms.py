"""A matching in the making: who is matched with whom, what each node is worth, which nodes make a blossom.

A blossom is an odd set of nodes: a circle of parts, each a node or a blossom itself, matched among themselves but for one,
the base. It can be turned to another base, and forgotten. `blossom.py` searches with it.
"""

from __future__ import annotations

from collections.abc import Sequence

Link = tuple[int, int]


def way_round(count: int, at: int) -> list[int]:
    """Places from one part of a circle to the first, in an even number of steps that begin matched."""
    return [*range(at, count), 0] if at % 2 else list(range(at, -1, -1))


def toward(links: list[Link], here: int, there: int) -> Link:
    """The edge between two neighbours of a circle, seen from the first."""
    if there == (here + 1) % len(links):
        return links[here]
    return links[there][1], links[there][0]


class Blossoms:
    """Nodes 0 to count-1, blossoms from `count` on, nobody matched yet.

    `value` of a node, `weight` of a blossom, `load`: a node's value with all blossoms around it. `top`: the outermost
    blossom of a node, or the node itself; `kids` and `links`: the parts of a blossom and the edges between them.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self.mate = [-1] * count
        self.value = [0] * count
        self.load = [0] * count
        self.top = list(range(count))
        self.base: dict[int, int] = {}
        self.weight: dict[int, int] = {}
        self.inside: dict[int, list[int]] = {}
        self.kids: dict[int, list[int]] = {}
        self.links: dict[int, list[Link]] = {}
        self.parent: dict[int, int] = {}
        self.named = count

    def set_value(self, node: int, value: int) -> None:
        """Give a node outside every blossom its value."""
        self.value[node] = self.load[node] = value

    def leaves(self, top: int) -> list[int]:
        """The nodes of a blossom, or the node itself."""
        return self.inside[top] if top >= self.count else [top]

    def base_of(self, top: int) -> int:
        """The node of a blossom that is matched outside it."""
        return self.base[top] if top >= self.count else top

    def name(self, kids: list[int], links: list[Link], base: int) -> int:
        """A new blossom, weightless."""
        new, self.named = self.named, self.named + 1
        self.kids[new], self.links[new], self.base[new], self.weight[new] = kids, links, base, 0
        self.inside[new] = [node for kid in kids for node in self.leaves(kid)]
        for kid in kids:
            self.parent[kid] = new
        for node in self.inside[new]:
            self.top[node] = new
        return new

    def forget(self, blossom: int) -> list[int]:
        """Take an outermost blossom apart; its parts, the one with the base first."""
        kids = self.kids.pop(blossom)
        for kid in kids:
            del self.parent[kid]
            for node in self.leaves(kid):
                self.top[node] = kid
        for kept in (self.links, self.base, self.weight, self.inside):
            del kept[blossom]
        return kids

    def kid_of(self, blossom: int, node: int) -> int:
        """Which part of a blossom holds a node, as a place in the circle."""
        part = node
        while self.parent[part] != blossom:
            part = self.parent[part]
        return self.kids[blossom].index(part)

    def turn(self, top: int, node: int) -> None:
        """Make a node the base of its blossom: the others inside are matched among themselves."""
        if top < self.count or self.base[top] == node:
            return
        kids, links = self.kids[top], self.links[top]
        at = self.kid_of(top, node)
        self.turn(kids[at], node)
        way = way_round(len(kids), at)
        for step in range(1, len(way), 2):
            one, other = toward(links, way[step], way[step + 1])
            self.turn(kids[way[step]], one)
            self.turn(kids[way[step + 1]], other)
            self.mate[one], self.mate[other] = other, one
        self.kids[top], self.links[top] = kids[at:] + kids[:at], links[at:] + links[:at]
        self.base[top] = node

    def drop_weightless(self, top: int) -> None:
        """Blossoms that weigh nothing are forgotten."""
        if top in self.kids and not self.weight[top]:
            for kid in self.forget(top):
                self.drop_weightless(kid)

    def part(self, node: int) -> None:
        """Unmatch a node that is in no blossom, or the base of one."""
        other = self.mate[node]
        if other >= 0:
            self.mate[node] = self.mate[other] = -1

    def free(self, node: int) -> None:
        """Unmatch a node and forget every blossom around it: the others inside are matched among themselves as if it were the
        base. No pair becomes too cheap by it.
        """
        top = self.top[node]
        self.part(self.base_of(top))
        self.turn(top, node)
        self.mate[node] = -1
        while (top := self.top[node]) >= self.count:
            self.dissolve(top)

    def dissolve(self, top: int) -> None:
        """Forget an outermost blossom, and unmatch its base; the others inside stay matched among themselves."""
        self.part(self.base[top])
        weight = self.weight[top]
        for leaf in self.inside[top]:
            self.load[leaf] -= weight
        self.forget(top)

    def bring_down(self, pair: Sequence[int], price: int) -> None:
        """Free and lower the first of a too cheap pair, and the other one where that is not enough."""
        u, w = pair
        for node in pair:
            if self.load[u] + self.load[w] > price:
                self.free(node)
                self.lower(node, max(0, self.load[u] + self.load[w] - price))

    def lower(self, node: int, amount: int) -> None:
        """Take something off the value of a freed node: its pairs may now cost that much less."""
        self.value[node] -= amount
        self.load[node] -= amount

    def loose(self) -> list[int]:
        """The nodes without a partner."""
        return [node for node, other in enumerate(self.mate) if other < 0]

    def sets(self) -> list[tuple[tuple[int, ...], int]]:
        """Every blossom that weighs something: its nodes and its weight."""
        return [(tuple(self.inside[b]), weight) for b, weight in self.weight.items() if weight]
