"""What a pair costs: named whole-number tiers, the most important first.

No sum of a lower tier outweighs a higher one.

| tier | a pair costs | a bye costs |
|---|---|---|
| repeats | 2^meetings - 1 | - |
| back_to_back | 1 for a rematch of the round just played | - |
| bye | - | earlier byes, then distance from the bottom |
| club | 1 for each bond between the two: club, team, family | - |
| score_gap | difference in half wins, squared | - |
| starts | starts or replies too many that both share | - |
| pattern | squared distance of each from the nominal partner | - |
| tie | a fixed number from the two places, so that one answer is left | the same |

Source of the order: weighted-matching Swiss (Sauer, Cseh, Lenzner 2024), tsh's preference list. A ban is no
price: the pair does not exist.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from pairings.byes import bye_price
from pairings.field import Field, groups_by

TIE_BITS = 0xFFFF
LIMIT_BITS = 120
Row = Callable[[int, Sequence[int]], list[int]]


def no_bye_price(i: int) -> int:
    """The price of a bye in a tier that says nothing on byes."""
    return 0


@dataclass(frozen=True, slots=True)
class Tier:
    """A named price: `row(i, js)` for i against each of js, `bye(i)` for sitting out."""

    name: str
    row: Row
    bye: Callable[[int], int] = no_bye_price

    def pair(self, i: int, j: int) -> int:
        """The price of one pair."""
        return self.row(min(i, j), (max(i, j),))[0]


Tiers = Sequence[Tier]


def repeats(field: Field, free: int = 0) -> Tier:
    """Earlier meetings beyond `free` of them; each further one doubles."""

    def row(i: int, js: Sequence[int]) -> list[int]:
        met = field.met[i]
        return [(1 << max(0, met.get(j, 0) - free)) - 1 for j in js] if met else [0] * len(js)

    return Tier("repeats", row)


def back_to_back(field: Field) -> Tier:
    """A rematch of the round just played."""
    latest: dict[int, set[int]] = {}
    for i, j in field.last if field.request.constraints.back_to_back != "ignore" else ():
        latest.setdefault(i, set()).add(j)
        latest.setdefault(j, set()).add(i)

    def row(i: int, js: Sequence[int]) -> list[int]:
        mine = latest.get(i)
        return [int(j in mine) for j in js] if mine else [0] * len(js)

    return Tier("back_to_back", row)


def bye(field: Field) -> Tier:
    """Who sits out: fewest byes, then lowest standing."""
    return Tier("bye", lambda i, js: [0] * len(js), lambda i: bye_price(field.byes, i))


def bonds(field: Field) -> list[dict[int, int]]:
    """How many bonds each player has with each other one, of the kinds this round keeps apart where it can."""
    wishes = field.request.constraints
    groups = [[field.index[one] for one in group if one in field.index] for group in wishes.apart]
    groups += groups_by(field.players, "club").values() if wishes.clubs == "avoid" else ()
    groups += groups_by(field.players, "team").values() if wishes.teams == "avoid" else ()
    found: list[dict[int, int]] = [{} for _ in field.players]
    for group in groups:
        for i in group:
            for j in group:
                found[i][j] = found[i].get(j, 0) + 1
    return found


def club(field: Field) -> Tier:
    """Clubs, teams and families that should not meet."""
    found = bonds(field)

    def row(i: int, js: Sequence[int]) -> list[int]:
        mine = found[i]
        return [mine.get(j, 0) for j in js] if mine else [0] * len(js)

    return Tier("club", row)


def score_gap(field: Field) -> Tier:
    """Difference in half wins, squared: one float of two costs more than two floats of one."""
    halves = field.halves

    def row(i: int, js: Sequence[int]) -> list[int]:
        mine = halves[i]
        return [(mine - halves[j]) ** 2 for j in js]

    return Tier("score_gap", row)


def starts(field: Field) -> Tier:
    """Both have started too often, or both replied too often: the smaller surplus stays with one of them."""
    leans = [field.lean(i) for i in range(field.n)]

    def row(i: int, js: Sequence[int]) -> list[int]:
        mine = leans[i]
        if mine > 0:
            return [max(0, min(mine, leans[j])) for j in js]
        return [max(0, min(-mine, -leans[j])) for j in js] if mine else [0] * len(js)

    return Tier("starts", row)


def pattern(place: Sequence[int], target: Sequence[int]) -> Tier:
    """How far each sits from the other's nominal partner, squared. `place` and `target` are by player index."""

    def row(i: int, js: Sequence[int]) -> list[int]:
        mine, wanted = place[i], target[i]
        return [(place[j] - wanted) ** 2 + (target[j] - mine) ** 2 for j in js]

    return Tier("pattern", row)


def mix(i: int, j: int) -> int:
    """A fixed number from two places in the standings."""
    return (((i + 1) * 2654435761 ^ (j + 1) * 2246822519) * 3266489917 >> 15) & TIE_BITS


def tie(field: Field) -> Tier:
    """The last word: depends on the two places alone, so every machine says the same."""
    return Tier("tie", lambda i, js: [mix(i, j) for j in js], lambda i: mix(i, field.n))


def common(field: Field, free_meetings: int = 0) -> list[Tier]:
    """The tiers every system begins with."""
    return [repeats(field, free_meetings), back_to_back(field), bye(field), club(field)]


def vector(tiers: Tiers, pairs: Iterable[tuple[int, int]], byes: Iterable[int] = ()) -> tuple[int, ...]:
    """The price of a set of pairs and byes, tier by tier."""
    pairs, byes = list(pairs), list(byes)
    return tuple(sum(t.pair(i, j) for i, j in pairs) + sum(t.bye(i) for i in byes) for t in tiers)
