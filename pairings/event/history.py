"""Entrants and outcomes: the whole memory of an event that pairing and ranking need.

Ids are opaque text, scores and spreads are ints, wins are counted in half points. A round is a tuple of
outcomes; an entrant whom no outcome of a round names was absent: `Entrant.absences` then says what that round
counts as.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from core.made_often import made_often

Intent = Literal["forfeit", "unscored", "bye"]
TieRule = Literal["before_adjustment", "half"]

LOSS_SPREAD = -50
WIN_SPREAD = 50


@dataclass(frozen=True, slots=True)
class Absence:
    """The rounds an entrant misses, `first` to `last` (None: to the end).

    `intent` is what each of them counts as when no outcome names him; `withdrawn`: he has left the event.
    """

    first: int
    last: int | None = None
    intent: Intent = "forfeit"
    withdrawn: bool = False

    def covers(self, round_no: int) -> bool:
        """Whether the 1-based round lies inside the interval."""
        return self.first <= round_no and (self.last is None or round_no <= self.last)


@made_often
class Entrant:
    """A player (or team) of one division, as frozen at entry.

    `seniority` 1 is the eldest, 0 unknown; `fixed_table` 0 none. `needs`: what his table has to be ("step-free").
    `unranked`: takes no place after any round, as who has left does where past rounds are ranked anew without him.
    """

    id: str
    seed: int
    rating: int = 0
    name: str = ""
    club: str = ""
    team: str = ""
    klass: str = ""
    seniority: int = 0
    house: bool = False
    fixed_table: int = 0
    absences: tuple[Absence, ...] = ()
    needs: tuple[str, ...] = ()
    unranked: bool = False

    def absence_in(self, round_no: int) -> Absence | None:
        """The interval that covers a round, or None when the entrant plays it."""
        if not self.absences:
            return None
        return next((absence for absence in self.absences if absence.covers(round_no)), None)

    def withdrawn_from(self) -> int | None:
        """The first round of a withdrawal that is never ended, or None."""
        firsts = [absence.first for absence in self.absences if absence.withdrawn and absence.last is None]
        return min(firsts, default=None)


@made_often
class Seat:
    """One seat's line on a slip: final score, score before unplayed tiles (None: not asked), penalty.

    The penalty is points off the seat's spread. It changes nobody else's and never who won (tsh `penalty`).
    `fine` is what a division takes off the score instead: `score` and `before` are already without it, so it
    has changed the winner and both spreads where it could; kept to be shown.
    """

    entrant: str
    score: int
    before: int | None = None
    penalty: int = 0
    fine: int = 0


@made_often
class Played:
    """A finished game of 2-4 seats; the first seat is the one that started."""

    table: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Somebody did not come: every absent one loses by `loss_spread`, every present one wins by `win_spread`.

    `table` None is an absence without a printed table. `scores` are what the paper shows, absent ones first;
    they are never counted.
    """

    table: int | None
    absent: tuple[str, ...]
    present: tuple[str, ...] = ()
    loss_spread: int = LOSS_SPREAD
    win_spread: int = WIN_SPREAD
    scores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Bye:
    """A round without an opponent: a win by `spread`, or with `half` half of one (chess `H`)."""

    entrant: str
    spread: int = WIN_SPREAD
    half: bool = False


