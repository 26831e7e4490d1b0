"""The first pairs of one floor when starts count: those who owe a start meet those who are owed one.

The upper half of a bracket sits opposite the lower half, nominal partners face to face. Going down the line,
`ahead` says how many more of the major side sat above on the one bench than of the other side on the other.
Where both sides are equal in number, the k-th of one side above meets the k-th of the other below, and nobody
could do better: prices grow with the square of the distance, so no two such pairs may cross. Where one side has
more, some nominal pairs of two of that side stay together; which, is chosen so that `ahead` less those left out
stays near 0, for that is how far the others have to move.

Values follow from the pairs: one above is worth at most what he costs with another's partner, less what that
partner costs and is worth already (shortest ways, as in the assignment problem). They settle in a few passes
down and up the line, because only neighbours bind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

PASSES, CIRCLES = 12, 12
SIDES = (1, -1, 0)
NEVER = 1 << 60


@dataclass(frozen=True, slots=True)
class Bench:
    """One half of a bracket in the order of the line: who, where each sits, where his nominal partner sits, and on
    which side of 0 his starts are.
    """

    players: Sequence[int]
    places: Sequence[int]
    targets: Sequence[int]
    sides: Sequence[int]


@dataclass(frozen=True, slots=True)
class EvenFloor:
    """Whom each of the upper bench meets (his seat below, -1: nobody), and what those above and below are worth."""

    seats: list[int]
    above: list[int]
    below: list[int]


def even_floor(upper: Bench, lower: Bench, tilt: int) -> EvenFloor:
    """The first pairs of a floor and their values, in the units of the pattern.

    `tilt` is the side that more than half of the floor is on, 0 when none: two of that side may meet.
    """
    one, other = decided(upper.sides, lower.sides, tilt)
    seats = seated(one, other, tilt or 1)
    above, below = worths(Facing(upper, lower, tilt, seats))
    middle = middle_of([below[seat] - above[at] for at, seat in enumerate(seats) if seat >= 0])
    return EvenFloor(seats, [value + middle for value in above], [value - middle for value in below])


def middle_of(lifts: Sequence[int]) -> int:
    """Half of what those below are usually worth more than those they meet; one far off must not move everybody."""
    return sorted(lifts)[len(lifts) // 2] // 2 if lifts else 0


def decided(upper: Sequence[int], lower: Sequence[int], tilt: int) -> tuple[list[int], list[int]]:
    """Sides without a 0: who leans to neither goes with the minority; where there is none, with whoever is behind on the
    line, as long as both sides come to as many in the end.
    """
    if tilt:
        return [side or -tilt for side in upper], [side or -tilt for side in lower]
    one, other, ahead = list(upper), list(lower), 0
    left = {side: len(one) - [*one, *other].count(side) for side in (1, -1)}
    for at in range(len(one)):
        for bench in (one, other):
            if not bench[at]:
                wanted = -1 if ahead > 0 else 1
                bench[at] = wanted if left[wanted] > 0 else -wanted
                left[bench[at]] -= 1
        ahead += one[at] + other[at]
    return one, other


def seated(upper: Sequence[int], lower: Sequence[int], major: int) -> list[int]:
    """Whom each above meets: the k-th of a side the k-th of the other, without the pairs that stay together."""
    steps = [(one + other) // 2 * major for one, other in zip(upper, lower, strict=True)]
    together = left_out(steps)
    seats = [at if at in together else -1 for at in range(len(steps))]
    for side in (major, -major):
        ones = [at for at, one in enumerate(upper) if one == side and at not in together]
        others = [at for at, one in enumerate(lower) if one == -side and at not in together]
        for one, other in zip(ones, others, strict=False):
            seats[one] = other
    return seats


def left_out(steps: Sequence[int]) -> set[int]:
    """The steps up to leave out so that what is left ends at 0 and its squares add up to the least."""
    ahead = list(accumulate(steps))
    count = max(ahead[-1], 0) if ahead else 0
    if not count:
        return set()
    cost = [0, *[NEVER] * count]
    ways = []
    for step, height in zip(steps, ahead, strict=True):
        more = [NEVER, *cost[:-1]] if step == 1 else [NEVER] * (count + 1)
        ways.append([one < other for one, other in zip(more, cost, strict=True)])
        cost = [min(pair) + (height - gone) ** 2 for gone, pair in enumerate(zip(more, cost, strict=True))]
    found, left = set(), count
    for at in range(len(steps) - 1, -1, -1):
        if ways[at][left]:
            found.add(at)
            left -= 1
    return found


@dataclass(frozen=True, slots=True)
class Facing:
    """Two benches and who sits opposite whom."""

    upper: Bench
    lower: Bench
    tilt: int
    seats: list[int]

    def price(self, at: int, seat: int) -> int:
        """How far each sits from the other's nominal partner, squared: as the pattern prices it."""
        one, two = self.lower.places[seat] - self.upper.targets[at], self.lower.targets[seat]
        return one * one + (two - self.upper.places[at]) ** 2

    def may(self, side: int, other: int) -> bool:
        """Whether two of these sides may meet without more uneven starts than have to be: where one side has the
        majority, everybody else is wanted by one of it.
        """
        return self.tilt in (side, other) if self.tilt else not side or side != other

    def untangled(self) -> None:
        """Let nobody cross another who could as well sit there: those of one side, and those opposite one side."""
        before: list[int] = []
        while self.seats != before:
            before = self.seats[:]
            for side in SIDES:
                ones = [at for at, own in enumerate(self.upper.sides) if own == side and self.seats[at] >= 0]
                self.sit(ones, sorted(self.seats[at] for at in ones))
            for side in SIDES:
                ones = [
                    at for at, seat in enumerate(self.seats) if seat >= 0 and self.lower.sides[seat] == side
                ]
                self.sit(ones, sorted(self.seats[at] for at in ones))

    def sit(self, ones: Sequence[int], seats: Sequence[int]) -> None:
        """Give some of the upper bench their seats."""
        for at, seat in zip(ones, seats, strict=True):
            self.seats[at] = seat

    def ways(self) -> list[list[tuple[int, int]]]:
        """For each above, whose seats he could take and what that costs more than who sits there: of each kind (his side
        and that of his seat) only the next one up and down the line, because past him the way over him is no dearer.
        """
        found: list[list[tuple[int, int]]] = [[] for _ in self.seats]
        own = [self.price(at, seat) if seat >= 0 else 0 for at, seat in enumerate(self.seats)]
        seats, sides, others = self.seats, self.upper.sides, self.lower.sides
        places, targets = self.lower.places, self.lower.targets
        may = {side: [other for other in SIDES if self.may(side, other)] for side in SIDES}
        for line in (range(len(seats)), reversed(range(len(seats)))):
            latest: dict[tuple[int, int], int] = {}
            for at in line:
                mine, here, wanted = may[sides[at]], self.upper.places[at], self.upper.targets[at]
                for (_, side), via in latest.items():
                    if side in mine:
                        seat = seats[via]
                        price = (places[seat] - wanted) ** 2 + (targets[seat] - here) ** 2
                        found[at].append((price - own[via], via))
                if seats[at] >= 0:
                    latest[sides[at], others[seats[at]]] = at
        return found


