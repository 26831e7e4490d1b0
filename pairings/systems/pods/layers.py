"""What a table costs: the tiers of pairing, summed over every two who sit together, and who sits at a small one.

| tier | every two at a table cost | a seat costs |
|---|---|---|
| wishes | 1 for two who must not meet, 1 less for two who have to | 1 for a bye that must not be |
| repeats, back_to_back, club | as in pairing | - |
| bye | - | as in pairing, for a table of one |
| small_table | - | seats missing x places above the last: small tables are for the low standings |
| score_gap | difference in half wins (or twelfths of points), squared | - |
| pattern | squared distance of each from the nearest nominal companion | - |
| distance | squared distance in the standings (king of the hill) | - |

Every tier is a sum, so that a swap of two players is priced exactly, and all are packed into one whole number: a
unit is larger than the largest sum of everything below it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from pairings.optimum import costs
from pairings.optimum.tiers import Tier
from pairings.rounds.field import Field

Pair = tuple[int, int]
Seat = Callable[[int, int], int]


def no_seat_price(size: int, i: int) -> int:
    """A tier that says nothing on sizes."""
    return 0


@dataclass(frozen=True, slots=True)
class Layer:
    """A tier of pairs, what a seat at a table of a size costs in it, and the most one pair or one seat can cost."""

    tier: Tier
    top: int
    seat: Seat = no_seat_price

    @property
    def name(self) -> str:
        """The tier's name."""
        return self.tier.name


def wishes(banned: Iterable[Pair], together: Iterable[Pair], bye: int) -> Layer:
    """What may not be, above everything: pairs and byes barred, pairs that have to sit together."""
    values = {**dict.fromkeys(together, -1), **dict.fromkeys(banned, 1)}
    barred = {i for i, j in values if j == bye}
    tier = Tier("wishes", lambda i, js: [values.get((i, j), 0) for j in js])
    return Layer(tier, 1, lambda size, i: int(size == 1 and i in barred))


def repeats(field: Field, free: int, name: str = "repeats") -> Layer:
    """Earlier meetings beyond `free`, doubling."""
    most = max((times for row in field.met for times in row.values()), default=0)
    tier = replace(costs.repeats(field, free), name=name)
    return Layer(tier, (1 << max(0, most - free)) - 1)


def back_to_back(field: Field) -> Layer:
    """Two who sat together in the round just played."""
    return Layer(costs.back_to_back(field), int(bool(field.last)))


def bye(field: Field) -> Layer:
    """Who sits out: a table of one."""
    tier = costs.bye(field)
    top = max((tier.bye(i) for i in range(field.n)), default=0)
    return Layer(tier, top, lambda size, i: tier.bye(i) if size == 1 else 0)


def club(field: Field) -> Layer:
    """Clubs, teams and families kept apart where it can be."""
    top = max((times for row in costs.bonds(field) for times in row.values()), default=0)
    return Layer(costs.club(field), top)


def small_table(places: Sequence[int], largest: int) -> Layer:
    """The seats a table lacks, for each who sits there: the higher he stands, the more it costs."""
    last = max(places, default=0)
    nothing = Tier("small_table", lambda i, js: [0] * len(js))

    def seat(size: int, i: int) -> int:
        return max(0, largest - size) * (last - places[i]) if size > 1 else 0

    return Layer(nothing, largest * (last + 1), seat)


def gap(name: str, values: Sequence[int]) -> Layer:
    """Differences of the players' values, squared: scores, or places."""

    def row(i: int, js: Sequence[int]) -> list[int]:
        mine = values[i]
        return [(values[j] - mine) ** 2 for j in js]

    return Layer(Tier(name, row), (max(values, default=0) - min(values, default=0)) ** 2)


def pattern(places: Sequence[int], companions: Sequence[Sequence[int]]) -> Layer:
    """How far each of two sits from the other's nearest nominal companion, squared; companions are places."""

    def off(i: int, j: int) -> int:
        return min((abs(places[j] - wanted) for wanted in companions[i]), default=0)

    def row(i: int, js: Sequence[int]) -> list[int]:
        return [off(i, j) ** 2 + off(j, i) ** 2 for j in js]

    return Layer(Tier("pattern", row), 2 * (max(places, default=0) + 1) ** 2)
