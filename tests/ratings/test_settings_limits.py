"""What a list's numbers may be: refused with one sentence by form and command line, and no page falls over old ones."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from tdapp.kernel.refusals import Refusal
from tdapp.people.models import RatingList
from tdapp.ratings.formulas import FOR_LISTS, FORMULAS, Formula
from tdapp.ratings.keeping.commands.lists import edit_list
from tdapp.ratings.models import RatingRun
from tdapp.ratings.settings.checks import mistakes
from tests import factories as f
from tests.kept import first
from tests.ratings.test_keeping_pages import FACTS, KEEP, html_of
from tests.ratings.test_projected_pages import desk_of
from tests.ratings.test_runs import do, give, new_list, played, players_of

pytestmark = pytest.mark.django_db
whole, ready = first(played, 14)
HUGE, NAN, INFINITE = 10**22, float("nan"), float("inf")
ABSURD: list[tuple[str, str, Any]] = [
    ("glicko2", "tau", 0), ("glicko2", "period_days", 0), ("glicko2", "volatility", 0), ("coco", "beta", 0),
    ("naspa", "divisor", 0), ("naspa", "divisor", 1e-300), ("naspa", "k_old", [1e308, 16, 10]),
    ("naspa", "k_new", [-30, 24, 15]), ("naspa", "edges", [2000, 1800]), ("naspa", "edges", [-1, -1]),
    ("naspa", "edges", [1800, 1800]), ("naspa", "acceleration", NAN), ("coco", "idle", INFINITE),
    ("naspa", "floor", -5), ("naspa", "floor", HUGE), ("naspa", "floor", 10**400), ("naspa", "floor", True),
    ("naspa", "ties", "maybe"), ("naspa", "split", "x"), ("naspa", "split", 1), ("naspa", "curve", "bent"),
    ("naspa", "seasoned", 1.5), ("naspa", "k_new", [30]), ("naspa", "edges", "1800"), ("coco", "strong_factor", [0.5]),
    ("coco", "slow_over", 10), ("glicko-spread", "least_deviation", 400), ("naspa", "edges", list(range(1, 30))),
]  # fmt: skip


@pytest.fixture
def keeper() -> Client:
    client = Client()
    client.force_login(f.user("keeper", operator=True))
    return client


@pytest.mark.parametrize(("name", "setting", "value"), ABSURD)
def test_an_absurd_setting_is_refused_with_a_sentence_that_names_it(
    name: str, setting: str, value: Any
) -> None:
    row = new_list(formula=name)
    with pytest.raises(Refusal) as refused:
        edit_list(f.program(row), row, facts={"settings": {setting: value}}, seen=row.version)
    assert any(setting in sentence for sentence in refused.value.sentences)
    row.refresh_from_db()
    assert row.settings == {}


@pytest.mark.parametrize("formula", FORMULAS.values(), ids=list(FORMULAS))
def test_every_formulas_own_numbers_are_within_what_they_may_be(formula: Formula) -> None:
    assert mistakes(formula, formula.settings) == {}


def test_every_mistake_has_its_own_sentence() -> None:
    row = new_list()
    with pytest.raises(Refusal) as refused:
        edit_list(f.program(row), row, facts={"settings": {"divisor": 0, "floor": -5}}, seen=row.version)
    assert refused.value.sentences == (
        "divisor: 0 is no number from 1 to 100.", "floor: -5 is no whole number from 0 to 3000.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("formula", "typed"),
    [
        ("glicko2", {"set-tau": "0"}), ("coco", {"set-beta": "0"}), ("naspa", {"set-divisor": "1e-300"}),
        ("naspa", {"set-floor": "1e22"}), ("naspa", {"set-floor": "1e999"}), ("naspa", {"set-edges": "2000, 1800"}),
        ("naspa", {"set-k_new": "nan, 24, 15"}), ("naspa", {"set-k_new": "1e999, 24, 15"}),
        ("naspa", {"set-ties": "maybe"}),
    ],
)  # fmt: skip
def test_the_form_tells_it_at_the_field_and_stores_nothing(
    keeper: Client, formula: str, typed: dict[str, str]
) -> None:
    row = new_list(formula=formula)
    page = html_of(
        keeper.post(f"{KEEP}/settings", {**FACTS, "formula": formula, "seen": row.version, **typed}), 422
    )
    assert 'aria-invalid="true"' in page
    row.refresh_from_db()
    assert row.settings == {}


@pytest.mark.parametrize("line", ["floor=1e999", "floor=NaN", 'ties="maybe"', "divisor=0", "k_new=[0,0,0]"])
def test_the_command_line_refuses_it_and_ends_with_2(capsys: pytest.CaptureFixture[str], line: str) -> None:
    new_list()
    with pytest.raises(SystemExit) as stopped:
        call_command("rating_list", "national", "--set", line)
    assert stopped.value.code == 2
    assert line.partition("=")[0] in capsys.readouterr().err
    assert RatingList.objects.get().settings == {}


BROKEN: list[tuple[str, dict[str, Any]]] = [
    ("glicko2", {"tau": 0}), ("glicko2", {"period_days": 0}), ("coco", {"beta": 0}), ("naspa", {"divisor": 0}),
    ("naspa", {"k_old": [1e308, 1, 1]}), ("naspa", {"edges": [2000, 1800]}), ("naspa", {"k_new": ["x", 1, 2]}),
]  # fmt: skip


@pytest.mark.parametrize(("formula", "settings"), BROKEN)
def test_an_old_list_that_cannot_be_computed_takes_no_page_down(
    keeper: Client, formula: str, settings: dict[str, Any]
) -> None:
    division, rating_list = played(14), new_list(formula=formula)
    give(rating_list, players_of(division), 1500)
    do(rating_list, division)
    RatingList.objects.update(settings=settings)
    where, desk = f"/e/{division.event.slug}/{division.slug}", desk_of(division)
    for path in ("standings/1/", "ratings/1/"):
        assert "Ratings of National cannot be computed" in html_of(desk.get(f"{where}/{path}"))
    answer = keeper.get(f"{KEEP}/preview?division={division.pk}")
    assert "cannot be computed" in html_of(keeper.get(answer["Location"]))
    for page in ("settings", "runs/", ""):
        html_of(keeper.get(f"{KEEP}/{page}"))
    run = RatingRun.objects.get(kind="event")
    assert keeper.get(f"{KEEP}/runs/{run.pk}/off").status_code < 500


def test_values_no_formula_can_work_with_are_one_sentence_at_the_desk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    division = played(14)
    give(new_list(formula="glicko2"), players_of(division), 1500)
    monkeypatch.setattr("tdapp.ratings.formulas.glicko._chance", lambda own, other: 1 / 0)
    page = html_of(desk_of(division).get(f"/e/{division.event.slug}/{division.slug}/standings/1/"))
    assert "the values on it lead to no number" in page


def test_runs_rated_with_other_settings_are_marked_and_rated_anew_from_the_first(keeper: Client) -> None:
    rating_list, one = new_list(), played(14)
    two = played(20, players_of(one))
    give(rating_list, players_of(one), 1500)
    do(rating_list, one, two)
    assert "other settings than now" not in html_of(keeper.get(f"{KEEP}/runs/"))
    rating_list.refresh_from_db()
    edit_list(
        f.program(rating_list), rating_list, facts={"settings": {"floor": 1495}}, seen=rating_list.version
    )
    page = html_of(keeper.get(f"{KEEP}/runs/"))
    assert page.count("other settings than now") == 2
    assert "Rate again with the settings as they are" in page
    assert f'name="division" value="{one.pk}"' in page
    keeper.get(f"{KEEP}/preview?division={one.pk}")
    rating_list.refresh_from_db()
    keeper.post(f"{KEEP}/rate", {"division": one.pk, "seen": rating_list.version, "sure": "on"})
    assert {run.settings["floor"] for run in RatingRun.objects.filter(state="current", kind="event")} == {
        1495
    }
    assert "settings as they are" not in html_of(keeper.get(f"{KEEP}/runs/"))


@pytest.mark.parametrize("name", FOR_LISTS)
def test_a_run_just_rated_is_never_marked(keeper: Client, name: str) -> None:
    rating_list = new_list(formula=name)
    do(rating_list, played(14))
    assert "settings as they are" not in html_of(keeper.get(f"{KEEP}/runs/"))
