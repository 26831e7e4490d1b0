"""Pairs that can be in no cheapest round are left out: what is left still holds the cheapest of all."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from pairings.optimum.limbs import tight
from pairings.optimum.matching import Problem, cheapest, complete, fewest, priced
from pairings.optimum.over_all.reduced_cost import Table, around, clipped, few_left, price_of
from pairings.optimum.pricing import Prices
from pairings.optimum.proof import cost_of
from pairings.plan.constraints import wishes_of
from pairings.rounds.field import field_of
from pairings.rounds.request import Constraints, Request
from pairings.systems.by_standings.swiss import scheme
from pairings.systems.drawing.draw import problem_of
from tests.pairings.adversarial import awkward, best_by_networkx
from tests.pairings.making import field, played


def as_cheap_as_networkx(seed: int, most: int) -> None:
    """One awkward field: the same price as networkx's, or neither finds a round."""
    case = awkward(seed, most)
    prices, best = case.prices, best_by_networkx(case.prices)
    found = fewest(case.problem, prices)
    assert (found is None) == (best is None), seed
    if found is not None:
        nodes = {node: at for at, node in enumerate(case.problem.nodes)}
        assert cost_of(prices, [(nodes[i], nodes[j]) for i, j in found.pairs]) == best, seed
        assert found.proven


def test_awkward_fields_cost_what_networkx_says() -> None:
    for seed in range(2_000, 2_080):
        as_cheap_as_networkx(seed, 24)


@pytest.mark.soak
def test_two_thousand_awkward_fields_cost_what_networkx_says() -> None:
    for seed in range(20_000, 22_000):
        as_cheap_as_networkx(seed, 60)


def two_clubs(count: int, seed: int, **params: str) -> tuple[Problem, Prices]:
    """A field of two clubs of chance, to be kept apart."""
    chance = Random(seed)
    entrants = tuple(replace(one, club=chance.choice("xy")) for one in field(count))
    history, _ = played(entrants, 4, seed=seed)
    wishes = Constraints(clubs="avoid")
    found = field_of(Request(history, 5, "swiss", dict(params), constraints=wishes))
    problem = problem_of(found, scheme(found), wishes_of(found), set())
    prices = priced(problem)
    assert prices is not None
    return problem, prices


@pytest.mark.parametrize("count", [64, 81])
def test_two_clubs_kept_apart_are_paired_as_over_all_pairs(count: int) -> None:
    for seed, pattern in enumerate(("slide", "fold", "adjacent")):
        problem, prices = two_clubs(count, seed, pattern=pattern)
        one, other = fewest(problem, prices), complete(problem, prices)
        assert one is not None
        assert other is not None
        assert one.pairs == other.pairs
        assert one.looked_at == other.looked_at


def test_most_pairs_of_an_easy_field_are_left_out_and_never_one_of_the_cheapest_round() -> None:
    problem, prices = two_clubs(80, 7)
    table, best = Table(prices), complete(problem, prices)
    keep = few_left(table, problem.targets, cheapest)
    assert best is not None
    assert keep is not None
    left = set(zip(table.a[keep].tolist(), table.b[keep].tolist(), strict=True))
    assert set(best.pairs) <= left
    assert 4 * len(left) < len(table.a)


def test_a_value_is_never_undercut() -> None:
    problem, prices = two_clubs(40, 3)
    table = Table(prices)
    some = table.promising(problem.targets, 1)
    found = cheapest(table, some)
    assert found is not None
    left = around(table, some, found, price_of(table, found), problem.targets)
    assert (left.spare() >= 0).all()
    assert left.values.sum() + left.rungs <= (price_of(table, found) >> left.drop) + 1


@pytest.mark.parametrize(("cap", "drop"), [(0, 0), (77, 0), (1 << 61, 8), ((1 << 90) - 1, 40), (1 << 70, 20)])
def test_clipped_prices_are_the_prices_without_their_last_bits_up_to_the_cap(cap: int, drop: int) -> None:
    chance, widths = Random(cap + drop), (47, 50)
    limbs = [
        np.array([chance.getrandbits(chance.randrange(1, width)) for _ in range(50)]) for width in widths
    ]
    exact = tight(limbs, widths)
    wanted = [value >> drop if value <= cap else (cap >> drop) + 1 for value in exact]
    got = clipped(limbs, widths, cap, drop).tolist()
    assert all(
        one == other or value >> drop == cap >> drop
        for one, other, value in zip(got, wanted, exact, strict=True)
    )
