"""Who plays whom in an invented event, and how it ends. Pure: everything from the seeded draw."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from pairings.event.history import Entrant, History, Played, Seat

# Points of strength for a point of spread, and how far the spreads of equals scatter.
STRENGTH_A_POINT, APART = 6, 90
# Players and rounds of one event after the other: a hundred games in the mean, from a club night to a two-day open.
SIZES = ((12, 8), (16, 9), (20, 10), (20, 10), (24, 15))


@dataclass(frozen=True, slots=True)
class Field:
    """Who plays, strongest rating first: ids, names, ratings, what nobody in the hall knows (strength)."""

    ids: Sequence[str]
    names: Sequence[str]
    clubs: Sequence[str]
    ratings: Sequence[int]
    strengths: Sequence[float]


def played(field: Field, rounds: int, draw: random.Random) -> History:
    """The event to its end: neighbours in wins and spread meet, nobody twice where it can be helped."""
    met: set[tuple[int, int]] = set()
    score = [(0, 0)] * len(field.ids)
    games = []
    for _round in range(rounds):
        order = sorted(range(len(score)), key=lambda n: (score[n], -n), reverse=True)
        games.append(tuple(_games(field, _pairs(order, met), score, draw)))
    people = (
        Entrant(key, number, rating, name, club)
        for number, (key, rating, name, club) in enumerate(
            zip(field.ids, field.ratings, field.names, field.clubs, strict=True), 1
        )
    )
    return History(tuple(people), tuple(games))


def _pairs(order: list[int], met: set[tuple[int, int]]) -> list[tuple[int, int]]:
    left, found = list(order), []
    while left:
        one = left.pop(0)
        other = next((n for n in left if (min(one, n), max(one, n)) not in met), left[0])
        left.remove(other)
        met.add((min(one, other), max(one, other)))
        found.append((one, other))
    return found


def _games(
    field: Field, pairs: Sequence[tuple[int, int]], score: list[tuple[int, int]], draw: random.Random
) -> list[Played]:
    games = []
    for table, (a, b) in enumerate(pairs, start=1):
        ahead = field.strengths[a] - field.strengths[b]
        spread = round(draw.gauss(ahead / STRENGTH_A_POINT, APART))
        high = 400 + spread // 2
        for who, margin in ((a, spread), (b, -spread)):
            wins, total = score[who]
            score[who] = wins + (2 if margin > 0 else 1 if margin == 0 else 0), total + margin
        games.append(Played(table, (Seat(field.ids[a], high), Seat(field.ids[b], high - spread))))
    return games
