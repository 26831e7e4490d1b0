"""The best round with a proof, for fields small enough: every way to fill tables, those that cannot win left out.

The highest player without a table gets his companions next; two ways that seat the same players are one. A way is
left out when its price and the least the others can cost is no better than a round already known. Bounded by
steps: beyond them there is no proof.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from pairings.systems.pods.prices import Prices

Tables = list[list[int]]
State = tuple[int, tuple[int, ...]]
Found = dict[State, tuple[int, State | None]]
# Of a table: its size, what each seat costs twice, twice the least each player adds, and how much more it may cost.
Limits = tuple[int, Sequence[int], Sequence[int], int]


class Exact:
    """A search through all rounds of these players at tables of these sizes, for one cheaper than `known`.

    `bound` groups (each with one or more players) stay together. Prices inside are never below nothing: what keeping
    a group together saves is the same in every round looked at, and left out.
    """

    def __init__(
        self, prices: Prices, groups: Sequence[Sequence[int]], sizes: Sequence[int], known: int, steps: int
    ) -> None:
        self.players = sorted(i for group in groups for i in group)
        at = {i: place for place, i in enumerate(self.players)}
        self.group = {at[i]: sorted(at[k] for k in group) for group in groups for i in group}
        self.rows = [[prices.rows[i][j] if i != j else 0 for j in self.players] for i in self.players]
        self.seats = {size: [prices.seat(size, i) for i in self.players] for size in set(sizes)}
        self.steps, self.all = steps, (1 << len(self.players)) - 1
        self.known = known - self.even_out()
        self.order = [self.cheapest_first(here) for here in range(len(self.players))]
        self.start: State = (0, tuple(sorted(sizes, reverse=True)))

    def even_out(self) -> int:
        """Take what groups save out of the prices; how much that is."""
        saved = 0
        for here, group in self.group.items():
            for there in group:
                if there > here and self.rows[here][there] < 0:
                    saved += self.rows[here][there]
                    self.rows[here][there] = self.rows[there][here] = 0
        return saved

    def cheapest_first(self, here: int) -> list[tuple[int, int]]:
        """Everybody else as a bit and a price, the cheapest companion first."""
        row = self.rows[here]
        return [(1 << k, row[k]) for k in sorted(range(len(row)), key=row.__getitem__) if k != here]

    def least_of(self, here: int, mask: int, sizes: Collection[int]) -> int:
        """Twice the least a player can add: half of his cheapest companions outside a mask, and his seat."""
        own, total, found = self.order[here], 0, 0
        best = 2 * self.seats[1][here] if 1 in sizes else None
        for bit, price in own:
            if mask & bit:
                continue
            total += price
            found += 1
            if found + 1 in sizes:
                pays = total + 2 * self.seats[found + 1][here]
                best = pays if best is None else min(best, pays)
            if found == 3:
                break
        return 0 if best is None else best

    def tables(self, mask: int, size: int, least: Sequence[int], room: int) -> Iterator[tuple[int, int]]:
        """Tables of a size for the highest player without one, as a mask, and their prices.

        `least` is twice what each can add; `room`: how much more than that a table may cost, twice, no more.
        """
        first = (~mask & (mask + 1)).bit_length() - 1
        seats = [2 * seat for seat in self.seats[size]]
        free = [
            here for here in range(first + 1, len(self.players))
            if not mask >> here & 1 and self.group[here][0] == here
        ]  # fmt: skip

        def grow(table: list[int], pays: list[int], after: int) -> Iterator[tuple[int, int]]:
            if len(table) == size:
                price = sum(pays) - sum(seats[here] for here in table)
                yield sum(1 << here for here in table), price // 2 + sum(seats[here] for here in table) // 2
                return
            for at in range(after, len(free)):
                self.steps -= 1
                if self.steps < 0:
                    return
                joined = self.joined(table, pays, self.group[free[at]], (size, seats, least, room))
                if joined:
                    yield from grow(*joined, at + 1)

        if joined := self.joined([], [], self.group[first], (size, seats, least, room)):
            yield from grow(*joined, 0)

    def joined(
        self, table: list[int], pays: list[int], group: Sequence[int], may: Limits
    ) -> tuple[list[int], list[int]] | None:
        """A table with a group more, and what each pays: pairs once for each of the two, seats twice. None where it is
        too large, or costs too much beyond the least of its players: that can only grow.
        """
        size, seats, least, room = may
        if len(table) + len(group) > size:
            return None
        for here in group:
            row, own, over, new = self.rows[here], seats[here], 0, []
            for other, paid in zip(table, pays, strict=True):
                price = row[other]
                own += price
                price += paid
                new.append(price)
                if price > least[other]:
                    over += price - least[other]
            if own > least[here]:
                over += own - least[here]
            # The last of a group says what all of it costs; before, a table costs less.
            if over >= room:
                return None
            new.append(own)
            table, pays = [*table, here], new
        return table, pays

    def spread(self, state: State, price: int, found: Found) -> None:
        """Add every way to fill one more table."""
        mask, sizes = state
        kinds = dict.fromkeys(sizes)
        free = [here for here in range(len(self.players)) if not mask >> here & 1]
        least = [0] * len(self.players)
        for here in free:
            least[here] = self.least_of(here, mask, kinds.keys())
        room = 2 * (self.known - price) - sum(least)
        for size in kinds if room > 0 else ():
            left = list(sizes)
            left.remove(size)
            for table, more in self.tables(mask, size, least, room):
                new = (mask | table, tuple(left))
                if new not in found or price + more < found[new][0]:
                    found[new] = (price + more, state)

    def run(self) -> tuple[Tables | None, bool]:
        """A cheaper round if there is one, and whether the search was whole."""
        layer: Found = {self.start: (0, None)}
        kept = [layer]
        for _ in self.start[1]:
            new: Found = {}
            for state, (price, _before) in layer.items():
                self.spread(state, price, new)
            kept.append(new)
            layer = new
        end = next(iter(layer), None)
        return (None if end is None else self.traced(end, kept)), self.steps >= 0

    def traced(self, end: State, kept: Sequence[Found]) -> Tables:
        """The tables of a finished round, first filled first."""
        tables: Tables = []
        state: State | None = end
        for found in reversed(kept[1:]):
            if state is None:
                break
            before = found[state][1]
            mask = state[0] ^ (before[0] if before else 0)
            tables.append([self.players[here] for here in range(len(self.players)) if mask >> here & 1])
            state = before
        return tables[::-1]
