"""From wishes and prices to tables: the cheapest round found, and what is proven of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from dataclasses import field as made

from core.messages import say
from pairings.event.records import fold
from pairings.event.refusals import Refusals, refuse
from pairings.rounds.field import Field
from pairings.rounds.result import Vector
from pairings.rounds.table_sizes import Sizes, sizes_asked, sizes_of
from pairings.systems.pods import bound, layers
from pairings.systems.pods.groups import Fixed, fixed_of, kept, mistakes, too_large, units_of
from pairings.systems.pods.impossible_wishes import refusal
from pairings.systems.pods.layers import Layer
from pairings.systems.pods.nominal import Nominal, nominal
from pairings.systems.pods.polish import polished
from pairings.systems.pods.prices import Prices
from pairings.systems.pods.proving.exact import Exact
from pairings.systems.pods.proving.worths import Partition, Worths
from pairings.systems.pods.search import improved

MEASURES = {"points": "by_place", "shares": "by_share"}
SMALL, MIDDLE = 12, 32
QUICK, STEPS = 6_000, 150_000
Tables = list[list[int]]


@dataclass(slots=True)
class Pods:
    """A round in the making. `tables` hold indexes, a table of one is a bye; `measure` names what scores are."""

    field: Field
    fixed: Fixed
    wanted: Sizes
    measure: str
    scores: list[int]
    sizes: tuple[int, ...] = ()
    tables: Tables = made(default_factory=list)
    least: int = 0
    proof: str = ""
    steps: int = 0

    @property
    def all_tables(self) -> Tables:
        """Everybody: the tables that stay, those found, and a table of one for each bye."""
        return [*map(list, self.fixed.tables), *self.tables, *([i] for i in self.fixed.byes)]

    def named(self, vector: Sequence[int], prices: Prices) -> Vector:
        """A price with its tiers' names; wishes are kept or refused, no price."""
        told = zip(prices.layers, vector, strict=True)
        return tuple((layer.name, value) for layer, value in told if layer.name != "wishes")


@dataclass(frozen=True, slots=True)
class Plan:
    """What a round is measured with."""

    prices: Prices
    nominal: Nominal


def measure_of(found: Field) -> str:
    """What the standings count first: wins, points by place, or shares of tables."""
    return next((name for name in found.request.precedence if name in (*MEASURES, "wins")), "wins")


def scores_of(found: Field, measure: str) -> list[int]:
    """Everybody's score after the round the pairing rests on: half wins, or twelfths of points."""
    if measure not in MEASURES:
        return list(found.halves)
    records = fold(found.request.history.upto(found.request.round - 1), found.request.basis)
    return [getattr(records[player.id], MEASURES[measure]) for player in found.players]


def layers_of(pods: Pods, meant: Nominal) -> list[Layer]:
    """The tiers of a round, the most important first."""
    found, params = pods.field, pods.field.request.params
    largest = max((len(table) for table in meant.tables), default=0)
    first = layers.wishes(pods.fixed.banned, pods.fixed.together, found.n)
    small = layers.small_table(meant.places, largest)
    if params.get("pattern") == "koth":
        cap = [layers.repeats(found, int(params["repeats"]), "over_cap")] if "repeats" in params else []
        near = layers.gap("distance", meant.places)
        last = [layers.back_to_back(found), layers.repeats(found, 0)]
        return [first, *cap, layers.bye(found), layers.club(found), small, near, *last]
    free = int(params.get("repeats", 0))
    usual = [layers.repeats(found, free), layers.back_to_back(found), layers.bye(found), layers.club(found)]
    gaps = layers.gap("score_gap", pods.scores)
    return [first, *usual, small, gaps, layers.pattern(meant.places, meant.companions)]


def plan_of(pods: Pods) -> Plan:
    """The nominal round of the players who are free, and the prices of all."""
    fixed = pods.fixed
    meant = nominal(pods.field, pods.scores, pods.sizes, fixed.free, fixed.barred)
    prices = Prices(layers_of(pods, meant), pods.field.n)
    if within_budget(pods):
        prices.fill(fixed.free)
    return Plan(prices, meant)


