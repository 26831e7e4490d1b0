"""Seeded crossword events for the benches of pairing: strengths, margins, clubs, and rounds paired by a system."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from pairings.event.history import Bye, Entrant, History, Outcome, Played, Seat
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Result
from pairings.systems import pair

STRENGTH, NOISE, SLOPE, SWING, TIES = 200, 80, 0.39, 110, 0.004


@dataclass(frozen=True)
class Event:
    """Who plays, how strong they truly are, and every game's margin: the same whoever pairs them."""

    entrants: tuple[Entrant, ...]
    strength: dict[str, float]
    seed: int

    def margin(self, one: str, other: str, number: int) -> int:
        """The margin of `one` if these two meet in a round: chance fixed by seed, round and both."""
        low, high = sorted((one, other))
        chance = Random(f"{self.seed}:{number}:{low}:{high}")
        drawn = SLOPE * (self.strength[low] - self.strength[high]) + chance.gauss(0, SWING)
        points = 0 if chance.random() < TIES else round(drawn) or 1
        return points if one == low else -points


def event_of(count: int, seed: int, clubs: int = 0) -> Event:
    """Players with a true strength, and a rating that shows it with noise; seeded by the rating."""
    chance = Random(seed)
    known = sorted(
        (
            (1500 + chance.gauss(0, STRENGTH), chance.gauss(0, NOISE), chance.randrange(clubs or 1))
            for _ in range(count)
        ),
        key=lambda one: -(one[0] + one[1]),
    )
    entrants = tuple(
        Entrant(f"p{at:05}", at + 1, round(true + noise), f"Player {at + 1}", f"club {club}" if clubs else "")
        for at, (true, noise, club) in enumerate(known)
    )
    return Event(entrants, {e.id: one[0] for e, one in zip(entrants, known, strict=True)}, seed)


def game(event: Event, table: int, seats: Sequence[str], number: int) -> Played:
    """One game with its scores; the first seat started."""
    margin = event.margin(seats[0], seats[1], number)
    high = 400 + abs(margin) // 2
    scores = (high, high - abs(margin)) if margin >= 0 else (high - abs(margin), high)
    return Played(table, (Seat(seats[0], scores[0]), Seat(seats[1], scores[1])))


def outcomes(event: Event, result: Result, number: int) -> tuple[Outcome, ...]:
    """A paired round, played."""
    games = tuple(game(event, board.table, board.seats, number) for board in result.boards)
    return games + tuple(Bye(bye.entrant) for bye in result.byes)


def paired(request: Request) -> Result:
    """A round that must be possible."""
    found = pair(request)
    assert isinstance(found, Result), found
    return found


def play(
    event: Event,
    rounds: int,
    ask: Callable[[History, int], Request],
) -> History:
    """The event after so many rounds."""
    history = History(event.entrants)
    for number in range(1, rounds + 1):
        played = outcomes(event, paired(ask(history, number)), number)
        history = History(event.entrants, (*history.rounds, played))
    return history


def swiss(history: History, number: int) -> Request:
    """A Swiss round by halves; clubs are nobody's business, as no peer can be told of them."""
    return Request(history, number, "swiss")


def clubs_apart(history: History, number: int) -> Request:
    """The same with clubs kept apart."""
    return Request(history, number, "swiss", constraints=Constraints(clubs="avoid"))
