"""Knock-out matches derived from what was played; nothing of a bracket is stored.

| source | implemented |
|---|---|
| standard seeding | 1 meets 8, 4 meets 5, 2 meets 7, 3 meets 6: the best two can only meet in the final |
| liwords ELIMINATION, baxter playoff | single elimination, best of 1 to 15 games, of the first 2, 4, 8, 16 ... or of all |
| byes for top seeds | a field that is no power of two is filled up at the bottom; who meets nobody has a bye |

A match ends when one has more than half of its points, or after its last game: then points, then the spread of
the match, then the higher seed. A stage begins when all matches before it have ended, so no round is lost to one
that ended early; who waits plays nothing. An absent player loses the game, a withdrawn one the match. Not
implemented: double elimination, seeding anew after each stage.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from core.messages import say
from pairings.event.history import (
    Forfeit,
    History,
    Outcome,
    Played,
    Unfinished,
    Unscored,
    complete_round,
    named_in,
)
from pairings.event.records import capped, fold
from pairings.event.table_points import WIN, gain_against
from pairings.rounds import lineups
from pairings.rounds.request import Request
from pairings.standings.metrics import Stand, points
from pairings.standings.standings import order_of, ranked

NOBODY = ""
SYSTEMS = ("elimination", "playoff")
BEST_OF = {"elimination": 1, "playoff": 3}
SIZE = {"elimination": 0, "playoff": 4}


@dataclass(slots=True)
class Match:
    """Two entrants (or one and nobody) and how it stands: half points of each, spread of the first, games."""

    one: str
    other: str
    best_of: int
    halves: list[int] = field(default_factory=lambda: [0, 0])
    spread: int = 0
    games: int = 0
    waiting: bool = False
    left: str = NOBODY

    @property
    def winner(self) -> str:
        """Who has won it; empty while it is open. `one` is the higher seed."""
        if self.other == NOBODY or self.left == self.other:
            return self.one
        if self.left == self.one:
            return self.other
        if max(self.halves) <= self.best_of and self.games < self.best_of:
            return NOBODY
        return self.one if self.ahead else self.other

    @property
    def ahead(self) -> bool:
        """Whether the first is ahead, or level on everything and the higher seed."""
        return self.halves[0] > self.halves[1] or (self.halves[0] == self.halves[1] and self.spread >= 0)

    @property
    def loser(self) -> str:
        """Who has lost it."""
        return self.other if self.winner == self.one else self.one

    @property
    def is_open(self) -> bool:
        """Whether it is still to be played."""
        return not self.winner

    def add(self, gain: int, spread: int) -> None:
        """Count a game from the first one's side."""
        self.halves[0] += gain
        self.halves[1] += WIN - gain
        self.spread += spread
        self.games += 1


@dataclass(slots=True)
class Bracket:
    """The stage being played: its matches, with `third` the one for third place last."""

    matches: list[Match]
    best_of: int
    third: bool = False
    stage_began: int = 0
    with_third: bool = False

    @property
    def over(self) -> bool:
        """Whether the final has been won."""
        finals = 2 if self.with_third else 1
        return len(self.matches) == finals and not any(match.is_open for match in self.matches)

    def stage(self, match: Match) -> str:
        """What the stage of a match is called."""
        if self.with_third and match is self.matches[-1]:
            return say("the match for third place")
        count = 2 * (len(self.matches) - self.with_third)
        return {2: say("the final"), 4: say("a semi-final"), 8: say("a quarter-final")}.get(
            count, say("the last %(count)s", count=count)
        )


def seeding(size: int) -> list[int]:
    """The seeds of a bracket from top to bottom: 1 8 4 5 2 7 3 6."""
    seeds = [1]
    while len(seeds) < size:
        total = 2 * len(seeds) + 1
        seeds = [seed for one in seeds for seed in (one, total - one)]
    return seeds


def entries(request: Request, first: int, size: int) -> list[str]:
    """Who is in the bracket, by seed: the best `size` (0: all) standing when it began and there to play."""
    history, after = request.history, first - 1
    table = ranked(Stand(fold(history, after), after), order_of(request.precedence, after))
    there = [p.record.entrant for p in table if not p.out and p.record.entrant.absence_in(first) is None]
    if not after:
        there.sort(key=lambda entrant: (entrant.seed, entrant.id))
    return [entrant.id for entrant in there][: size or len(there)]


def first_stage(ids: Sequence[str], best_of: int, first: int) -> list[Match]:
    """The matches of the first stage; the best meet nobody where the field is no power of two."""
    size = 1 << max(1, (len(ids) - 1).bit_length())
    at = [ids[seed - 1] if seed <= len(ids) else NOBODY for seed in seeding(size)]
    return [Match(one, other, best_of) for one, other in zip(at[::2], at[1::2], strict=True)]


