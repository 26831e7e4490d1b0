"""A good round fast: swaps of two players while they pay, then small shakes by the stored seed, under a step budget.

A step is one swap looked at. The order of everything is fixed, so the same field gives the same round anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256

from pairings.systems.pods.prices import Prices

Tables = list[list[int]]
WINDOW = 12
SHAKEN = 3
DRAWN = 3


class Lots:
    """Draws from a seed: the same on any machine."""

    def __init__(self, seed: str) -> None:
        self.seed, self.drawn = seed, 0
        self.pool = 0

    def below(self, limit: int) -> int:
        """A whole number from 0 to limit - 1."""
        if self.pool < limit << 16:
            text = f"{self.seed}:{self.drawn}"
            self.drawn += 1
            self.pool = int.from_bytes(sha256(text.encode()).digest(), "big")
        self.pool, found = divmod(self.pool, limit)
        return found


class Search:
    """Tables in the making. Tables are of fixed sizes; players change places, never tables their size."""

    def __init__(self, prices: Prices, tables: Sequence[Sequence[int]], steps: int) -> None:
        self.prices, self.steps = prices, steps
        self.tables = [list(table) for table in tables]
        self.cost = [prices.table(table) for table in self.tables]
        self.total = sum(self.cost)

    def near(self, at: int) -> Iterator[int]:
        """The tables beside one, and all tables of one: a bye can go anywhere."""
        count = len(self.tables)
        low = max(0, min(at - WINDOW, count - 1 - 2 * WINDOW))
        yield from (other for other in range(low, min(count, low + 2 * WINDOW + 1)) if other != at)
        for other in range(count - 1, -1, -1):
            if len(self.tables[other]) > 1:
                break
            if not low <= other < low + 2 * WINDOW + 1:
                yield other

    def change(self, here: int, i: int, there: int, j: int) -> int:
        """What it costs more when i and j change tables."""
        mine, theirs = self.prices.rows[i], self.prices.rows[j]
        one, other = self.tables[here], self.tables[there]
        extra = 0
        for k in other:
            if k != j:
                extra += mine[k] - theirs[k]
        for k in one:
            if k != i:
                extra += theirs[k] - mine[k]
        if len(one) != len(other):
            seat = self.prices.seat
            extra += seat(len(one), j) + seat(len(other), i) - seat(len(one), i) - seat(len(other), j)
        return extra

    def best_swap(self, here: int) -> tuple[int, int, int, int] | None:
        """The swap of somebody at a table with somebody near that saves most, or None.

        As `change` says it, each sum only once: every search spends most of its time here.
        """
        best: tuple[int, int, int, int] | None = None
        least, one, rows = 0, self.tables[here], self.prices.rows
        left = [sum([rows[i][k] for k in one if k != i]) for i in one]
        for there in self.near(here):
            other = self.tables[there]
            comes = [self.coming(j, other, one) for j in other]
            for i, before in zip(one, left, strict=True):
                mine = rows[i]
                goes = sum([mine[k] for k in other]) - before + self.seated(i, one, other)
                for j, pays in zip(other, comes, strict=True):
                    # Who changes seats with somebody pays for the others there, not for them.
                    extra = goes + pays - 2 * mine[j]
                    if extra < least:
                        least, best = extra, (i, there, j, extra)
            self.steps -= len(one) * len(other)
        return best

    def coming(self, j: int, table: Sequence[int], to: Sequence[int]) -> int:
        """What it costs more when j leaves a table and sits down with everybody of another."""
        row = self.prices.rows[j]
        return sum([row[k] for k in to]) - sum([row[k] for k in table if k != j]) + self.seated(j, table, to)

    def seated(self, i: int, table: Sequence[int], to: Sequence[int]) -> int:
        """What a seat at the size of another table costs more."""
        if len(table) == len(to):
            return 0
        return self.prices.seat(len(to), i) - self.prices.seat(len(table), i)

    def swap(self, here: int, i: int, there: int, j: int) -> None:
        """Let two change tables."""
        one, other = self.tables[here], self.tables[there]
        one[one.index(i)], other[other.index(j)] = j, i
        for at in (here, there):
            new = self.prices.table(self.tables[at])
            self.total += new - self.cost[at]
            self.cost[at] = new

    def copy(self) -> tuple[Tables, list[int]]:
        """The tables and what they cost, to come back to."""
        return [list(table) for table in self.tables], list(self.cost)

    def restore(self, total: int, kept: tuple[Tables, list[int]]) -> None:
        """Go back to a copy."""
        self.tables, self.cost, self.total = [list(table) for table in kept[0]], list(kept[1]), total

    def descend(self, dirty: set[int]) -> None:
        """Swap while it pays, beginning at these tables."""
        while dirty and self.steps > 0:
            here = min(dirty)
            found = self.best_swap(here)
            if found is None:
                dirty.discard(here)
                continue
            i, there, j, _ = found
            self.swap(here, i, there, j)
            dirty.add(there)

    def costly(self, lots: Lots) -> int:
        """The costliest of a few tables drawn."""
        return max((lots.below(len(self.tables)) for _ in range(DRAWN)), key=lambda at: (self.cost[at], -at))

    def replace(self, here: Sequence[int], tables: Sequence[Sequence[int]]) -> None:
        """Fill some tables anew; tables of one size stand side by side, so the order of sizes is kept."""
        for at, table in zip(here, sorted(tables, key=len, reverse=True), strict=True):
            self.tables[at] = list(table)
            new = self.prices.table(table)
            self.total += new - self.cost[at]
            self.cost[at] = new

    def shake(self, lots: Lots) -> set[int]:
        """Let a few players of neighbouring tables change places at random; the tables touched."""
        here = self.costly(lots)
        touched = {here}
        for _ in range(1 + lots.below(SHAKEN)):
            near = list(self.near(here))
            there = near[lots.below(len(near))]
            i = self.tables[here][lots.below(len(self.tables[here]))]
            j = self.tables[there][lots.below(len(self.tables[there]))]
            self.swap(here, i, there, j)
            touched.add(there)
            here = there
        return touched


def improved(prices: Prices, tables: Sequence[Sequence[int]], bound: int, seed: str, steps: int) -> Tables:
    """The best round found from these tables on; the search ends at the bound or when the steps are used up."""
    search, lots = Search(prices, tables, steps), Lots(seed)
    search.descend(set(range(len(search.tables))))
    best, kept = search.total, search.copy()
    while search.steps > 0 and best > bound and len(search.tables) > 1:
        search.descend(search.shake(lots))
        if search.total <= best:
            best, kept = search.total, search.copy()
        else:
            search.restore(best, kept)
    return kept[0]
