from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from pairings.event.history import History, Unfinished
from pairings.event.refusals import Refusals
from pairings.plan.plan import Plan
from pairings.plan.read_plan import parse_plan
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.what_if.ahead import pair_ahead
from tests.pairings.making import field, game


def ahead(text: str, last: int, history: History, number: int = 1) -> tuple[Result, ...] | Refusals:
    plan = parse_plan(text)
    assert isinstance(plan, Plan)
    return pair_ahead(Request(history, number, plan.round(number).system), plan, last)


def test_a_whole_round_robin_is_published_before_the_first_game() -> None:
    results = ahead("rr 1-7", 7, History(field(8)))
    assert isinstance(results, tuple)
    met = Counter(frozenset(board.seats) for result in results for board in result.boards)
    assert met == {frozenset(two): 1 for two in combinations("abcdefgh", 2)}
    starts = Counter(board.seats[0] for result in results for board in result.boards)
    assert set(starts.values()) <= {3, 4}


@pytest.mark.parametrize("text", ["fontes 1-3", "random 1-3", "quads 1-3", "interleaved 1-3"])
def test_rounds_without_standings_can_be_paired_ahead_without_repeats(text: str) -> None:
    results = ahead(text, 3, History(field(12)))
    assert isinstance(results, tuple)
    met = Counter(frozenset(board.seats) for result in results for board in result.boards)
    assert set(met.values()) == {1}
    assert [result.round for result in results] == [1, 2, 3]


def test_a_round_that_needs_results_is_refused_by_its_number() -> None:
    refused = ahead("rr 1-3, swiss 4-5", 5, History(field(8)))
    assert isinstance(refused, Refusals)
    assert refused.sentences == (
        "Round 4 (swiss) rests on the standings after round 3; results are complete up to round 0.",
    )
    assert refused.items[0].number == 207


def test_a_lagged_round_can_be_paired_while_the_round_before_is_played() -> None:
    known = tuple(game(one, other) for one, other in ("ac", "bd"))
    waiting = (Unfinished(1, ("a", "b")), Unfinished(2, ("c", "d")))
    history = History(field(4), (known, waiting))
    results = ahead("swiss(lag=1) 1-3", 3, history, 3)
    assert isinstance(results, tuple)
    assert results[0].based_on == 1
    assert isinstance(ahead("swiss 1-3", 3, history, 3), Refusals)
