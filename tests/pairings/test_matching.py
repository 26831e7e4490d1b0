from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairings.optimum.exact_pricing import units
from pairings.optimum.matching import Problem, Solution, can_pair, solve
from pairings.optimum.tiers import LIMIT_BITS, Tier


def tier(name: str, prices: dict[tuple[int, int], int]) -> Tier:
    return Tier(name, lambda i, js: [prices.get((i, j), 0) for j in js])


def every_pairing(nodes: list[int]) -> list[tuple[tuple[int, int], ...]]:
    """All ways to pair an even number of players, by brute force."""
    if not nodes:
        return [()]
    first, rest = nodes[0], nodes[1:]
    return [
        ((first, other), *more)
        for other in rest
        for more in every_pairing([one for one in rest if one != other])
    ]


@settings(max_examples=80, deadline=None, derandomize=True)
@given(st.data())
def test_no_sum_of_a_lower_tier_outweighs_a_higher_one(data: st.DataObject) -> None:
    """Against every pairing of up to eight players, compared tier by tier; some pairs are barred."""
    count = data.draw(st.sampled_from([2, 4, 6, 8]))
    pairs = list(combinations(range(count), 2))
    sizes = [1, 1000, 3]
    prices = [{p: data.draw(st.integers(0, size)) for p in pairs} for size in sizes]
    banned = frozenset(data.draw(st.lists(st.sampled_from(pairs), max_size=4)))
    tiers = [tier(str(at), price) for at, price in enumerate(prices)]
    found = solve(Problem(tiers, tuple(range(count)), None, banned, 10_000))
    allowed = [way for way in every_pairing(list(range(count))) if not banned & set(way)]
    cheapest = min(([sum(price[p] for p in way) for price in prices] for way in allowed), default=None)
    assert (found is None) == (cheapest is None)
    if found is not None:
        assert [sum(price[p] for p in found.pairs) for price in prices] == cheapest
        assert found.proven


def test_units_are_larger_than_everything_below() -> None:
    assert units([2, 10, 0, 7]) == [8 * 1 * 11, 8, 8, 1]


def test_tiers_that_do_not_fit_are_left_out_from_below_and_the_answer_says_so() -> None:
    assert units([1 << 60, 1 << 50, 1 << 60]) == [(1 << 50) + 1, 1, 0]
    assert LIMIT_BITS < 127
    huge = [tier(str(at), {(0, 1): 1 << 70, (2, 3): 1 << 70}) for at in range(3)]
    found = solve(Problem(huge, (0, 1, 2, 3), None, frozenset(), 100))
    assert isinstance(found, Solution)
    assert not found.proven
    assert (0, 1) not in found.pairs


@pytest.mark.parametrize(
    ("allowed", "possible"),
    [
        ([(0, 1), (2, 3)], True),
        ([(0, 1), (0, 2), (0, 3)], False),
        ([(0, 1), (1, 2), (0, 2)], False),
        ([], False),
    ],
)
def test_whether_everybody_can_be_paired(allowed: list[tuple[int, int]], possible: bool) -> None:
    assert can_pair([0, 1, 2, 3], allowed) is possible


def test_a_narrow_look_widens_until_everybody_is_paired() -> None:
    """Only players twenty places apart may meet; a look at the nearest eight finds none of them."""
    count = 40
    banned = frozenset(p for p in combinations(range(count), 2) if p[1] - p[0] != count // 2)
    found = solve(Problem([tier("none", {})], tuple(range(count)), None, banned, 10))
    assert found is not None
    assert set(found.pairs) == {(i, i + count // 2) for i in range(count // 2)}
