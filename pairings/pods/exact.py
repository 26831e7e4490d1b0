"""The best round with a proof, for fields small enough: every way to fill tables, those that cannot win left out.

The highest player without a table gets his companions next; two ways that seat the same players are one. A way is
left out when its price and the least the others can cost is no better than a round already known. Bounded by
steps: beyond them there is no proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pairings.pods.prices import Prices

Tables = list[list[int]]
State = tuple[int, tuple[int, ...]]
Found = dict[State, tuple[int, State | None]]


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
        self.least = [self.least_of(place) for place in range(len(self.players))]
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

    def least_of(self, here: int) -> int:
        """Twice the least a player can add: half of his cheapest companions, and his seat, at the best size."""
        row = sorted(price for there, price in enumerate(self.rows[here]) if there != here)
        return min(sum(row[: size - 1]) + 2 * seats[here] for size, seats in self.seats.items())

    def tables(self, mask: int, size: int, room: int) -> Iterator[tuple[int, int]]:
        """Tables of a size for the highest player without one, as a mask, and their prices.

        `room`: what twice the price may be above the least its players cost, no more.
        """
        first = (~mask & (mask + 1)).bit_length() - 1
        seats = self.seats[size]

        def grow(sums: dict[int, int], after: int) -> Iterator[tuple[int, int]]:
            self.steps -= 1
            over = sum(max(0, total - self.least[here]) for here, total in sums.items())
            if over >= room or self.steps < 0 or len(sums) > size:
                return
            if len(sums) == size:
                price = (sum(sums.values()) - 2 * sum(seats[here] for here in sums)) // 2
                yield sum(1 << here for here in sums), price + sum(seats[here] for here in sums)
                return
            for here in range(after + 1, len(self.players)):
                if not mask >> here & 1 and here not in sums and self.group[here][0] == here:
                    yield from grow(self.seated(sums, self.group[here], seats), here)

        yield from grow(self.seated({}, self.group[first], seats), first)

    def seated(self, sums: dict[int, int], group: Sequence[int], seats: Sequence[int]) -> dict[int, int]:
        """The players of a table with what each pays (pairs once for each of the two, seats twice), a group more."""
        found = dict(sums)
        for here in group:
            row = self.rows[here]
            total = 2 * seats[here]
            for there in found:
                found[there] += row[there]
                total += row[there]
            found[here] = total
        return found

    def least_without(self, mask: int) -> int:
        """Twice the least the players outside a mask can cost."""
        return sum(least for here, least in enumerate(self.least) if not mask >> here & 1)

    def spread(self, state: State, price: int, found: Found) -> None:
        """Add every way to fill one more table."""
        mask, sizes = state
        room = 2 * (self.known - price) - self.least_without(mask)
        for size in dict.fromkeys(sizes):
            left = list(sizes)
            left.remove(size)
            for table, more in self.tables(mask, size, room):
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
