"""One round as a column of a `.t` file: what it says of each player, by id."""

from __future__ import annotations

from collections.abc import Sequence

from pairings.event.history import (
    Bye,
    Entrant,
    Forfeit,
    Outcome,
    Played,
    Seat,
    Unfinished,
    Unscored,
    named_in,
)

START, REPLY, NEITHER = 1, 2, 0
# What a round without an opponent counts as where the sign of its spread says otherwise (our key `counts`).
AS_SIGN, AS_WIN, AS_HALF, AS_LOSS, AS_OUT = 0, 1, 2, 3, 4


def by_sign(spread: int) -> int:
    """What a reader of the format takes a spread without an opponent for; AS_SIGN: neither win nor loss."""
    return AS_WIN if spread > 0 else AS_LOSS if spread < 0 else AS_SIGN


def alone_for(who: str, spread: int, counts: int | None = None) -> Outcome:
    """A round without an opponent as a spread: a win above 0, a loss below, unless it `counts` otherwise."""
    counts = by_sign(spread) if counts is None else counts
    if counts == AS_WIN:
        return Bye(who, spread)
    return Forfeit(None, (who,), loss_spread=spread) if counts == AS_LOSS else Unscored(who)


def trimmed(values: Sequence[int]) -> list[int]:
    """Without the zeros at the end."""
    kept = list(values)
    while kept and kept[-1] == 0:
        kept.pop()
    return kept


def gone_spread(entrant: Entrant) -> str | None:
    """The spread behind `off` for a withdrawal that has not ended."""
    absence = next((one for one in entrant.absences if one.withdrawn and one.last is None), None)
    return None if absence is None else {"forfeit": "-50", "unscored": "0", "bye": "50"}[absence.intent]


class Column:
    """What one round says of each player: opponent, score, start mark, table, penalty and our own keys."""

    def __init__(
        self,
        outcomes: Sequence[Outcome],
        numbers: dict[str, int],
        forfeits: dict[str, int],
        scored_later: frozenset[str] = frozenset(),
    ) -> None:
        self.opponent: dict[str, int] = {}
        self.score: dict[str, int] = {}
        self.mark: dict[str, int] = {}
        self.table: dict[str, int] = {}
        self.penalty: dict[str, int] = {}
        self.before: dict[str, int] = {}
        self.fine: dict[str, int] = {}
        self.counts: dict[str, int] = {}
        self.absent_from: dict[str, int] = {}
        self.scored_later = scored_later
        for outcome in outcomes:
            self.add(outcome, numbers, forfeits)

    def add(self, outcome: Outcome, numbers: dict[str, int], forfeits: dict[str, int]) -> None:
        """Write one outcome into the column."""
        match outcome:
            case Played(table, seats):
                self.played(table, seats, numbers)
            case Unfinished(table, ids):
                self.unfinished(table, ids, numbers)
            case Forfeit():
                self.forfeited(outcome, numbers, forfeits)
            case Bye(entrant, spread, half):
                self.alone((entrant,), spread, AS_HALF if half else AS_WIN)
            case Unscored(entrant, table, against):
                self.alone((entrant,), 0, AS_SIGN)
                if table is not None:
                    self.not_played(table, (entrant, *against), numbers)

    def played(self, table: int, seats: Sequence[Seat], numbers: dict[str, int]) -> None:
        """A finished game."""
        self.pair([seat.entrant for seat in seats], table, numbers)
        self.score |= {seat.entrant: seat.score for seat in seats}
        self.penalty |= {seat.entrant: -seat.penalty for seat in seats if seat.penalty}
        self.before |= {seat.entrant: seat.before for seat in seats if seat.before}
        self.fine |= {seat.entrant: seat.fine for seat in seats if seat.fine}

    def unfinished(self, table: int, ids: Sequence[str], numbers: dict[str, int]) -> None:
        """A table without a result."""
        self.pair(ids, table, numbers)
        if len(ids) == 2 and not self.scored_later.isdisjoint(ids):
            self.still_out(ids, numbers)

    def forfeited(self, outcome: Forfeit, numbers: dict[str, int], forfeits: dict[str, int]) -> None:
        """Somebody who did not come, and who did."""
        self.alone(outcome.present, outcome.win_spread, AS_WIN)
        self.alone(outcome.absent, outcome.loss_spread, AS_LOSS)
        self.forfeit(outcome.absent, forfeits)
        if outcome.table is not None:
            self.not_played(outcome.table, named_in(outcome), numbers)

    def pair(self, ids: Sequence[str], table: int, numbers: dict[str, int]) -> None:
        """Two at a table, the starter first; a single id waits for its bye to be entered."""
        for place, entrant_id in enumerate(ids):
            others = [other for other in ids if other != entrant_id]
            self.opponent[entrant_id] = numbers[others[0]] if others else 0
            self.mark[entrant_id] = (START if place == 0 else REPLY) if others else NEITHER
            self.table[entrant_id] = table

    def alone(self, ids: Sequence[str], spread: int, counts: int) -> None:
        """Players without an opponent, with the spread they get and what it counts as."""
        for entrant_id in ids:
            self.opponent[entrant_id], self.score[entrant_id] = 0, spread
            self.mark[entrant_id] = NEITHER
            if counts != by_sign(spread):
                self.counts[entrant_id] = counts

    def still_out(self, ids: Sequence[str], numbers: dict[str, int]) -> None:
        """A game without a result before one with: scores are by position, and 0-0 would be a tie."""
        self.opponent |= dict.fromkeys(ids, 0)
        self.score |= dict.fromkeys(ids, 0)
        self.counts |= dict.fromkeys(ids, AS_OUT)
        self.absent_from |= {ids[0]: numbers[ids[1]], ids[1]: numbers[ids[0]]}

    def forfeit(self, absent: Sequence[str], forfeits: dict[str, int]) -> None:
        """Own forfeits stand for a start and a reply in turn."""
        for entrant_id in absent:
            forfeits[entrant_id] = forfeits.get(entrant_id, 0) + 1
            self.mark[entrant_id] = START if forfeits[entrant_id] % 2 else REPLY

    def not_played(self, table: int, who: Sequence[str], numbers: dict[str, int]) -> None:
        """Remember who was paired at a table of two that somebody did not come to, or that is not scored."""
        if len(who) == 2:
            self.table |= dict.fromkeys(who, table)
            self.absent_from |= {who[0]: numbers[who[1]], who[1]: numbers[who[0]]}