def worths(facing: Facing) -> tuple[list[int], list[int]]:
    """What those above and those below are worth at most; seats change where a circle of exchanges saves something."""
    seats = facing.seats
    for _ in range(CIRCLES):
        facing.untangled()
        above, circle = settled(facing.ways())
        if not circle:
            break
        facing.sit(circle, [seats[via] for via in [*circle[1:], circle[0]]])
    below = [NEVER] * len(seats)
    for at, seat in enumerate(seats):
        if seat >= 0:
            below[seat] = facing.price(at, seat) - above[at]
    for seat, side in enumerate(facing.lower.sides):
        if below[seat] == NEVER:
            free = (at for at, own in enumerate(facing.upper.sides) if facing.may(own, side))
            below[seat] = min((facing.price(at, seat) - above[at] for at in free), default=0)
    return above, below


def settled(ways: Sequence[Sequence[tuple[int, int]]]) -> tuple[list[int], list[int]]:
    """The shortest way to each, down and up the line until nothing changes; where it goes on for ever, the circle that
    saves something: each takes the seat of the next.
    """
    value, before = [0] * len(ways), [-1] * len(ways)
    line = range(len(ways))
    for turn in range(PASSES):
        changed = -1
        for at in line if turn % 2 == 0 else reversed(line):
            for more, via in ways[at]:
                if more + value[via] < value[at]:
                    value[at], before[at], changed = more + value[via], via, at
        if changed < 0:
            return value, []
    return value, circle_from(changed, before)


def circle_from(start: int, before: Sequence[int]) -> list[int]:
    """The circle that the steps back from somebody end in; empty when they end nowhere."""
    at, seen = start, dict[int, int]()
    while at >= 0 and at not in seen:
        seen[at] = len(seen)
        at = before[at]
    return list(seen)[seen[at] :] if at >= 0 else []
