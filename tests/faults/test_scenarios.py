"""The fault scenarios in their short form; and that the list is whole and its controls exist."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.faults import running
from tests.faults.scenario import SCENARIOS, Scenario, Tally, world
from tests.guards.table import GUARDS
from tests.servers import ROOT, children_of, eventually, is_alive

# They share one hall. Those that break it are tried by the other tests of this folder, and all of them by `./td faults`.
# 23 needs none: `tests/launch/test_killed_updates.py` kills the same update between any two of its steps.
ONE_HALL = (1, 2, 3, 4, 12, 13, 15, 16, 17, 18, 19, 20, 24)
SECONDS = 120


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
        assert set(one.guards) <= {guard.name for guard in GUARDS}, one.number
        assert one.controls or one.guards, f"{one.number} has no negative control"


def test_a_scenario_that_cannot_bear_something_is_one_that_does_not_hold() -> None:
    def breaks(_world: object) -> Tally:
        raise AssertionError("lost")

    tally = Scenario(99, "x", breaks).tried(None)  # type: ignore[arg-type]
    assert not tally.holds
    assert tally.notes == ["AssertionError: lost"]
    assert not Tally().holds, "nothing was tried"


def everybody_below(pid: int) -> list[int]:
    """The processes started by this one, and by those."""
    found = list(children_of(pid))
    return found + [below for child in found for below in everybody_below(child)]


@pytest.mark.slow
def test_who_is_told_to_stop_stops_its_halls_and_removes_its_folders(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.faults", "--quick", "--database", "sqlite", "6"]
    environment = os.environ | {"TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as run:

        def web() -> list[int]:
            lines = [children_of(pid) for pid in everybody_below(run.pid)]
            return [pid for some in lines for pid, line in some.items() if "process.child web" in line]

        eventually(web, "a hall with its web processes", SECONDS)
        started = everybody_below(run.pid)
        run.send_signal(signal.SIGTERM)
        assert run.wait(SECONDS) == 128 + signal.SIGTERM
    assert [pid for pid in started if is_alive(pid)] == []
    assert [path.name for path in tmp_path.glob("td-faults-*")] == []
