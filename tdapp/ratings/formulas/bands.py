"""How many points a win beyond expectation is worth, and what happens where that changes (NASPA, WESPA, tsh)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Bands(NamedTuple):
    """K by rating and by lifetime games: `edges` 1800, 2000 part the ratings; `seasoned` games make an old hand.

    `stop_at_edges`: what is left over at an edge is turned into points with the next band's K; otherwise the K at the
    start holds for all of it.
    """

    edges: tuple[int, ...] = (1800, 2000)
    new: tuple[float, ...] = (30, 24, 15)
    old: tuple[float, ...] = (20, 16, 10)
    seasoned: int = 50
    stop_at_edges: bool = True

    def factor(self, rating: float, games: int) -> float:
        """K of a rating; a player of fewer than `seasoned` games has the larger ones."""
        row = self.new if games < self.seasoned else self.old
        for edge, k in zip(self.edges, row, strict=False):
            if rating < edge:
                return k
        return row[-1]


def flat(k: float) -> Bands:
    """The same K for everybody."""
    return Bands((), (k,), (k,), 0, False)


def moved(rating: float, excess: float, games: int, bands: Bands) -> float:
    """The rating after `excess` wins beyond expectation, unrounded.

    Going up a band ends at its edge, going down one point below it (1799, 1999).
    """
    k = bands.factor(rating, games)
    reached = rating + k * excess
    if not bands.stop_at_edges or bands.factor(reached, games) == k:
        return reached
    return _over_edges(rating, excess, games, bands)


def _over_edges(rating: float, excess: float, games: int, bands: Bands) -> float:
    while excess:
        k = bands.factor(rating, games)
        reached = rating + k * excess
        if bands.factor(reached, games) == k:
            return reached
        edge = _next_edge(rating, excess, bands.edges)
        excess -= (edge - rating) / k
        rating = edge
    return rating


def _next_edge(rating: float, excess: float, edges: Sequence[int]) -> float:
    if excess > 0:
        return min(edge for edge in edges if rating < edge)
    return max(edge for edge in edges if edge <= rating) - 1
