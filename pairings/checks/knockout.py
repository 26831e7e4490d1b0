"""Elimination and playoffs, by the checker's own count: who has lost a match, who may sit idle, who plays on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from core.messages import say
from pairings.checks.case import Case
from pairings.checks.recount import books_of, seen_in, standing_order, winner_of
from pairings.checks.shape import Claim, Round, RoundFinding
from pairings.event.history import Bye, Forfeit, History, Outcome, Played

KNOCKOUTS = frozenset({"elimination", "playoff"})


@dataclass(slots=True)
class Score:
    """How two stand against each other in the bracket: games, half points and margins of each."""

    games: int = 0
    halves: Counter[str] = field(default_factory=Counter)
    margin: Counter[str] = field(default_factory=Counter)

    def loser(self, best_of: int) -> str:
        """Who has lost the match; empty while it is open, or level on everything."""
        (one, mine), (other, theirs) = ((x, (self.halves[x], self.margin[x])) for x in sorted(self.halves))
        if self.games < best_of and max(self.halves.values()) <= best_of:
            return ""
        return "" if mine == theirs else one if mine < theirs else other


def scores(history: History, claim: Claim, before: int) -> dict[frozenset[str], Score]:
    """Every two who have met since the bracket began."""
    found: dict[frozenset[str], Score] = {}
    for outcomes in history.rounds[claim.first - 1 : before - 1]:
        for outcome in outcomes:
            points = points_in(outcome, history)
            if len(points) == 2:
                score = found.setdefault(frozenset(points), Score())
                score.games += 1
                for one, (halves, margin) in points.items():
                    score.halves[one] += halves
                    score.margin[one] += margin
    return found


def points_in(outcome: Outcome, history: History) -> dict[str, tuple[int, int]]:
    """Half points and margin of both at a table of two, nothing for other outcomes."""
    if isinstance(outcome, Forfeit):
        lost = dict.fromkeys(outcome.absent, (0, outcome.loss_spread))
        return lost | dict.fromkeys(outcome.present, (2, outcome.win_spread))
    if not isinstance(outcome, Played) or len(outcome.seats) != 2:
        return {}
    one, other = outcome.seats
    won = winner_of(one, other, history.tie_rule == "before_adjustment")
    halves = [1 if won is None else 2 * (seat is won) for seat in outcome.seats]
    margin = one.score - other.score
    return {one.entrant: (halves[0], margin), other.entrant: (halves[1], -margin)}


def over(history: History, claim: Claim, before: int) -> dict[str, frozenset[str]]:
    """The matches that are over, by who has lost them."""
    best_of = claim.value("best_of", 1 if claim.system == "elimination" else 3)
    found = {pair: score.loser(best_of) for pair, score in scores(history, claim, before).items()}
    return {loser: pair for pair, loser in found.items() if loser}


def idle(history: History, claim: Claim, round_: Round) -> set[str]:
    """Who need not be paired: out of the bracket, never in it, or waiting for the next match."""
    resting = {one for pair in over(history, claim, round_.number).values() for one in pair}
    rounds = history.rounds[claim.first - 1 : round_.number - 1]
    if not rounds:
        size = claim.value("size", 0 if claim.system == "elimination" else 4)
        order = entry_order(history, claim, round_)
        return set(order[size or len(order) :])
    last = {one: isinstance(o, Bye) for outcomes in rounds for o in outcomes for one in seen_in(o)}
    resting |= {one for one, bye in last.items() if bye}
    return resting | {entrant.id for entrant in history.entrants if entrant.id not in last}


def entry_order(history: History, claim: Claim, round_: Round) -> list[str]:
    """Who could enter the bracket, best first: by seed before round 1, later by the standings."""
    here = [one for one in history.entrants if one.id not in round_.absent and not one.house]
    if claim.first == 1:
        return [one.id for one in sorted(here, key=lambda one: (one.seed, one.id))]
    return standing_order(history, books_of(history, claim.first), [one.id for one in here])


def knocked_out(case: Case, claim: Claim) -> Iterator[RoundFinding]:
    """Players who meet again although they are out; a match for the third place is one of two who are."""
    params = dict(claim.params)
    out = over(case.history, claim, case.round.number)
    for a, b in case.pairs if params.get("rest") != "swiss" else ():
        gone = [one for one in (a, b) if one in out]
        if gone and not (params.get("third") == "yes" and len(gone) == 2):
            text = say("%(gone)s has lost a match and plays on.", gone=case.name(gone[0]))
            yield RoundFinding("warning", "knocked_out", text, tuple(gone))
