"""The formulas against figures of their sources."""

from __future__ import annotations

import pytest

from tdapp.ratings.formulas import DEFAULT, FORMULAS, FULL, Field, Game, Player, formula, pairwise
from tdapp.ratings.formulas.bands import Bands, moved
from tdapp.ratings.formulas.expected import splits
from tdapp.ratings.formulas.glicko import spread_result
from tests.ratings.fields import one_against, rate, real_field, real_rows

NASPA = formula("naspa")


@pytest.mark.parametrize("after", range(1, 24))
def test_a_real_event_of_26_players_is_reproduced_after_every_round(after: int) -> None:
    rows = real_rows()
    found = [rated.rating for rated in rate(NASPA, real_field(rows, after))]
    assert found == [row.after[after - 1] for row in rows]


def test_the_worked_example_of_the_second_segment_gains_by_acceleration_and_feedback() -> None:
    """Source: ratings page of the design: 1479, 8 of 11, E 4.5329, base 1548.342, acceleration 14.342."""
    opponents = [1303, 1403, 1689, 1368, 1622, 1826, 1441, 1596, 1785, 1871, 1689]
    segment = rate(NASPA, one_against(1479, 500, opponents, 8))[0].segments[0]
    assert round(segment.expected, 4) == 4.5329
    assert round(1479 + segment.change, 3) == 1548.342
    assert round(segment.bonus, 3) == 14.342
    assert segment.result == 1563 - round(segment.feedback)


def test_acceleration_pays_a_twentieth_to_each_rated_opponent() -> None:
    opponents = [1700] * 8
    told = rate(NASPA, one_against(1500, 500, opponents, 8))
    bonus = told[0].segments[0].bonus
    assert bonus > 0
    assert [row.segments[0].feedback for row in told[1:]] == [bonus / 20] * 8


@pytest.mark.parametrize(
    ("rounds", "segments"),
    [
        (1, [(1, 1)]),
        (16, [(1, 16)]),
        (17, [(1, 9), (10, 17)]),
        (23, [(1, 12), (13, 23)]),
        (27, [(1, 14), (15, 27)]),
        (35, [(1, 18), (19, 35)]),
        (36, [(1, 12), (13, 24), (25, 36)]),
    ],
)
def test_long_events_are_rated_in_segments(rounds: int, segments: list[tuple[int, int]]) -> None:
    assert splits(rounds) == segments


@pytest.mark.parametrize(
    ("rating", "excess", "games", "reached"),
    [
        (1700, 1, 500, 1720.0),
        (1790, 1, 500, 1800 + 0.5 * 16),  # half a win to the edge, the rest at 16
        (1990, 2, 500, 2000 + (2 - 10 / 16) * 10),
        (2010, -2, 500, 1999 - (2 - 11 / 10) * 16),
        (1810, -1, 500, 1799 - (1 - 11 / 16) * 20),
        (1790, 1, 10, 1800 + (1 - 10 / 30) * 24),
    ],
)
def test_an_excess_is_spent_band_by_band(rating: int, excess: float, games: int, reached: float) -> None:
    assert moved(rating, excess, games, Bands()) == pytest.approx(reached, abs=1e-9)


def test_a_club_event_moves_a_third_and_never_more_than_fifty() -> None:
    club = formula("naspa-club")
    full = rate(NASPA, one_against(1500, 500, [1500] * 10, 6), acceleration=0)[0].segments[0].change
    assert rate(club, one_against(1500, 500, [1500] * 10, 6))[0].segments[0].change == pytest.approx(full / 3)
    lucky = rate(club, one_against(1000, 10, [1900] * 15, 15))[0]
    assert (lucky.rating, lucky.segments[0].note) == (1050, "capped")


def test_a_newcomer_gets_the_rating_that_would_have_stayed() -> None:
    """Source: NASPA "Initial rating". Half of the games against 1500 and 1700 is worth about the middle."""
    field = one_against(0, 0, [1500, 1700], 1)
    assert abs(rate(NASPA, field)[0].rating - 1600) <= 1
    assert rate(NASPA, field)[0].segments[0].note == "first"


