"""What the systems of a plan claim of themselves, held against the rounds they made.

| system | claim |
|---|---|
| rr | nobody meets again within a leg while that can be avoided; at its end all have met |
| team_rr, interleaved | nobody meets again within a leg while that can be avoided |
| team_rr | nobody meets a team mate, where the teams are even and alike |
| quads, sixes, fontes | players stay in their groups and do not meet again in them |
| matches | every team meets one other, nobody a team mate |
| elimination, playoff | who has lost a match plays no more |
| koth, qoth | nobody meets more often than the cap while that can be avoided |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from core.messages import counted, joined, say, say_as
from pairings.checks.bans import of_one
from pairings.checks.bounds import least
from pairings.checks.case import Case
from pairings.checks.knockout import knocked_out
from pairings.checks.matches import one_opponent
from pairings.checks.recount import meetings_in, seen_in, tables_in
from pairings.checks.shape import Claim, RoundFinding, hard_wishes
from pairings.event.nouns import PAIRS_HAVE, TIMES

GROUP_ROUNDS = {"quads": 3, "sixes": 5}
NAMED = 3


@dataclass(frozen=True)
class Span:
    """A round inside the rounds its system pairs."""

    case: Case
    claim: Claim

    @cached_property
    def met(self) -> Counter[frozenset[str]]:
        """How often two have met since the span began."""
        rounds = self.case.history.rounds[self.claim.first - 1 : self.case.round.number - 1]
        return Counter(pair for outcomes in rounds for pair in meetings_in(outcomes))

    @cached_property
    def arranged(self) -> Counter[frozenset[str]]:
        """How often two were put at one table since the span began, this round included, forfeits too."""
        rounds = self.case.history.rounds[self.claim.first - 1 : self.case.round.number - 1]
        tables = [seats for outcomes in rounds for seats, _ in tables_in(outcomes)]
        return Counter(
            frozenset(p) for seats in (*tables, *self.case.round.tables) for p in combinations(seats, 2)
        )

    @cached_property
    def field(self) -> frozenset[str]:
        """Everybody who has sat at a table or had a bye since the span began, this round included."""
        rounds = self.case.history.rounds[self.claim.first - 1 : self.case.round.number - 1]
        seen = (one for outcomes in rounds for outcome in outcomes for one in seen_in(outcome))
        return frozenset([*seen, *self.case.players, *self.case.round.byes])

    @property
    def turn(self) -> int:
        """How many rounds of the span come before this one."""
        return self.case.round.number - self.claim.first

    @property
    def games(self) -> int:
        """How often every two meet in a leg: more than once where legs are played round by round (`paired`)."""
        paired = dict(self.claim.params).get("legs") == "paired"
        return self.claim.value("times", 2) if paired else self.claim.value("games", 1)

    @property
    def leg(self) -> int:
        """How many legs of a round robin are over."""
        return self.turn // self.length

    @property
    def length(self) -> int:
        """How many rounds a leg has, or in a round of teams at least has."""
        count = len(self.field)
        if self.claim.system == "interleaved":
            return max(1, (count + 1) // 2)
        if self.claim.system == "team_rr":
            teams = Counter(self.case.by_id[one].team for one in self.field)
            return max(1, count - max(teams.values(), default=0)) * self.games
        return max(1, count - 1 + count % 2) * self.games

    def extra(self, a: str, b: str) -> int:
        """Meetings of two beyond those of the legs that are over, and of this one but for its last."""
        return max(0, self.met[frozenset((a, b))] - self.games * (self.leg + 1) + 1)


def beyond(span: Span, extra: Callable[[str, str], int], words: str) -> Iterator[RoundFinding]:
    """Pairs that meet more often than the plan means, where fewer would have been possible."""
    made = [(a, b) for a, b in span.case.pairs if extra(a, b)]
    if not made or not span.case.only_pairs:
        return
    possible = least(span.case, extra)
    if sum(extra(a, b) for a, b in made) > possible:
        who = joined(
            "; ",
            (
                say("%(name)s and %(name_)s", name=span.case.name(a), name_=span.case.name(b))
                for a, b in made[:NAMED]
            ),
        )
        text = (
            say("1 pair meets %(words)s, which could be avoided: %(who)s.", words=words, who=who)
            if len(made) == 1
            else say(
                "%(made)s pairs meet %(words)s, which could be avoided: %(who)s.",
                made=len(made),
                words=words,
                who=who,
            )
        )
        yield RoundFinding("warning", "plan_repeat", text, tuple(one for pair in made for one in pair))


def robin(span: Span) -> Iterator[RoundFinding]:
    """A round robin."""
    yield from beyond(span, span.extra, say("again within leg %(leg)s of the round robin", leg=span.leg + 1))
    if (span.turn + 1) % span.length == 0:
        yield from not_met(span)


def not_met(span: Span) -> Iterator[RoundFinding]:
    """At the end of a leg: who should have met and has not, of those who were there all along."""
    there = sorted(always_there(span))
    missing = [
        (a, b)
        for a, b in combinations(there, 2)
        if span.arranged[frozenset((a, b))] < span.games * (span.leg + 1)
    ]
    if missing:
        who = joined(
            "; ",
            (
                say("%(name)s and %(name_)s", name=span.case.name(a), name_=span.case.name(b))
                for a, b in missing[:NAMED]
            ),
        )
        text = say(
            "Leg %(leg)s of the round robin ends and %(have)s",
            leg=span.leg + 1,
            have=counted(len(missing), PAIRS_HAVE),
        )
        yield RoundFinding(
            "warning", "leg_incomplete", say("%(text)s not met: %(who)s.", text=text, who=who), missing[0]
        )


def always_there(span: Span, first: int = 0) -> set[str]:
    """Everybody, if all sat at a table or had a bye in every round since the first (of the leg); else nobody."""
    first = first or span.claim.first + span.leg * span.length
    there = {*span.case.players, *span.case.round.byes}
    for outcomes in span.case.history.rounds[first - 1 : span.case.round.number - 1]:
        there &= {one for outcome in outcomes for one in seen_in(outcome)}
    return there if len(there) == len(span.field) else set()


def teams(span: Span) -> Iterator[RoundFinding]:
    """A round robin of teams."""
    sizes = Counter(span.case.by_id[one].team for one in span.field)
    alike = len(set(sizes.values())) == 1 and len(sizes) % 2 == 0
    for a, b in span.case.pairs if alike and not hard_wishes(span.case.rules) else ():
        if of_one(span.case, "team", a, b):
            text = say(
                "%(name)s and %(name_)s are of one team in a round of teams.",
                name=span.case.name(a),
                name_=span.case.name(b),
            )
            yield RoundFinding("warning", "team_mates", text, (a, b))
    yield from beyond(span, span.extra, say("again in the round robin of teams"))


def halves(span: Span) -> Iterator[RoundFinding]:
    """An interleaved round robin."""
    yield from beyond(span, span.extra, say("again in the interleaved round robin"))


def groups_of(span: Span) -> list[set[str]]:
    """Who belongs together by the meetings of the span."""
    groups: list[set[str]] = []
    rounds = span.case.history.rounds[span.claim.first - 1 : span.case.round.number - 1]
    tables = [set(seats) for outcomes in rounds for seats, _ in tables_in(outcomes)]
    for seats in [*tables, *(set(seats) for seats in span.case.round.tables)]:
        touching = [group for group in groups if group & seats]
        groups = [group for group in groups if not group & seats]
        groups.append(seats.union(*touching))
    return groups


def grouped(span: Span) -> Iterator[RoundFinding]:
    """Small groups that play everybody against everybody; what is left over makes one larger group."""
    rounds = GROUP_ROUNDS.get(span.claim.system, span.claim.last - span.claim.first + 1)
    over, size = span.turn // rounds, rounds + 1
    if rounds < 3:
        return
    yield from beyond(
        span, lambda a, b: max(0, span.met[frozenset((a, b))] - over), say("again in their group")
    )
    unchanged = always_there(span, span.claim.first) and not hard_wishes(span.case.rules)
    for group in groups_of(span) if unchanged else ():
        if len(group) >= 2 * size:
            who = ", ".join(sorted(span.case.name(one) for one in group)[:size])
            text = say(
                "%(group)s players meet across groups of %(size)s: %(who)s ...",
                group=len(group),
                size=size,
                who=who,
            )
            yield RoundFinding("warning", "group_left", text, tuple(sorted(group)))


def hill(span: Span) -> Iterator[RoundFinding]:
    """King of the hill with a cap on repeats."""
    cap = span.claim.value("repeats", -1)
    if cap >= 0:
        words = (
            say("more than %(times)s again", times=counted(cap, TIMES))
            if cap
            else say_as("two meet", "again")
        )
        yield from beyond(span, lambda a, b: max(0, span.case.met(a, b) - cap), words)


def bracket(span: Span) -> Iterator[RoundFinding]:
    """Elimination and playoffs."""
    yield from knocked_out(span.case, span.claim)


def team_matches(span: Span) -> Iterator[RoundFinding]:
    """Teams against teams."""
    yield from one_opponent(span.case)


CLAIMS: dict[str, Callable[[Span], Iterator[RoundFinding]]] = {
    "rr": robin,
    "interleaved": halves,
    "team_rr": teams,
    "matches": team_matches,
    "quads": grouped,
    "sixes": grouped,
    "fontes": grouped,
    "koth": hill,
    "elimination": bracket,
    "playoff": bracket,
    "qoth": hill,
}


def claim_findings(case: Case) -> Iterator[RoundFinding]:
    """What the system of the round claims and does not keep."""
    claim = case.rules.claim
    if claim is not None and claim.system in CLAIMS and claim.first <= case.round.number <= claim.last:
        yield from CLAIMS[claim.system](Span(case, claim))
