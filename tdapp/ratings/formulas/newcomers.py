"""A first rating: the one that would not have changed (NASPA "Initial rating"; tsh finds it by halving).

Newcomers who met each other depend on one another, so all of them are found again until nothing moves: at most fifty
times, then the mean of fifty more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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


def first_ratings(newcomers: Sequence[Newcomer], ratings: Sequence[float], curve: Curve) -> dict[int, float]:
    """First rating by place, unrounded. `ratings`: before the event, 0 for every newcomer."""
    now = {who.place: _at_first(who, ratings) for who in newcomers}
    for _ in range(TURNS):
        found = {who.place: _found(who, ratings, now, curve) for who in newcomers}
        if found == now:
            return now
        now = found
    return _mean_of_more(newcomers, ratings, now, curve)


def _mean_of_more(
    newcomers: Sequence[Newcomer], ratings: Sequence[float], now: dict[int, float], curve: Curve
) -> dict[int, float]:
    """For newcomers who keep moving each other to and fro; here only rated opponents hold anybody back (tsh)."""
    sums = dict.fromkeys(now, 0.0)
    for _ in range(TURNS):
        now = {who.place: _found(who, ratings, now, curve, met_only=False) for who in newcomers}
        for place, rating in now.items():
            sums[place] += rating
    return {place: total / TURNS for place, total in sums.items()}


def _at_first(who: Newcomer, ratings: Sequence[float]) -> float:
    rated = [ratings[met.opponent] for met in who.meetings if ratings[met.opponent]]
    return sum(rated) / len(rated) if rated else START


def _found(
    who: Newcomer, ratings: Sequence[float], now: dict[int, float], curve: Curve, *, met_only: bool = True
) -> float:
    rating = max(LOWEST, unchanged(who, ratings, now, curve))
    strongest = _strongest(who, ratings, now if met_only else {})
    return min(rating, strongest + REACH * who.wins / who.games) if strongest else rating


def _strongest(who: Newcomer, ratings: Sequence[float], now: dict[int, float]) -> float:
    """The strongest rated opponent; the strongest newcomer for somebody who met no one else."""
    rated = max(ratings[met.opponent] for met in who.meetings)
    return rated or max(now.get(met.opponent, 0.0) for met in who.meetings)


def unchanged(who: Newcomer, ratings: Sequence[float], now: dict[int, float], curve: Curve) -> float:
    """The rating at which the wins sought are those expected: halving 0..3000, the last middle looked at (tsh)."""
    met = [(ratings[one.opponent] or now[one.opponent], one.weight / FULL) for one in who.meetings]
    low, high, middle = 0, HIGHEST, 0
    while high - low > 1:
        middle = (low + high) // 2
        short = sum(curve(middle, other) * weight for other, weight in met) < who.sought
        low, high = (middle, high) if short else (low, middle)
    return middle
