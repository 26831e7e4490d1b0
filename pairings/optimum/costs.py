"""What a pair costs: named whole-number tiers, the most important first.

No sum of a lower tier outweighs a higher one.

| tier | a pair costs | a bye costs |
|---|---|---|
| repeats | 2^meetings - 1 | - |
| back_to_back | 1 for a rematch of the round just played | - |
| bye | - | earlier byes, then distance from the bottom |
| club | 1 for each bond between the two: club, team, family | - |
| score_gap | difference in half wins, squared | - |
| nearness | in place of repeats and score_gap where a rematch has a price: both in one sum | - |
| free_repeats | meetings that cost nothing, so that only a nearer score buys them | - |
| starts | starts or replies too many that both share | - |
| pattern | squared distance of each from the nominal partner | - |
| tie | a fixed number from the two places, so that one answer is left | the same |

Source of the order: weighted-matching Swiss (Sauer, Cseh, Lenzner 2024), tsh's preference list. A ban is no
price: the pair does not exist.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from core.later import later
from pairings.optimum.tiers import Arrays, Ints, Pair, Row, Tier, single
from pairings.rounds.byes import bye_price
from pairings.rounds.field import Field, groups_by

if TYPE_CHECKING:
    import numpy as np
else:
    np = later("numpy")

TIE_BITS = 0xFFFF


def met_over(field: Field, free: int) -> dict[Pair, int]:
    """The price of every two that have met more than `free` times."""
    return {
        (i, j): (1 << (times - free)) - 1
        for i, met in enumerate(field.met)
        for j, times in met.items()
        if i < j and times > free
    }


def repeats(field: Field, free: int = 0) -> Tier:
    """Earlier meetings beyond `free` of them; each further one doubles."""
    return single("repeats", met_over(field, free))


def free_repeats(field: Field, free: int) -> Tier:
    """Meetings that cost nothing: of rounds with the same gaps the one with fewer of them."""
    prices = {
        (i, j): min(times, free) for i, met in enumerate(field.met) for j, times in met.items() if i < j
    }
    return single("free_repeats", prices)


def back_to_back(field: Field) -> Tier:
    """A rematch of the round just played."""
    counts = field.request.constraints.back_to_back != "ignore"
    return single("back_to_back", dict.fromkeys(field.last, 1) if counts else {})


def bye(field: Field) -> Tier:
    """Who sits out: fewest byes, then lowest standing."""
    return single("bye", {}, lambda i: bye_price(field.byes, i))


def circles(field: Field) -> list[list[int]]:
    """The groups whose players this round keeps apart where it can."""
    wishes = field.request.constraints
    groups = [[field.index[one] for one in group if one in field.index] for group in wishes.apart]
    groups += groups_by(field.players, "club").values() if wishes.clubs == "avoid" else ()
    groups += groups_by(field.players, "team").values() if wishes.teams == "avoid" else ()
    return [group for group in groups if len(group) > 1]


def bonds(field: Field) -> list[dict[int, int]]:
    """How many bonds each player has with each other one, of the kinds this round keeps apart where it can."""
    found: list[dict[int, int]] = [{} for _ in field.players]
    for group in circles(field):
        for i in group:
            for j in group:
                found[i][j] = found[i].get(j, 0) + 1
    return found


def together(count: int, groups: Sequence[Sequence[int]]) -> Tier:
    """One for each group both belong to. Groups that share nobody are numbered in one list of labels."""
    layers: list[list[int]] = []
    for number, group in enumerate(groups, start=1):
        layer = next((one for one in layers if not any(one[i] for i in group)), None)
        if layer is None:
            layers.append(layer := [0] * count)
        for i in group:
            layer[i] = number
    labels = [np.array(layer, dtype=np.int64) for layer in layers]

    def row(i: int, js: Sequence[int]) -> list[int]:
        mine = [layer for layer in layers if layer[i]]
        return [sum(layer[j] == layer[i] for layer in mine) for j in js] if mine else [0] * len(js)

    def grid(i: Ints, j: Ints) -> Ints:
        total: Ints = np.zeros(np.broadcast(i, j).shape, dtype=np.int64)
        for label in labels:
            mine = label[i]
            total += (mine == label[j]) & (mine > 0)
        return total

    common = sum(layer[0] > 0 and len(set(layer)) == 1 for layer in layers)
    return Tier("club", row, arrays=Arrays(grid if layers else None, len(layers), common=common))


def club(field: Field) -> Tier:
    """Clubs, teams and families that should not meet."""
    return together(field.n, circles(field))


def score_gap(field: Field) -> Tier:
    """Difference in half wins, squared: one float of two costs more than two floats of one."""
    halves = field.halves
    levels: Ints = np.array(halves, dtype=np.int64)

    def row(i: int, js: Sequence[int]) -> list[int]:
        mine = halves[i]
        return [(mine - halves[j]) ** 2 for j in js]

    most = (max(halves, default=0) - min(halves, default=0)) ** 2
    return Tier(
        "score_gap", row, arrays=Arrays(lambda i, j: (levels[i] - levels[j]) ** 2, most, None, halves)
    )


def nearness(field: Field, free: int, wins: int) -> Tier:
    """Score gaps, and a meeting beyond the free ones as dear as a gap of so many wins; each further one doubles."""
    gaps, gap = score_gap(field), (2 * wins) ** 2
    over = {pair: worn * gap for pair, worn in met_over(field, free).items()}
    own = gaps.row

    def row(i: int, js: Sequence[int]) -> list[int]:
        return [price + over.get((i, j), 0) for j, price in zip(js, own(i, js), strict=True)]

    return Tier("nearness", row, arrays=replace(gaps.arrays or Arrays(), some=over))


def starts(field: Field) -> Tier:
    """Both have started too often, or both replied too often: the smaller surplus stays with one of them."""
    leans = [field.lean(i) for i in range(field.n)]
    known: Ints = np.array(leans, dtype=np.int64)

    def row(i: int, js: Sequence[int]) -> list[int]:
        mine = leans[i]
        if mine > 0:
            return [max(0, min(mine, leans[j])) for j in js]
        return [max(0, min(-mine, -leans[j])) for j in js] if mine else [0] * len(js)

    def grid(i: Ints, j: Ints) -> Ints:
        mine, other = known[i], known[j]
        least: Ints = np.minimum(np.abs(mine), np.abs(other))
        least[(mine ^ other) < 0] = 0
        return least

    return Tier("starts", row, arrays=Arrays(grid, max(map(abs, leans), default=0), sides=leans))


def pattern(place: Sequence[int], target: Sequence[int]) -> Tier:
    """How far each sits from the other's nominal partner, squared. `place` and `target` are by player index."""
    places: Ints = np.array(place, dtype=np.int64)
    targets: Ints = np.array(target, dtype=np.int64)

    def row(i: int, js: Sequence[int]) -> list[int]:
        mine, wanted = place[i], target[i]
        return [(place[j] - wanted) ** 2 + (target[j] - mine) ** 2 for j in js]

    def grid(i: Ints, j: Ints) -> Ints:
        return (places[j] - targets[i]) ** 2 + (targets[j] - places[i]) ** 2

    most = 2 * (max([*place, *target], default=0) - min([*place, *target], default=0)) ** 2
    return Tier("pattern", row, arrays=Arrays(grid, most, None, None, (place, target)))


