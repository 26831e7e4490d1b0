"""Why a rating moved, what it would be now, how well formulas foretell; and the commands that tell it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.management import call_command

from tdapp.people.models import RatingList, RatingValue
from tdapp.ratings.models import RatingChange, RatingRun
from tdapp.ratings.ranking.projected import projected
from tdapp.ratings.runs.backtest import Score, backtest
from tdapp.ratings.runs.explain import explain
from tests import factories as f
from tests.kept import first
from tests.ratings.test_runs import do, give, new_list, played, players_of

pytestmark = pytest.mark.django_db
whole, ready = first(played, 14)


def changes() -> list[RatingChange]:
    return list(
        RatingChange.objects.filter(run__kind="event").select_related("run__division").order_by("-after")
    )


def test_a_change_is_told_in_a_sentence_with_its_steps_and_its_games() -> None:
    rating_list, division = new_list(), played(14)
    give(rating_list, players_of(division), 1500)
    do(rating_list, division)
    told = explain(changes()[0])
    assert told.sentence == (
        "1500 to 1515: rounds 1-1, won 1 of 1 where 0.50 were expected, +10.0 at K 20, "
        "bonus for a gain above five points a game +5.0."
    )
    game = told.games[0]
    assert (game.round, game.score, game.against, game.worth, game.expected) == (1, 410, 390, 1.0, 0.5)
    assert sum(line.worth for line in told.games) == told.segments[0].wins


def test_a_newcomers_rating_is_told_as_a_first_one() -> None:
    rating_list, division = new_list(), played(14)
    do(rating_list, division)
    assert explain(changes()[0]).sentence.startswith("First rating ")


@pytest.mark.parametrize("name", ["coco", "glicko2", "glicko-spread", "elo", "australian", "performance"])
def test_every_formula_can_say_why(name: str) -> None:
    rating_list, division = new_list(), played(14)
    RatingList.objects.update(formula=name)
    give(rating_list, players_of(division), 1500)
    do(rating_list, division)
    told = explain(changes()[0])
    assert str(changes()[0].after) in told.sentence
    assert 0 < told.games[0].expected < 1


def test_ratings_are_projected_during_the_event_and_stored_nowhere() -> None:
    rating_list, hall = new_list(), f.hall(8, rounds=3, played=2)
    give(rating_list, players_of(hall.division), 1500)
    was = RatingRun.objects.count()
    rows = projected(hall.division, rating_list, 2)
    assert [row.number for row in rows] == list(range(1, 9))
    assert {row.before for row in rows} == {1500}
    assert len({row.now for row in rows}) > 1
    assert projected(hall.division, rating_list, 1) != rows
    assert RatingRun.objects.count() == was
    assert set(RatingValue.objects.values_list("rating", flat=True)) == {1500}


def test_a_backtest_predicts_before_it_rates() -> None:
    rating_list, one = new_list(), played(14)
    played_by = players_of(one)
    two = played(20, played_by)
    do(rating_list, one, two)
    told = backtest(rating_list, ["naspa", "elo"])
    assert {name: (row["games"], row["unpredicted"]) for name, row in told.items()} == {
        "naspa": (2, 2), "elo": (2, 2),
    }  # fmt: skip
    assert 0 < told["naspa"]["log_loss"] < 1


def test_a_score_is_the_mean_of_its_games_and_a_calibration_table() -> None:
    score = Score()
    score.add(0.8, 1.0)
    score.add(0.2, 1.0)
    told = score.as_data()
    assert told["brier"] == pytest.approx((0.04 + 0.64) / 2)
    assert told["calibration"] == [{"games": 2, "expected": 0.8, "won": 0.5}]


def answered(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    call_command(*args, "--json")
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_commands_make_a_list_preview_rate_and_test_it(capsys: pytest.CaptureFixture[str]) -> None:
    division = played(14)
    answered(capsys, "rating_list", "pspa", "--new", "--name", "PSPA", "--set", "floor=100")
    call_command("rating_backtest", "--list", "pspa")
    assert capsys.readouterr().out.startswith("There is no game between two rated players on this list")
    told = answered(capsys, "rate_event", division.event.slug, "--list", "pspa", "--preview")
    assert len(told["moves"]) == 4
    assert RatingValue.objects.count() == 0
    answered(capsys, "rate_event", division.event.slug, "--list", "pspa", "--sure")
    assert RatingList.objects.get().settings == {"floor": 100}
    shown = answered(capsys, "rating_list", "pspa")["players"]
    assert {row["number"]: row["rating"] for row in shown} == {
        move["number"]: move["after"] for move in told["moves"]
    }
    assert set(answered(capsys, "rating_backtest", "--list", "pspa", "--formula", "elo")["formulas"]) == {
        "elo"
    }


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("rate_event", "nowhere"), "There is no event nowhere"),
        (("rating_backtest", "--list", "none"), "Name a rating list"),
        (("rating_list", "x", "--set", "floor=much"), "no JSON"),
        (("rating_list", "x", "--starts-on", "soon"), "no day"),
        (("rating_list", "x", "--new", "--formula", "guess"), "no formula"),
        (("rating_list", "x", "--new", "--formula", "performance"), "is for prizes"),
        (("rating_list", "x"), "There is no list “x” (--new makes it); there are: none yet"),
        (("rating_list", "x", "--name", "X"), "There is no list “x”"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_exit_2(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...], said: str
) -> None:
    with pytest.raises(SystemExit) as stopped:
        call_command(*args)
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err
    assert not RatingList.objects.exists()
