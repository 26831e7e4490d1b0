"""The fault scenarios in their short form; and that the list is whole and its controls exist."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from tests.faults import running
from tests.faults.scenario import SCENARIOS, Scenario, Tally, world
from tests.servers import ROOT

# They share one hall. Those that break it are tried by the other tests of this folder, and all of them by `./td faults`.
ONE_HALL = (1, 2, 3, 4, 12, 13, 15, 16, 17, 18, 19, 20, 23, 24)


def faults(database: str, numbers: list[int]) -> list[str]:
    """What does not hold, with its notes."""
    found = []
    with world(database, quick=True) as where:
        for number in numbers:
            tally = SCENARIOS[number].tried(where)
            if not tally.holds:
                found.append(f"{number} {SCENARIOS[number].title}: {tally}")
    return found


@pytest.mark.slow
def test_what_leaves_the_hall_running_holds_on_sqlite(django_db_setup: None, django_db_blocker: Any) -> None:
    with django_db_blocker.unblock():
        assert faults("sqlite", list(ONE_HALL)) == []


def test_every_scenario_has_a_title_and_every_control_it_names_exists() -> None:
    assert set(SCENARIOS) <= set(range(1, 26))
    for one in running.SCENARIOS.values():
        assert one.title
        assert set(one.databases) <= {"sqlite", "postgresql"}
        for control in one.controls:
            path, _colons, name = control.partition("::")
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            tests = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
            assert not name or name in tests, control


def test_a_scenario_that_cannot_bear_something_is_one_that_does_not_hold() -> None:
    def breaks(_world: object) -> Tally:
        raise AssertionError("lost")

    tally = Scenario(99, "x", breaks).tried(None)  # type: ignore[arg-type]
    assert not tally.holds
    assert tally.notes == ["AssertionError: lost"]
    assert not Tally().holds, "nothing was tried"
