"""What holds for every formula, whatever was played."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tdapp.ratings.formulas import FORMULAS, Field, Game, Player, formula
from tdapp.ratings.formulas.curves import CURVES
from tests.ratings.fields import one_against, rate

NAMES = st.sampled_from(sorted(FORMULAS))
RATINGS = st.integers(0, 2300).map(lambda rating: rating if rating >= 300 else 0)


@st.composite
def fields(draw: st.DrawFn) -> Field:
    """2-12 players, some of them new, some without a game; up to 40 rounds."""
    size = draw(st.integers(2, 12))
    players = [
        Player(str(n), draw(RATINGS), draw(st.integers(0, 1500)), idle=draw(st.integers(0, 900)))
        for n in range(size)
    ]
    pairs = st.tuples(st.integers(0, size - 1), st.integers(0, size - 1)).filter(
        lambda pair: pair[0] < pair[1]
    )
    games = [
        Game(draw(st.integers(1, 40)), a, b, draw(st.integers(1, 700)), draw(st.integers(1, 700)))
        for a, b in draw(st.lists(pairs, max_size=30))
    ]
    return Field(players, games)


@given(NAMES, fields())
def test_who_played_nothing_keeps_what_he_had(name: str, field: Field) -> None:
    played = {place for game in field.games for place in (game.a, game.b)}
    for place, rated in enumerate(rate(formula(name), field)):
        if place not in played:
            assert (rated.rating, rated.games) == (field.players[place].rating, field.players[place].games)


@given(NAMES, fields(), st.integers(0, 2**32))
def test_the_order_of_entry_is_of_no_consequence(name: str, field: Field, seed: int) -> None:
    games = list(field.games)
    random.Random(seed).shuffle(games)
    turned = [Game(g.round, g.b, g.a, g.score_b, g.score_a, g.weight) for g in games]
    again = rate(formula(name), Field(field.players, turned, field.rounds))
    for one, other in zip(rate(formula(name), field), again, strict=True):
        assert abs(one.rating - other.rating) <= 1  # sums of floats in another order, then rounded


@given(NAMES, fields())
def test_a_run_equals_its_repetition(name: str, field: Field) -> None:
    assert rate(formula(name), field) == rate(formula(name), field)


@given(st.sampled_from(sorted(CURVES)), st.integers(1, 2500), st.integers(1, 2500))
def test_the_chances_of_the_two_sum_to_one(name: str, own: int, other: int) -> None:
    curve = CURVES[name]
    assert curve(own, other) + curve(other, own) == pytest.approx(1.0)
    assert curve(own + 1, other) >= curve(own, other)


@given(NAMES, st.integers(600, 2200), st.lists(st.integers(600, 2200), min_size=1, max_size=15), st.data())
def test_one_more_win_never_costs_points(
    name: str, rating: int, opponents: list[int], data: st.DataObject
) -> None:
    wins = data.draw(st.integers(0, len(opponents) - 1))
    fewer = rate(formula(name), one_against(rating, 300, opponents, wins))[0].rating
    more = rate(formula(name), one_against(rating, 300, opponents, wins + 1))[0].rating
    assert more >= fewer


@given(fields())
def test_no_newcomer_starts_below_the_floor(field: Field) -> None:
    for player, rated in zip(field.players, rate(formula("naspa"), field), strict=True):
        assert player.rating or rated.rating == 0 or rated.rating >= 1
