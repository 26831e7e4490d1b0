"""Time was called: what is asked for, and what counts, by the division's rule (docs/rules/events.md E6)."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from pairings.event.history import Played
from tdapp.desk.ledger import history as halls
from tdapp.desk.ledger.result_entry import Entry
from tdapp.desk.models import Result
from tdapp.desk.results.commands.results import correct_result, enter_result
from tdapp.kernel.refusals import Refusal
from tests import factories as f

pytestmark = pytest.mark.django_db


def hall(rule: str, **more: Any) -> f.Hall:
    return f.hall(players=4, rounds=1, unfinished_rule=rule, **more)


def enter(
    here: f.Hall, *scores: int, before: tuple[int, ...] = (), sure: bool = False, **more: Any
) -> dict[str, Any]:
    entry = Entry(kind=Result.Kind.UNFINISHED, scores=scores, before=before, **more)
    return enter_result(here.as_(here.clerk), here.table(1), entry=entry, sure=sure)


def stored(here: f.Hall) -> list[tuple[int, int | None]]:
    row = Result.objects.get(is_current=True)
    assert row.kind == "unfinished"
    return list(row.lines.order_by("seat").values_list("score", "before"))


def test_as_they_stand_the_leader_wins_and_nothing_is_asked() -> None:
    here = hall("as-they-stand")
    enter(here, 300, 280)
    assert stored(here) == [(300, None), (280, None)]


@pytest.mark.parametrize(
    ("scores", "more"),
    [((300, 280), (288, 275)), ((288, 275), (300, 280)), ((300, 275), (288, 275)), ((300, 280), (288, 280))],
)
def test_with_racks_deducted_the_lower_scores_count_in_whatever_order(
    scores: tuple[int, int], more: tuple[int, int]
) -> None:
    here = hall("racks-deducted")
    enter(here, *scores, before=more)
    pairs = list(zip(scores, more, strict=True))
    assert stored(here) == [(min(pair), max(pair)) for pair in pairs]


def test_a_deduction_can_turn_the_game() -> None:
    here = hall("racks-deducted")
    enter(here, 300, 295, before=(280, 290))
    outcome = next(one for one in halls.of_division(here.division).rounds[0] if isinstance(one, Played))
    assert [seat.score for seat in outcome.seats] == [280, 290]


def test_without_the_racks_nothing_is_stored_and_the_scores_are_asked_for() -> None:
    here = hall("racks-deducted")
    with pytest.raises(Refusal, match="Type both scores once more") as refused:
        enter(here, 300, 280, sure=True)
    assert refused.value.code == "racks-missing"
    assert refused.value.facts["scores"] == [300, 280]
    assert not Result.objects.exists()


def test_tiles_on_a_rack_never_add() -> None:
    here = hall("racks-deducted")
    with pytest.raises(Refusal, match="only take off"):
        enter(here, 300, 280, before=(310, 270))


def test_after_equal_turns_it_is_asked_once() -> None:
    here = hall("equal-turns")
    with pytest.raises(Refusal, match="after equal turns") as refused:
        enter(here, 300, 280)
    assert [one["code"] for one in refused.value.facts["questions"]] == ["equal-turns"]
    enter(here, 300, 280, sure=True)
    assert stored(here) == [(300, None), (280, None)]


@pytest.mark.parametrize("rule", ["racks-deducted", "equal-turns"])
def test_a_finished_game_is_asked_nothing_of_it(rule: str) -> None:
    here = hall(rule)
    enter_result(here.as_(here.clerk), here.table(1), entry=Entry(scores=(400, 380)))
    assert Result.objects.get().kind == "played"


def test_a_correction_follows_the_rule_too() -> None:
    here = hall("racks-deducted")
    f.enter(here.table(1), 400, 380)
    director, fresh = here.as_(here.director), here.table(1)
    entry = Entry(kind=Result.Kind.UNFINISHED, scores=(300, 280))
    with pytest.raises(Refusal, match="Tiles left on the racks"):
        correct_result(director, fresh, entry=entry, seen=1, reason="time", sure=True)
    whole = Entry(kind=Result.Kind.UNFINISHED, scores=(300, 280), before=(290, 270))
    correct_result(director, fresh, entry=whole, seen=1, reason="time", sure=True)
    assert stored(here) == [(290, 300), (270, 280)]


def test_two_slips_agree_on_what_counts_in_whatever_order_they_say_it() -> None:
    here = hall("racks-deducted", confirm_policy="two-slips")
    enter(here, 300, 280, before=(290, 270))
    other = Entry(kind=Result.Kind.UNFINISHED, scores=(290, 270), before=(300, 280))
    enter_result(here.as_(here.checker), here.table(1), entry=other)
    assert Result.objects.get().in_force


def test_the_entry_line_goes_on_with_the_racks() -> None:
    here = hall("racks-deducted")
    clerk = Client()
    clerk.force_login(here.clerk)
    at = f"/e/{here.event.slug}/enter/"
    asked = clerk.post(at, {"line": "1 u 300 280"}, headers={"Idempotency-Key": "a", "HX-Request": "true"})
    assert 'data-state="more"' in asked.content.decode()
    assert 'data-join=" / "' in asked.content.decode()
    clerk.post(at, {"line": "1 u 300 280 / 290 270"}, headers={"Idempotency-Key": "b", "HX-Request": "true"})
    assert stored(here) == [(290, 300), (270, 280)]
