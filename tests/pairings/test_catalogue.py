"""Every system can be offered in a form: nothing in it lacks its words."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pairings.event.history import History
from pairings.plan.plan import Plan
from pairings.plan.read_plan import parse_plan
from pairings.rounds.parameters import SYSTEMS, settable
from pairings.rounds.request import Request
from pairings.rounds.result import Result
from pairings.systems import SYSTEMS as PAIRED
from pairings.systems import catalogue, pair
from pairings.systems.describe import Described
from pairings.systems.system_words import ABOUT
from tests.pairings.making import field, game

DESCRIBED = {one.name: one for one in catalogue()}


def test_every_system_is_described_and_no_other() -> None:
    assert set(ABOUT) == set(SYSTEMS) == set(PAIRED) == set(DESCRIBED)
    assert list(DESCRIBED) == list(SYSTEMS)


@pytest.mark.parametrize("system", DESCRIBED.values(), ids=str)
def test_nothing_a_director_may_choose_lacks_its_words(system: Described) -> None:
    assert system.title
    assert system.sentence.endswith(".")
    assert [one.name for one in system.parameters] == list(settable(system.name))
    assert set(ABOUT[system.name].labels) == {one.name for one in system.parameters}
    for one in system.parameters:
        assert one.label, one
        assert all(choice.label for choice in one.choices), one
        assert one.choices or one.low <= one.high
        assert one.default is not None or one.unset, one


@pytest.mark.parametrize("system", DESCRIBED.values(), ids=str)
def test_every_choice_and_every_usual_value_is_one_the_plan_takes(system: Described) -> None:
    for one in system.parameters:
        known = SYSTEMS[system.name][one.name]
        assert one.default is None or known.allows(one.default)
        assert all(known.allows(choice.value) for choice in one.choices)


@pytest.mark.parametrize("system", DESCRIBED.values(), ids=str)
@pytest.mark.parametrize("number", [1, 2])
def test_the_usual_values_are_what_happens_when_nothing_is_said(system: Described, number: int) -> None:
    entrants = tuple(replace(one, team="XY"[at % 2]) for at, one in enumerate(field(8)))
    games = tuple(game(one, other) for one, other in ("ae", "bf", "cg", "dh"))
    history = History(entrants, (games,) * (number - 1))
    usual = {
        one.name: one.default for one in system.parameters if one.default is not None and one.name != "lag"
    }
    plain = Request(history, number, system.name, rounds=6)
    said, silent = pair(replace(plain, params=usual)), pair(plain)
    if isinstance(silent, Result):
        assert isinstance(said, Result)
        assert (said.boards, said.byes) == (silent.boards, silent.byes)
    else:
        assert said == silent


def test_what_a_system_needs_is_said() -> None:
    assert DESCRIBED["swiss"].needs_standings
    assert not DESCRIBED["rr"].needs_standings
    assert DESCRIBED["team_rr"].needs_teams
    assert DESCRIBED["chew"].needs_rounds


def test_every_system_that_goes_by_the_standings_can_lag_behind_them() -> None:
    """A bracket cannot: the next match needs the winner of the last."""
    behind = {one.name for one in DESCRIBED.values() if one.needs_standings} - {"elimination", "playoff"}
    assert behind == {name for name, params in SYSTEMS.items() if "lag" in params}


PAGE = (Path(__file__).parents[2] / "docs" / "guide" / "round-plans.md").read_text(encoding="utf-8")


def test_the_page_on_plans_has_a_line_for_every_system() -> None:
    lines = re.findall(r"^\| `([a-z_]+)[^`]*` \|", PAGE.split("## Systems")[1], re.MULTILINE)
    assert sorted(lines) == sorted(SYSTEMS)


@pytest.mark.parametrize(
    "line", [line for line in re.findall(r"`([^`]+)`", PAGE) if re.search(r"^[a-z_]+(\(.*\))? \d", line)]
)
def test_every_plan_on_the_page_can_be_read(line: str) -> None:
    if not line.startswith("break"):
        first = int(re.search(r"\) (\d+)|^[a-z_]+ (\d+)", line).group(0).split()[-1])  # type: ignore[union-attr]
        before = f"swiss 1-{first - 1}, " if first > 1 else ""
        assert isinstance(parse_plan(before + line), Plan), line
