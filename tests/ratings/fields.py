"""Fields for rating tests: a real event as bare figures, and small ones made up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from tdapp.ratings.formulas import Field, Formula, Game, Player, Rated

FIGURES = Path(__file__).parent / "figures" / "26x23.json"


class Row(NamedTuple):
    """One player of the real event: rating and lifetime games before, opponents and scores, rating after each round."""

    rating: int
    lifetime: int
    opponents: list[int]
    scores: list[int]
    after: list[int]


def real_rows() -> list[Row]:
    return [Row(*row) for row in json.loads(FIGURES.read_text(encoding="utf-8"))]


def real_field(rows: list[Row], after: int) -> Field:
    """The real event after so many of its 23 rounds."""
    players = [Player(str(n), row.rating, row.lifetime) for n, row in enumerate(rows, start=1)]
    games = [
        Game(at + 1, n, other - 1, row.scores[at], rows[other - 1].scores[at])
        for n, row in enumerate(rows)
        for at, other in enumerate(row.opponents[:after])
        if other > n + 1
    ]
    return Field(players, games, len(rows[0].after))


def rate(formula: Formula, field: Field, **settings: object) -> list[Rated]:
    return formula.rate(field, formula.with_settings(settings))


def one_against(
    rating: int, games: int, opponents: list[int], wins: int, *, rounds: int = 0, first: int = 1
) -> Field:
    """A player (place 0) who won the first `wins` of his games by ten points and lost the others."""
    field = [Player("me", rating, games), *(Player(str(n), other, 500) for n, other in enumerate(opponents))]
    played = [Game(first + n, 0, n + 1, 400, 390 if n < wins else 410) for n, _ in enumerate(opponents)]
    return Field(field, played, rounds)
