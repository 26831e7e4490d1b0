"""What a division's games say: the highest ones, the closest ones, how much starting is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pairings.event import stats
from pairings.event.history import History, Played
from pairings.event.records import gain_against
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


def statistics(division: Division, after: int | None = None) -> Statistics:
    """Over all confirmed games up to a round (None: every published one), forfeits and byes apart."""
    people = people_of(division)
    history = halls.of_division(division, after=after)
    lines = list(stats.lines(history, len(history.rounds), house=True))
    games = [_game(line, people) for line in lines if line.started]
    scored = [one for one in _scored(history, lines, people) if not one.entrant.house]
    started, replied = (
        stats.share(line for line in lines if line.started is wanted) for wanted in (True, False)
    )
    return Statistics(
        len(games),
        _top(scored, lambda one: one.score),
        _top([one for one in scored if one.won == 0], lambda one: one.score),
        _top([game for game in games if game.spread > 0], lambda game: game.spread),
        _top(games, lambda game: game.total),
        _top(games, lambda game: -game.spread),
        _averages(scored),
        _per_mille(started.halves, 2 * started.games),
        _per_mille(replied.halves, 2 * replied.games),
        sum(game.gain == 1 for game in games),
        _tenths([one.score for one in scored]),
        _tenths([game.high for game in games]),
        _tenths([game.low for game in games]),
    )


def _top(items: Iterable[Any], value: Callable[[Any], int]) -> tuple[Any, ...]:
    """The five largest, earlier rounds first among equals."""
    return tuple(sorted(items, key=lambda one: (-value(one), one.round))[:MOST])


def _per_mille(part: int, whole: int) -> int | None:
    return (2000 * part + whole) // (2 * whole) if whole else None


def _tenths(values: Sequence[int]) -> int | None:
    """The average in tenths, rounded half up."""
    return (20 * sum(values) + len(values)) // (2 * len(values)) if values else None


def _game(line: stats.Line, people: dict[str, Person]) -> Game:
    """A game from its starter's line, winner first."""
    one, two = people[line.entrant], people[line.opponent]
    if line.gain == 0:
        return Game(line.round, line.table, two, one, line.against, line.score, 0)
    return Game(line.round, line.table, one, two, line.score, line.against, line.gain)


def _scored(history: History, lines: Iterable[stats.Line], people: dict[str, Person]) -> Iterable[Scored]:
    """Every score: of games of two, and of larger tables, measured against the best of the others."""
    for line in lines:
        yield Scored(line.round, people[line.entrant], line.score, line.against, line.gain)
    for number, outcome in _larger(history):
        for seat in outcome.seats:
            others = [other for other in outcome.seats if other is not seat]
            won = min(gain_against(seat, other, history.tie_rule) for other in others)
            yield Scored(number, people[seat.entrant], seat.score, max(s.score for s in others), won)


def _larger(history: History) -> Iterable[tuple[int, Played]]:
    for number, outcomes in enumerate(history.rounds, start=1):
        for outcome in outcomes:
            if isinstance(outcome, Played) and len(outcome.seats) > 2:
                yield number, outcome


def _averages(scored: Sequence[Scored]) -> tuple[Average, ...]:
    by_player: dict[Any, list[Scored]] = {}
    for one in scored:
        by_player.setdefault(one.entrant.pk, []).append(one)
    rows = [_average(own) for own in by_player.values()]
    return tuple(sorted(rows, key=lambda row: (-row.tenths, row.entrant.number))[: 2 * MOST])


def _average(own: list[Scored]) -> Average:
    scores, against = [one.score for one in own], [one.against for one in own]
    return Average(own[0].entrant, len(own), _tenths(scores) or 0, _tenths(against) or 0)
