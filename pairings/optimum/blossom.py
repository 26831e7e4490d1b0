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

from pairings.optimum.halts import OutOfSteps, TooCheap, TooFar
from pairings.optimum.nested_blossoms import Blossoms, Link, toward, way_round

Row = list[tuple[int, int]]
EVEN, ODD = 1, -1
NEVER = 1 << 400


class Matching(Blossoms):
    """The search. `edges(u)` lists (price, other) for a node; `steps`: how many edges may be looked at."""

    def __init__(self, count: int, edges: Callable[[int], Row], steps: int = NEVER) -> None:
        super().__init__(count)
        self.edges, self.steps, self.near = edges, steps, NEVER
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
        self.bound, self.now = NEVER, 0

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
            if now > self.near:
                raise TooFar
            self.now = now
            if w < 0:
                if self.label.get(u) == ODD and u in self.kids:
                    self.open(u, now)
            elif self.meet(u, w, price, now):
                return True
        return False

    def leave(self, now: int) -> None:
        """Leave the tree where it is: all that is listed costs what its values say, or more."""
        for top in list(self.label):
            self.settle(top, now)
        self.begin()

    def put_right(self, u: int, w: int, price: int) -> None:
        """Leave the tree where it is and bring the greater value of a too cheap pair down."""
        self.leave(self.now)
        pair = sorted((u, w), key=lambda one: (self.top[one] >= self.count, -self.load[one], one))
        self.bring_down(pair, price)

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
        here, own, row, bound = top[u], rise[u], self.edges(u), self.bound
        self.steps -= len(row)
        if self.steps < 0:
            raise OutOfSteps
        for price, w in row:
            there = top[w]
            if there not in label:
                when = price - own - load[w]
                if when < bound and when < best.get(w, NEVER):
                    best[w] = when
                    bound = self.expect(when, u, w, price)
            elif there != here and label[there] == EVEN:
                when = (price - own - rise[w]) >> 1
                if when < bound:
                    bound = self.expect(when, u, w, price)

    def expect(self, when: int, u: int, w: int, price: int) -> int:
        """An edge of the tree that will be tight; later than the first one to a free node (returned) nothing matters."""
        if when < self.now:
            raise TooCheap(u, w, price)
        heappush(self.heap, (when, u, w, price))
        top = self.top[w]
        if top not in self.label and self.mate[self.base_of(top)] < 0:
            self.bound = when
        return self.bound

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
        top, label, rise, load = self.top, self.label, self.rise, self.load[node]
        bound, best = self.bound, self.best.get(node, NEVER)
        for price, u in self.edges(node):
            if label.get(top[u]) == EVEN:
                when = price - rise[u] - load
                if when < bound and when < best:
                    self.best[node] = best = when
                    bound = self.expect(when, u, node, price)

    # -- matching --------------------------------------------------------------------------------------------

    def augment(self, u: int, w: int, now: int) -> None:
        """Match along the way from the root over (u, w) to a free node."""
        for top in list(self.label):
            self.settle(top, now)
        self.agree()
        tops = list(self.label)
        self.turn(self.top[w], w)
        self.mate[w] = u
        self.flip(u, w)
        self.begin()
        for top in tops:
            self.drop_weightless(top)

    def agree(self) -> None:
        """Asked before a tree is kept, when its values are settled: nothing stands against it."""

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

    def solve(self) -> bool:
        """Match everybody over the listed edges; False when they do not allow it."""
        while loose := self.loose():
            if not all(self.grow_from(node) for node in loose):
                return False
        return True