@pytest.mark.parametrize(("wins", "low", "high"), [(0, 500, 900), (6, 1900, 1900)])
def test_a_newcomer_who_lost_or_won_everything_stays_within_reach(wins: int, low: int, high: int) -> None:
    assert low <= rate(NASPA, one_against(0, 0, [1500] * 6, wins))[0].rating <= high


def test_newcomers_who_only_met_each_other_start_about_1500() -> None:
    field = Field([Player("a"), Player("b")], [Game(1, 0, 1, 400, 400)], 1)
    assert all(abs(row.rating - 1500) <= 1 for row in rate(NASPA, field))


def test_the_australian_example_gains_23() -> None:
    """Source: Scrabble Australia: 1453, five of seven against a mean of 1393."""
    assert rate(formula("australian"), one_against(1453, 100, [1393] * 7, 5))[0].rating == 1476


def test_glickmans_published_example_comes_out() -> None:
    players = [Player("me", 1500, 0, 200, 0.06), Player("1", 1400, 0, 30, 0.06),
               Player("2", 1550, 0, 100, 0.06), Player("3", 1700, 0, 300, 0.06)]  # fmt: skip
    field = Field(players, [Game(1, 0, 1, 1, 0), Game(2, 0, 2, 0, 1), Game(3, 0, 3, 0, 1)])
    me = rate(formula("glicko2"), field)[0]
    assert me.rating == 1464
    assert me.deviation == pytest.approx(151.52, abs=0.01)
    assert me.volatility == pytest.approx(0.05999, abs=0.00001)


def test_the_crossword_result_is_a_win_and_a_little_for_its_size() -> None:
    assert spread_result(0, 1500) == 0.5
    assert 0.9 < spread_result(1, 1500) < spread_result(100, 1500) <= 1.0
    assert spread_result(-100, 1500) == pytest.approx(1 - spread_result(100, 1500))
    assert spread_result(10, 2300) > spread_result(10, 900)


def test_coco_counts_spread_and_slows_with_experience() -> None:
    fresh = rate(formula("coco"), one_against(1500, 10, [1500] * 10, 10))[0]
    seasoned = rate(formula("coco"), one_against(1500, 3000, [1500] * 10, 10))[0]
    assert 1500 < seasoned.rating < fresh.rating
    assert fresh.deviation is not None
    assert fresh.deviation < 150


def test_coco_takes_a_score_of_nothing_for_no_game() -> None:
    field = Field([Player("a", 1500), Player("b", 1500)], [Game(1, 0, 1, 400, 0)])
    assert [row.rating for row in rate(formula("coco"), field)] == [1500, 1500]


def test_a_performance_forgets_what_was_before() -> None:
    found = {
        rate(formula("performance"), one_against(start, 99, [1600] * 9, 6))[0].rating for start in (900, 2100)
    }
    assert len(found) == 1


@pytest.mark.parametrize(("seats", "games"), [(2, 1), (3, 3), (4, 6)])
def test_a_table_is_one_game_for_each_of_its_players(seats: int, games: int) -> None:
    found = pairwise(1, [(seat, 300 - seat) for seat in range(seats)])
    assert len(found) == games
    for seat in range(seats):
        assert sum(game.weight for game in found if seat in (game.a, game.b)) == FULL


def test_a_setting_nobody_knows_is_refused_with_those_there_are() -> None:
    with pytest.raises(ValueError, match="no setting speed"):
        NASPA.with_settings({"speed": 3})


@pytest.mark.parametrize("name", FORMULAS)
def test_every_formula_says_where_it_comes_from_and_what_it_does(name: str) -> None:
    told = formula(name)
    assert told.id == name
    assert told.source
    assert told.done


def test_the_default_is_marked_assumed_for_the_association() -> None:
    assert "assumed" in FORMULAS[DEFAULT].marks["formula"]
