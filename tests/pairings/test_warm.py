"""The engine for large fields, forced on small awkward ones: never a false proof, never a worse round."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from pairings.event.cancellation import watched
from pairings.event.history import History
from pairings.optimum import matching, warm_start
from pairings.optimum.blossom import Matching
from pairings.optimum.feasible import pairable
from pairings.optimum.matching import Problem, best_of, can_pair, complete, solve
from pairings.optimum.pricing import Prices
from pairings.optimum.proof import Proof, cost_of, holds, shared, too_cheap
from pairings.optimum.warm_start import solve_warm
from pairings.plan.constraints import wishes_of
from pairings.rounds.field import field_of
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import Result
from pairings.systems import SCHEMES, pair
from pairings.systems.drawing.draw import problem_of
from pairings.what_if.forced import forced, resumed
from tests.pairings.adversarial import awkward, best_by_networkx
from tests.pairings.making import field, game, ident, ok, played
from tests.sweeps import swept

STEPS = 1_000_000


def settled_as_networkx(seed: int, most: int) -> None:
    """One awkward field: the same price as networkx's, with a proof that holds; or neither finds a round."""
    case = awkward(seed, most)
    prices = case.prices
    best = best_by_networkx(prices)
    search = solve_warm(prices, case.problem.targets, STEPS)
    assert (search is None) == (best is None), seed
    if search is not None:
        assert cost_of(prices, search.pairs()) == best, seed
        assert holds(prices, search.proof(), search.pairs()), seed


@swept("seed", [*range(120), 3464])
def test_awkward_fields_cost_what_networkx_says(seed: int) -> None:
    settled_as_networkx(seed, 24)


def test_trees_that_are_looked_at_before_they_are_kept_cost_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SOON", "NEAR"):
        monkeypatch.setattr(warm_start, name, 0)
    for seed in range(200, 260):
        settled_as_networkx(seed, 40)


def test_a_tied_group_that_met_its_nominal_partners_is_paired_with_a_proof_in_few_steps() -> None:
    # Round 2: who tied is between all who won and all who lost, both odd in number, and has just met whom he is meant for.
    chance, half = Random(1), 600
    ties = {*chance.sample(range(half), 11)}
    pairs = [(at, at + half) if chance.random() < 0.5 else (at + half, at) for at in range(half)]
    results = [
        game(ident(one), ident(other), 400, 400 if min(one, other) in ties else chance.randint(300, 390))
        for one, other in pairs
    ]
    request = Request(History(field(2 * half), (tuple(results),)), 2, "swiss")
    found = field_of(request)
    solution = solve(problem_of(found, SCHEMES["swiss"](found), [], set()))
    assert solution is not None
    assert solution.proven
    assert solution.search is not None
    assert solution.search.matching.steps > (matching.STEPS - 10) * 2 * half


@pytest.mark.soak
def test_ten_thousand_awkward_fields_cost_what_networkx_says() -> None:
    for seed in range(1_000, 11_000):
        settled_as_networkx(seed, 60)


@swept("seed", range(40))
def test_a_matching_changed_and_taken_up_again_is_the_cheapest(seed: int) -> None:
    """Prices fall and rise; what was tight before is freed, the rest goes on from where it was."""
    chance = Random(seed)
    count = 2 * chance.randint(2, 12)
    cost = {pair: 2 * chance.randint(0, 9) for pair in combinations(range(count), 2)}

    def row(node: int) -> list[tuple[int, int]]:
        return [(price, b if a == node else a) for (a, b), price in cost.items() if node in (a, b)]

    found = Matching(count, row)
    for _ in range(4):
        assert found.solve()
        pairs = {(a, b) for a, b in enumerate(found.mate) if a < b}
        edges = [(a, b, price) for (a, b), price in cost.items()]
        assert sum(cost[p] for p in pairs) == sum(cost[p] for p in best_of(count, edges, True) or ())
        one = chance.choice(list(cost))
        cost[one] = 2 * chance.randint(0, 9)
        for node in range(count):
            found.free(node)
        found.put_right(*one, cost[one])


def plain_look(prices: Prices, proof: Proof) -> set[tuple[int, int, int]]:
    """Every pair that is too cheap, one by one."""
    loads, around = proof.loads(), proof.around()
    found = set()
    for a, b in combinations(range(prices.nodes), 2):
        price = prices.one(a, b)
        if price is not None:
            rungs = abs(proof.heights[a] - proof.heights[b])
            short = loads[a] + loads[b] + rungs - 2 * shared(around, a, b) - price
            if short > 0:
                found.add((short, a, b))
    return found


