"""The list of fault scenarios is whole, and its controls exist."""

from __future__ import annotations

import ast

from tests.faults import running
from tests.faults.scenario import SCENARIOS, Scenario, Tally
from tests.servers import ROOT


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