@dataclass(frozen=True, slots=True)
class Unscored:
    """A round that counts for nothing: no win, no loss, no spread. At a printed table `against` sat there too."""

    entrant: str
    table: int | None = None
    against: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A table that is paired but has no result yet, or never will. Seats are ids, starter first."""

    table: int
    seats: tuple[str, ...]


Outcome = Played | Forfeit | Bye | Unscored | Unfinished


@dataclass(frozen=True, slots=True)
class History:
    """Everything known of a division: entrants and, round by round, what happened.

    `spread_cap` limits the spread of one game either way; with `spread_growth` it is that much wider each
    round. `spread_caps` names a cap for each round instead, the last one standing for all later rounds.
    `tie_rule` decides equal final scores: by the scores before unplayed tiles (`SAL:232`) or always half a
    win each (docs/rules/tie.md).
    """

    entrants: tuple[Entrant, ...]
    rounds: tuple[tuple[Outcome, ...], ...] = ()
    spread_cap: int | None = None
    tie_rule: TieRule = "before_adjustment"
    spread_caps: tuple[int, ...] = ()
    spread_growth: int = 0
    any_absence: bool = field(init=False, repr=False, compare=False)
    _by_id: dict[str, Entrant] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "any_absence", any(entrant.absences for entrant in self.entrants))
        object.__setattr__(self, "_by_id", {entrant.id: entrant for entrant in self.entrants})

    def entrant(self, entrant_id: str) -> Entrant:
        """The entrant with this id. Raises KeyError for an id the history does not hold."""
        return self._by_id[entrant_id]

    def upto(self, after: int) -> History:
        """The same event as it stood after round `after`."""
        return self if after >= len(self.rounds) else replace(self, rounds=self.rounds[:after])

    def cap_in(self, round_no: int) -> int | None:
        """The most spread one game of a 1-based round counts for, or None for all of it (liwords #686)."""
        if self.spread_caps:
            return self.spread_caps[min(round_no, len(self.spread_caps)) - 1]
        if self.spread_cap is None:
            return None
        return self.spread_cap + self.spread_growth * (round_no - 1)


def without_the_withdrawn(history: History) -> History:
    """The same event with every past round ranked anew without those who have left by now."""
    entrants = tuple(
        one if one.withdrawn_from() is None else replace(one, unranked=True) for one in history.entrants
    )
    return replace(history, entrants=entrants)


def named_in(outcome: Outcome) -> tuple[str, ...]:
    """The ids an outcome speaks of, in seat order where it has seats."""
    if type(outcome) is Played:
        return tuple([seat.entrant for seat in outcome.seats])
    match outcome:
        case Played(seats=seats):
            return tuple(seat.entrant for seat in seats)
        case Forfeit(absent=absent, present=present):
            return absent + present
        case Unfinished(seats=ids):
            return ids
        case Bye(entrant=entrant) | Unscored(entrant=entrant):
            return (entrant,)


def one_a_table(outcomes: Iterable[Outcome]) -> Iterator[Outcome]:
    """The outcomes with a table that is not scored only once, for its first seat."""
    told: set[str] = set()
    for outcome in outcomes:
        if isinstance(outcome, Unscored) and outcome.table is not None:
            if outcome.entrant in told:
                continue
            told.update(outcome.against)
        yield outcome


def seated_in(outcome: Outcome) -> tuple[str, ...]:
    """The ids an outcome speaks of with those who sat at the same unscored table."""
    return (outcome.entrant, *outcome.against) if isinstance(outcome, Unscored) else named_in(outcome)


def met_in(outcome: Outcome) -> tuple[str, ...]:
    """The ids that sat down together (played or still playing); a forfeit is no meeting."""
    return named_in(outcome) if isinstance(outcome, (Played, Unfinished)) else ()


def absence_outcome(entrant: Entrant, round_no: int) -> Outcome | None:
    """What a round that names the entrant nowhere counts as for him, or None when no absence is recorded."""
    absence = entrant.absence_in(round_no)
    if absence is None:
        return None
    if absence.intent == "forfeit":
        return Forfeit(None, (entrant.id,))
    return Bye(entrant.id) if absence.intent == "bye" else Unscored(entrant.id)


def complete_round(history: History, round_no: int) -> tuple[Outcome, ...]:
    """The outcomes of a 1-based round with those derived from absences appended."""
    outcomes = history.rounds[round_no - 1]
    if not history.any_absence:
        return outcomes
    named = {entrant_id for outcome in outcomes for entrant_id in named_in(outcome)}
    missing = (entrant for entrant in history.entrants if entrant.absences and entrant.id not in named)
    derived = (absence_outcome(entrant, round_no) for entrant in missing)
    return outcomes + tuple(outcome for outcome in derived if outcome is not None)
