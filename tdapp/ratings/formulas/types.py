"""What a rating formula is given and what it says: one event on one list, as plain data.

A game is between two; a table of three or four is several games of less weight (`pairwise`). Byes, forfeits, unscored
rounds and house players are no games and never come here. Ratings are whole numbers, 0 for a player who has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import NamedTuple, Protocol

# A full game's weight: divisible by 2 and 3, so that the shares of a table of three or four are whole.
FULL = 12
# Lifetime games of somebody who comes with a rating where nothing says how many games it rests on: no newcomer. From 50
# on NASPA's small K counts; the ratings tsh writes into files without `lifeg` come out of it (tests).
EXPERIENCED = 50


class Player(NamedTuple):
    """Who is rated. `rating` 0: none yet. `games`: lifetime, before the event. `idle`: days since the last event."""

    id: str
    rating: int = 0
    games: int = 0
    deviation: float | None = None
    volatility: float | None = None
    idle: int = 0


class Game(NamedTuple):
    """One game: round (from 1), places of the two in the field, their scores, its weight in twelfths.

    `tie_rule`: who won equal scores by those before unplayed tiles (SAL:232): 1 the first, -1 the second, 0 nobody.
    """

    round: int
    a: int
    b: int
    score_a: int
    score_b: int
    weight: int = FULL
    tie_rule: int = 0

    @property
    def sign(self) -> int:
        """1: the first won, -1: the second, 0: a tie."""
        return _sign(self.score_a - self.score_b) or self.tie_rule

    @property
    def worth(self) -> float:
        """What the game was worth to the first: 1, 0.5 or 0."""
        return (1 + self.sign) / 2


def _sign(gap: int) -> int:
    return (gap > 0) - (gap < 0)


@dataclass(frozen=True)
class Field:
    """One event. `rounds`: how many it has in all (split ratings ask), also while some are still to be played."""

    players: Sequence[Player]
    games: Sequence[Game]
    rounds: int = 0

    @property
    def length(self) -> int:
        """Rounds of the event; at least those played."""
        return max(self.rounds, max((game.round for game in self.games), default=0))


@dataclass(frozen=True)
class Segment:
    """One step of a player's change, as it is explained: rounds first..last rated in one go.

    `wins` and `expected` in games; `factor` is the K at the start (None where the formula has none); `change` before
    bonus and feedback; `result` what came out, rounded and clamped. `note` names what the formula did besides.
    """

    first: int
    last: int
    start: int
    games: float
    wins: float
    expected: float
    factor: float | None
    change: float
    bonus: float
    feedback: float
    result: int
    note: str = ""


@dataclass(frozen=True)
class Rated:
    """What a player has after the event; equal to before when he played no rated game."""

    rating: int
    games: int
    deviation: float | None = None
    volatility: float | None = None
    segments: tuple[Segment, ...] = ()


class Expect(Protocol):
    """What a game was expected to be worth to the first player, 0..1, by the two ratings."""

    def __call__(self, own: float, other: float, settings: Mapping[str, object]) -> float: ...


class Rate(Protocol):
    """The one signature of every formula. Answers in the order of `field.players`; raises nothing on valid data."""

    def __call__(self, field: Field, settings: Mapping[str, object]) -> list[Rated]: ...


@dataclass(frozen=True)
class Formula:
    """A formula with what is known of it.

    `settings`: its numbers, as data, all of which a list may set otherwise. `marks`: settings whose value is assumed or
    recalled rather than read in the source. `done`, `undone`: what of the source is implemented and what is not. `known_from`:
    a lower rating is none.
    """

    id: str
    title: str
    source: str
    rate: Rate
    expect: Expect
    settings: Mapping[str, object]
    done: tuple[str, ...]
    undone: tuple[str, ...] = ()
    marks: Mapping[str, str] = field(default_factory=dict)
    known_from: int = 1

    def with_settings(self, given: Mapping[str, object]) -> dict[str, object]:
        """The settings with those of a list over them. Raises ValueError for a name the formula does not have."""
        unknown = sorted(set(given) - set(self.settings))
        if unknown:
            known = ", ".join(sorted(self.settings))
            raise ValueError(f"{self.id} has no setting {', '.join(unknown)}; it has {known}")
        return {**self.settings, **given}


def taken_as(field: Field, settings: Mapping[str, object], *, usual: bool = True) -> Field:
    """The field as a list takes it: where its settings say so, a win by the tie rule is a draw. `usual`: where they are
    silent.
    """
    if settings.get("tie_rule_wins", usual):
        return field
    return replace(field, games=[game._replace(tie_rule=0) for game in field.games])


def pairwise(round_: int, seats: Sequence[tuple[int, int]], before: Sequence[int | None] = ()) -> list[Game]:
    """The games of one table: `seats` as (place in the field, final score). Two players: one full game.

    Three or four: each pair by final score, each pair's game weighing 1/(n-1), so that a table is one game for each.
    `before`: the scores before unplayed tiles where they decide equal ones, by seat.
    """
    if len(seats) == 2:
        (a, own), (b, other) = seats
        return [Game(round_, a, b, own, other, FULL, _by_rule(own - other, *before or (None, None)))]
    weight = FULL // (len(seats) - 1)
    marks = zip(seats, before or [None] * len(seats), strict=True)
    return [
        Game(round_, a, b, own, other, weight, _by_rule(own - other, first, second))
        for ((a, own), first), ((b, other), second) in combinations(marks, 2)
    ]


def _by_rule(gap: int, first: int | None, second: int | None) -> int:
    return 0 if gap or first is None or second is None else _sign(first - second)
