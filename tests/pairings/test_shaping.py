"""A plan made longer or shorter, with another end."""

from __future__ import annotations

import pytest

from pairings.event.refusals import Refusals
from pairings.plan.plan import Plan
from pairings.plan.read_plan import parse_plan
from pairings.plan.shaping import end_of, shaped


def plan(line: str) -> Plan:
    found = parse_plan(line)
    assert isinstance(found, Plan)
    return found


# Line, rounds, end (None: as it is), and the line it becomes.
SHAPES = (
    ("swiss 1-7", 8, None, "swiss 1-8"),
    ("swiss 1-7", 8, ("koth", 2), "swiss 1-6, koth 7-8"),
    ("swiss 1-5, koth 6-7", 10, None, "swiss 1-8, koth 9-10"),
    (
        "rr 1-3, swiss(pattern=fold) 4-6, koth(repeats=1) 7",
        5,
        None,
        "rr 1-3, swiss(pattern=fold) 4, koth(repeats=1) 5",
    ),
    ("rr 1-3, swiss 4-6, koth 7", 3, None, "rr 1-2, koth 3"),
    ("swiss 1-6, koth 7", 7, ("", 0), "swiss 1-7"),
    ("koth 1-4", 6, None, "koth 1-6"),
    ("swiss 1-6, break 3, break 5", 4, None, "swiss 1-4, break 3"),
)


@pytest.mark.parametrize(("line", "rounds", "end", "becomes"), SHAPES)
def test_the_end_stays_the_end_and_the_rest_is_cut_or_goes_on(
    line: str, rounds: int, end: tuple[str, int] | None, becomes: str
) -> None:
    assert str(shaped(plan(line), rounds, end)) == becomes


@pytest.mark.parametrize(
    ("rounds", "end", "said"), [(0, None, "1 to"), (999, None, "1 to"), (2, ("koth", 2), "Too few rounds")]
)
def test_what_cannot_be_is_told_in_one_sentence(rounds: int, end: tuple[str, int] | None, said: str) -> None:
    refused = shaped(plan("swiss 1-7"), rounds, end)
    assert isinstance(refused, Refusals)
    assert [said in one for one in refused.sentences] == [True]


def test_only_a_hill_after_something_else_is_an_end() -> None:
    assert end_of(plan("swiss 1-5, koth 6-7")) == ("koth", 2)
    assert end_of(plan("koth 1-7")) == end_of(plan("koth 1, swiss 2-7")) == ("", 0)
