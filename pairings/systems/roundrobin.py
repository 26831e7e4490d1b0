"""Round robin: everybody meets everybody, in one or more legs.

| source | implemented |
|---|---|
| circle method (Berger; liwords) | slots by seed; an odd field has an empty slot whose partner sits out |
| liwords start rule | `starts=circle`: reversed each leg; `starts=balanced` uses the event's rule |
| baxter, partly published | a leg begun otherwise is completed by a bounded search, else paired without repeats |

Slots: entrants who were there when it began, by seed; latecomers behind them in order of arrival (the first
takes the empty slot); house players last. A withdrawn player's partner sits out, or meets another who is left
over. `first` is the round it began with. Not implemented: team round robin, several rounds published at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from pairings.costs import Tier, bye, club, tie
from pairings.explain import bye_reasons, meeting_reason
from pairings.field import Field, pair_of
from pairings.history import Entrant, met_in
from pairings.refusals import Refusals
from pairings.request import Request
from pairings.result import Reason, Result
from pairings.starts import Rule, Start, start
from pairings.systems.circle import next_round, starts_first
from pairings.systems.draft import Scheme
from pairings.systems.draw import draw

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Schedule:
    """The slot of each player (by index), who is meant to meet whom (-1: nobody), and the leg (0: the first)."""

    slot: list[int]
    partner: list[int]
    leg: int
    mended: bool


def arrival(entrant: Entrant, first: int) -> int:
    """The first round from `first` on that an entrant plays."""
    rounds = range(first, first + 200)
    return next((number for number in rounds if entrant.absence_in(number) is None), first + 200)


def slots_of(field: Field, first: int) -> list[str]:
    """Entrants in the order of their slots."""
    request = field.request
    members = [
        entrant
        for entrant in request.history.entrants
        if entrant.id in field.index
        or (not entrant.house and (entrant.withdrawn_from() or first + 1) > first)
    ]
    members.sort(key=lambda entrant: (entrant.house, arrival(entrant, first), entrant.seed, entrant.id))
    return [entrant.id for entrant in members]


def meetings_since(request: Request, first: int) -> Counter[frozenset[str]]:
    """How often every two have met since the round robin began."""
    rounds = request.history.rounds[first - 1 : request.round - 1]
    games = (met_in(outcome) for outcomes in rounds for outcome in outcomes)
    return Counter(frozenset(game) for game in games if len(game) == 2)


def schedule_of(field: Field, met: Counter[frozenset[str]], first: int) -> Schedule:
    """Who is meant to meet whom."""
    ids = slots_of(field, first)
    count = len(ids) + len(ids) % 2
    leg, turn = divmod(field.request.round - first, count - 1)
    at = {entrant_id: slot for slot, entrant_id in enumerate(ids)}
    done = {
        pair_of(*(at[one] for one in pair))
        for pair, times in met.items()
        if times > leg and all(one in at for one in pair)
    }
    partners, mended = next_round(count, done, turn)
    slot = [at[player.id] for player in field.players]
    index = {here: i for i, here in enumerate(slot)}
    return Schedule(slot, [index.get(partners[here], -1) for here in slot], leg, mended)


def off_schedule(plan: Schedule) -> Tier:
    """One for every pair, and every bye, that the schedule does not mean."""

    def row(i: int, js: Sequence[int]) -> list[int]:
        meant = plan.partner[i]
        return [int(j != meant) for j in js]

    return Tier("schedule", row, lambda i: int(plan.partner[i] >= 0))


def games(field: Field, met: Counter[frozenset[str]], leg: int) -> Tier:
    """Meetings beyond one a leg; each further one doubles."""
    extra: dict[Pair, int] = {}
    for pair, times in met.items():
        if times > leg and all(one in field.index for one in pair):
            extra[pair_of(*(field.index[one] for one in pair))] = (1 << (times - leg)) - 1
    return Tier("games", lambda i, js: [extra.get((i, j), 0) for j in js])


def circle_start(plan: Schedule) -> Rule:
    """The start rule of the circle, by slots."""

    def decide(field: Field, i: int, j: int) -> Start:
        first, second = (i, j) if starts_first(plan.slot[i], plan.slot[j], plan.leg) else (j, i)
        return start(field, first, second, "circle", f"{field.name(first)} starts by the schedule")

    return decide


def why_pair(field: Field, plan: Schedule, i: int, j: int) -> tuple[Reason, ...]:
    """By the schedule, or outside it because somebody is away."""
    if plan.partner[i] == j:
        meant = Reason("schedule", f"by the schedule of leg {plan.leg + 1}", {"leg": plan.leg + 1})
    else:
        meant = Reason("off_schedule", "outside the schedule, whose partners cannot meet this round", {})
    return meant, meeting_reason(field, i, j)


def why_bye(field: Field, plan: Schedule, i: int) -> tuple[Reason, ...]:
    """The empty slot, or somebody's absence."""
    if plan.partner[i] < 0:
        return (Reason("schedule", "the schedule has no opponent for this round", {}),)
    return bye_reasons(field, i, asked=False)


def scheme(field: Field) -> Scheme:
    """The prices of a round-robin round: whatever is off the schedule costs."""
    params = field.request.params
    first = int(params.get("first", 1))
    met = meetings_since(field.request, first)
    plan = schedule_of(field, met, first)
    fewest = Tier("bye", bye(field).row, lambda i: field.byes[i])
    tiers = [games(field, met, plan.leg), fewest, off_schedule(plan), club(field), tie(field)]
    rule = circle_start(plan) if params.get("starts", "circle") == "circle" else None
    notes = ("The schedule was begun otherwise and has been completed so that all still meet.",)
    targets = [partner if partner >= 0 else i for i, partner in enumerate(plan.partner)]
    return Scheme(
        tiers,
        targets,
        rule,
        notes if plan.mended else (),
        partial(why_pair, field, plan),
        partial(why_bye, field, plan),
    )


def pair(request: Request) -> Result | Refusals:
    """A round of a round robin."""
    return draw(request, scheme)
