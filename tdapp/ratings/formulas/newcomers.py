"""A first rating: the one that would not have changed (NASPA "Initial rating"; tsh finds it by halving).

Newcomers who met each other depend on one another, so all of them are found again until nothing moves: at most fifty
times, then the mean of fifty more. A curve that rises has one edge: it is sought from the last one, in fewer steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from tdapp.ratings.formulas.curves import Curve
from tdapp.ratings.formulas.types import FULL

LOWEST, START, HIGHEST, TURNS, REACH = 500, 1500, 3000, 50, 400
SHARE_OF_NONE, SHARE_OF_ALL = 0.05, 0.95


@dataclass(frozen=True)
class Meeting:
    """One game of a newcomer: whom he met (place in the field) and the game's weight in twelfths."""

    opponent: int
    weight: int


@dataclass(frozen=True)
class Newcomer:
    """Somebody without a rating who played: his place, his games, wins and games played in units of one game."""

    place: int
    meetings: tuple[Meeting, ...]
    wins: float
    games: float

    @property
    def sought(self) -> float:
        """The wins to be explained: all or none of them would have no finite answer."""
        if self.wins <= 0:
            return SHARE_OF_NONE * self.games
        return SHARE_OF_ALL * self.games if self.wins >= self.games else self.wins


class _Search:
    """What is sought for one newcomer, turn after turn: from where the turn before ended, and only when somebody moved."""

    def __init__(self, who: Newcomer, ratings: Sequence[float], curve: Curve) -> None:
        self.who, self.curve = who, curve
        self.met = [(one.opponent, ratings[one.opponent], one.weight / FULL) for one in who.meetings]
        self.strongest = max(rating for _, rating, _ in self.met)
        self.others: list[tuple[float, float]] = []
        self.edge, self.last = 0, 0

    def first(self) -> float:
        """Where the search begins: the mean of the rated opponents."""
        rated = [rating for _, rating, _ in self.met if rating]
        return sum(rated) / len(rated) if rated else START

    def found(self, now: dict[int, float], *, met_only: bool = True) -> float:
        """The rating as it is to be after this turn, within reach of the strongest opponent."""
        rating = max(LOWEST, self.unchanged(now))
        strongest = self.strongest or (self._strongest(now) if met_only else 0.0)
        return min(rating, strongest + REACH * self.who.wins / self.who.games) if strongest else rating

    def _strongest(self, now: dict[int, float]) -> float:
        """The strongest newcomer, for somebody who met no one else."""
        return max(now.get(opponent, 0.0) for opponent, _, _ in self.met)

    def unchanged(self, now: dict[int, float]) -> float:
        """The rating at which the wins sought are those expected: halving 0..3000, the last middle looked at (tsh)."""
        others = [(rating or now[opponent], weight) for opponent, rating, weight in self.met]
        if others != self.others:
            self.others = others
            self.edge = self._edge()
            self.last = _last_middle(self.edge)
        return self.last

    def _edge(self) -> int:
        """The lowest rating with which as many wins are expected as are sought; beside the last one it is soon found."""
        low, high, step = 0, HIGHEST, 1
        middle = self.edge or HIGHEST // 2
        while high - low > 1:
            if self._short(middle):
                low = middle
            else:
                high = middle
            # Away from where it began in steps that double, until it lies between two: then by halves.
            if self.edge and (high == HIGHEST or not low):
                middle, step = (min(low + step, HIGHEST - 1) if low else max(high - step, 1)), step * 2
            else:
                middle = (low + high) // 2
        return high

    def _short(self, middle: int) -> bool:
        curve = self.curve
        return sum([curve(middle, other) * weight for other, weight in self.others]) < self.who.sought


@cache
def _last_middle(edge: int) -> int:
    """The last rating looked at by who halves 0..3000 until `edge` is found: itself, or that below."""
    low, high, middle = 0, HIGHEST, 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle < edge else (low, middle)
    return middle


def first_ratings(newcomers: Sequence[Newcomer], ratings: Sequence[float], curve: Curve) -> dict[int, float]:
    """First rating by place, unrounded. `ratings`: before the event, 0 for every newcomer."""
    searches = {who.place: _Search(who, ratings, curve) for who in newcomers}
    now = {place: search.first() for place, search in searches.items()}
    for _ in range(TURNS):
        found = {place: search.found(now) for place, search in searches.items()}
        if found == now:
            return now
        now = found
    return _mean_of_more(searches, now)


def _mean_of_more(searches: dict[int, _Search], now: dict[int, float]) -> dict[int, float]:
    """For newcomers who keep moving each other to and fro; here only rated opponents hold anybody back (tsh)."""
    sums = dict.fromkeys(now, 0.0)
    for _ in range(TURNS):
        now = {place: search.found(now, met_only=False) for place, search in searches.items()}
        for place, rating in now.items():
            sums[place] += rating
    return {place: total / TURNS for place, total in sums.items()}


def unchanged(who: Newcomer, ratings: Sequence[float], curve: Curve) -> float:
    """The rating at which the wins sought are those expected, of opponents who all have one."""
    return _Search(who, ratings, curve).unchanged({})
