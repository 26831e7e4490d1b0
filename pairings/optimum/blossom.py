"""Minimum-price perfect matching by growing one alternating tree after the other (Edmonds; Galil 1986).

Every node has a value and every blossom (an odd set of nodes) has one too, all kept so that no pair is priced
below `value + value + the blossoms it leaves`; pairs exactly at that price are tight, and only tight pairs are
matched. When everybody is, the values add up to the price: nobody can do better. Blossoms weigh on the pairs
that *leave* them, so forgetting one never makes a pair too cheap: a solved matching can be changed and taken
up again. Prices are even ints, so all values stay whole. Nothing depends on hashes or clocks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush

Link = tuple[int, int]
Row = list[tuple[int, int]]
EVEN, ODD = 1, -1
NEVER = 1 << 400


class OutOfSteps(Exception):
    """The budget of steps is spent; caught by whoever gave it."""


class TooCheap(Exception):
    """A listed edge costs less than its two values: one of them has to come down. Caught in `grow_from`."""


def way_round(count: int, at: int) -> list[int]:
    """Places from one part of a circle to the first, in an even number of steps that begin matched."""
    return [*range(at, count), 0] if at % 2 else list(range(at, -1, -1))


def toward(links: list[Link], here: int, there: int) -> Link:
    """The edge between two neighbours of a circle, seen from the first."""
    if there == (here + 1) % len(links):
        return links[here]
    return links[there][1], links[there][0]


class Matching:
    """Nodes 0 to count-1, blossoms from `count` on. `edges(u)` lists (price, other) for a node."""

    def __init__(self, count: int, edges: Callable[[int], Row], steps: int = NEVER) -> None:
        self.count, self.edges, self.steps = count, edges, steps
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
        self.begin()

    def copy(self, edges: Callable[[int], Row], steps: int) -> Matching:
        """The same matching to be taken further on its own."""
        twin = Matching(self.count, edges, steps)
        twin.mate, twin.value, twin.load, twin.top = self.mate[:], self.value[:], self.load[:], self.top[:]
        twin.base, twin.weight, twin.parent = dict(self.base), dict(self.weight), dict(self.parent)
        twin.inside, twin.kids, twin.links = dict(self.inside), dict(self.kids), dict(self.links)
        twin.named = self.named
        return twin

    def begin(self) -> None:
        """Forget the tree."""
        self.label: dict[int, int] = {}
        self.since: dict[int, int] = {}
        self.back: dict[int, Link | None] = {}
        self.rise: dict[int, int] = {}
        self.best: dict[int, int] = {}
        self.heap: list[tuple[int, int, int, int]] = []
        self.bound = NEVER
        self.now = 0

    def set_value(self, node: int, value: int) -> None:
        """Give a node outside every blossom its value."""
        self.value[node] = self.load[node] = value

    def leaves(self, top: int) -> list[int]:
        """The nodes of a blossom, or the node itself."""
        return self.inside[top] if top >= self.count else [top]

    def base_of(self, top: int) -> int:
        """The node of a blossom that is matched outside it."""
        return self.base[top] if top >= self.count else top

    def settle(self, top: int, now: int) -> None:
        """Write down how far a label has moved its values."""
        gone = (now - self.since[top]) * self.label[top]
        self.since[top] = now
        if not gone:
            return
        if top >= self.count:
            self.weight[top] += gone
        else:
            self.value[top] += gone
        for node in self.leaves(top):
            self.load[node] += gone

    # -- the tree --------------------------------------------------------------------------------------------

    def grow_from(self, root: int) -> bool:
        """Match a free node; False when the listed edges reach no other free node.

        Then the labels still stand, so that the caller can see who was reached. An edge that turns out too
        cheap is put right by lowering a value, which may free others.
        """
        while self.mate[root] < 0:
            self.begin()
            try:
                if not self.grow(root):
                    return False
            except TooCheap as pair:
                self.put_right(*pair.args)
        return True

    def grow(self, root: int) -> bool:
        """One tree, event after event."""
        self.now = 0
        self.make_even(self.top[root], 0, None)
        while self.heap:
            now, u, w, price = heappop(self.heap)
            self.now = now
            if w < 0:
                if self.label.get(u) == ODD and u in self.kids:
                    self.open(u, now)
            elif self.meet(u, w, price, now):
                return True
        return False

    def put_right(self, u: int, w: int, price: int) -> None:
        """Leave the tree where it is and bring the greater value of a too cheap pair down."""
        for top in list(self.label):
            self.settle(top, self.now)
        self.begin()
        for node in sorted((u, w), key=lambda one: (self.top[one] >= self.count, -self.load[one], one)):
            if self.load[u] + self.load[w] > price:
                self.free(node)
                self.lower(node, max(0, self.load[u] + self.load[w] - price))

    def meet(self, u: int, w: int, price: int, now: int) -> bool:
        """An edge from the tree has become tight: grow, close a blossom, or augment (True)."""
        there = self.top[w]
        if there == self.top[u]:
            return False
        label = self.label.get(there)
        if label is None:
            return price - self.rise[u] - self.load[w] == now and self.reach(u, w, now)
        if label == EVEN and price - self.rise[u] - self.rise[w] == 2 * now:
            self.close(u, w, now)
        return False

    def reach(self, u: int, w: int, now: int) -> bool:
        """Take a node (or blossom) and its partner into the tree, or augment when it is free."""
        there = self.top[w]
        base = self.base_of(there)
        partner = self.mate[base]
        if partner < 0:
            self.augment(u, w, now)
            return True
        self.make_odd(there, now, (u, w))
        self.make_even(self.top[partner], now, (base, partner))
        return False

    def make_odd(self, top: int, now: int, back: Link) -> None:
        """Label a node that is reached by a pair of the tree."""
        self.label[top], self.since[top], self.back[top] = ODD, now, back
        if top >= self.count:
            heappush(self.heap, (now + self.weight[top], top, -1, 0))

    def make_even(self, top: int, now: int, back: Link | None) -> None:
        """Label the root, or a partner in the tree, and look at its edges."""
        self.label[top], self.since[top], self.back[top] = EVEN, now, back
        leaves = self.leaves(top)
        for node in leaves:
            self.rise[node] = self.load[node] - now
        for node in leaves:
            self.scan(node)

    def scan(self, u: int) -> None:
        """Note when each edge of an even node will be tight."""
        top, label, load, rise, best = self.top, self.label, self.load, self.rise, self.best
        here, own, row = top[u], rise[u], self.edges(u)
        self.steps -= len(row)
        if self.steps < 0:
            raise OutOfSteps
        for price, w in row:
            kind = label.get(top[w])
            if kind is None:
                when = price - own - load[w]
                if when < self.bound and when < best.get(w, NEVER):
                    best[w] = when
                    self.expect(when, u, w, price)
            elif kind == EVEN and top[w] != here:
                when = (price - own - rise[w]) >> 1
                if when < self.bound:
                    self.expect(when, u, w, price)

    def expect(self, when: int, u: int, w: int, price: int) -> None:
        """An edge of the tree that will be tight; later than the first one to a free node nothing matters."""
        if when < self.now:
            raise TooCheap(u, w, price)
        heappush(self.heap, (when, u, w, price))
        top = self.top[w]
        if top not in self.label and self.mate[self.base_of(top)] < 0:
            self.bound = when

    # -- blossoms --------------------------------------------------------------------------------------------

    def path(self, top: int) -> Iterator[int]:
        """The labelled tops from one up to the root."""
        yield top
        while (back := self.back[top]) is not None:
            top = self.top[back[0]]
            yield top

    def meeting_point(self, u: int, w: int) -> int:
        """Where the ways from two even nodes to the root come together."""
        ways = (self.path(self.top[u]), self.path(self.top[w]))
        seen: set[int] = set()
        while True:
            for way in ways:
                top = next(way, -1)
                if top in seen:
                    return top
                if top >= 0:
                    seen.add(top)

    def arm(self, top: int, end: int) -> tuple[list[int], list[Link]]:
        """Tops from one up to (not including) another, with the edge of each to the next."""
        tops: list[int] = []
        links: list[Link] = []
        while top != end:
            back = self.back[top]
            assert back is not None
            tops.append(top)
            links.append((back[1], back[0]))
            top = self.top[back[0]]
        return tops, links

    def close(self, u: int, w: int, now: int) -> None:
        """Make one blossom of the odd circle that an edge between two even nodes closes."""
        end = self.meeting_point(u, w)
        left, left_links = self.arm(self.top[u], end)
        right, right_links = self.arm(self.top[w], end)
        kids = [end, *reversed(left), *right]
        links = [*((b, a) for a, b in reversed(left_links)), (u, w), *right_links]
        turned = [node for kid in kids if self.label[kid] == ODD for node in self.leaves(kid)]
        for kid in kids:
            self.settle(kid, now)
        new = self.name(kids, links, self.base_of(end))
        self.label[new], self.since[new], self.back[new] = EVEN, now, self.back[end]
        for kid in kids:
            del self.label[kid]
        for node in turned:
            self.rise[node] = self.load[node] - now
        for node in turned:
            self.scan(node)

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

    def open(self, blossom: int, now: int) -> None:
        """Take an odd blossom apart whose weight is used up; the way through it stays in the tree."""
        back = self.back[blossom]
        assert back is not None
        self.settle(blossom, now)
        at, links = self.kid_of(blossom, back[1]), self.links[blossom]
        del self.label[blossom]
        kids = self.forget(blossom)
        way = way_round(len(kids), at)
        self.label_way(kids, links, way, back, now)
        loose = [kid for kid in kids if kid not in self.label]
        for node in (node for kid in loose for node in self.leaves(kid)):
            self.best.pop(node, None)
            self.look_back(node)

    def label_way(self, kids: list[int], links: list[Link], way: list[int], back: Link, now: int) -> None:
        """Odd, even, odd ... from the part that was reached to the part with the base."""
        self.make_odd(kids[way[0]], now, back)
        for step in range(1, len(way)):
            link = toward(links, way[step - 1], way[step])
            (self.make_even if step % 2 else self.make_odd)(kids[way[step]], now, link)

    def look_back(self, node: int) -> None:
        """Edges of the tree to a node that has fallen out of it."""
        for price, u in self.edges(node):
            if self.label.get(self.top[u]) == EVEN:
                when = price - self.rise[u] - self.load[node]
                if when < self.bound and when < self.best.get(node, NEVER):
                    self.best[node] = when
                    self.expect(when, u, node, price)

    # -- matching --------------------------------------------------------------------------------------------

    def augment(self, u: int, w: int, now: int) -> None:
        """Match along the way from the root over (u, w) to a free node."""
        for top in list(self.label):
            self.settle(top, now)
        tops = list(self.label)
        self.turn(self.top[w], w)
        self.mate[w] = u
        self.flip(u, w)
        self.begin()
        for top in tops:
            self.drop_weightless(top)

    def flip(self, node: int, partner: int) -> None:
        """Give an even node a new partner, its old one the next, and so on up to the root."""
        while True:
            top = self.top[node]
            self.turn(top, node)
            self.mate[node] = partner
            back = self.back[top]
            if back is None:
                return
            odd = self.top[back[0]]
            up = self.back[odd]
            assert up is not None
            node, partner = up
            self.turn(odd, partner)
            self.mate[partner] = node

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

    # -- taking it up again ----------------------------------------------------------------------------------

    def part(self, node: int) -> None:
        """Unmatch a node that is in no blossom, or the base of one."""
        other = self.mate[node]
        if other >= 0:
            self.mate[node] = self.mate[other] = -1

    def free(self, node: int) -> None:
        """Forget every blossom around a node and unmatch it; no pair becomes too cheap by it."""
        while (top := self.top[node]) >= self.count:
            self.part(self.base[top])
            weight = self.weight[top]
            for leaf in self.inside[top]:
                self.load[leaf] -= weight
            self.forget(top)
        self.part(node)

    def lower(self, node: int, amount: int) -> None:
        """Take something off the value of a freed node: its pairs may now cost that much less."""
        self.value[node] -= amount
        self.load[node] -= amount

    def loose(self) -> list[int]:
        """The nodes without a partner."""
        return [node for node, other in enumerate(self.mate) if other < 0]

    def solve(self) -> bool:
        """Match everybody over the listed edges; False when they do not allow it."""
        while loose := self.loose():
            if not all(self.grow_from(node) for node in loose):
                return False
        return True

    def sets(self) -> list[tuple[tuple[int, ...], int]]:
        """Every blossom that weighs something: its nodes and its weight."""
        return [(tuple(self.inside[b]), weight) for b, weight in self.weight.items() if weight]
