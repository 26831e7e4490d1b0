"""What every player has still before him: rounds left, points and spread he can win or lose.

A round in which a player is known to be absent brings him nothing, unless it counts as a bye. A table of an
earlier round that has no result yet is one more game for both.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pairings.event.history import Entrant, History, Unfinished
from pairings.event.records import Record
from pairings.event.table_points import HALF, WHOLE
from pairings.standings.stakes import Stakes
from pairings.standings.standings import Placed

GAME = WHOLE
MEASURES = {"wins": "halves", "points": "by_place", "shares": "by_share"}


@dataclass(frozen=True, slots=True)
class Outlook:
    """One ranked player: place, points and spread so far, and what may still change.

    `points` are what ranks first, in twelfths: wins, or points or shares at tables of 2-4.
    `games` are games he can still win, `gain` the points of spread they can bring, `loss` those they can
    cost; `counted` are the half points there were to win so far.
    """

    entrant: Entrant
    place: int
    points: int
    spread: int
    games: int
    gain: int
    loss: int
    counted: int = 0

    @property
    def most(self) -> int:
        """Points if he wins everything."""
        return self.points + GAME * self.games

    @property
    def name(self) -> str:
        """What to call him."""
        return self.entrant.name or self.entrant.id


@dataclass(frozen=True, slots=True)
class Rest:
    """The rounds after `after` up to the last one, and what one game of each may change."""

    history: History
    after: int
    rounds: int
    stakes: Stakes

    @property
    def left(self) -> int:
        """Rounds still to come."""
        return max(0, self.rounds - self.after)

    def swing(self, round_no: int) -> int:
        """The most spread one game of a round can bring."""
        most = self.stakes.spread_in(max(1, self.rounds - round_no + 1))
        cap = self.history.cap_in(round_no)
        return most if cap is None else min(most, cap)

    def coming(self, entrant: Entrant) -> list[int]:
        """The rounds to come that an entrant may still win."""
        rounds = range(self.after + 1, self.rounds + 1)
        if not entrant.absences:
            return list(rounds)
        return [
            number
            for number in rounds
            if (gone := entrant.absence_in(number)) is None or gone.intent == "bye"
        ]


def open_tables(history: History, after: int) -> dict[str, list[int]]:
    """For each player the rounds up to `after` in which his table has no result yet."""
    found: dict[str, list[int]] = {}
    for number, outcomes in enumerate(history.rounds[:after], start=1):
        for outcome in (one for one in outcomes if type(one) is Unfinished):
            for entrant_id in outcome.seats:
                found.setdefault(entrant_id, []).append(number)
    return found


def points_of(record: Record, measure: str) -> int:
    """What ranks a player first, in twelfths."""
    value: int = getattr(record, MEASURES.get(measure, "halves"))
    return value * HALF if measure not in ("points", "shares") else value


def outlook_of(
    one: Placed, place: int, rest: Rest, waiting: Sequence[int], measure: str, swings: Sequence[int]
) -> Outlook:
    """What one player has before him; `swings`: the most spread of each round, from the first."""
    entrant = one.record.entrant
    rounds = [*waiting, *rest.coming(entrant)]
    swing = sum([swings[number - 1] for number in rounds])
    loss = 0 if rest.stakes.reading == "liwords" else swing
    counted = one.record.halves + one.record.lost
    points = points_of(one.record, measure)
    return Outlook(entrant, place, points, one.record.spread, len(rounds), swing, loss, counted)


def leaves(entrant: Entrant, rounds: int) -> bool:
    """Whether an entrant is known to have left by the last round: he will take no place."""
    gone = entrant.withdrawn_from()
    return gone is not None and gone <= rounds


def outlooks(table: Sequence[Placed], rest: Rest, measure: str = "wins") -> tuple[Outlook, ...]:
    """Every player who will take a place, in order, with a place of his own: 1, 2, 3 ...; `measure`: what ranks first."""
    waiting = open_tables(rest.history, rest.after)
    swings = [rest.swing(number) for number in range(1, max(rest.rounds, rest.after) + 1)]
    inside = [one for one in table if not one.out and not leaves(one.record.entrant, rest.rounds)]
    return tuple(
        outlook_of(one, place, rest, waiting.get(one.record.entrant.id, ()), measure, swings)
        for place, one in enumerate(inside, start=1)
    )


def points_to_come(rest: Rest, entrants: Sequence[Entrant]) -> int:
    """Points that all rounds to come can give out at most: one win a game, one for a bye."""
    seats = sum(map(len, open_tables(rest.history, rest.after).values()))
    total, leaving = GAME * seats // 2, [one for one in entrants if one.absences]
    for number in range(rest.after + 1, rest.rounds + 1):
        gone = [absence for one in leaving if (absence := one.absence_in(number)) is not None]
        given = sum(absence.intent == "bye" for absence in gone)
        total += GAME * ((len(entrants) - len(gone) + 1) // 2 + given)
    return total