def higher_first(one: str, other: str, ids: Sequence[str], best_of: int) -> Match:
    """A match with the higher seed first."""
    high, low = sorted((one, other), key=ids.index)
    return Match(high, low, best_of)


def next_stage(bracket: Bracket, ids: Sequence[str], number: int) -> Bracket:
    """The winners against each other; the losers of the semi-finals too, where third place is played for."""
    winners, losers = [m.winner for m in bracket.matches], [m.loser for m in bracket.matches]
    pairs = list(zip(winners[::2], winners[1::2], strict=True))
    third = bracket.third and len(winners) == 2 and NOBODY not in losers
    pairs += [(losers[0], losers[1])] if third else []
    matches = [higher_first(one, other, ids, bracket.best_of) for one, other in pairs]
    return Bracket(matches, bracket.best_of, bracket.third, number, third)


def away_in(outcomes: Sequence[Outcome]) -> set[str]:
    """Who was not there in a round."""
    gone = (
        o.absent if isinstance(o, Forfeit) else (o.entrant,)
        for o in outcomes
        if isinstance(o, Forfeit | Unscored)
    )
    return {one for absent in gone for one in absent}


def count_game(match: Match, outcomes: Sequence[Outcome], history: History, number: int) -> None:
    """Enter what a round says of one open match."""
    both = {match.one, match.other}
    for outcome in outcomes:
        if set(named_in(outcome)) == both and isinstance(outcome, Played):
            first, second = sorted(outcome.seats, key=lambda seat: seat.entrant != match.one)
            spread = capped(first.score - second.score, history.cap_in(number))
            match.add(gain_against(first, second, history.tie_rule), spread)
            return
        if set(named_in(outcome)) == both and isinstance(outcome, Unfinished):
            match.waiting = True
            return
    gone = both & away_in(outcomes)
    if len(gone) == 1:
        match.add(0 if match.one in gone else WIN, 0)


def leave(bracket: Bracket, history: History, number: int) -> None:
    """Give the matches of those who have left the event by a round to the others."""
    for match in bracket.matches:
        for one in (match.other, match.one) if match.is_open else ():
            gone = history.entrant(one).withdrawn_from() if one else None
            if gone is not None and gone <= number:
                match.left = one


def settle(bracket: Bracket, history: History, ids: Sequence[str], number: int) -> Bracket:
    """The stage that a round belongs to."""
    leave(bracket, history, number)
    while not bracket.over and not any(match.is_open for match in bracket.matches):
        bracket = next_stage(bracket, ids, number)
        leave(bracket, history, number)
    return bracket


def settings(request: Request) -> tuple[int, int, int, bool]:
    """First round, size, games in a match, and whether third place is played for."""
    params = request.params
    size = int(params.get("size", SIZE[request.system]))
    best_of = int(params.get("best_of", BEST_OF[request.system]))
    return int(params.get("first", 1)), size, best_of, params.get("third") == "yes"


def bracket_of(request: Request) -> Bracket:
    """The bracket as it stands before the round of a request."""
    first, size, best_of, third = settings(request)
    history, ids = request.history.upto(request.round - 1), entries(request, first, size)
    bracket = Bracket(first_stage(ids, best_of, first), best_of, third, first)
    for number in range(first, request.round):
        bracket = settle(bracket, history, ids, number)
        outcomes = complete_round(history, number) if number <= len(history.rounds) else ()
        for match in bracket.matches:
            if match.is_open:
                count_game(match, outcomes, history, number)
    return settle(bracket, history, ids, request.round)


def playing_in(bracket: Bracket, number: int) -> Iterator[str]:
    """Who plays, or has a bye of, a round: both of each open match, and who meets nobody when the stage begins."""
    for match in bracket.matches:
        if match.is_open:
            yield from (match.one, match.other)
        elif match.other == NOBODY and bracket.stage_began == number:
            yield match.one


def alive_in(bracket: Bracket) -> set[str]:
    """Who is still in the bracket: those of open matches and the winners of the others."""
    return {one for m in bracket.matches for one in ((m.one, m.other) if m.is_open else (m.winner,))}


def resting(request: Request) -> frozenset[str]:
    """Who plays nothing this round although he is there: out of the bracket, or waiting for his next match."""
    if request.system == lineups.SYSTEM:
        return lineups.resting(request)
    if request.system not in SYSTEMS:
        return frozenset()
    bracket = bracket_of(request)
    busy = set(playing_in(bracket, request.round))
    if request.params.get("rest", "out") == "out":
        return frozenset(entrant.id for entrant in request.present()) - busy
    return frozenset(alive_in(bracket) - busy)


def score_of(match: Match) -> str:
    """How a match stands: '1-0', '1.5-0.5'."""
    return f"{points(match.halves[0])}-{points(match.halves[1])}"
