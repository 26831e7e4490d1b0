"""A round made by hand beside a best price that is known: the same answer as when the best round is searched again."""

from __future__ import annotations

from random import Random

import pytest

from pairings.event.refusals import Refusals
from pairings.rounds.request import Constraints, Request
from pairings.systems import SCHEMES, pair
from pairings.what_if.handmade import Price
from pairings.what_if.price_by_hand import beside
from pairings.what_if.whatif import price
from tests.pairings.making import field, ok, played

EVENT, _ = played(field(9), 4)


def by_hand(asked: Request, seed: int) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """Boards and byes of anybody with anybody."""
    found = ok(pair(asked))
    everybody = [one for seats in found.pairs() for one in seats] + [bye.entrant for bye in found.byes]
    Random(seed).shuffle(everybody)
    pairs = [(everybody[at], everybody[at + 1]) for at in range(0, 2 * len(found.boards), 2)]
    return pairs, tuple(everybody[2 * len(found.boards) :])


def test_every_draft_costs_the_same_either_way() -> None:
    told = 0
    for system in sorted(SCHEMES):
        asked = Request(EVENT, 5, system, constraints=Constraints(forbidden=(("a", "b"),)))
        if isinstance(pair(asked), Refusals):
            continue
        for seed in range(3):
            boards, byes = by_hand(asked, seed)
            searched = price(asked, boards, byes)
            assert isinstance(searched, Price), (system, searched)
            assert beside(asked, searched.best, boards, byes) == searched, system
            told += 1
    assert told >= 12


def test_its_own_locks_do_not_count_as_the_best_that_was_possible() -> None:
    plain = Request(EVENT, 5, "swiss")
    best = ok(pair(plain)).cost
    boards, byes = by_hand(plain, 1)
    locked = Request(EVENT, 5, "swiss", constraints=Constraints(locked=((boards[0][0], boards[0][1]),)))
    assert beside(locked, best, boards, byes) == price(locked, boards, byes)


@pytest.mark.parametrize("best", [(), (("repeats", 0),), (("of another engine", 3), ("gap", 2))])
def test_a_best_price_in_other_terms_is_searched_anew(best: tuple[tuple[str, int], ...]) -> None:
    asked = Request(EVENT, 5, "swiss")
    boards, byes = by_hand(asked, 2)
    assert beside(asked, best, boards, byes) == price(asked, boards, byes)


def test_a_draft_that_is_none_is_refused_in_the_same_words() -> None:
    asked = Request(EVENT, 5, "swiss")
    best = ok(pair(asked)).cost
    boards = [("a", "b"), ("a", "c")]
    found = beside(asked, best, boards)
    assert isinstance(found, Refusals)
    assert found == price(asked, boards)


def test_tables_of_three_and_four_are_priced_as_before() -> None:
    asked = Request(EVENT, 5, "tables")
    found = ok(pair(asked))
    boards, byes = list(found.pairs()), tuple(bye.entrant for bye in found.byes)
    assert beside(asked, found.cost, boards, byes) == price(asked, boards, byes)
