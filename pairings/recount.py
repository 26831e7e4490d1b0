"""The checker's own books: outcomes counted afresh, on purpose by other code than the systems use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from pairings.history import Bye, Forfeit, History, Outcome, Played, Seat, Unfinished, Unscored


@dataclass(slots=True)
class Books:
    """Counted afresh from the outcomes: half points, spread, byes, starts less replies, meetings."""

    halves: Counter[str] = field(default_factory=Counter)
    spread: Counter[str] = field(default_factory=Counter)
    byes: Counter[str] = field(default_factory=Counter)
    lean: Counter[str] = field(default_factory=Counter)
    met: Counter[frozenset[str]] = field(default_factory=Counter)
    forfeits: Counter[str] = field(default_factory=Counter)

    def win(self, entrant: str, spread: int) -> None:
        """A full win."""
        self.halves[entrant] += 2
        self.spread[entrant] += spread


def winner_of(one: Seat, other: Seat, before_counts: bool) -> Seat | None:
    """Who won a game of two; None for a tie."""
    mine, theirs = one.score, other.score
    if mine == theirs and before_counts and one.before is not None and other.before is not None:
        mine, theirs = one.before, other.before
    return None if mine == theirs else one if mine > theirs else other


def enter_game(books: Books, history: History, seats: tuple[Seat, Seat]) -> None:
    """A played game of two."""
    one, other = seats
    gap, cap = one.score - other.score, history.spread_cap
    gap = gap if cap is None else min(cap, max(-cap, gap))
    books.spread[one.entrant] += gap - one.penalty
    books.spread[other.entrant] += -gap - other.penalty
    won = winner_of(one, other, history.tie_rule == "before_adjustment")
    for seat in seats:
        books.halves[seat.entrant] += 1 if won is None else 2 * (seat is won)


def enter_meeting(books: Books, ids: Sequence[str]) -> None:
    """Who sat together, and who started."""
    for pair in combinations(ids, 2):
        books.met[frozenset(pair)] += 1
    if len(ids) > 1:
        books.lean[ids[0]] += 1
        books.lean.update(dict.fromkeys(ids[1:], -1))


def enter_forfeit(books: Books, outcome: Forfeit) -> None:
    """A forfeit; a player's own ones stand for a start and a reply in turn."""
    for entrant in outcome.absent:
        books.spread[entrant] += outcome.loss_spread
        books.lean[entrant] += -1 if books.forfeits[entrant] % 2 else 1
        books.forfeits[entrant] += 1
    for entrant in outcome.present:
        books.win(entrant, outcome.win_spread)


def enter(books: Books, history: History, outcome: Outcome) -> None:
    """One outcome of one round."""
    if isinstance(outcome, Played):
        if len(outcome.seats) == 2:
            enter_game(books, history, (outcome.seats[0], outcome.seats[1]))
        enter_meeting(books, [seat.entrant for seat in outcome.seats])
    elif isinstance(outcome, Unfinished):
        enter_meeting(books, outcome.seats)
    elif isinstance(outcome, Forfeit):
        enter_forfeit(books, outcome)
    elif isinstance(outcome, Bye):
        books.byes[outcome.entrant] += 1
        books.win(outcome.entrant, outcome.spread)


def seen_in(outcome: Outcome) -> tuple[str, ...]:
    """Everybody an outcome names."""
    if isinstance(outcome, Played):
        return tuple(seat.entrant for seat in outcome.seats)
    if isinstance(outcome, Unfinished):
        return outcome.seats
    if isinstance(outcome, Forfeit):
        return outcome.absent + outcome.present
    return (outcome.entrant,)


def missed_round(entrant: str, intent: str) -> Outcome:
    """What one missed round counts as."""
    if intent == "bye":
        return Bye(entrant)
    return Unscored(entrant) if intent == "unscored" else Forfeit(None, (entrant,))


def missed(history: History, number: int) -> Iterator[Outcome]:
    """What absences make of a round for those it does not name."""
    named = {one for outcome in history.rounds[number - 1] for one in seen_in(outcome)}
    for entrant in history.entrants:
        covering = [a for a in entrant.absences if a.first <= number and (a.last is None or number <= a.last)]
        if entrant.id in named or not covering:
            continue
        yield missed_round(entrant.id, covering[0].intent)


def books_of(history: History, before: int) -> Books:
    """The books before a round is played."""
    books = Books()
    for number in range(1, min(before - 1, len(history.rounds)) + 1):
        for outcome in (*history.rounds[number - 1], *missed(history, number)):
            enter(books, history, outcome)
    return books


def standing_order(history: History, books: Books, who: Sequence[str]) -> list[str]:
    """Highest first: wins, spread, rating, seed, id."""
    known = {entrant.id: entrant for entrant in history.entrants}

    def key(one: str) -> tuple[int, int, int, int, str]:
        return -books.halves[one], -books.spread[one], -known[one].rating, known[one].seed, one

    return sorted(who, key=key)
