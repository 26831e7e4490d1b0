"""One round as a column of a `.t` file: what it says of each player, by id."""

from __future__ import annotations

from collections.abc import Sequence

from pairings.history import Bye, Forfeit, Outcome, Played, Unfinished, Unscored, named_in

START, REPLY, NEITHER = 1, 2, 0


class Column:
    """What one round says of each player: opponent, score, start mark, table, penalty and our own two keys."""

    def __init__(
        self, outcomes: Sequence[Outcome], numbers: dict[str, int], forfeits: dict[str, int]
    ) -> None:
        self.opponent: dict[str, int] = {}
        self.score: dict[str, int] = {}
        self.mark: dict[str, int] = {}
        self.table: dict[str, int] = {}
        self.penalty: dict[str, int] = {}
        self.before: dict[str, int] = {}
        self.absent_from: dict[str, int] = {}
        for outcome in outcomes:
            self.add(outcome, numbers, forfeits)

    def add(self, outcome: Outcome, numbers: dict[str, int], forfeits: dict[str, int]) -> None:
        """Write one outcome into the column."""
        match outcome:
            case Played(table, seats):
                self.pair([seat.entrant for seat in seats], table, numbers)
                self.score |= {seat.entrant: seat.score for seat in seats}
                self.penalty |= {seat.entrant: -seat.penalty for seat in seats if seat.penalty}
                self.before |= {seat.entrant: seat.before for seat in seats if seat.before}
            case Unfinished(table, ids):
                self.pair(ids, table, numbers)
            case Forfeit(absent=absent, present=present):
                self.alone(present, outcome.win_spread)
                self.alone(absent, outcome.loss_spread)
                self.forfeit(absent, forfeits)
                self.forfeited_table(outcome, numbers)
            case Bye(entrant, spread):
                self.alone((entrant,), spread)
            case Unscored(entrant):
                self.alone((entrant,), 0)

    def pair(self, ids: Sequence[str], table: int, numbers: dict[str, int]) -> None:
        """Two at a table, the starter first; a single id waits for its bye to be entered."""
        for place, entrant_id in enumerate(ids):
            others = [other for other in ids if other != entrant_id]
            self.opponent[entrant_id] = numbers[others[0]] if others else 0
            self.mark[entrant_id] = (START if place == 0 else REPLY) if others else NEITHER
            self.table[entrant_id] = table

    def alone(self, ids: Sequence[str], spread: int) -> None:
        """Players without an opponent, with the spread they get."""
        for entrant_id in ids:
            self.opponent[entrant_id], self.score[entrant_id] = 0, spread
            self.mark[entrant_id] = NEITHER

    def forfeit(self, absent: Sequence[str], forfeits: dict[str, int]) -> None:
        """Own forfeits stand for a start and a reply in turn."""
        for entrant_id in absent:
            forfeits[entrant_id] = forfeits.get(entrant_id, 0) + 1
            self.mark[entrant_id] = START if forfeits[entrant_id] % 2 else REPLY

    def forfeited_table(self, outcome: Forfeit, numbers: dict[str, int]) -> None:
        """Remember who was paired at a forfeited table of two."""
        both = named_in(outcome)
        if outcome.table is not None and len(both) == 2:
            self.table |= dict.fromkeys(both, outcome.table)
            self.absent_from |= {both[0]: numbers[both[1]], both[1]: numbers[both[0]]}
