"""What each number of a formula may be: the data that the form and the command line are checked against.

Wide enough for every rating system read so far, narrow enough that no division by nothing, no endless search and no
rating without bounds can come of it. A name that means different things has its own row for that formula (`OWN`).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

HIGHEST_RATING, MOST_BANDS, MOST_GAMES = 5000, 10, 100_000


class Range(NamedTuple):
    """Least and most of a number, both allowed. `whole`: no fraction. `rising`: a row must go up."""

    low: float
    high: float
    whole: bool = False
    rising: bool = False

    def holds(self, value: float) -> bool:
        """Whether the number is one of these; NaN and the infinite never are."""
        return self.low <= value <= self.high and (not self.whole or int(value) == value)


RATING, SHARE = Range(0, 3000, whole=True), Range(0, 1)
EDGES = Range(1, HIGHEST_RATING, whole=True, rising=True)
RANGES: Mapping[str, Range] = MappingProxyType({
    "edges": EDGES, "k_new": Range(0.1, 200), "k_old": Range(0.1, 200), "seasoned": Range(0, MOST_GAMES, whole=True),
    "acceleration": Range(0, 3), "divisor": Range(1, 100), "cap": Range(0, 1000, whole=True), "floor": RATING,
    "unplayed": RATING,
    "beta": Range(0.1, 20), "tau": Range(1, 1000), "deviation": Range(1, 1000), "start": Range(1, 3000),
    "idle": Range(0, 1000), "slow_from": Range(0, MOST_GAMES), "slow_over": Range(1, MOST_GAMES),
    "slowest_from": Range(0, MOST_GAMES), "slowest": SHARE, "strong": EDGES, "strong_factor": SHARE,
    "mean_from": SHARE, "least_deviation": Range(0, 1000), "volatility": Range(0.001, 1), "most_volatility": Range(0.001, 1),
    "period_days": Range(0.1, 3650),
})  # fmt: skip
GLICKO: Mapping[str, Range] = MappingProxyType({"tau": Range(0.1, 3)})
OWN: Mapping[str, Mapping[str, Range]] = MappingProxyType({"glicko2": GLICKO, "glicko-spread": GLICKO})


def range_of(formula: str, name: str) -> Range:
    """What a number of a formula may be. Raises KeyError for a setting that is no number."""
    return OWN.get(formula, {}).get(name) or RANGES[name]
