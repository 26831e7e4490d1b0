"""The first pairs of a round in which everybody has started too often or too seldom, against every way to seat few."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from random import Random

import numpy as np
import pytest

from bench.engine._events import clubs_apart, swiss
from bench.engine.foreign_histories.greedy import foreign
from pairings.event.history import History
from pairings.optimum.limbs import joined, split
from pairings.optimum.looks import shared_sets
from pairings.optimum.looks.shared_sets import Nest, less_shared
from pairings.optimum.matching import Problem, complete, priced, solve
from pairings.optimum.nominal.beginning import beginning, between_mates
from pairings.optimum.nominal.even_floor import Bench, Facing, even_floor, left_out
from pairings.optimum.nominal.even_partners import Line, chosen_sides, float_price, nominal_floats, price_of
from pairings.optimum.nominal.floors import Floor
from pairings.optimum.proof import nested
from pairings.optimum.warm_start import Warm, ended
from pairings.plan.constraints import wishes_of
from pairings.rounds.field import field_of
from pairings.rounds.input_limits import PLAYERS_MAX
from pairings.rounds.request import Request
from pairings.systems import SCHEMES
from pairings.systems.drawing.draw import problem_of
from tests.sweeps import swept


def benches(chance: Random, count: int, fold: bool) -> tuple[Bench, Bench]:
    """Two halves of a bracket: slide, or fold with the lower one read backwards; the sides by chance."""
    above, below = list(range(count)), list(range(count, 2 * count))
    if fold:
        below.reverse()
    sides = [chance.choice((1, -1, 1, -1, 0)) for _ in range(2 * count)]
    return (
        Bench(above, above, below, [sides[a] for a in above]),
        Bench(below, below, above, [sides[b] for b in below]),
    )


def majority(upper: Bench, lower: Bench) -> int:
    sides = [*upper.sides, *lower.sides]
    return next((side for side in (1, -1) if 2 * sides.count(side) > len(sides)), 0)


def priced_seats(facing: Facing, seats: tuple[int, ...]) -> tuple[int, int]:
    """Uneven starts and displacement of a way to seat everybody."""
    upper, lower = facing.upper.sides, facing.lower.sides
    uneven = sum(upper[at] * lower[seat] > 0 for at, seat in enumerate(seats))
    return uneven, sum(facing.price(at, seat) for at, seat in enumerate(seats))


@swept("seed", range(60))
def test_who_is_seated_opposite_whom_costs_no_more_than_any_other_way(seed: int) -> None:
    chance = Random(seed)
    upper, lower = benches(chance, chance.randint(1, 6), bool(seed % 2))
    found = even_floor(upper, lower, majority(upper, lower))
    facing = Facing(upper, lower, majority(upper, lower), found.seats)
    if -1 in found.seats:
        return
    best = min(priced_seats(facing, seats) for seats in permutations(range(len(found.seats))))
    assert priced_seats(facing, tuple(found.seats)) == best


@swept("seed", range(60))
def test_no_two_who_may_meet_cost_less_than_they_are_worth_and_those_who_do_just_as_much(seed: int) -> None:
    chance = Random(seed)
    upper, lower = benches(chance, chance.randint(1, 40), bool(seed % 2))
    found = even_floor(upper, lower, majority(upper, lower))
    facing = Facing(upper, lower, majority(upper, lower), found.seats)
    spare = {
        (at, seat): facing.price(at, seat) - found.above[at] - found.below[seat]
        for at in range(len(found.seats))
        for seat in range(len(found.seats))
        if facing.may(upper.sides[at], lower.sides[seat])
    }
    assert min(spare.values(), default=0) >= 0
    assert {spare[at, seat] for at, seat in enumerate(found.seats) if seat >= 0} <= {0}


@swept("seed", range(40))
def test_those_left_out_leave_the_line_as_even_as_it_can_be(seed: int) -> None:
    steps = [Random(f"{seed}{at}").choice((1, 1, 0, -1)) for at in range(9)]
    over, ups = max(sum(steps), 0), [at for at, step in enumerate(steps) if step == 1]

    def uneven(gone: set[int]) -> int:
        ahead = [sum(step - (at in gone) for at, step in enumerate(steps[: end + 1])) for end in range(9)]
        return sum(one * one for one in ahead)

    ways = [
        {at for at, took in zip(ups, some, strict=True) if took} for some in product((0, 1), repeat=len(ups))
    ]
    found = left_out(steps)
    assert len(found) == over
    assert found <= set(ups)
    assert not over or uneven(found) == min(uneven(way) for way in ways if len(way) == over)


def lines(chance: Random) -> tuple[Line, list[Floor]]:
    """Four floors of three: one floats from the first to the second, one from the third to the fourth."""
    sides = [chance.choice((1, -1, 0)) for _ in range(12)]
    partners = [1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10]
    every = [
        Floor([3 * at, 3 * at + 1, 3 * at + 2], 6 - 2 * at, chance.choice((1, -1, 0))) for at in range(4)
    ]
    return Line(list(range(12)), partners, partners, sides), every


@swept("seed", range(30))
def test_the_sides_of_floats_leave_as_few_uneven_starts_as_any_others(seed: int) -> None:
    line, every = lines(Random(seed))
    meant = nominal_floats(line, every)

    def total(sides: dict[int, tuple[int, int]]) -> int | None:
        cost = 0
        for at, floor in enumerate(every):
            left = {side: [line.sides[a] for a in floor.members].count(side) for side in (1, -1, 0)}
            for side in (*sides.get(at, ())[1:], *sides.get(at + 1, ())[:1]):
                left[side] -= 1
            if min(left.values()) < 0:
                return None
            cost += price_of(left, floor.tilt)
        floats = [(one, sides[at]) for at, one in enumerate(meant) if one]
        return cost + sum(float_price(line, one, some) for one, some in floats)

    at = [number for number, one in enumerate(meant) if one]
    assert at == [1, 3]
    every_way = product(list(product((1, -1, 0), (1, -1, 0))), repeat=2)
    best = min(cost for way in every_way if (cost := total(dict(zip(at, way, strict=True)))) is not None)
    found = chosen_sides(line, every, meant)
    assert total({number: found[number] for number in at}) == best


def problems(count: int, seed: int, clubs: int = 0) -> Iterator[tuple[int, Problem]]:
    """Every round of an event the engine did not pair, with clubs apart in every third."""
    history = foreign(count, 8, seed, clubs)
    for number in range(2, 9):
        before = History(history.entrants, history.rounds[: number - 1])
        found = field_of((clubs_apart if number % 3 == 0 else swiss)(before, number))
        yield number, problem_of(found, SCHEMES["swiss"](found), wishes_of(found), set())


@pytest.mark.parametrize("count", [186, 187])
def test_rounds_after_a_foreign_history_are_proven_and_as_cheap_as_over_every_pair(count: int) -> None:
    """Odd and even fields, odd and even rounds; the complete graph's solver verifies its own dual."""
    for number, problem in problems(count, count, count // 20):
        found, plain = solve(problem), priced(problem)
        assert found is not None
        assert plain is not None
        every = complete(problem, plain.silent_on(beginning(plain, problem.targets).partners))
        assert every is not None
        assert (number, found.proven, found.pairs) == (number, True, every.pairs)


def test_an_even_round_is_found_within_the_steps_of_an_odd_one() -> None:
    """First partners who know nothing of starts cost twice these steps."""
    for number, problem in problems(512, 7):
        prices = priced(problem)
        assert prices is not None
        begun = beginning(prices, problem.targets)
        search = Warm(prices.silent_on(begun.partners), begun, 80 * prices.count)
        assert (number, ended(search)) == (number, True)


def test_most_steps_are_only_for_a_search_that_came_to_its_first_look() -> None:
    """With just the steps up to there it ends where more are kept back for the rest, and not without them."""
    went_on = 0
    for _, problem in problems(186, 186):
        prices = priced(problem)
        assert prices is not None
        begun, plenty = beginning(prices, problem.targets), 1_000_000
        prices = prices.silent_on(begun.partners)
        search = Warm(prices, begun, plenty)
        if not search.settled():
            first = plenty - search.matching.steps
            assert ended(search)
            needed = plenty - search.matching.steps > first
            assert ended(Warm(prices, begun, first, more=plenty))
            assert ended(Warm(prices, begun, first)) is not needed
            went_on += needed
    assert went_on


def test_two_clubs_kept_apart_are_not_searched_from_their_nominal_partners_on() -> None:
    """One club is (no round can do without mates), and so are many."""
    found = {}
    for clubs in (1, 2, 12):
        history = foreign(170, 2, 3, clubs)
        field = field_of(clubs_apart(history, 3))
        problem = problem_of(field, SCHEMES["swiss"](field), wishes_of(field), set())
        prices = priced(problem)
        assert prices is not None
        found[clubs] = between_mates(prices, beginning(prices, problem.targets))
    assert found == {1: False, 2: True, 12: False}


def test_one_club_that_everybody_belongs_to_leaves_as_few_to_be_matched_as_none() -> None:
    """Odd and even fields: who is of one club with all others costs every partner as much, and the bye nothing."""
    for count in (170, 171):
        history, loose = foreign(count, 4, 3, 1), []
        for asked in (swiss(history, 5), clubs_apart(history, 5)):
            field = field_of(asked)
            problem = problem_of(field, SCHEMES["swiss"](field), wishes_of(field), set())
            prices = priced(problem)
            assert prices is not None
            begun = beginning(prices, problem.targets)
            search = Warm(prices.silent_on(begun.partners), begun, 1_000_000)
            loose.append(len(search.matching.loose()))
            assert ended(search)
        assert loose[0] == loose[1] < count // 4


def test_the_usual_budget_reaches_every_pair_of_the_largest_event_that_is_read() -> None:
    assert Request(History(()), 1, "swiss").budget >= PLAYERS_MAX * (PLAYERS_MAX - 1) // 2


@swept("seed", range(20))
def test_what_sets_around_both_weigh_is_taken_off_as_one_by_one(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where they are few as where they are many."""
    monkeypatch.setattr(shared_sets, "TABLE", 400 * (seed % 2))
    chance = Random(seed)
    sets = [(tuple(range(9)), 3), ((0, 1, 2), 5), ((3, 4, 5), 2), ((10, 11, 12), 1 << 70), ((10,), 4)]
    pairs = [
        (a, b, chance.choice((1, 5, 7, 17, 1 << 71, 1 << 72))) for a in range(13) for b in range(a + 1, 14)
    ]
    first, second, short = (np.array([one[k] for one in pairs], dtype=object) for k in range(3))
    found = less_shared(first.astype(np.int64), second.astype(np.int64), split(short, 3), Nest(sets, 14))
    assert joined(found) == [
        short - 2 * sum(weight for some, weight in sets if a in some and b in some) for a, b, short in pairs
    ]
    assert nested(sets)
    assert not nested([*sets, ((8, 9, 10), 1)])
