"""A search that goes on from where it was begins with as few loose ends as can be."""

from __future__ import annotations

from itertools import combinations
from random import Random

from pairings.event.history import History
from pairings.optimum.blossom import Matching
from pairings.optimum.matching import solve
from pairings.rounds.field import field_of
from pairings.rounds.request import Request
from pairings.systems import SCHEMES
from pairings.systems.drawing.draw import problem_of
from tests.pairings.making import field, game, ident
from tests.sweeps import swept


@swept("seed", range(40))
def test_freeing_one_of_a_blossom_leaves_nobody_else_of_it_alone(seed: int) -> None:
    """He and the one partner the blossom had outside; whoever is matched then costs what the values say."""
    chance = Random(seed)
    count = 2 * chance.randint(4, 12)
    cost = {pair: 2 * chance.randint(0, 9) for pair in combinations(range(count), 2)}

    def row(node: int) -> list[tuple[int, int]]:
        return [(price, b if a == node else a) for (a, b), price in cost.items() if node in (a, b)]

    found = Matching(count, row)
    assert found.solve()
    for node in chance.sample(range(count), 3):
        partner, alone = found.mate[found.base_of(found.top[node])], len(found.loose())
        found.free(node)
        assert {node, partner} - {-1} <= {*found.loose()}
        assert len(found.loose()) <= alone + 2
        assert found.top[node] == node
        weights = [(set(inside), weight) for inside, weight in found.sets()]
        for a, b in ((a, b) for a, b in enumerate(found.mate) if a < b):
            left = sum(weight for inside, weight in weights if len(inside & {a, b}) == 1)
            assert cost[a, b] == found.value[a] + found.value[b] + left
    assert found.solve()
    assert not found.loose()


def test_two_who_tied_between_odd_groups_float_apart_without_a_search() -> None:
    """Round 2: they have only each other on their level and have just met, so neither is worth what meeting again would cost."""
    chance, half = Random(1), 128
    pairs = [(at, at + half) if chance.random() < 0.5 else (at + half, at) for at in range(half)]
    results = [
        game(ident(one), ident(other), 400, 400 if 63 in (one, other) else chance.randint(300, 390))
        for one, other in pairs
    ]
    request = Request(History(field(2 * half), (tuple(results),)), 2, "swiss")
    found = field_of(request)
    solution = solve(problem_of(found, SCHEMES["swiss"](found), [], set()))
    assert solution is not None
    assert solution.proven
    assert solution.taken is not None
    assert solution.taken.begun, "the general solver had to do it"
    assert solution.search is not None
    assert solution.search.matching.steps > 300 * 2 * half
