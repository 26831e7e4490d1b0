"""A new division asks how many rounds there are and how they end; a plan typed as a line counts instead."""

from __future__ import annotations

import pytest

from pairings.plan.read_plan import parse_plan
from tdapp.events.setup.new_division import NewDivisionForm
from tdapp.events.setup.presets import PRESETS

ASKED = {"name": "Open", "ruleset": "salitaan-competition", "rating_kind": "partial", "confirm_policy": "single",
         "starts_rule": "balanced", "unfinished_rule": "as-they-stand", "penalty_rule": "score", "bye_spread": "50",
         "forfeit_win_spread": "50", "forfeit_spread": "-50"}  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "plan"),
    [
        ({"rounds": "8", "end": "koth:1"}, "swiss 1-7, koth 8"),
        ({"rounds": "8", "end": "none"}, "swiss 1-8"),
        ({"rounds": "8", "end": "koth:1", "plan": "rr 1-3"}, "rr 1-3"),
        ({"plan": "rr 1-3"}, "rr 1-3"),
    ],
)
def test_rounds_make_the_plan_and_a_line_goes_before_them(typed: dict[str, str], plan: str) -> None:
    form = NewDivisionForm(ASKED | typed, preset="local-club")
    assert form.is_valid(), form.errors
    assert form.values()["plan"] == plan
    assert not {"rounds", "end"} & set(form.values())


def test_too_few_rounds_for_their_end_and_no_rounds_at_all_are_said_beside_them() -> None:
    few = NewDivisionForm(ASKED | {"rounds": "1", "end": "koth:1"}, preset="local-club")
    assert [*few.errors] == ["rounds"]
    assert "Too few rounds (1)" in few.errors["rounds"][0]
    assert {*NewDivisionForm(ASKED, preset="local-club").errors} == {"rounds", "end"}


def test_every_kind_of_event_begins_with_its_own_rounds() -> None:
    for key, preset in PRESETS.items():
        form = NewDivisionForm(preset=key)
        again = NewDivisionForm(
            ASKED | {"rounds": form["rounds"].value(), "end": form["end"].value()}, preset=key
        )
        assert again.is_valid()
        assert parse_plan(again.values()["plan"]) == parse_plan(preset.division["plan"]), key
