"""What every player is worth, so that nearly every table is too dear for the best round; and the search over the rest.

Give each player a worth and each size of table a fee. If no table costs less than its players' worths and its fee, no
round costs less than all of them together, and a table that costs more than that by as much as the round at hand does is
in no cheaper one (reduced-cost fixing, on the linear programme of set partitioning). Good worths come of raising whoever
is seldom at a cheap table and lowering whoever is often (iterative scaling, the heat going down). They are only guessed
in floating point, of sums in a fixed order, so alike on every machine: what is claimed is reckoned in whole numbers, and
what is left over after one turn is small enough for the next turn to guess finer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeAlias

from core.later import later
from pairings.systems.pods.prices import Prices

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = later("numpy")

Ints: TypeAlias = "NDArray[np.int64]"
Floats: TypeAlias = "NDArray[np.float64]"
Tables = list[list[int]]
TURNS, HEATS, SCALINGS, COOLER, COLDEST = 6, 9, 16, 2.0, 900
# So many tables are looked at as fast as one step of any other search.
LOOKED = 16


@dataclass(slots=True)
class Kind:
    """All tables of one size that may be: who sits there (by place), and what each costs beyond worths and fee."""

    size: int
    times: int
    seats: Ints
    spare: Any

    def less(self, worths: Sequence[int]) -> int:
        """Take worths off, then the fee: what the cheapest table still costs. The fee."""
        worth = np.array(worths, dtype=object)
        for column in self.seats.T:
            self.spare = self.spare - worth[column]
        fee: int = min(self.spare)
        self.spare = self.spare - fee
        return fee

    def within(self, room: int) -> None:
        """Only the tables that leave some of the room."""
        keep = self.spare < room
        self.seats, self.spare = self.seats[keep], self.spare[keep]


class Worths:
    """The tables that may be in a round cheaper than `known`, and what no round goes below.

    `groups` (each with one or more players) stay together; `sizes` of the tables, each as often as it is there.
    """

    def __init__(
        self, prices: Prices, groups: Sequence[Sequence[int]], sizes: Sequence[int], known: int
    ) -> None:
        self.players = sorted(i for group in groups for i in group)
        at = {i: place for place, i in enumerate(self.players)}
        self.known, self.least = known, 0
        self.rows = np.array(
            [[prices.rows[i][j] if i != j else 0 for j in self.players] for i in self.players], dtype=object
        )
        whole = [[at[i] for i in group] for group in groups if len(group) > 1]
        self.kinds = [
            self.kind(size, sizes.count(size), whole, [prices.seat(size, i) for i in self.players])
            for size in sorted(set(sizes), reverse=True)
        ]

    def kind(self, size: int, times: int, whole: Sequence[Sequence[int]], seat: Sequence[int]) -> Kind:
        """Every table of a size in which no group is torn apart."""
        seats: Ints = np.array(list(combinations(range(len(self.players)), size)), dtype=np.int64)
        for group in whole:
            here = np.isin(seats, group).sum(axis=1)
            seats = seats[(here == 0) | (here == len(group))]
        pays = np.array(seat, dtype=object)
        spare = np.zeros(len(seats), dtype=object)
        for one, other in combinations(range(size), 2):
            spare = spare + self.rows[seats[:, one], seats[:, other]]
        for column in seats.T:
            spare = spare + pays[column]
        return Kind(size, times, seats, spare)

    def narrow(self) -> bool:
        """Raise what no round goes below, and drop the tables that are too dear; False when there is no table to be had."""
        worths = [0] * len(self.players)
        for _ in range(TURNS):
            if any(len(kind.spare) == 0 for kind in self.kinds):
                return False
            self.least += sum(worths) + sum(kind.times * kind.less(worths) for kind in self.kinds)
            room = self.known - self.least
            for kind in self.kinds:
                kind.within(room)
            if room <= 0 or any(len(kind.spare) == 0 for kind in self.kinds):
                return False
            worths = [int(one) for one in self.scaled(room)]
        return True

    def scaled(self, room: int) -> list[float]:
        """Worths to be added, guessed: at each heat a few rounds of scaling, from a part of the room down."""
        worth: Floats = np.zeros(len(self.players))
        columns = [[column.copy() for column in kind.seats.T] for kind in self.kinds]
        prices = [kind.spare.astype(np.float64) for kind in self.kinds]
        heat, best, most = float(room), [0.0] * len(self.players), 0.0
        for _ in range(HEATS):
            heat /= COOLER
            for _ in range(SCALINGS):
                cover: Floats = np.zeros(len(worth))
                bound = sum(worth.tolist())
                for kind, seats, price in zip(self.kinds, columns, prices, strict=True):
                    spare = price.copy()
                    for column in seats:
                        spare -= worth[column]
                    fee = float(spare.min())
                    bound += kind.times * fee
                    share = halved((spare - fee) / heat)
                    every = float(np.bincount(np.zeros(len(share), dtype=np.int64), share)[0])
                    for column in seats:
                        cover += np.bincount(column, share, len(worth)) * (kind.times / every)
                if bound > most:
                    most, best = bound, worth.tolist()
                worth += heat * (1 - cover) / (1 + cover)
        return best

    def tables(self) -> list[list[tuple[int, int, int]]]:
        """By their first player: who sits at a table as a mask, its size, and what it costs beyond."""
        found: list[list[tuple[int, int, int]]] = [[] for _ in self.players]
        for kind in self.kinds:
            for seats, spare in zip(kind.seats.tolist(), kind.spare.tolist(), strict=True):
                found[seats[0]].append((sum(1 << seat for seat in seats), kind.size, spare))
        return found


def halved(spare: Floats) -> Floats:
    """Half for every unit, in between along a straight line: the same everywhere, as no library's power has to be."""
    spare = np.minimum(spare, COLDEST)
    whole = np.floor(spare)
    found: Floats = np.ldexp(1 - (spare - whole) / 2, -whole.astype(np.int64))
    return found


class Partition:
    """A search for the cheapest round over some tables, player after player, the same round found on any machine."""

    def __init__(self, worths: Worths, steps: int) -> None:
        self.steps, self.room = steps, worths.known - worths.least
        self.players, self.first = worths.players, worths.tables()
        self.left = {kind.size: kind.times for kind in worths.kinds}
        self.seen: dict[tuple[int, ...], int] = {}
        self.chosen: list[int] = []
        self.found: list[int] | None = None

    def run(self) -> tuple[Tables | None, bool]:
        """A cheaper round if there is one, and whether the search was whole."""
        self.fill(0, 0)
        if self.found is None:
            return None, self.steps >= 0
        return [
            [self.players[seat] for seat in range(len(self.players)) if table >> seat & 1]
            for table in self.found
        ], self.steps >= 0

    def fill(self, mask: int, spent: int) -> None:
        """Every way to seat the first player without a table, and the others after him."""
        if mask + 1 == 1 << len(self.players):
            self.room, self.found = spent, self.chosen[:]
            return
        key = (mask, *self.left.values())
        if self.seen.get(key, self.room) <= spent:
            return
        self.seen[key] = spent
        own = self.first[(~mask & (mask + 1)).bit_length() - 1]
        self.steps -= 1 + len(own) // LOOKED
        for table, size, more in own if self.steps >= 0 else ():
            if not table & mask and self.left[size] and spent + more < self.room:
                self.left[size] -= 1
                self.chosen.append(table)
                self.fill(mask | table, spent + more)
                self.chosen.pop()
                self.left[size] += 1
