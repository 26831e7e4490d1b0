"""The tables found are the cheapest there are: every way to fill them is tried, tier by tier, by other code."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.event.history import Entrant
from pairings.rounds.field import Field, field_of
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Result
from pairings.systems import pair
from pairings.systems.pods.draft import Plan, Pods, draft_of, least_of, plan_of, pods_of
from pairings.systems.pods.proving.exact import Exact
from pairings.systems.pods.proving.worths import Partition, Worths
from pairings.systems.pods.search import Lots, Search
from tests.pairings.making import field, ok
from tests.pairings.pods_making import Ways, event, request, ways_of

NAMES = ("repeats", "back_to_back", "bye", "club", "small_table", "score_gap")


def clubbed(count: int, clubs: int) -> tuple[Entrant, ...]:
    """Entrants of so many clubs in turn; 0: of none."""
    return tuple(replace(e, club=f"club {at % clubs}" if clubs else "") for at, e in enumerate(field(count)))


def asked_for(count: int, rounds: int, seed: int, clubs: int = 0, **params: str | int) -> Request:
    """The round after some rounds played at random scores."""
    history, _ = event(count, rounds, seed, clubbed(count, clubs), **params)
    return request(history, Constraints(clubs="avoid" if clubs else "ignore"), **params)


def places_of(found: Field, sitting: int) -> list[int]:
    """Everybody's place with those at the end whose byes cost least: fewest byes, then lowest."""
    out = sorted(range(found.n), key=lambda i: found.byes[i] * found.n + found.n - 1 - i)[:sitting]
    order = [*(i for i in range(found.n) if i not in out), *(i for i in range(found.n) if i in out)]
    return [order.index(i) for i in range(found.n)]


def price_of(found: Field, way: Ways, places: list[int]) -> tuple[int, ...]:
    """A round's price counted afresh: repeats, rematches, byes, clubs, small tables, score gaps."""
    pairs = [pair for table in way for pair in combinations(table, 2)]
    largest = max(len(table) for table in way)
    players, keep = found.players, found.request.constraints.clubs == "avoid"
    return (
        sum(2 ** found.met[i].get(j, 0) - 1 for i, j in pairs),
        sum((min(i, j), max(i, j)) in found.last for i, j in pairs),
        sum(found.byes[t[0]] * found.n + found.n - 1 - t[0] for t in way if len(t) == 1),
        sum(keep and players[i].club == players[j].club != "" for i, j in pairs),
        sum((largest - len(t)) * (found.n - 1 - places[i]) for t in way if len(t) > 1 for i in t),
        sum((found.halves[i] - found.halves[j]) ** 2 for i, j in pairs),
    )


def drafted(asked: Request) -> tuple[Pods, Plan]:
    found = draft_of(field_of(asked))
    assert isinstance(found, tuple), found
    return found


@settings(max_examples=15, deadline=None, derandomize=True)
@given(
    count=st.integers(2, 9),
    rounds=st.integers(0, 4),
    seed=st.integers(0, 1000),
    clubs=st.sampled_from([0, 2, 4]),
    size=st.sampled_from([3, 4]),
    most=st.sampled_from([3, 4]),
)
def test_the_price_is_the_least_of_all_ways_counted_by_other_code(
    count: int, rounds: int, seed: int, clubs: int, size: int, most: int
) -> None:
    asked = asked_for(count, rounds, seed, clubs, size=size, most=max(size, most))
    found, (pods, _) = field_of(asked), drafted(asked)
    result = ok(pair(asked))
    places = places_of(found, pods.sizes.count(1))
    least = min(price_of(found, way, places) for way in ways_of(count, pods.sizes))
    assert tuple(dict(result.cost)[name] for name in NAMES) == least
    assert result.certificate.optimal


@pytest.mark.parametrize(
    ("count", "rounds", "params"),
    [
        (11, 3, {"size": 4}),
        (12, 5, {"size": 4}),
        (12, 3, {"size": 3}),
        (12, 3, {"size": 4, "pattern": "random"}),
        (12, 3, {"size": 4, "pattern": "koth", "repeats": 1}),
        (12, 2, {"size": 3, "pattern": "koth"}),
        (11, 4, {"size": 3, "least": 3, "most": 3}),
    ],
)
def test_all_tiers_together_are_the_least_of_every_way_to_fill_the_tables(
    count: int, rounds: int, params: dict[str, int | str]
) -> None:
    pods, plan = drafted(asked_for(count, rounds, seed=count + rounds, clubs=3, **params))
    least = min(plan.prices.round(way) for way in ways_of(count, pods.sizes))
    assert plan.prices.round(pods.tables) == least
    assert pods.proof


@settings(max_examples=8, deadline=None, derandomize=True)
@given(count=st.integers(4, 9), rounds=st.integers(1, 4), seed=st.integers(0, 1000))
def test_no_round_is_below_the_bound(count: int, rounds: int, seed: int) -> None:
    pods, plan = drafted(asked_for(count, rounds, seed, clubs=2))
    least = min(plan.prices.round(way) for way in ways_of(count, pods.sizes))
    assert least_of(pods, plan) <= least