def mix(i: int, j: int) -> int:
    """A fixed number from two places in the standings."""
    return (((i + 1) * 2654435761 ^ (j + 1) * 2246822519) * 3266489917 >> 15) & TIE_BITS


def mix_all(i: Ints, j: Ints) -> Ints:
    """The same for arrays: only the low bits count, so it may overflow."""
    product = ((i + 1) * 2654435761 ^ (j + 1) * 2246822519) * np.int64(3266489917)
    return (product >> 15) & TIE_BITS


def tie(field: Field) -> Tier:
    """The last word: depends on the two places alone, so every machine says the same."""
    row: Row = lambda i, js: [mix(i, j) for j in js]  # noqa: E731
    return Tier("tie", row, lambda i: mix(i, field.n), Arrays(mix_all, TIE_BITS))


def calm(tier: Tier, partners: Sequence[int]) -> Tier:
    """The last word, silent on nominal partners: what a system means is not held against it."""
    if tier.name != "tie" or not partners:
        return tier
    nominal: Ints = np.array(partners, dtype=np.int64)

    def row(i: int, js: Sequence[int]) -> list[int]:
        meant = partners[i]
        return [0 if j == meant else price for j, price in zip(js, tier.row(i, js), strict=True)]

    def sitting(i: int) -> int:
        return 0 if partners[i] == i else tier.bye(i)

    arrays = tier.arrays or Arrays(mix_all, TIE_BITS)
    grid = arrays.grid or mix_all
    return replace(
        tier, row=row, bye=sitting,
        arrays=replace(arrays, grid=lambda i, j: grid(i, j) * (nominal[i] != j)),
    )  # fmt: skip


def by_score(field: Field, free: int = 0, wins: int = 0) -> list[Tier]:
    """The tiers a round by score begins with. `free` meetings of a pair cost nothing; one more costs as much as a gap of
    so many `wins`, or more than any gap (0).
    """
    over = [] if wins else [repeats(field, free)]
    gaps = nearness(field, free, wins) if wins else score_gap(field)
    spent = [free_repeats(field, free)] if free else []
    return [*over, back_to_back(field), bye(field), club(field), gaps, *spent]
