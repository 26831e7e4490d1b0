"""The first pairs of a whole round when starts count: floor by floor, and who floats between two floors.

Who floats is chosen so that as few as can be have an uneven start: of each side one tries to float, and to be
floated to, and the sides that leave the fewest uneven starts on all floors together are taken (from floor to
floor, as each has at most two floats). Of that side it is whoever sits nearest the nominal float.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from pairings.optimum.nominal.even_floor import Bench, even_floor
from pairings.optimum.nominal.floors import Floor

Pair = tuple[int, int]
Sides = tuple[int, int]
SIDES = (1, -1, 0)
UNEVEN, UNEXPECTED = 1000, 10


@dataclass(frozen=True, slots=True)
class Line:
    """By node: his place, the place of his nominal partner, that partner, and the side his starts are on."""

    places: Sequence[int]
    targets: Sequence[int]
    partners: Sequence[int]
    sides: Sequence[int]

    def bench(self, players: Sequence[int]) -> Bench:
        """Some of them as one half of a bracket."""
        places, targets, sides = self.places, self.targets, self.sides
        return Bench(
            players, [places[a] for a in players], [targets[a] for a in players], [sides[a] for a in players]
        )


@dataclass(slots=True)
class EvenPartners:
    """By node: the first partner (himself: none yet), and what he is worth in units of the pattern; `floats` from
    floor to floor, `open_` those whose worth is still to be found.
    """

    partners: list[int]
    worth: list[int]
    floats: list[Pair]
    open_: list[int]


def even_partners(line: Line, every: Sequence[Floor]) -> EvenPartners:
    """Everybody's first partner; who is on no floor keeps the nominal one."""
    found = EvenPartners(list(line.partners), [0] * len(line.places), [], [])
    for node in (node for floor in every for node in floor.members):
        found.partners[node] = node
    meant = nominal_floats(line, every)
    floats = chosen_floats(line, every, meant)
    for at, floor in enumerate(every):
        out = floats[at + 1] if at + 1 < len(floats) else None
        gone = {*(floats[at] or ())[1:], *(out or ())[:1]}
        last = meant[at + 1] if at + 1 < len(meant) else None
        seat_floor(line, floor, gone, last[0] if last else -1, found)
    for one in floats:
        if one is not None:
            found.partners[one[0]], found.partners[one[1]] = one[1], one[0]
            found.floats.append(one)
    return found


def nominal_floats(line: Line, every: Sequence[Floor]) -> list[Pair | None]:
    """Into each floor, who is meant to come from the floor above, and whom he is meant to meet."""
    at = {node: number for number, floor in enumerate(every) for node in floor.members}
    found: list[Pair | None] = [None] * len(every)
    for a, b in enumerate(line.partners):
        if a in at and b in at and at[b] == at[a] + 1:
            found[at[b]] = (a, b)
    return found


def chosen_sides(line: Line, every: Sequence[Floor], meant: Sequence[Pair | None]) -> list[Sides]:
    """The sides of each float, above and below: as few uneven starts as can be, then as meant."""
    counts = [{side: [line.sides[a] for a in floor.members].count(side) for side in SIDES} for floor in every]
    ways: dict[int | None, tuple[int, list[Sides]]] = {None: (0, [])}
    for at in range(len(every)):
        following = meant[at + 1] if at + 1 < len(every) else None
        new: dict[int | None, tuple[int, list[Sides]]] = {}
        for taken, (cost, way) in ways.items():
            for sides in offered(line, following):
                left = dict(counts[at])
                for side in (taken, sides[0] if following else None):
                    if side is not None:
                        left[side] -= 1
                if min(left.values()) < 0 or (following and not counts[at + 1][sides[1]]):
                    continue
                total = (
                    cost
                    + price_of(left, every[at].tilt)
                    + (float_price(line, following, sides) if following else 0)
                )
                key = sides[1] if following else None
                if key not in new or total < new[key][0]:
                    new[key] = total, [*way, sides]
        ways = new
    best = min(ways.values(), default=(0, []))
    meant_sides = [(line.sides[one[0]], line.sides[one[1]]) if one else (0, 0) for one in meant]
    return [meant_sides[0], *best[1][:-1]] if best[1] else meant_sides


def offered(line: Line, following: Pair | None) -> Iterator[Sides]:
    """The sides a float may have; one way where nobody floats."""
    yield from product(SIDES, SIDES) if following else [(0, 0)]


def price_of(left: dict[int, int], tilt: int) -> int:
    """Twice the uneven starts of those who are left on a floor; those of the side that has the majority are expected."""
    over = left[1] - left[-1]
    uneven = max(0, abs(over) - left[0])
    return UNEVEN * uneven + (UNEXPECTED if uneven and over * tilt <= 0 else 0)


def float_price(line: Line, meant: Pair, sides: Sides) -> int:
    """Whether the float is uneven itself, and how far it is from what is meant."""
    other = sum(line.sides[node] != side for node, side in zip(meant, sides, strict=True))
    return 2 * UNEVEN * (sides[0] * sides[1] > 0) + other


def chosen_floats(line: Line, every: Sequence[Floor], meant: Sequence[Pair | None]) -> list[Pair | None]:
    """Into each floor, who floats and whom he meets: of the chosen sides, nearest to who is meant; nobody twice."""
    found: list[Pair | None] = []
    floaters, taken = {one[0] for one in meant if one}, set[int]()
    for at, (one, sides) in enumerate(zip(meant, chosen_sides(line, every, meant), strict=True)):
        pair: list[int] = []
        for node, side, floor in zip(one or (), sides, every[at - 1 : at + 1], strict=False):
            lower = (a for a in floor.members if line.targets[a] < line.places[a] or a in floaters)
            free = [a for a in {node, *lower} if a not in taken]
            pair += sorted(
                free, key=lambda a: (line.sides[a] != side, abs(line.places[a] - line.places[node]), a)
            )[:1]
        taken.update(pair)
        found.append((pair[0], pair[1]) if len(pair) == 2 else None)
    return found


def seat_floor(line: Line, floor: Floor, gone: set[int], last: int, found: EvenPartners) -> None:
    """Pair one floor without those who float; `last` is meant to float and sits at the lower end."""
    members = sorted((a for a in floor.members if a not in gone), key=lambda a: line.places[a])
    upper = [a for a in members if line.targets[a] > line.places[a] and a != last]
    lower = [a for a in members if line.targets[a] < line.places[a] or a == last]
    if len(upper) != len(lower) or len(upper) + len(lower) != len(members):
        inside = {*members}
        for a in members:
            if line.partners[a] in inside:
                found.partners[a] = line.partners[a]
        return
    if len(upper) > 1 and line.targets[upper[0]] > line.targets[upper[-1]]:
        lower.reverse()
    one = even_floor(line.bench(upper), line.bench(lower), floor.tilt)
    for at, seat in enumerate(one.seats):
        found.worth[upper[at]], found.worth[lower[at]] = one.above[at], one.below[at]
        if seat >= 0:
            found.partners[upper[at]], found.partners[lower[seat]] = lower[seat], upper[at]
    found.open_ += [*(gone & {*floor.members}), *(a for a in lower if a == last)]
