"""What players ask at the wall: highest game, widest margin, highest losing score, how often who starts wins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pairings.event.history import History, Played
from pairings.event.records import best_of, gain_against

SEATS_MAX = 4


@dataclass(frozen=True, slots=True)
class Line:
    """One game from one seat: scores, half points gained, whether the seat started.

    At a table of three or four `opponent` is the best of the others, and `seats` says how many there were.
    """

    round: int
    table: int
    entrant: str
    opponent: str
    score: int
    against: int
    gain: int
    started: bool
    seats: int = 2

    @property
    def margin(self) -> int:
        """Own score less the opponent's."""
        return self.score - self.against


@dataclass(frozen=True, slots=True)
class SeatShare:
    """Games, half points and points scored of everybody who started (or replied)."""

    games: int
    halves: int
    points: int

    @property
    def win_percent(self) -> int | None:
        """Wins in whole percent, ties counting half, rounded half up; None without a game."""
        return (self.halves * 100 + self.games) // (2 * self.games) if self.games else None

    @property
    def average(self) -> int | None:
        """Average score, rounded half up."""
        return (2 * self.points + self.games) // (2 * self.games) if self.games else None


@dataclass(frozen=True, slots=True)
class Statistics:
    """The records of a division; a shared record lists every game that holds it, earliest first."""

    high_game: tuple[Line, ...]
    high_spread: tuple[Line, ...]
    high_loss: tuple[Line, ...]
    starts: SeatShare
    replies: SeatShare
    ties: int


def lines(history: History, after: int, house: bool = False, most: int = 2) -> Iterator[Line]:
    """Every game of 2 to `most` up to a round from each seat; house players' own lines only when asked for."""
    for number, outcomes in enumerate(history.rounds[:after], start=1):
        for outcome in outcomes:
            if isinstance(outcome, Played) and 2 <= len(outcome.seats) <= most:
                yield from (
                    one
                    for one in seat_lines(history, number, outcome)
                    if house or not history.entrant(one.entrant).house
                )


def seat_lines(history: History, number: int, outcome: Played) -> Iterator[Line]:
    """A game from each of its seats, the starter's first."""
    for at, mine in enumerate(outcome.seats):
        rival = best_of([seat for seat in outcome.seats if seat is not mine])
        gain = gain_against(mine, rival, history.tie_rule)
        yield Line(
            number, outcome.table, mine.entrant, rival.entrant, mine.score, rival.score, gain, at == 0,
            len(outcome.seats),
        )  # fmt: skip


def highest(games: Iterable[Line], attribute: str) -> tuple[Line, ...]:
    """The lines that share the highest value."""
    found = list(games)
    top = max((getattr(game, attribute) for game in found), default=0)
    return tuple(game for game in found if getattr(game, attribute) == top)


def share(games: Iterable[Line]) -> SeatShare:
    """Lines added up."""
    found = list(games)
    return SeatShare(len(found), sum(game.gain for game in found), sum(game.score for game in found))


def statistics(history: History, after: int, klass: str = "") -> Statistics:
    """The records after a round, of everybody or of one class. Forfeits and byes are no games.

    How often who starts wins, and ties, are counted at tables of two only.
    """
    found = lines(history, after, most=SEATS_MAX)
    games = [one for one in found if not klass or history.entrant(one.entrant).klass == klass]
    return Statistics(
        high_game=highest(games, "score"),
        high_spread=highest((one for one in games if one.margin > 0), "margin"),
        high_loss=highest((one for one in games if one.gain == 0), "score"),
        starts=share(one for one in games if one.seats == 2 and one.started),
        replies=share(one for one in games if one.seats == 2 and not one.started),
        ties=sum(one.gain == 1 and one.started for one in games if one.seats == 2),
    )
