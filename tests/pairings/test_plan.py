from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairings.plan import Plan, RoundPlan, advice, parse_plan
from pairings.refusals import Refusals


def plan(text: str) -> Plan:
    found = parse_plan(text)
    assert isinstance(found, Plan), found
    return found


@pytest.mark.parametrize(
    ("text", "number", "expected"),
    [
        ("rr 1-3, swiss 4-8, koth 9-10", 2, RoundPlan(2, "rr", {"first": 1}, 0)),
        ("rr 1-3, swiss 4-8, koth 9-10", 4, RoundPlan(4, "swiss", {}, 3)),
        ("rr 1-3, swiss 4-8, koth 9-10", 10, RoundPlan(10, "koth", {}, 9)),
        ("swiss(fold) 1-6", 1, RoundPlan(1, "swiss", {"pattern": "fold"}, 0)),
        ("swiss(lag=1) 1-6", 1, RoundPlan(1, "swiss", {}, 0)),
        ("swiss(lag=1, random) 1-6", 6, RoundPlan(6, "swiss", {"pattern": "random"}, 4)),
        ("koth(repeats=2) 1", 1, RoundPlan(1, "koth", {"repeats": 2}, 0)),
        ("SWISS 1; RR(Double) 2–7", 7, RoundPlan(7, "rr", {"times": 2, "first": 2}, 0)),
        ("koth 4-5, swiss 1-3", 1, RoundPlan(1, "swiss", {}, 0)),
        ("manual 1-2", 2, RoundPlan(2, "manual", {}, 0)),
    ],
)
def test_a_plan_says_how_each_round_is_paired(text: str, number: int, expected: RoundPlan) -> None:
    assert plan(text).round(number) == expected


@pytest.mark.parametrize(
    "text", ["rr 1-3, swiss 4-8, koth 9-10", "swiss(pattern=fold,lag=1) 1, koth(repeats=2) 2-3"]
)
def test_a_plan_written_down_reads_back_the_same(text: str) -> None:
    assert str(plan(text)) == text
    assert plan(str(plan(text))) == plan(text)


@pytest.mark.parametrize(
    ("text", "rounds", "sentences"),
    [
        ("rr 1-3, swiss 3-4", None, ["Round 3 is planned twice; the second time by 'swiss 3-4'."]),
        ("rr 1-3, swiss 5", None, ["Round 4 has no system before 'swiss 5'."]),
        ("swiss 3-4", None, ["Rounds 1-2 have no system before 'swiss 3-4'."]),
        ("swiss 1-4", 6, ["Rounds 5-6 have no system; the event has 6 rounds."]),
        ("swiss 1-8", 6, ["The plan goes on to round 8; the event has 6 rounds."]),
        ("", None, ["The plan is empty; write for example 'swiss 1-7'."]),
        (
            "swiss",
            None,
            ["'swiss' is not a piece of a plan; write a system and its rounds, as in 'swiss 4-8'."],
        ),
        ("chess 1-3", None, ["There is no system called 'chess'; use one of swiss, koth, rr, manual."]),
        ("swiss(speed=1) 1", None, ["swiss has no parameter 'speed'; it takes pattern, starts, lag."]),
        ("manual(x) 1", None, ["manual has no parameter 'x'; it takes none."]),
        (
            "swiss(pattern=x) 1",
            None,
            ["swiss: pattern is 'x'; it has to be slide or fold or adjacent or random."],
        ),
        ("koth(repeats=x) 1", None, ["koth: repeats is 'x'; it has to be a whole number from 0 to 200."]),
        ("swiss 4-2", None, ["'swiss 4-2': rounds run from 1 to at most 200, the first before the last."]),
        (
            "chess 1, swiss(a=1) 2",
            None,
            [
                "There is no system called 'chess'; use one of swiss, koth, rr, manual.",
                "swiss has no parameter 'a'; it takes pattern, starts, lag.",
            ],
        ),
    ],
)
def test_a_wrong_plan_is_refused_with_one_sentence_a_mistake(
    text: str, rounds: int | None, sentences: list[str]
) -> None:
    found = parse_plan(text, rounds)
    assert isinstance(found, Refusals)
    assert list(found.sentences) == sentences


@given(st.text(alphabet="swirkoth rr()=,;-0123456789é\n", max_size=40))
def test_no_line_of_text_breaks_the_reader(text: str) -> None:
    assert isinstance(parse_plan(text), (Plan, Refusals))


def test_a_round_outside_the_plan_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        plan("swiss 1-3").round(4)


@pytest.mark.parametrize(
    ("text", "players", "names"),
    [
        ("swiss 1-4", 32, {"few_swiss_rounds"}),
        ("swiss 1-5", 32, set()),
        ("swiss 1-5", 33, {"few_swiss_rounds"}),
        ("swiss 1-7", 6, {"more_rounds_than_opponents", "round_robin_fits"}),
        ("swiss 1-7", 8, {"round_robin_fits"}),
        ("rr 1-7", 8, set()),
        ("rr 1-7", 7, set()),
        ("rr(double) 1-14", 8, set()),
        ("rr 1-6", 8, {"round_robin_incomplete"}),
        ("swiss 1-6, koth 7-8", 40, set()),
        ("swiss 1-6, koth 7-9", 40, {"long_koth"}),
        ("koth 1-22", 40, {"long_koth"}),
    ],
)
def test_advice_warns_and_never_blocks(text: str, players: int, names: set[str]) -> None:
    assert {one.name for one in advice(plan(text), players)} == names
