"""The fold: outcomes in, one running record per entrant out. Everything in half points and ints."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pairings.event.history import (
    Bye,
    Entrant,
    Forfeit,
    History,
    Outcome,
    Played,
    Seat,
    Unfinished,
    Unscored,
    complete_round,
)
from pairings.event.table_points import HALF, LOSS, TIE, WIN, gain_against, points_of

__all__ = [
    "LOSS",
    "TIE",
    "WIN",
    "Record",
    "Records",
    "add_round",
    "best_of",
    "blank_records",
    "capped",
    "fold",
    "gain_against",
]


@dataclass(slots=True)
class Record:
    """What one entrant has done so far.

    `halves` and `lost` are half points; `weighted` is the sum of gain x round. `given` counts wins by forfeit,
    `forfeits` a player's own: beside games and byes all that a round can count as. `by_place` and `by_share` are twelfths
    of a win (`pairings.event.table_points`): at tables of two both are the wins, so only what larger tables were worth
    more (`more_by_place`) is kept.
    """

    entrant: Entrant
    halves: int = 0
    ties: int = 0
    spread: int = 0
    games: int = 0
    firsts: int = 0
    replies: int = 0
    byes: int = 0
    given: int = 0
    forfeits: int = 0
    weighted: int = 0
    more_by_place: int = 0
    more_by_share: int = 0
    opponents: list[str] = field(default_factory=list)
    gains: list[int] = field(default_factory=list)

    @property
    def lost(self) -> int:
        """The half points that were to be had and were not."""
        return WIN * (self.games + self.byes + self.given + self.forfeits) - self.halves

    @property
    def by_place(self) -> int:
        """Twelfths of a win by the places at tables."""
        return HALF * self.halves + self.more_by_place

    @property
    def by_share(self) -> int:
        """Twelfths of a win by the shares of first places at tables."""
        return HALF * self.halves + self.more_by_share

    def take(self, round_no: int, gain: int, spread: int) -> None:
        """Add one counted round: 2, 1 or 0 half points, and its spread."""
        self.halves += gain
        self.spread += spread
        self.weighted += gain * round_no

    def meet(self, opponent: str, gain: int) -> None:
        """Remember one game played against somebody and what it brought."""
        self.opponents.append(opponent)
        self.gains.append(gain)


Records = dict[str, Record]


def capped(spread: int, cap: int | None) -> int:
    """A game's spread held inside the cap either way (some bodies: 300 to 350)."""
    return spread if cap is None else max(-cap, min(cap, spread))


def best_of(seats: Iterable[Seat]) -> Seat:
    """The seat the others are measured against: the highest score, then the highest before unplayed tiles."""
    return max(seats, key=lambda seat: (seat.score, -1 if seat.before is None else seat.before))


def add_pair(records: Records, round_no: int, first: Seat, second: Seat, history: History) -> None:
    """Count a finished game of two: the first seat started."""
    add_game(records, round_no, first, second, history, history.cap_in(round_no))


def add_game(
    records: Records, round_no: int, first: Seat, second: Seat, history: History, cap: int | None
) -> None:
    """The same, the cap of the round being known: by far the most frequent outcome, so written out."""
    margin = first.score - second.score
    gain = (WIN if margin > 0 else LOSS) if margin else gain_against(first, second, history.tie_rule)
    spread = margin if cap is None else capped(margin, cap)
    one, two, other = records[first.entrant], records[second.entrant], WIN - gain
    one.games += 1
    two.games += 1
    if gain:
        one.halves += gain
        one.weighted += gain * round_no
    if other:
        two.halves += other
        two.weighted += other * round_no
    one.spread += spread - first.penalty
    two.spread -= spread + second.penalty
    one.opponents.append(second.entrant)
    two.opponents.append(first.entrant)
    one.gains.append(gain)
    two.gains.append(other)
    if gain == TIE:
        one.ties += 1
        two.ties += 1
    one.firsts += 1
    two.replies += 1


def add_many(records: Records, round_no: int, seats: Sequence[Seat], history: History) -> None:
    """Count a table of three or four: the best score wins, each spread is against the best of the others."""
    cap, by_place, by_share = history.cap_in(round_no), *points_of(seats, history.tie_rule)
    for place, seat in enumerate(seats):
        others = [other for other in seats if other is not seat]
        rival = best_of(others)
        record, gain = records[seat.entrant], gain_against(seat, rival, history.tie_rule)
        spread = capped(seat.score - rival.score, cap)
        record.take(round_no, gain, spread - seat.penalty)
        record.more_by_place += by_place[place] - gain * HALF
        record.more_by_share += by_share[place] - gain * HALF
        record.games += 1
        record.ties += gain == TIE
        record.firsts += place == 0
        record.replies += place > 0
        for other in others:
            record.meet(other.entrant, gain_against(seat, other, history.tie_rule))


def add_forfeit(records: Records, round_no: int, outcome: Forfeit) -> None:
    """Count a forfeit. A player's own forfeits stand alternately for a start and a reply (tsh
    `bye_firsts`).
    """
    for entrant_id in outcome.absent:
        record = records[entrant_id]
        record.take(round_no, LOSS, outcome.loss_spread)
        record.forfeits += 1
        if record.forfeits % 2:
            record.firsts += 1
        else:
            record.replies += 1
    for entrant_id in outcome.present:
        records[entrant_id].given += 1
        records[entrant_id].take(round_no, WIN, outcome.win_spread)


def add_bye(records: Records, round_no: int, outcome: Bye) -> None:
    """Count a bye as a win (or half of one) by its spread, neither start nor reply."""
    record = records[outcome.entrant]
    record.byes += 1
    record.take(round_no, TIE if outcome.half else WIN, outcome.spread)


def add_outcome(records: Records, round_no: int, outcome: Outcome, history: History) -> None:
    """Count one outcome of a round. A table without a result and an unscored round change nothing."""
    match outcome:
        case Played(seats=(first, second)):
            add_pair(records, round_no, first, second, history)
        case Played(seats=seats):
            add_many(records, round_no, seats, history)
        case Forfeit():
            add_forfeit(records, round_no, outcome)
        case Bye():
            add_bye(records, round_no, outcome)
        case Unfinished() | Unscored():
            pass


def blank_records(history: History) -> Records:
    """One empty record per entrant, by id."""
    return {entrant.id: Record(entrant) for entrant in history.entrants}


def add_round(records: Records, history: History, round_no: int) -> None:
    """Count a whole 1-based round, absences included."""
    cap = history.cap_in(round_no)
    for outcome in complete_round(history, round_no):
        if type(outcome) is Played and len(outcome.seats) == 2:
            add_game(records, round_no, *outcome.seats, history, cap)
        else:
            add_outcome(records, round_no, outcome, history)


def fold(history: History, after: int) -> Records:
    """Records after round `after` (0.

    Before the first). Rounds the history does not hold count as not yet played.
    """
    records = blank_records(history)
    for round_no in range(1, min(after, len(history.rounds)) + 1):
        add_round(records, history, round_no)
    return records
