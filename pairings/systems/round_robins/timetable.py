"""Rounds that stand in a table before anybody has played: what round robins, team matches and groups share.

Whatever is off the table costs. So a player whose partner is away, or who came late, still gets an opponent, and
locked and forbidden pairs are kept: the round is the cheapest one, not the table's by force.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from core.messages import say
from pairings.event.history import Bye, Entrant, Outcome, met_in
from pairings.optimum.costs import club, tie
from pairings.optimum.tiers import Tier, single, unless_meant
from pairings.rounds.explain import bye_reasons, meeting_reason
from pairings.rounds.field import Field, pair_of
from pairings.rounds.request import Request
from pairings.rounds.result import Reason
from pairings.rounds.starts import Rule
from pairings.systems.drawing.draft import Scheme
from pairings.systems.round_robins.circle import Pair

Met = Counter[frozenset[str]]
MENDED = say("The schedule was begun otherwise and has been completed so that all still meet.")
LONGEST = 200


@dataclass(frozen=True, slots=True)
class Timetable:
    """By index: whom each player is meant to meet (-1: nobody), how often he has met his partners before (0 in the
    first leg), and what the table says of his game.
    """

    partner: list[int]
    legs: list[int]
    said: list[str]
    mended: bool = False


def arrival(entrant: Entrant, first: int) -> int:
    """The first round from `first` on that an entrant plays."""
    rounds = range(first, first + LONGEST)
    return next((number for number in rounds if entrant.absence_in(number) is None), first + LONGEST)


def slots_of(field: Field, first: int) -> list[Entrant]:
    """Entrants in the order of their slots: those there at the beginning by seed, latecomers behind them in order
    of arrival, house players last. Who left before the beginning has none.
    """
    members = [
        entrant
        for entrant in field.request.history.entrants
        if entrant.id in field.index
        or (not entrant.house and (entrant.withdrawn_from() or first + 1) > first)
    ]
    return sorted(members, key=lambda e: (e.house, arrival(e, first), e.seed, e.id))


def outcomes_since(request: Request, first: int) -> list[Sequence[Outcome]]:
    """What happened in each round from `first` to the one before this."""
    return list(request.history.rounds[first - 1 : request.round - 1])


def meetings_since(request: Request, first: int) -> Met:
    """How often every two have met since round `first`."""
    games = (met_in(outcome) for outcomes in outcomes_since(request, first) for outcome in outcomes)
    return Counter(frozenset(game) for game in games if len(game) == 2)


def met_slots(met: Met, at: dict[str, int], often: int) -> set[Pair]:
    """The slots of all who have met more than `often` times."""
    pairs = (pair for pair, times in met.items() if times > often and all(one in at for one in pair))
    return {pair_of(*(at[one] for one in pair)) for pair in pairs}


def sat(outcomes: Iterable[Outcome], at: dict[str, int], phantom: int | None) -> frozenset[Pair]:
    """The pairs of slots of one played round; a bye is a meeting with the empty slot."""
    found: set[Pair] = set()
    for outcome in outcomes:
        who = [at[one] for one in met_in(outcome) if one in at]
        if len(who) == 2:
            found.add(pair_of(*who))
        elif isinstance(outcome, Bye) and phantom is not None and outcome.entrant in at:
            found.add((at[outcome.entrant], phantom))
    return frozenset(found)


def locked_slots(field: Field, at: dict[str, int]) -> frozenset[Pair]:
    """The slots of the pairs the director has fixed in this round."""
    pairs = (pair for pair in field.request.constraints.locked if all(one in at for one in pair))
    return frozenset(pair_of(at[one], at[other]) for one, other in pairs if one != other)


def off_schedule(plan: Timetable) -> Tier:
    """One for every pair, and every bye, that the table does not mean."""
    return unless_meant("schedule", plan.partner, lambda i: int(plan.partner[i] >= 0))


def games(field: Field, met: Met, legs: Sequence[int]) -> Tier:
    """Meetings beyond one a leg since the table began; each further one doubles."""
    extra: dict[Pair, int] = {}
    for pair, times in met.items():
        if all(one in field.index for one in pair):
            i, j = pair_of(*(field.index[one] for one in pair))
            extra[i, j] = (1 << max(0, times - min(legs[i], legs[j]))) - 1
    return single("games", extra)


def why_pair(field: Field, plan: Timetable, i: int, j: int) -> tuple[Reason, ...]:
    """By the table, or outside it because somebody is away."""
    if plan.partner[i] == j:
        meant = Reason("schedule", plan.said[i], {"leg": plan.legs[i] + 1})
    elif plan.partner[i] < 0 and plan.partner[j] < 0:
        meant = Reason("off_schedule", say("outside the schedule, which has no opponent for either"), {})
    else:
        meant = Reason("off_schedule", say("outside the schedule, whose partners cannot meet this round"), {})
    return meant, meeting_reason(field, i, j)


def why_bye(field: Field, plan: Timetable, i: int) -> tuple[Reason, ...]:
    """The empty slot, or somebody's absence."""
    if plan.partner[i] < 0:
        return (Reason("schedule", say("the schedule has no opponent for this round"), {}),)
    return bye_reasons(field, i, asked=False)


def indexed(field: Field, ids: Sequence[str], partner: Sequence[int]) -> list[int]:
    """A table row over slots as partners by index; slots beyond `ids` are empty, who is in none meets nobody."""
    found = [-1] * field.n
    for here, there in enumerate(partner):
        if here < len(ids) and 0 <= there < len(ids) and ids[here] in field.index:
            found[field.index[ids[here]]] = field.index.get(ids[there], -1)
    return found


def same_again(field: Field) -> list[int]:
    """The opponents of the round just played, by index."""
    found = [-1] * field.n
    for i, j in field.last:
        found[i], found[j] = j, i
    return found


def scheme_of(
    field: Field, met: Met, plan: Timetable, starter: Rule | None = None, more: Sequence[Tier] = ()
) -> Scheme:
    """The prices of a round that stands in a table."""
    # Who sits out stands in the table: neither a win by forfeit nor a round missed is a bye of its.
    fewest = single("bye", {}, lambda i: field.byes[i] - field.given[i] - field.missed[i])
    tiers = [games(field, met, plan.legs), fewest, off_schedule(plan), *more, club(field), tie(field)]
    return Scheme(
        tiers,
        [partner if partner >= 0 else i for i, partner in enumerate(plan.partner)],
        starter,
        (MENDED,) if plan.mended else (),
        partial(why_pair, field, plan),
        partial(why_bye, field, plan),
    )
