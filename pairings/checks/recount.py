"""The checker's own books: outcomes counted afresh, on purpose by other code than the systems use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations

from pairings.event.history import Bye, Forfeit, History, Outcome, Played, Seat, Unfinished, Unscored

NOBODY: frozenset[frozenset[str]] = frozenset()


@dataclass(slots=True)
class Books:
    """Counted afresh from the outcomes: half points, spread, byes, starts and replies, seats, meetings.

    `given` are wins by forfeit, `lean` is starts less replies, `sat` counts a player's seats at tables of three or
    four (0 starts), `started` says who started the last meeting of two. Of round `through`, the last counted: `latest`
    tells who met, `floated` who met another score (1 a lower one, -1 a higher one).
    """

    halves: Counter[str] = field(default_factory=Counter)
    spread: Counter[str] = field(default_factory=Counter)
    byes: Counter[str] = field(default_factory=Counter)
    given: Counter[str] = field(default_factory=Counter)
    starts: Counter[str] = field(default_factory=Counter)
    replies: Counter[str] = field(default_factory=Counter)
    sat: Counter[tuple[str, int]] = field(default_factory=Counter)
    met: Counter[frozenset[str]] = field(default_factory=Counter)
    forfeits: Counter[str] = field(default_factory=Counter)
    started: dict[frozenset[str], str] = field(default_factory=dict)
    latest: frozenset[frozenset[str]] = NOBODY
    floated: frozenset[tuple[str, int]] = frozenset()
    through: int = 0

    def win(self, entrant: str, spread: int) -> None:
        """A full win."""
        self.halves[entrant] += 2
        self.spread[entrant] += spread

    def lean(self, entrant: str) -> int:
        """Starts less replies."""
        return self.starts[entrant] - self.replies[entrant]


def winner_of(one: Seat, other: Seat, before_counts: bool) -> Seat | None:
    """Who won a game of two; None for a tie."""
    mine, theirs = one.score, other.score
    if mine == theirs and before_counts and one.before is not None and other.before is not None:
        mine, theirs = one.before, other.before
    return None if mine == theirs else one if mine > theirs else other


def held(gap: int, cap: int | None) -> int:
    """A margin inside the cap."""
    return gap if cap is None else min(cap, max(-cap, gap))


def cap_of(history: History, number: int) -> int | None:
    """The cap of a round: its own of a list, or a fixed one that may grow round by round."""
    if history.spread_caps:
        own = history.spread_caps[:number]
        return own[-1]
    first = history.spread_cap
    return None if first is None else first + (number - 1) * history.spread_growth


def enter_game(books: Books, history: History, seats: tuple[Seat, Seat], cap: int | None) -> None:
    """A played game of two."""
    one, other = seats
    gap = held(one.score - other.score, cap)
    books.spread[one.entrant] += gap - one.penalty
    books.spread[other.entrant] += -gap - other.penalty
    won = winner_of(one, other, history.tie_rule == "before_adjustment")
    for seat in seats:
        books.halves[seat.entrant] += 1 if won is None else 2 * (seat is won)


def enter_table(books: Books, history: History, seats: Sequence[Seat], cap: int | None) -> None:
    """A table of three or four: the best score wins, margins are against the best of the others."""
    for seat in seats:
        others = [other for other in seats if other is not seat]
        rival = max(others, key=lambda x: (x.score, -1 if x.before is None else x.before))
        books.spread[seat.entrant] += held(seat.score - rival.score, cap) - seat.penalty
        won = winner_of(seat, rival, history.tie_rule == "before_adjustment")
        books.halves[seat.entrant] += 1 if won is None else 2 * (won is seat)


def enter_meeting(books: Books, ids: Sequence[str]) -> None:
    """Who sat together, who started, and at bigger tables who had which seat."""
    for pair in combinations(ids, 2):
        books.met[frozenset(pair)] += 1
    if len(ids) > 1:
        books.starts[ids[0]] += 1
        books.replies.update(ids[1:])
    if len(ids) == 2:
        books.started[frozenset(ids)] = ids[0]
    elif len(ids) > 2:
        books.sat.update((one, seat) for seat, one in enumerate(ids))


def enter_forfeit(books: Books, outcome: Forfeit) -> None:
    """A forfeit; a player's own ones stand for a start and a reply in turn."""
    for entrant in outcome.absent:
        books.spread[entrant] += outcome.loss_spread
        side = books.replies if books.forfeits[entrant] % 2 else books.starts
        side[entrant] += 1
        books.forfeits[entrant] += 1
    for entrant in outcome.present:
        books.given[entrant] += 1
        books.win(entrant, outcome.win_spread)


def enter(books: Books, history: History, outcome: Outcome, cap: int | None) -> None:
    """One outcome of a round whose margins count up to a cap."""
    if isinstance(outcome, Played):
        if len(outcome.seats) == 2:
            enter_game(books, history, (outcome.seats[0], outcome.seats[1]), cap)
        elif len(outcome.seats) > 2:
            enter_table(books, history, outcome.seats, cap)
        enter_meeting(books, [seat.entrant for seat in outcome.seats])
    elif isinstance(outcome, Unfinished):
        enter_meeting(books, outcome.seats)
    elif isinstance(outcome, Forfeit):
        enter_forfeit(books, outcome)
    elif isinstance(outcome, Bye):
        books.byes[outcome.entrant] += 1
        books.halves[outcome.entrant] += 1 if outcome.half else 2
        books.spread[outcome.entrant] += outcome.spread


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


def tables_in(outcomes: Iterable[Outcome]) -> Iterator[tuple[tuple[str, ...], int]]:
    """The seats and number of every table of a round, forfeited ones included (number 0: not known)."""
    for outcome in outcomes:
        who = seen_in(outcome)
        if len(who) > 1 and not isinstance(outcome, (Bye, Unscored)) and outcome.table is not None:
            yield who, outcome.table


def floats(books: Books, tables: Iterable[Sequence[str]]) -> frozenset[tuple[str, int]]:
    """Who meets somebody with another score, and which way: 1 down, -1 up."""
    both = [(a, books.halves[a] - books.halves[b]) for seats in tables for a, b in permutations(seats, 2)]
    return frozenset((one, 1 if gap > 0 else -1) for one, gap in both if gap)


def meetings_in(outcomes: Sequence[Outcome]) -> frozenset[frozenset[str]]:
    """The pairs that sat down together in a round."""
    tables = (seen_in(outcome) for outcome in outcomes if isinstance(outcome, (Played, Unfinished)))
    return frozenset(frozenset(pair) for seats in tables for pair in combinations(seats, 2))


def enter_round(books: Books, history: History, number: int) -> None:
    """A whole round, absences included."""
    outcomes = history.rounds[number - 1]
    books.floated = floats(books, (seats for seats, _ in tables_in(outcomes)))
    for outcome in (*outcomes, *missed(history, number)):
        enter(books, history, outcome, cap_of(history, number))
    books.latest, books.through = meetings_in(outcomes), number


def books_of(history: History, before: int) -> Books:
    """The books before a round is played."""
    books = Books()
    for number in range(1, min(before - 1, len(history.rounds)) + 1):
        enter_round(books, history, number)
    return books


def standing_order(history: History, books: Books, who: Sequence[str]) -> list[str]:
    """Highest first: wins, spread, rating, seed, id."""
    known = {entrant.id: entrant for entrant in history.entrants}

    def key(one: str) -> tuple[int, int, int, int, str]:
        return -books.halves[one], -books.spread[one], -known[one].rating, known[one].seed, one

    return sorted(who, key=key)
