"""A win by the tie rule (equal scores, the higher before unplayed tiles: SAL:232) is a win in the rating as in the standings.

By hand, 1500 against 1500, both with many games: E = 0.5, K 20. A win is +10 and, being 5 above five points a game, 5
more; the loser is paid a twentieth of that 5: 1490.25. A draw moves nobody.
"""

from __future__ import annotations

from typing import Any

import pytest

from core import canonical
from tdapp.desk.ledger import division_standings
from tdapp.events.models import Division, Entrant
from tdapp.kernel import context
from tdapp.kernel.commands import Installation
from tdapp.people.models import RatingList, RatingValue
from tdapp.ratings.formulas import FORMULAS, Field, Game, Player, formula, pairwise, taken_as
from tdapp.ratings.keeping.commands.lists import Standing, create_list, set_values
from tdapp.ratings.keeping.overview import first_otherwise
from tdapp.ratings.models import RatingChange, RatingRun
from tdapp.ratings.runs.commands.runs import rate
from tdapp.ratings.runs.explain import explain
from tdapp.ratings.runs.results import counted
from tests import factories as f

SYSTEM = context.system()


def two(*games: Game) -> Field:
    return Field([Player("a", 1500, 500), Player("b", 1500, 500)], games)


def test_the_formula_counts_who_won_by_the_rule() -> None:
    chosen = formula("naspa")
    for by_rule, after in ((1, [1515, 1490]), (-1, [1490, 1515]), (0, [1500, 1500])):
        field = two(Game(1, 0, 1, 400, 400, tie_rule=by_rule))
        assert [one.rating for one in chosen.rate(field, chosen.settings)] == after


def test_every_formula_that_counts_wins_takes_it_for_one() -> None:
    """The Norwegian rating counts spreads alone, and the spread is nothing."""
    for name, chosen in FORMULAS.items():
        if name == "coco":
            continue
        level = chosen.rate(two(Game(1, 0, 1, 400, 400)), chosen.settings)
        won = chosen.rate(two(Game(1, 0, 1, 400, 400, tie_rule=1)), chosen.settings)
        assert won[0].rating > level[0].rating, name


def test_only_equal_scores_are_decided_by_those_before() -> None:
    assert pairwise(1, [(0, 400), (1, 400)], [412, 405])[0].sign == 1
    assert pairwise(1, [(0, 400), (1, 401)], [412, 405])[0].sign == -1
    assert pairwise(1, [(0, 400), (1, 400)], [None, 405])[0].sign == 0
    assert pairwise(1, [(0, 400), (1, 400)])[0].worth == 0.5


def test_a_list_may_take_it_for_a_draw() -> None:
    field = two(Game(1, 0, 1, 400, 400, tie_rule=1))
    assert taken_as(field, {"tie_rule_wins": False}).games[0].sign == 0
    assert taken_as(field, {"tie_rule_wins": True}).games[0].sign == 1


def decided(**values: Any) -> Division:
    """400-400, 412-405 before unplayed tiles: seat 1 won by the rule."""
    division = f.division(f.event(), **values)
    f.entrants(division, 2, rating=1500)
    round_ = f.published(division)
    f.enter(round_.tables.get(), 400, 400, before=(412, 405))
    return division


def rated(division: Division, **settings: Any) -> list[int]:
    create_list(SYSTEM, Installation(), slug="own", facts={"name": "Own", "settings": settings})
    row = RatingList.objects.get(slug="own")
    players = [one.player for one in division.entrants.order_by("number")]
    given = [Standing(player, 1500, 500, None) for player in players if player]
    set_values(
        f.program(row),
        row,
        values=given,
        on=division.event.starts_on.replace(year=2020),
        seen=row.version,
        note="start",
    )
    row.refresh_from_db()
    rate(f.program(row), row, divisions=[division.pk], seen=row.version, sure=True)
    values = {one.player_id: one.rating for one in RatingValue.objects.filter(rating_list=row)}
    return [values[player.pk] for player in players if player]


@pytest.mark.django_db
def test_standings_and_rating_run_have_the_same_winner() -> None:
    division = decided()
    winner = f.table(division, division.table_first).seats.get(seat=1).entrant
    table = {line.entrant.pk: line.row.wins for line in division_standings.table(division, 1)}
    assert table[winner.pk] == 2
    after = dict(
        zip(division.entrants.order_by("number").values_list("pk", flat=True), rated(division), strict=True)
    )
    assert sorted(after.values()) == [1490, 1515]
    assert after[winner.pk] == 1515
    change = RatingChange.objects.get(after=1515)
    assert [line.worth for line in explain(change).games] == [1.0]


@pytest.mark.django_db
def test_a_list_set_to_draws_rates_it_as_one_and_explains_it_so() -> None:
    division = decided()
    assert rated(division, tie_rule_wins=False) == [1500, 1500]
    change = RatingChange.objects.filter(run__division=division).first()
    assert change is not None
    assert [line.worth for line in explain(change).games] == [0.5]


@pytest.mark.django_db
def test_where_the_division_has_no_tie_rule_it_is_a_draw_in_both() -> None:
    division = decided(ruleset="set-words")
    assert {line.row.wins for line in division_standings.table(division, 1)} == {1}
    assert counted([division.pk])[division.pk].games[0].sign == 0
    assert Entrant.objects.filter(division=division).count() == 2


@pytest.mark.django_db
def test_a_run_from_before_the_setting_is_marked_only_where_somebody_won_by_the_rule() -> None:
    """What was stored then: settings without the name, and a digest of scores alone."""
    division = decided()
    rated(division)
    run = RatingRun.objects.get(division=division)
    RatingRun.objects.filter(pk=run.pk).update(
        settings={k: v for k, v in run.settings.items() if k != "tie_rule_wins"}
    )
    assert first_otherwise(run.rating_list) is None
    plain = canonical.digest([[[who.number, who.frozen] for who in counted([division.pk])[division.pk].field],
                              [[1, [[1, 400], [2, 400]]]]])  # fmt: skip
    assert counted([division.pk])[division.pk].digest != plain