@swept("seed", range(60, 80))
def test_a_look_at_all_pairs_finds_just_those_that_are_too_cheap(seed: int) -> None:
    """Against a plain loop, with values shifted at random."""
    chance, prices = Random(seed), awkward(seed, 24).prices
    unit = 1 << max(0, prices.shifts[0] - 8)
    values = tuple(chance.randint(-unit, unit) for _ in range(prices.nodes))
    inside = tuple(range(0, prices.nodes - 1, 2)[: 2 * (prices.nodes // 5) + 1])
    proof = Proof(values, ((inside, unit // 3),), tuple(sorted(chance.choice([0, unit]) for _ in values)))
    assert {one[:3] for one in too_cheap(prices, proof)} == plain_look(prices, proof)


def test_a_proof_that_was_touched_does_not_hold() -> None:
    case = awkward(3, 24)
    prices = case.prices
    search = solve_warm(prices, case.problem.targets, STEPS)
    assert search is not None
    proof, pairs = search.proof(), search.pairs()
    assert holds(prices, proof, pairs)
    raised = (proof.values[0] + 2, *proof.values[1:])
    shifted = (proof.values[0] + 2, proof.values[1] - 2, *proof.values[2:])
    assert not holds(prices, replace(proof, values=raised), pairs)
    assert not holds(prices, replace(proof, values=shifted), pairs)
    assert not holds(prices, replace(proof, sets=(*proof.sets, ((0, 1), 2))), pairs)
    assert not holds(prices, proof, pairs[1:])
    assert not holds(prices, proof, [*pairs[1:], pairs[1]])


def request_of(count: int, rounds: int, seed: int, **wishes: object) -> Request:
    history, _ = played(field(count), rounds, seed=seed)
    return Request(history, rounds + 1, "swiss", constraints=Constraints(**wishes), seed=seed)  # type: ignore[arg-type]


def cheapest(request: Request, monkeypatch: pytest.MonkeyPatch, small: int) -> Result:
    monkeypatch.setattr(matching, "SMALL", small)
    found = ok(pair(request))
    assert found.certificate.optimal
    return found


WISHES: list[dict[str, object]] = [
    {},
    {"locked": (("a", "c"), ("k", "t"))},
    {"forbidden": (("a", "b"), ("c", "d"))},
    {"byes": ("b", "g")},
    {"no_bye": ("v", "u", "t")},
    {"repeat_cap": 0},
    {"back_to_back": "never"},
    {"apart": (("a", "b", "c", "d", "e", "f"),)},
]


@pytest.mark.parametrize("wishes", WISHES)
@pytest.mark.parametrize("count", [22, 23])
def test_both_ways_cost_the_same_whatever_is_wished(
    count: int, wishes: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    request = request_of(count, 3, count, **wishes)
    one, other = (cheapest(request, monkeypatch, small) for small in (160, 0))
    assert one.cost == other.cost


@pytest.mark.parametrize(
    "system",
    [name for name in SCHEMES if name not in ("team_rr", "matches", "elimination", "playoff", "manual")],
)
def test_every_system_costs_the_same_both_ways(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    history, _ = played(field(21), 3, seed=5)
    request = Request(history, 4, system, rounds=9)
    one, other = (cheapest(request, monkeypatch, small) for small in (160, 0))
    assert one.cost == other.cost


@pytest.mark.parametrize("system", sorted(SCHEMES))
def test_prices_by_arrays_are_the_prices_by_rows(system: str) -> None:
    entrants = tuple(replace(one, team="xy"[at % 2]) for at, one in enumerate(field(12)))
    history, _ = played(entrants, 3, seed=2)
    wishes = Constraints(apart=(("a", "b", "c"),))
    found = field_of(Request(history, 4, system, rounds=6, constraints=wishes))
    problem = problem_of(found, SCHEMES[system](found), wishes_of(found), {11})
    prices = Prices(problem.tiers, problem.players, problem.bye)
    for i, j in combinations(problem.players, 2):
        rows = [tier.pair(i, j) for tier in problem.tiers]
        assert prices.one(prices.at[i], prices.at[j]) == prices.pack(rows), (i, j)


@swept("seed", range(12))
def test_a_forced_pair_costs_what_a_new_round_around_it_costs(seed: int) -> None:
    """Taken up from the warm search, against every other pair of one player and the complete graph."""
    case = awkward(seed + 300, 16)
    prices = case.prices
    search = solve_warm(prices, case.problem.targets, STEPS)
    if search is None:
        assert best_by_networkx(prices) is None
        return
    solution = complete(case.problem, prices)
    assert solution is not None
    a = seed % prices.count
    for b in range(prices.nodes):
        if b != a:
            one, other = resumed(search, min(a, b), max(a, b)), forced(solution, a, b)
            assert (one is None) == (other is None)
            assert one is None or cost_of(prices, one) == cost_of(prices, list(other or ()))


def test_a_search_out_of_steps_leaves_the_word_to_the_complete_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    request = request_of(24, 3, 1)
    best = cheapest(request, monkeypatch, 160)
    monkeypatch.setattr(matching, "SHORT", 0)
    assert cheapest(request, monkeypatch, 0).cost == best.cost


def test_beyond_the_complete_graph_a_search_out_of_steps_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("SMALL", 0), ("FEW_STEPS", 0), ("COMPLETE", 10)):
        monkeypatch.setattr(matching, name, value)
    found = ok(pair(request_of(60, 3, 1)))
    assert not found.certificate.optimal
    assert found.certificate.sentence.startswith("Not verified as the best possible")
    assert len(found.boards) == 30


class Stopped(Exception):
    """Somebody has had enough."""


@pytest.mark.parametrize("count", [24, 200])
def test_long_work_can_be_stopped_by_whoever_asks(count: int) -> None:
    def stop() -> None:
        raise Stopped

    with pytest.raises(Stopped), watched(stop):
        pair(request_of(24, 1, 1) if count == 24 else Request(request_of(count, 0, 1).history, 1, "swiss"))


@pytest.mark.parametrize("seed", range(60))
def test_whether_a_round_exists_is_the_same_from_the_players_with_many_bans_alone(seed: int) -> None:
    chance = Random(seed)
    nodes = list(range(2 * chance.randint(1, 9)))
    every = list(combinations(nodes, 2))
    hard = {i for i in nodes if chance.random() < 0.3}
    banned = {p for p in every if chance.random() < (0.9 if hard & set(p) else 0.1)}
    assert pairable(nodes, banned) == can_pair(nodes, [p for p in every if p not in banned])


def test_only_far_partners_allowed_are_found_by_looking_at_everybody() -> None:
    count = 40
    banned = frozenset(p for p in combinations(range(count), 2) if p[1] - p[0] != count // 2)
    tiers = awkward(0).problem.tiers[:1]
    problem = Problem(tiers, tuple(range(count)), None, banned, 10_000, tuple(range(count)))
    search = solve_warm(Prices(tiers, problem.players, None, banned), problem.targets, STEPS)
    assert search is not None
    assert search.pairs() == [(i, i + count // 2) for i in range(count // 2)]
    assert solve(problem) is not None


SCRIPT = """
import sys
from pairings.rounds.request import Constraints, Request
from pairings.rounds.result import to_data
from pairings.event.codec import canonical
from pairings.systems import pair
from hashlib import sha256
from tests.pairings.making import field, played
found = sha256()
for count, rounds in ((33, 4), (201, 2)):
    history, _ = played(field(count), rounds, seed=9)
    wishes = Constraints(apart=(("a", "f", "q"),), forbidden=(("b", "c"),))
    found.update(canonical(to_data(pair(Request(history, rounds + 1, "swiss", constraints=wishes)))))
print(found.hexdigest())
"""


def test_the_answer_is_the_same_for_every_order_of_hashes() -> None:
    answers = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT], env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True, text=True, check=True, timeout=120,
        ).stdout
        for seed in ("0", "1", "4321")
    }  # fmt: skip
    assert len(answers) == 1
    assert len(answers.pop().strip()) == 64


def test_the_looks_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that never settles gives up and leaves the word to another way."""
    never: Callable[[object], bool] = lambda self: False  # noqa: E731
    monkeypatch.setattr(warm_start.Warm, "settled", never)
    case = awkward(3, 24)
    assert solve_warm(case.prices, case.problem.targets, STEPS) is None
