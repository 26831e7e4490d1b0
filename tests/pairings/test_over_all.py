"""What the solver is given of all pairs: light, told what everybody is worth, and the same round comes out."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from pairings.optimum import matching
from pairings.optimum.limbs import Ints
from pairings.optimum.matching import complete, heaviest
from pairings.optimum.over_all import weights
from pairings.optimum.over_all.weights import weights_of, worths
from pairings.optimum.pricing import Prices
from pairings.optimum.proof import cost_of
from tests.pairings.adversarial import Awkward, awkward, best_by_networkx
from tests.sweeps import swept

SEEDS = 160


def lot_that_decides(prices: Prices) -> str:
    """Which lot of pairs has the first complete round: of how many."""
    lots = list(weights_of(prices))
    found = [heaviest(prices.nodes, lot, verify=False) is not None for lot in lots]
    return f"{found.index(True) + 1 if any(found) else 'none'} of {len(lots)}"


@pytest.mark.parametrize("first", ["repeats", "bye"])
def test_the_first_lot_with_a_complete_round_has_the_cheapest_of_all(first: str) -> None:
    seen: Counter[str] = Counter()
    for seed in range(SEEDS):
        made = awkward(seed, 24).problem
        tiers = sorted(made.tiers, key=lambda tier: tier.name != first)
        case = Awkward(replace(made, tiers=tiers))
        best, found = best_by_networkx(case.prices), complete(case.problem, case.prices)
        assert (found is None) == (best is None), seed
        if found is not None:
            at = {**case.prices.at, case.problem.bye: case.prices.count}
            assert cost_of(case.prices, [(at[i], at[j]) for i, j in found.pairs]) == best, seed
        seen[lot_that_decides(case.prices)] += 1
    assert {"1 of 2", "2 of 2"} <= set(seen), seen


def test_prices_no_array_holds_give_the_same_round(monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(40):
        case = awkward(seed, 24)
        light = complete(case.problem, case.prices)
        with monkeypatch.context() as patched:
            patched.setattr(weights, "FAR", 0)
            plain = complete(case.problem, case.prices)
        assert (light and light.pairs) == (plain and plain.pairs), seed


@swept("seed", range(20))
def test_nobody_is_worth_more_than_a_partner_leaves_and_everybody_as_much_as_that(seed: int) -> None:
    chance = np.random.default_rng(seed)
    square: Ints = chance.integers(0, 1 << 40, (9, 9))
    square += square.T
    np.fill_diagonal(square, 1 << 60)
    spare = square - worths(square)[:, None] - worths(square)[None, :]
    assert (spare >= 0).all()
    assert (spare.min(axis=1) == 0).all()


def test_pairs_that_have_met_are_left_out_first_where_meetings_stand_above_all() -> None:
    case = awkward(11, 16)
    repeats = case.problem.tiers[0].arrays
    assert repeats is not None
    met = set(repeats.some or ())
    assert len(met) == 29
    light, every = weights_of(case.prices)
    assert met.isdisjoint((a, b) for a, b, _ in light)
    assert len(every) == case.prices.pairs > len(light)


def test_a_round_says_how_many_pairs_it_was_the_best_of() -> None:
    case = awkward(11, 16)
    found = matching.solve(case.problem)
    assert found is not None
    assert found.looked_at == case.prices.pairs
