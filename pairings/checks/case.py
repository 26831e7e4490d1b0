"""A round with everything the checker looks up again and again."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import floor

from pairings.checks.recount import Books, books_of, standing_order
from pairings.checks.shape import Pair, Round, Rules
from pairings.event.history import Entrant, History


@dataclass(frozen=True)
class Case:
    """One round against the books of what happened before it. Every id in it is an entrant's."""

    history: History
    books: Books
    round: Round
    rules: Rules

    @cached_property
    def by_id(self) -> dict[str, Entrant]:
        """Everybody by id."""
        return {entrant.id: entrant for entrant in self.history.entrants}

    def name(self, one: str) -> str:
        """What to call somebody."""
        return self.by_id[one].name or one

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """Every two who sit at one table."""
        return tuple((a, b) for seats in self.round.tables for a, b in combinations(seats, 2))

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Everybody who sits at a table."""
        return tuple(one for seats in self.round.tables for one in seats)

    @cached_property
    def given(self) -> tuple[str, ...]:
        """The byes nobody asked for."""
        return tuple(one for one in self.round.byes if one not in self.rules.asked_byes)

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The standings, the lowest last: those handed in, else by wins, spread, rating, seed."""
        here = [*self.players, *self.round.byes]
        given = [one for one in self.rules.order if one in set(here)]
        return tuple(given) or tuple(standing_order(self.history, self.books, here))

    @cached_property
    def forbidden(self) -> frozenset[frozenset[str]]:
        """The pairs that must not meet."""
        return frozenset(frozenset(pair) for pair in self.rules.forbidden)

    @cached_property
    def locked(self) -> frozenset[frozenset[str]]:
        """The pairs the director fixed."""
        return frozenset(frozenset(pair) for pair in self.rules.locked)

    @cached_property
    def fixed(self) -> frozenset[str]:
        """Everybody whom the director fixed in a pair or at a table."""
        return frozenset(one for pair in self.rules.locked for one in pair)

    @cached_property
    def only_pairs(self) -> bool:
        """Whether every table has two seats."""
        return all(len(seats) == 2 for seats in self.round.tables)

    @cached_property
    def partners(self) -> dict[str, dict[str, int]]:
        """Whom each has met before, and how often."""
        rows: dict[str, dict[str, int]] = {}
        for (a, b), times in ((tuple(pair), times) for pair, times in self.books.met.items()):
            rows.setdefault(a, {})[b] = times
            rows.setdefault(b, {})[a] = times
        return rows

    @cached_property
    def last_round(self) -> frozenset[frozenset[str]]:
        """The pairs that met in the round before."""
        return self.books.latest if self.books.through == self.round.number - 1 else frozenset()

    def met(self, a: str, b: str) -> int:
        """How often two have met before."""
        return self.books.met[frozenset((a, b))]

    def byes_had(self, one: str) -> int:
        """How many byes somebody has had, wins by forfeit and rounds missed among them where they count."""
        books, counts = self.books, self.rules.given_wins
        return (
            books.byes[one]
            + books.given[one] * (counts != "ignore")
            + books.forfeits[one] * (counts == "all")
        )

    @cached_property
    def rematch_worth(self) -> int:
        """What a rematch beyond the free ones is worth against gaps: half wins, squared (0: it has no such price)."""
        line = [self.books.halves[one] for one in self.order]
        apart = min(self.rules.rematch_places, len(line) - 1)
        if apart < 1:
            return (2 * self.rules.rematch) ** 2
        mean = Fraction(
            sum((line[at] - line[at + apart]) ** 2 for at in range(len(line) - apart)), len(line) - apart
        )
        return max(1, floor(mean + Fraction(1, 2)))

    def paid(self, a: str, b: str) -> int:
        """How often two have met before beyond the meetings that cost nothing."""
        return max(0, self.met(a, b) - self.rules.free_repeats)

    def gap(self, a: str, b: str) -> int:
        """The score gap of two in half points."""
        return abs(self.books.halves[a] - self.books.halves[b])


def case_of(history: History, round_: Round, rules: Rules) -> Case:
    """The round with the books before it."""
    return Case(history, books_of(history, round_.number), round_, rules)
