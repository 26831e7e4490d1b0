"""What a pair costs in a COP round.

| tier | source | a pair costs (i the higher placed, d places apart; the bye stands behind everybody) |
|---|---|---|
| `second_bye` | liwords `BR`, 10^9 | earlier byes of who sits out, unless second byes are allowed |
| `casher` | liwords `PC`, 10^9 | 1 for somebody in reach of a prize against one who cannot hope for his place |
| `gibson_casher` | liwords `GC`, 10^9 | 1 for a Gibson against somebody who may still win a prize |
| | liwords `HG`, 10^9 | 1 for a leader who has won against whoever stands right below |
| `across` | liwords `HH`, 10^9 | 1 in the last quarter, but for the last round, for somebody in reach of a prize against |
| | | somebody who is not; a Gibson is neither |
| `club` | - | bonds between the two that are to be kept apart |
| `contest` | liwords `RD` | d^3 inside the prizes, d^2 outside them or with a Gibson; 0 in the last quarter for i in reach |
| | liwords `PC` | of a prize, who then pays 2 x (distance from the lowest who may hope for his place)^3 |
| | liwords `RE` | (2^meetings - 1) x 4 x floor((players / 3)^3) |
| | liwords `BB` | 10^6 for a rematch of the round just played, out of reach of the prizes |
| `lowest` | - | in the last quarter, where all that leaves it level: places short of the lowest who may hope for i's, |
| | | the higher i the dearer, so that the leader has the first choice |

Those at the top are constants of 10^9 in liwords, which a sum of cubes can outvote in a large field; as tiers
they cannot be. What is meant to be weighed against each other, places against repeats, stays one sum. In the last round
the hill has brought together all who can still win something: the others meet by places and rematches alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.later import later
from pairings.optimum.costs import club, starts, tie
from pairings.optimum.tiers import Arrays, Grid, Ints, Pair, Tier, single
from pairings.rounds.field import Field
from pairings.systems.cop.contenders import lowest_for
from pairings.systems.cop.hall import Hall
from pairings.systems.cop.keeping import Keeping

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

AGAIN = 1_000_000


@dataclass(frozen=True, slots=True)
class Standing:
    """What the prices know of each player of the field, by index: in reach of a prize (`hopeful`), possibly still
    winning one (`possible`), a Gibson, inside the prizes, and the lowest index that may hope for his place. Where those in
    reach of a prize are odd in number, the next one counts among them, so that nobody has to be left over.
    """

    hopeful: tuple[bool, ...]
    possible: tuple[bool, ...]
    safe: tuple[bool, ...]
    inside: tuple[bool, ...]
    lowest: tuple[int, ...]
    bottom: tuple[bool, ...]


def even_reach(kept: Keeping, casher: int) -> int:
    """The lowest place in reach of a prize, one further down where an odd number would be left to meet each other."""
    hall = kept.hall
    here = [hall.place[i] for i in kept.free if i != kept.sits and not hall.safe(i)]
    inside = [at for at in here if at <= casher]
    below = [at for at in here if casher < at < hall.ask.count]
    return below[0] if len(inside) % 2 and below else casher


def standing_of(kept: Keeping, wider: Mapping[str, int]) -> Standing:
    """The standing of everybody; `wider`: how many places further down a player may look, by id."""
    hall, study = kept.hall, kept.study
    line, prizes, place = study.contenders, hall.ask.prizes, hall.place
    hopes = [one.hope for one in line]
    casher = even_reach(kept, lowest_for(hopes, prizes - 1))
    possible = max((at for at, one in enumerate(line) if one.best <= prizes), default=-1)
    order = [i for i in range(hall.field.n) if place[i] < len(line)]
    below = {place[i]: k for k, i in enumerate(order)}
    lowest = []
    for i, player in enumerate(hall.field.players):
        reach = lowest_for(hopes, place[i]) if place[i] < len(line) else place[i]
        reach = max(reach, casher) if place[i] == prizes - 1 else reach
        inside = [below[at] for at in range(place[i], reach + 1) if at in below]
        last = order[inside[-1]] if inside else i
        # Where nobody below may hope for the place, the neighbour is the one to meet.
        lowest.append((last if last > i else i + 1) + wider.get(player.id, 0))
    return Standing(
        tuple(at <= casher for at in place),
        tuple(at <= possible for at in place),
        tuple(hall.safe(i) for i in range(hall.field.n)),
        tuple(at < prizes for at in place),
        tuple(lowest),
        tuple(at >= len(line) or hall.ask.groups[at] == 0 for at in place),
    )


class Grids:
    """The standing as columns, and the prices of many pairs at once; the bye is the index n."""

    def __init__(self, hall: Hall, standing: Standing) -> None:
        self.last, self.n = hall.settings.left == 1, hall.field.n
        self.late = hall.settings.late and not self.last
        self.standing = standing
        columns = (standing.hopeful, standing.possible, standing.safe, standing.inside, standing.bottom)
        self.hopeful, self.possible, self.safe, self.inside, self.bottom = (
            np.array([*column, False], dtype=bool) for column in columns
        )
        self.lowest = np.array([*standing.lowest, 0], dtype=np.int64)
        self.first, self.second = (
            np.array([*(at == place for at in hall.place), False], dtype=bool) for place in (0, 1)
        )

    def bound(self, i: Ints, j: Ints) -> Ints:
        """Whether i is in reach of a prize and neither is a Gibson."""
        found: Ints = self.hopeful[i] & ~self.safe[i] & ~self.safe[j]
        return found

    def casher(self, i: Ints, j: Ints) -> Ints:
        """`PC`."""
        found: Ints = (self.bound(i, j) & ((j > self.lowest[i]) | (j == self.n))).astype(np.int64)
        return np.where(self.last & (j != self.n), 0, found)

    def gibson_casher(self, i: Ints, j: Ints) -> Ints:
        """`GC`: a Gibson of the bottom group against a possible casher of it, whoever stands higher. `HG`: first against
        second once first place is settled, so that who plays for second has a game that decides something.
        """
        meet = (self.safe[i] & self.possible[j] & ~self.safe[j]) | (
            self.safe[j] & self.possible[i] & ~self.safe[i]
        )
        meet &= self.bottom[i] & (self.bottom[j] | (j == self.n))
        found: Ints = (meet | (self.safe[i] & self.first[i] & self.second[j])).astype(np.int64)
        return found

    def across(self, i: Ints, j: Ints) -> Ints:
        """`HH`: one of two in reach of a prize, and the other not."""
        if not self.late:
            return np.zeros(np.broadcast(i, j).shape, dtype=np.int64)
        apart = (self.hopeful[i] != self.hopeful[j]) & ~self.safe[i] & ~self.safe[j] & (j != self.n)
        found: Ints = apart.astype(np.int64)
        return found

    def contest(self, i: Ints, j: Ints) -> Ints:
        """`RD` and what `PC` adds in the last quarter."""
        apart = j - i
        squared = self.safe[i] | self.safe[j] | ~self.inside[i]
        places = np.where(squared, apart**2, apart**3)
        if not self.late:
            return places
        bound = self.bound(i, j)
        nearest = 2 * np.abs(self.lowest[i] - j) ** 3
        within = bound & (j <= self.lowest[i]) & (j != self.n)
        found: Ints = np.where(self.hopeful[i] & ~self.safe[i], 0, places) + np.where(within, nearest, 0)
        return found

    def lowest_first(self, i: Ints, j: Ints) -> Ints:
        """`lowest`: how far j is from the lowest whom i should meet, times the places below i."""
        if not self.late:
            return np.zeros(np.broadcast(i, j).shape, dtype=np.int64)
        within = self.bound(i, j) & (j <= self.lowest[i]) & (j != self.n)
        found: Ints = np.where(within, (self.lowest[i] - j) * (self.n - i), 0)
        return found

    def most(self) -> int:
        """More than any pair can cost in `contest` by its places."""
        return 3 * (max([self.n, *self.standing.lowest]) + 1) ** 3

    def tier(self, name: str, price: Grid, most: int, some: Mapping[Pair, int] | None = None) -> Tier:
        """A tier by one of these prices; `some` pairs cost that much besides."""

        def row(i: int, js: Sequence[int]) -> list[int]:
            others: Ints = np.array(js, dtype=np.int64)
            base = price(np.full(len(js), i, dtype=np.int64), others).tolist()
            return [one + some.get((i, j), 0) for one, j in zip(base, js, strict=True)] if some else base

        def bye(i: int) -> int:
            return row(i, (self.n,))[0]

        return Tier(name, row, bye, Arrays(price, most, some))


def again(field: Field, standing: Standing) -> dict[Pair, int]:
    """`RE` and `BB`: what earlier meetings add."""
    unit = 4 * (field.n**3 // 27)
    found = {
        (i, j): ((1 << times) - 1) * unit
        for i, met in enumerate(field.met)
        for j, times in met.items()
        if i < j and times
    }
    if field.request.constraints.back_to_back != "ignore":
        for i, j in sorted(field.last):
            if not standing.hopeful[i]:
                found[i, j] = found.get((i, j), 0) + AGAIN
    return found


def tiers_of(kept: Keeping, wider: Mapping[str, int]) -> tuple[list[Tier], Standing]:
    """The tiers of a COP round, the most important first."""
    hall = kept.hall
    field, standing = hall.field, standing_of(kept, wider)
    grids = Grids(hall, standing)
    byes = field.byes if not hall.settings.repeat_byes else [0] * field.n
    tiers = [
        single("second_bye", {}, lambda i: byes[i]),
        grids.tier("casher", grids.casher, 1),
        grids.tier("gibson_casher", grids.gibson_casher, 1),
        grids.tier("across", grids.across, 1),
        club(field),
        grids.tier("contest", grids.contest, grids.most(), again(field, standing)),
        grids.tier("lowest", grids.lowest_first, grids.most()),
    ]
    return [*tiers, starts(field), tie(field)], standing
