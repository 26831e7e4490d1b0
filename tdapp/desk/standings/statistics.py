"""What a division's games say: the highest ones, the closest ones, how much starting is worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import count

from pairings.event.history import History, Played
from pairings.event.table_points import LOSS, TIE, WIN, gain_against
from tdapp.desk.ledger import history as halls
from tdapp.events.models import Division, Person, people_of

MOST = 5


@dataclass(frozen=True, slots=True)
class Game:
    """One finished game of two, winner first (a tie: the starter); `gain` is the starter's in half points."""

    round: int
    table: int
    winner: Person
    loser: Person
    high: int
    low: int
    gain: int

    @property
    def spread(self) -> int:
        return self.high - self.low

    @property
    def total(self) -> int:
        return self.high + self.low


@dataclass(frozen=True, slots=True)
class Scored:
    """One player's score in one game; `won` in half points."""

    round: int
    entrant: Person
    score: int
    against: int
    won: int


@dataclass(frozen=True, slots=True)
class Average:
    """A player's average over the games finished, in tenths of a point, for and against."""

    entrant: Person
    games: int
    tenths: int
    against: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """All of it. Percentages are tenths of a percent; None while no game is in."""

    games: int
    high_games: tuple[Scored, ...]
    high_losses: tuple[Scored, ...]
    high_spreads: tuple[Game, ...]
    high_totals: tuple[Game, ...]
    closest: tuple[Game, ...]
    averages: tuple[Average, ...]
    starter: int | None
    replier: int | None
    ties: int
    average: int | None
    average_win: int | None
    average_loss: int | None


# Games as they are counted, light because there are thousands: people are looked up for the few that are shown.
# (round, table, winner, loser, high, low, the starter's half points), and of each seat
# (the score less than nothing, round, where in the list, entrant, best score against, half points).
Counted = tuple[int, int, str, str, int, int, int]
Seated = tuple[int, int, int, str, int, int]


def statistics(division: Division, after: int | None = None) -> Statistics:
    """Over all confirmed games up to a round (None: every published one), forfeits and byes apart."""
    people = people_of(division)
    history = halls.of_division(division, after=after)
    games = list(_games(history))
    scored = [one for one in _scored(history, games) if not people[one[3]].house]
    gains = [game[6] for game in games]
    started, all_halves = sum(gains), 2 * len(games)
    return Statistics(
        len(games),
        _seats(nsmallest(MOST, scored), people),
        _seats(nsmallest(MOST, [one for one in scored if one[5] == LOSS]), people),
        _top([(game[5] - game[4], game) for game in games if game[4] > game[5]], people),
        _top([(-game[4] - game[5], game) for game in games], people),
        _top([(game[4] - game[5], game) for game in games], people),
        _averages(scored, people),
        _per_mille(started, all_halves),
        _per_mille(all_halves - started, all_halves),
        gains.count(TIE),
        _tenths([-one[0] for one in scored]),
        _tenths([game[4] for game in games]),
        _tenths([game[5] for game in games]),
    )


def _games(history: History) -> Iterator[Counted]:
    """Finished games of two, winner first (a tie: the starter)."""
    for number, outcomes in enumerate(history.rounds, start=1):
        for outcome in outcomes:
            if type(outcome) is Played and len(outcome.seats) == 2:
                one, two = outcome.seats
                gain = gain_against(one, two, history.tie_rule)
                high, low = (one, two) if gain else (two, one)
                yield number, outcome.table, high.entrant, low.entrant, high.score, low.score, gain


def _scored(history: History, games: Sequence[Counted]) -> Iterator[Seated]:
    """Every score, the highest first when sorted, earlier rounds first among equals: of games of two the starter's first;
    of larger tables measured against the best of the others.
    """
    at = count()
    for number, _table, winner, loser, high, low, gain in games:
        won, lost = (-high, winner, low, max(gain, WIN - gain)), (-low, loser, high, min(gain, WIN - gain))
        for less, who, against, half_points in (won, lost) if gain else (lost, won):
            yield less, number, next(at), who, against, half_points
    for number, outcome in _larger(history):
        for seat in outcome.seats:
            others = [other for other in outcome.seats if other is not seat]
            gain = min(gain_against(seat, other, history.tie_rule) for other in others)
            yield -seat.score, number, next(at), seat.entrant, max(s.score for s in others), gain


def _top(valued: Iterable[tuple[int, Counted]], people: dict[str, Person]) -> tuple[Game, ...]:
    """Those of the five least values, earlier rounds and tables first among equals."""
    found = nsmallest(MOST, valued, key=lambda one: (one[0], one[1][0]))
    return tuple(
        Game(number, table, people[winner], people[loser], high, low, gain)
        for _value, (number, table, winner, loser, high, low, gain) in found
    )


def _seats(found: Iterable[Seated], people: dict[str, Person]) -> tuple[Scored, ...]:
    return tuple(
        Scored(number, people[who], -less, against, gain) for less, number, _at, who, against, gain in found
    )


def _per_mille(part: int, whole: int) -> int | None:
    return (2000 * part + whole) // (2 * whole) if whole else None


def _tenths(values: Sequence[int]) -> int | None:
    """The average in tenths, rounded half up."""
    return _average(sum(values), len(values)) if values else None


def _larger(history: History) -> Iterable[tuple[int, Played]]:
    for number, outcomes in enumerate(history.rounds, start=1):
        for outcome in outcomes:
            if isinstance(outcome, Played) and len(outcome.seats) > 2:
                yield number, outcome


def _averages(scored: Iterable[Seated], people: dict[str, Person]) -> tuple[Average, ...]:
    sums: dict[str, list[int]] = {}
    for less, _round, _at, who, against, _gain in scored:
        own = sums.setdefault(who, [0, 0, 0])
        own[0] += 1
        own[1] -= less
        own[2] += against
    rows = [
        Average(people[who], games, _average(score, games), _average(against, games))
        for who, (games, score, against) in sums.items()
    ]
    return tuple(sorted(rows, key=lambda row: (-row.tenths, row.entrant.number))[: 2 * MOST])


def _average(total: int, games: int) -> int:
    return (20 * total + games) // (2 * games)