@settings(max_examples=12, deadline=None, derandomize=True)
@given(count=st.integers(5, 9), seed=st.integers(0, 1000), data=st.data())
def test_wishes_are_kept_at_the_least_price_or_refused_when_no_way_keeps_them(
    count: int, seed: int, data: st.DataObject
) -> None:
    """Against every way to fill the tables: locks, pairs kept apart, a bye nobody may have."""
    history, _ = event(count, 2, seed)
    ids = [entrant.id for entrant in history.entrants]
    some = st.tuples(st.sampled_from(ids), st.sampled_from(ids)).filter(lambda p: p[0] < p[1])
    locked = tuple(data.draw(st.lists(some, max_size=2, unique=True)))
    forbidden = tuple(p for p in data.draw(st.lists(some, max_size=4, unique=True)) if p not in locked)
    asked = request(history, Constraints(locked=locked, forbidden=forbidden))
    pods = pods_of(field_of(asked))
    assert isinstance(pods, Pods)
    plan = plan_of(pods)
    keeping = [
        plan.prices.round(way)
        for way in ways_of(count, pods.sizes)
        if plan.prices.vector(plan.prices.round(way))[0] == -len(pods.fixed.together)
    ]
    answer = pair(asked)
    assert isinstance(answer, Result) is bool(keeping)
    if keeping:
        assert plan.prices.round(drafted(asked)[0].tables) == min(keeping)


def test_a_change_is_priced_as_the_round_after_it() -> None:
    pods, plan = drafted(asked_for(13, 3, 5, clubs=4))
    search = Search(plan.prices, pods.tables, 0)
    for here, there in combinations(range(len(pods.tables)), 2):
        for i in pods.tables[here]:
            for j in pods.tables[there]:
                swapped = [[{i: j, j: i}.get(k, k) for k in table] for table in pods.tables]
                assert search.total + search.change(here, i, there, j) == plan.prices.round(swapped)


def test_the_best_swap_is_the_first_of_the_cheapest_changes() -> None:
    pods, plan = drafted(asked_for(22, 3, 5, clubs=4))
    mixed = Random(1).sample([i for table in pods.tables for i in table], 22)
    search = Search(plan.prices, [[mixed.pop() for _ in table] for table in pods.tables], 0)
    for here, one in enumerate(search.tables):
        ways = [
            (i, there, j, search.change(here, i, there, j))
            for there in search.near(here)
            for i in one
            for j in search.tables[there]
        ]
        best = min(ways, key=lambda way: way[3])
        assert search.best_swap(here) == (best if best[3] < 0 else None)


def test_a_proof_cut_short_claims_nothing() -> None:
    pods, plan = drafted(asked_for(12, 3, 3))
    groups = [(i,) for i in range(12)]
    worse = plan.prices.round([[i, i + 3, i + 6, i + 9] for i in range(3)])
    found, whole = Exact(plan.prices, groups, pods.sizes, worse, 50).run()
    assert not whole
    found, whole = Exact(plan.prices, groups, pods.sizes, worse, 10**6).run()
    assert whole
    assert found is not None
    assert plan.prices.round(found) == plan.prices.round(pods.tables)


def test_worths_leave_every_cheaper_round_and_no_round_goes_below_them() -> None:
    """Against the plain way to fill tables, from a bad round and from the best one; groups stay together."""
    for count, rounds, group in ((11, 3, (2, 7)), (12, 5, ()), (13, 4, (0, 5, 9))):
        pods, plan = drafted(asked_for(count, rounds, count, clubs=2))
        groups = [*((group,) if group else ()), *((i,) for i in range(count) if i not in group)]
        kept = [way for way in ways_of(count, pods.sizes) if any({*group} <= {*table} for table in way)]
        costs = [plan.prices.round(way) for way in kept]
        for known in (max(costs), min(costs) + 1):
            worths = Worths(plan.prices, groups, pods.sizes, known)
            assert worths.narrow()
            assert worths.least <= min(costs)
            found, whole = Partition(worths, 10**6).run()
            assert (whole, plan.prices.round(found or ())) == (True, min(costs))
            assert not Partition(worths, 1).run()[1]
        worths = Worths(plan.prices, groups, pods.sizes, min(costs))
        assert not worths.narrow() or Partition(worths, 10**6).run() == (None, True)


def test_lots_are_the_same_on_every_machine_and_cover_everything() -> None:
    lots = Lots("7:3")
    drawn = [lots.below(5) for _ in range(200)]
    assert drawn[:8] == [Lots("7:3").below(5), *drawn[1:8]]
    assert set(drawn) == set(range(5))
    assert drawn[:6] == [1, 0, 0, 1, 2, 1]


@pytest.mark.soak
def test_fields_of_sixteen_are_as_cheap_as_a_plain_search_over_everything_finds() -> None:
    """An own oracle: the cheapest way to fill the tables of every set of players, without any pruning."""
    for count in (13, 14, 15, 16):
        for seed in range(4):
            pods, plan = drafted(asked_for(count, 3 + seed % 3, seed, clubs=seed))
            assert plan.prices.round(pods.tables) == plain_search(pods, plan)
            assert pods.proof


def plain_search(pods: Pods, plan: Plan) -> int:
    """The least price by sets of players: for each set reached, the cheapest way to have got there."""
    reached: dict[tuple[int, tuple[int, ...]], int] = {(0, pods.sizes): 0}
    prices: dict[tuple[int, ...], int] = {}
    for _ in pods.sizes:
        after: dict[tuple[int, tuple[int, ...]], int] = {}
        for (mask, sizes), price in reached.items():
            free = [i for i in range(pods.field.n) if not mask >> i & 1]
            for size in dict.fromkeys(sizes):
                left = list(sizes)
                left.remove(size)
                for others in combinations(free[1:], size - 1):
                    table = (free[0], *others)
                    if table not in prices:
                        prices[table] = plan.prices.table(table)
                    key = (mask | sum(1 << i for i in table), tuple(left))
                    if key not in after or price + prices[table] < after[key]:
                        after[key] = price + prices[table]
        reached = after
    return min(reached.values())
