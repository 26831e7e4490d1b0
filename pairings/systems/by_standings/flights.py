"""Flights: who is still in contention for which prize band, cut into groups that can be paired."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations

from pairings.optimum.matching import can_pair
from pairings.plan.constraints import banned_by, wishes_of
from pairings.rounds.field import Field, pair_of
from pairings.standings.clinch import Mark

Pair = tuple[int, int]
CAPS: dict[str, tuple[int, ...]] = {"usual": (2, 4, 8, 12), "nsc2008": (2, 4, 6, 12)}
LEADERS = 4
FAINT_ROUNDS = 4
ONE_WIN = 2


@dataclass(frozen=True, slots=True)
class Flight:
    """Players (indexes, from the top) who are paired among themselves; the first `leaders` of them fold.

    `band` is the last place they play for, 0: nothing.
    """

    players: tuple[int, ...]
    leaders: int = 0
    band: int = 0


@dataclass(frozen=True, slots=True)
class Hall:
    """What the cutting looks at: the field, the marks, which pairs are barred."""

    field: Field
    marks: dict[int, Mark]
    banned: Collection[Pair]

    def best(self, i: int) -> int:
        """The best place a player can still take; nobody outside the ranking can take any."""
        return self.marks[i].best if i in self.marks else self.field.n + 1

    def pairable(self, players: Sequence[int], cap: int) -> bool:
        """Whether these can all be paired with nobody meeting for more than the cap-th time again."""
        free = (
            pair
            for one, other in combinations(players, 2)
            if (pair := pair_of(one, other)) not in self.banned and self.field.meetings(*pair) <= cap
        )
        return can_pair(list(players), list(free))


def hall_of(field: Field, found: dict[int, Mark]) -> Hall:
    """The field with everything the cutting needs."""
    return Hall(field, found, banned_by(wishes_of(field)))


def flight_cap(field: Field) -> int:
    """How many may be in one flight so late in the event (tsh `flight_cap`)."""
    caps = CAPS[str(field.request.params.get("caps", "usual"))]
    return caps[min(field.request.left, len(caps)) - 1]


def faint(hall: Hall, left: Sequence[int], band: int) -> list[int]:
    """Players within one win of the last prize place, counted in during the last rounds (tsh faint hope)."""
    field = hall.field
    if field.request.left > FAINT_ROUNDS or not left:
        return []
    bar = field.halves[min(band, field.n) - 1] - ONE_WIN
    return [i for i in left if field.halves[i] >= bar]


def contenders(hall: Hall, left: Sequence[int], band: int, last: bool) -> list[int]:
    """Those who can still reach the band, made even by the best of the others, held to the cap."""
    within = {i for i in left if hall.best(i) <= band} | set(faint(hall, left, band) if last else ())
    if not within:
        return []
    lowest = max(left.index(i) for i in within) + 1
    count = min(lowest + lowest % 2, flight_cap(hall.field), len(left))
    return list(left[: count - count % 2]) if len(within) < len(left) else list(left)


def least_cap(hall: Hall, players: Sequence[int]) -> int:
    """The fewest earlier meetings a pair must be allowed so that these can all be paired; -1: nothing helps."""
    most = max((hall.field.meetings(i, j) for i, j in combinations(players, 2)), default=0)
    return next((cap for cap in range(most + 1) if hall.pairable(players, cap)), -1)


def leaders_of(hall: Hall, players: Sequence[int], cap: int) -> int:
    """How many of a flight lead it: the smallest top group of 4 or more that leaves both parts pairable."""
    for size in range(LEADERS, len(players) - 1, 2):
        if hall.pairable(players[:size], cap) and hall.pairable(players[size:], cap):
            return size
    return len(players)


def cut(hall: Hall, left: Sequence[int], band: int, last: bool) -> Flight | None:
    """The next flight for a band, grown by two until it can be paired; None when nobody reaches the band."""
    players = contenders(hall, left, band, last)
    if not players:
        return None
    for size in range(len(players), len(left), 2):
        cap = least_cap(hall, left[:size])
        if cap >= 0:
            return Flight(tuple(left[:size]), leaders_of(hall, left[:size], cap), band)
    return Flight(tuple(left), 0, band)


def flights(hall: Hall, players: Sequence[int]) -> list[Flight]:
    """All flights from the top; those who play for nothing come last, in one."""
    bands = hall.field.request.stakes.bands_in(len(hall.marks))
    left, found = list(players), list[Flight]()
    for band in bands:
        flight = cut(hall, left, band, band == bands[-1])
        if flight is not None:
            found.append(flight)
            left = left[len(flight.players) :]
    return [*found, Flight(tuple(left))] if left else found
