"""What a season is made of once its files are read: events, their divisions, lines and games, by place and never by key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date

from pairings.event.history import History, Played, Seat
from tdapp.ratings.formulas import Game, pairwise

# A game: its round, then both sides' names and scores.
Told = tuple[int | tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody as a file says them. `rating` 0: none; `games`, `deviation`: None where it is not said; `on`: the day they
    last played, None where it is not said; `bye`: nobody.
    """

    name: str
    number: str = ""
    rating: int = 0
    games: int | None = None
    deviation: float | None = None
    on: date | None = None
    bye: bool = False


@dataclass(frozen=True, slots=True)
class Part:
    """A division: its lines, its games by their places, what its standings are counted from (ids are places from 1, as text)
    and the rounds planned. `where`: its file; `caps`: on the spread of a game, one a round.
    """

    where: str
    name: str
    lines: tuple[Line, ...]
    games: tuple[Game, ...]
    history: History
    rounds: int
    caps: tuple[int, ...] = ()

    def told(self) -> frozenset[Told]:
        """Its games by round, names and scores: the same whatever the file is called."""
        names = [f"{line.name.casefold()}:{line.number}" for line in self.lines]
        return frozenset(
            (one.round, *sorted([(names[one.a], one.score_a), (names[one.b], one.score_b)]))
            for one in self.games
        )


@dataclass(slots=True)
class SeasonEvent:
    """An event: `key` is what its files are called, `day` None where nothing says it, `order` among those of a day."""

    key: str
    parts: list[Part]
    name: str = ""
    day: date | None = None
    order: int = 0


@dataclass(slots=True)
class Notes:
    """What is told beside the answer: a sentence each, none twice."""

    told: list[str] = field(default_factory=list)

    def add(self, sentence: str) -> None:
        if sentence not in self.told:
            self.told.append(sentence)


def games_of(history: History, places: dict[str, int]) -> Iterator[Game]:
    """The games of a history, everybody against everybody at a table of three or four."""
    for number, outcomes in enumerate(history.rounds, start=1):
        for outcome in outcomes:
            if isinstance(outcome, Played):
                yield from _table(number, outcome.seats, places)


def _table(number: int, seats: Sequence[Seat], places: dict[str, int]) -> Iterator[Game]:
    told = [seat.before for seat in seats]
    yield from pairwise(number, [(places[seat.entrant], seat.score) for seat in seats], told)
