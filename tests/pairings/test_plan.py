from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairings.event.refusals import Refusals
from pairings.plan.plan import Plan, RoundPlan
from pairings.plan.read_plan import parse_plan
from pairings.rounds.parameters import SYSTEMS, settable


def plan(text: str) -> Plan:
    found = parse_plan(text)
    assert isinstance(found, Plan), found
    return found


BERGER = {"order": "berger", "legs": "paired", "slots": "drawn", "times": 2, "first": 1}
LENGTH = "fontes: length follows from the rounds of the plan and cannot be set."
GROUPS_ACROSS = (
    "'quads(lag=1) 4-6': round 4 would rest on the standings after round 2, from before the session break "
    "after round 3; plan round 4 without lag."
)
ACROSS = (
    "'swiss(lag=1) 1-8': round 5 would rest on the standings after round 3, from before the session break "
    "after round 4; plan round 5 without lag."
)


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
        ("swiss 1-10, koth(1) last 2", 8, RoundPlan(8, "swiss", {}, 7)),
        ("swiss 1-10, koth(1) last 2", 9, RoundPlan(9, "koth", {"repeats": 1}, 8)),
        ("swiss(lag=2) 1-9", 5, RoundPlan(5, "swiss", {}, 2)),
        ("manual 1-2", 2, RoundPlan(2, "manual", {}, 0)),
        ("swiss 1-3, quads(lag=1) 4-6, break 4", 6, RoundPlan(6, "quads", {"first": 4}, 2)),
        ("fontes(snaked) 1-3", 2, RoundPlan(2, "fontes", {"groups": "snaked", "first": 1, "length": 3}, 0)),
        ("rr 1-3, team_rr(2) 4-7", 5, RoundPlan(5, "team_rr", {"games": 2, "first": 4}, 0)),
        ("swiss 1, quartile(4) 2", 2, RoundPlan(2, "quartile", {"against": 4}, 1)),
        ("swiss 1, factor(2,fold) 2", 2, RoundPlan(2, "factor", {"k": 2, "pattern": "fold"}, 1)),
        ("random(ignored) 1", 1, RoundPlan(1, "random", {"repeats": "ignored"}, 0)),
        ("rr(berger,paired,drawn,2) 1", 1, RoundPlan(1, "rr", BERGER, 0)),
    ],
)
def test_a_plan_says_how_each_round_is_paired(text: str, number: int, expected: RoundPlan) -> None:
    assert plan(text).round(number) == expected


@pytest.mark.parametrize(
    "text",
    [
        "rr 1-3, swiss 4-8, koth 9-10",
        "swiss(pattern=fold,lag=1) 1, koth(repeats=2) 2-3",
        "swiss 1-4, swiss(lag=1) 5-7, swiss 8, break 3, break 7",
        "quads(groups=snaked,lag=2) 1-3, sixes 4-8, fontes 9-11, quartile(against=2) 12, qoth(repeats=1) 13",
        "team_rr(games=2) 1-4, interleaved 5-6, factor(k=4,pattern=fold) 7, random(repeats=ignored) 8",
    ],
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
        ("koth last 2", None, ["'koth last 2' does not fit into 0 rounds."]),
        ("swiss 1-4, koth last 5", None, ["'koth last 5' does not fit into 4 rounds."]),
        ("swiss 1-3, koth last 2", 6, ["Round 4 has no system before 'koth 5-6'."]),
        (
            "swiss 1-4, break 4",
            None,
            ["'break 4' is outside the plan; a session can end after rounds 1 to 3."],
        ),
        ("swiss(lag=1) 1-8, break 4", None, [ACROSS]),
        ("swiss 1-3, quads(lag=1) 4-6, break 3", None, [GROUPS_ACROSS]),
        ("quartile(5) 1", None, ["quartile: against is 5; it has to be a whole number from 2 to 4."]),
        ("random(lag=1) 1", None, ["random does not go by the standings, so it cannot lag behind them."]),
        ("fontes(length=3) 1-3", None, [LENGTH]),
        ("interleaved(2) 1", None, ["interleaved has no parameter '2'; it takes none."]),
        ("rr(lag=1) 1", None, ["rr does not go by the standings, so it cannot lag behind them."]),
        ("rr(first=2) 1", None, ["rr: first follows from the rounds of the plan and cannot be set."]),
        ("swiss(fold, slide) 1", None, ["swiss: pattern is given twice; once is enough."]),
        ("swiss 1-8", 6, ["The plan goes on to round 8; the event has 6 rounds."]),
        ("", None, ["The plan is empty; write for example 'swiss 1-7'."]),
        (
            "swiss",
            None,
            ["'swiss' is not a piece of a plan; write a system and its rounds, as in 'swiss 4-8'."],
        ),
        ("chess 1-3", None, [f"There is no system called 'chess'; use one of {', '.join(SYSTEMS)}."]),
        (
            "swiss(speed=1) 1",
            None,
            [f"swiss has no parameter 'speed'; it takes {', '.join(settable('swiss'))}."],
        ),
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
                f"There is no system called 'chess'; use one of {', '.join(SYSTEMS)}.",
                f"swiss has no parameter 'a'; it takes {', '.join(settable('swiss'))}.",
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


@given(st.text(alphabet="swirkoth rrbealq()=,;-0123456789é\n", max_size=40))
def test_no_line_of_text_breaks_the_reader(text: str) -> None:
    assert isinstance(parse_plan(text), (Plan, Refusals))


def test_a_round_outside_the_plan_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        plan("swiss 1-3").round(4)


@given(st.data())
def test_any_plan_put_together_from_the_table_reads_back_the_same(data: st.DataObject) -> None:
    """Every system with every parameter a director may set, in any mixture."""
    pieces, last = [], 0
    for _ in range(data.draw(st.integers(1, 4))):
        system = data.draw(st.sampled_from(sorted(SYSTEMS)))
        named = data.draw(st.lists(st.sampled_from(sorted(settable(system)) or [""]), unique=True))
        # Sizes of tables have to fit each other; that is a test of its own.
        free = [name for name in named if name and name not in ("least", "most")]
        params = [f"{name}={data.draw(value_of(system, name))}" for name in free]
        length = data.draw(st.integers(1, 9))
        pieces.append(f"{system}({','.join(params)}) {last + 1}-{last + length}")
        last += length
    text = ", ".join(pieces)
    assert plan(str(plan(text))) == plan(text)
    assert [plan(text).round(number).round for number in range(1, last + 1)] == list(range(1, last + 1))


def value_of(system: str, name: str) -> st.SearchStrategy[str | int]:
    known = SYSTEMS[system][name]
    return st.sampled_from(known.choices) if known.choices else st.integers(known.low, known.high)


@pytest.mark.parametrize("params", ["size=3,least=4", "size=4,most=3", "size=3,least=4,most=3"])
def test_tables_of_sizes_that_leave_none_are_refused(params: str) -> None:
    found = parse_plan(f"tables({params}) 1-3")
    assert isinstance(found, Refusals)
    assert "has to lie between" in found.sentences[0]