def budget_of(pods: Pods) -> int:
    """Steps to spend: a step at tables does far more than looking at one pair."""
    return min(pods.field.request.budget, STEPS)


def within_budget(pods: Pods) -> bool:
    """Whether every pair may be looked at."""
    count = len(pods.fixed.free)
    return count * (count - 1) // 2 <= budget_of(pods)


def least_of(pods: Pods, plan: Plan) -> int:
    """What no round can go below."""
    measured = {"score_gap": pods.scores, "distance": plan.nominal.places}
    low = bound.of_pattern(plan.prices, plan.nominal, measured, len(pods.fixed.together))
    if not within_budget(pods):
        return low
    return max(low, bound.of_players(plan.prices, pods.fixed.free, pods.sizes))


def search(pods: Pods, plan: Plan) -> None:
    """Find tables: in a field small enough a few swaps and then the proof; else, or without one, by many swaps and then a
    few tables at a time.
    """
    request, prices, count = pods.field.request, plan.prices, len(pods.fixed.free)
    seed, budget = f"{request.seed}:{request.round}", budget_of(pods)
    pods.least, pods.tables = least_of(pods, plan), plan.nominal.tables
    if count <= MIDDLE:
        pods.tables = improved(prices, pods.tables, pods.least, seed, min(QUICK, budget))
        if prices.round(pods.tables) > pods.least:
            prove(pods, prices, 2 * budget)
    if count > SMALL and not pods.proof:
        pods.tables = improved(prices, pods.tables, pods.least, seed, 2 * budget)
        pods.tables = polished(prices, pods.fixed, pods.tables, pods.least, f"{seed}:few", budget // 5)
    if not pods.proof and prices.round(pods.tables) <= pods.least:
        pods.proof = "bound"


def prove(pods: Pods, prices: Prices, steps: int) -> None:
    """Look for a cheaper round in all there are; none, and the whole look done, is the proof."""
    known, groups = prices.round(pods.tables), units_of(pods.fixed)
    if len(pods.fixed.free) <= SMALL:
        better, whole = Exact(prices, groups, pods.sizes, known, steps).run()
    else:
        worths = Worths(prices, groups, pods.sizes, known)
        better, whole = Partition(worths, steps).run() if worths.narrow() else (None, True)
        pods.least = max(pods.least, min(worths.least, known))
    if better is not None:
        pods.tables = better
    if whole:
        pods.proof, pods.least = "exact", prices.round(pods.tables)


def sizes_for(found: Field, fixed: Fixed, wanted: Sizes) -> tuple[int, ...] | Refusals:
    """The sizes of the tables still to be filled; players who fill none sit out beside tables that stay."""
    count = len(fixed.free)
    sizes = sizes_of(count, wanted)
    if sizes is not None or (fixed.tables and count < wanted.least):
        return sizes or (1,) * count
    who = tuple(found.players[i].id for i in fixed.free)
    text = say(
        "A table needs %(least)s players; %(count)s would play round %(round)s.",
        least=wanted.least,
        count=count,
        round=found.request.round,
    )
    return refuse("too_few_players", text, *who)


def pods_of(found: Field) -> Pods | Refusals:
    """The players, their scores and the sizes of their tables, or why there is no round."""
    wanted = sizes_asked(found.request.params)
    if wanted.mistake:
        return refuse("unknown_parameter", wanted.mistake)
    wrong = tuple(mistakes(found))
    if wrong:
        return Refusals(wrong)
    fixed = fixed_of(found)
    sizes = sizes_for(found, fixed, wanted)
    if isinstance(sizes, Refusals):
        return sizes
    wrong = tuple(too_large(found, fixed, max(sizes, default=0)))
    measure = measure_of(found)
    return Refusals(wrong) if wrong else Pods(found, fixed, wanted, measure, scores_of(found, measure), sizes)


def draft_of(found: Field) -> tuple[Pods, Plan] | Refusals:
    """The cheapest round found for a field, or why there is none."""
    pods = pods_of(found)
    if isinstance(pods, Refusals):
        return pods
    plan = plan_of(pods)
    search(pods, plan)
    if not kept(pods.fixed, pods.tables):
        return Refusals((refusal(found, pods.sizes, pods.fixed.wishes),))
    return pods, plan
