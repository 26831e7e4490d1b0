"""All tiers packed into one whole number, for pairs and for seats; rows are worked out when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pairings.rounds.table_sizes import LARGEST
from pairings.systems.pods.layers import Layer

Vector = tuple[int, ...]


def units_of(layers: Sequence[Layer], count: int) -> list[int]:
    """The unit of each tier: one more than everything below it can add up to in any round of so many players."""
    terms = count * (LARGEST - 1) // 2 + count
    base, found = 1, []
    for layer in reversed(layers):
        found.append(base)
        base *= layer.top * terms + 1
    return found[::-1]


class Row(dict[int, int]):
    """One player's packed prices against the others, each worked out when it is first asked for."""

    def __init__(self, prices: Prices, i: int) -> None:
        super().__init__()
        self.prices, self.i = prices, i

    def __missing__(self, j: int) -> int:
        self[j] = found = self.prices.work_out(self.i, j)
        return found


class Prices:
    """The prices of a round. `rows[i][j]` is what two cost at one table, `seat(size, i)` what a seat costs."""

    def __init__(self, layers: Sequence[Layer], count: int) -> None:
        self.layers = layers
        self.units = units_of(layers, count)
        self.rows = [Row(self, i) for i in range(count)]
        self.seats: dict[tuple[int, int], int] = {}
        self.looked_at = 0

    def work_out(self, i: int, j: int) -> int:
        """Price one pair for the first time."""
        self.looked_at += 1
        low, high = (i, j) if i < j else (j, i)
        found = sum(
            layer.tier.row(low, (high,))[0] * unit
            for layer, unit in zip(self.layers, self.units, strict=True)
            if layer.top
        )
        self.rows[j][i] = found
        return found

    def fill(self, players: Sequence[int]) -> None:
        """Price every pair of these players at once, row by row."""
        for at, i in enumerate(players):
            js = players[at + 1 :]
            total = [0] * len(js)
            for layer, unit in zip(self.layers, self.units, strict=True):
                if layer.top:
                    row = layer.tier.row(i, js)
                    total = [a + b * unit for a, b in zip(total, row, strict=True)]
            self.rows[i].update(zip(js, total, strict=True))
            for j, price in zip(js, total, strict=True):
                self.rows[j][i] = price
            self.looked_at += len(js)

    def seat(self, size: int, i: int) -> int:
        """What a seat at a table of this size costs a player."""
        if (size, i) not in self.seats:
            self.seats[size, i] = sum(
                layer.seat(size, i) * unit for layer, unit in zip(self.layers, self.units, strict=True)
            )
        return self.seats[size, i]

    def table(self, table: Sequence[int]) -> int:
        """What one table costs."""
        pairs = sum(self.rows[i][j] for at, i in enumerate(table) for j in table[at + 1 :])
        return pairs + sum(self.seat(len(table), i) for i in table)

    def round(self, tables: Iterable[Sequence[int]]) -> int:
        """What a round costs."""
        return sum(map(self.table, tables))

    def vector(self, packed: int) -> Vector:
        """A packed price tier by tier; only the first tier, the wishes, can be below nothing."""
        found = []
        for unit in self.units:
            value, packed = divmod(packed, unit)
            found.append(value)
        return tuple(found)

    def pack(self, vector: Sequence[int]) -> int:
        """Tiers as one number."""
        return sum(value * unit for value, unit in zip(vector, self.units, strict=True))
