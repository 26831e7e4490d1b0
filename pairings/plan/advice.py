"""What to tell a director who plans this for so many players.

Advice warns and blocks nothing; only what cannot be played at all is refused (`impossible_plans.py`).

| source | warned of |
|---|---|
| format advice of a tool of 2026 | Swiss rounds < ceil(log2 n), king of the hill for more than 2 rounds, |
| | a round robin unfinished, or one that would fit (n <= 12) |
| tsh | more rounds than opponents, standings that lag in the last round |
| liwords, baxter | uneven teams, groups that do not come out even |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from core.messages import put, say
from pairings.plan.plan import Plan, Span

SMALL_FIELD = 12
LATE = 2
# Sixes of three rounds are whole as the field plays them: each meets three of five.
SHORT_SIXES = 3


@dataclass(frozen=True, slots=True)
class Advice:
    """A warning that blocks nothing."""

    name: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Entry:
    """Who is to play: how many, and the size of each team (empty: no teams)."""

    players: int
    teams: tuple[int, ...] = ()

    @property
    def cycle(self) -> int:
        """The rounds in which everybody meets everybody once."""
        return self.players - 1 + self.players % 2


Adviser = Callable[[Plan, Entry], Iterator[Advice]]


def spans_of(plan: Plan, *systems: str) -> list[Span]:
    """The pieces of a plan that use one of some systems."""
    return [span for span in plan.spans if span.system in systems]


def swiss_advice(plan: Plan, entry: Entry) -> Iterator[Advice]:
    """Too few rounds to leave one unbeaten player, or more than there are opponents."""
    rounds, players = sum(span.length for span in spans_of(plan, "swiss")), entry.players
    needed = max(1, (players - 1).bit_length())
    if 0 < rounds < needed:
        leave = (
            say("1 Swiss round leaves")
            if rounds == 1
            else say("%(rounds)s Swiss rounds leave", rounds=rounds)
        )
        sentence = say(
            "%(leave)s several unbeaten players among %(players)s; %(needed)s would do.",
            leave=leave,
            players=players,
            needed=needed,
        )
        yield Advice("few_swiss_rounds", sentence)
    if rounds > players - 1 > 0:
        sentence = say(
            "%(rounds)s Swiss rounds for %(players)s players force rematches.", rounds=rounds, players=players
        )
        yield Advice("more_rounds_than_opponents", sentence)


def robin_advice(plan: Plan, entry: Entry) -> Iterator[Advice]:
    """A round robin that ends in the middle, or one that would fit and is not planned."""
    for span in spans_of(plan, "rr"):
        needed = entry.cycle * int(dict(span.params).get("times", 1))
        if entry.players > 1 and (span.length % entry.cycle or span.length < needed):
            text = say(
                "'%(span)s' has %(length)s rounds, but %(players)s players need %(needed)s for everybody to meet",
                span=span,
                length=span.length,
                players=entry.players,
                needed=needed,
            )
            often = say(" %(times)s times", times=dict(span.params)["times"]) if needed > entry.cycle else ""
            yield Advice("round_robin_incomplete", put("%(text)s%(often)s.", text=text, often=often))
    fits = entry.players <= SMALL_FIELD and plan.rounds >= entry.cycle > 0
    if fits and not any("rr" in span.system for span in plan.spans):
        text = say(
            "%(players)s players could all meet in %(cycle)s of %(rounds)s rounds: a round robin fits.",
            players=entry.players,
            cycle=entry.cycle,
            rounds=plan.rounds,
        )
        yield Advice("round_robin_fits", text)


def koth_advice(plan: Plan, entry: Entry) -> Iterator[Advice]:
    """King of the hill for more than two rounds, or before the end."""
    for span in spans_of(plan, "koth", "qoth"):
        name = say("king of the hill") if span.system == "koth" else say("queen of the hill")
        if span.length > LATE:
            text = say(
                "'%(span)s' is more than two rounds of %(name)s; the same few players keep meeting.",
                span=span,
                name=name,
            )
            yield Advice("long_koth", text)
        elif span.first <= plan.rounds - LATE:
            text = say(
                "'%(span)s' comes early; %(name)s belongs into the last two rounds, when the places are decided.",
                span=span,
                name=name,
            )
            yield Advice("early_koth", text)


def group_advice(plan: Plan, entry: Entry) -> Iterator[Advice]:
    """Groups that do not come out even, or that stop before all in them have met."""
    for span in spans_of(plan, "quads", "sixes"):
        size = 4 if span.system == "quads" else 6
        if span.length != size - 1 and not (span.system == "sixes" and span.length == SHORT_SIXES):
            text = say(
                "'%(span)s' has %(length)s rounds; groups of %(size)s need %(size_)s for all in them to meet.",
                span=span,
                length=span.length,
                size=size,
                size_=size - 1,
            )
            yield Advice("groups_incomplete", text)
        if entry.players % size:
            text = say(
                "'%(span)s': %(players)s players do not come out in groups of %(size)s; one group differs.",
                span=span,
                players=entry.players,
                size=size,
            )
            yield Advice("groups_uneven", text)
    for span in spans_of(plan, "fontes"):
        if span.first > 1:
            text = say("'%(span)s' forms its groups by rating; it is meant for the first rounds.", span=span)
            yield Advice("late_fontes", text)
        if entry.players < 2 * (span.length + 1):
            text = say(
                "'%(span)s': %(players)s players make one group; everybody just plays a part round robin.",
                span=span,
                players=entry.players,
            )
            yield Advice("one_group", text)


def team_advice(plan: Plan, entry: Entry) -> Iterator[Advice]:
    """Teams of different sizes, or too few rounds for all of them to meet."""
    sizes = entry.teams
    for span in spans_of(plan, "team_rr") if len(sizes) > 1 else ():
        if len(set(sizes)) > 1:
            text = say(
                "'%(span)s': the teams have %(sizes)s players; those left over meet outside the match.",
                span=span,
                sizes=", ".join(map(str, sizes)),
            )
            yield Advice("teams_uneven", text)
        needed = team_rounds(sizes) * int(dict(span.params).get("games", 1))
        if span.length % needed:
            text = say(
                "'%(span)s' has %(length)s rounds; everybody meets all players of the other teams in %(needed)s.",
                span=span,
                length=span.length,
                needed=needed,
            )
            yield Advice("team_match_incomplete", text)


def team_rounds(sizes: Sequence[int]) -> int:
    """The rounds a complete team round robin takes; teams of odd size and number have an empty seat each."""
    largest = max(sizes)
    return (len(sizes) - 1) * (largest + (largest % 2 if len(sizes) % 2 else 0))


def pattern_advice(plan: Plan, entry: Entry) -> Iterator[Advice]:
    """Patterns the field is too small for."""
    for span in spans_of(plan, "factor"):
        k = int(dict(span.params).get("k", 3))
        if 2 * k > entry.players:
            text = say(
                "'%(span)s' pairs the first %(it)s; with %(players)s players the factor is %(players_)s.",
                span=span,
                it=2 * k,
                players=entry.players,
                players_=entry.players // 2,
            )
            yield Advice("factor_too_large", text)
    for span in spans_of(plan, "quartile"):
        if entry.players < 8:
            text = say(
                "'%(span)s': quarters of %(players)s players are too small to mean anything.",
                span=span,
                players=entry.players,
            )
            yield Advice("quarters_too_small", text)


def lag_advice(plan: Plan, entry: Entry) -> Iterator[Advice]:
    """A last round that does not know the round before it."""
    if plan.spans[-1].lag:
        text = say(
            "The last round is paired on the standings after round %(based_on)s: leaders may not meet.",
            based_on=plan.round(plan.rounds).based_on,
        )
        yield Advice("lag_in_last_round", text)


def bracket_rounds(players: int, best_of: int) -> int:
    """The most rounds a bracket of so many may take."""
    return max(1, (players - 1).bit_length()) * best_of


def bracket_advice(plan: Plan, entry: Entry) -> Iterator[Advice]:
    """A bracket that may not be finished when its rounds are over."""
    for span in spans_of(plan, "elimination", "playoff"):
        params = dict(span.params)
        size = int(params.get("size", 0 if span.system == "elimination" else 4)) or entry.players
        needed = bracket_rounds(size, int(params.get("best_of", 1 if span.system == "elimination" else 3)))
        if span.length < needed:
            text = say(
                "'%(span)s' has %(length)s rounds; a bracket of %(size)s may need %(needed)s.",
                span=span,
                length=span.length,
                size=size,
                needed=needed,
            )
            yield Advice("bracket_unfinished", text)


ADVISERS: tuple[Adviser, ...] = (
    swiss_advice,
    robin_advice,
    koth_advice,
    group_advice,
    team_advice,
    pattern_advice,
    bracket_advice,
    lag_advice,
)


def advice(plan: Plan, players: int, teams: Sequence[int] = ()) -> tuple[Advice, ...]:
    """Everything worth telling a director; nothing of it blocks. `teams`: the size of each team."""
    entry = Entry(players, tuple(teams))
    return tuple(item for adviser in ADVISERS for item in adviser(plan, entry))
