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
# In every run what only a running hall can show: a line that breaks after sending, what its processes hold in memory, and a
# backup put back under clerks who type. The last begins all anew: it stays the last.
RUNNING = (2, 12, 22)
# Two people at once are in every run in threads on either database, in `tests/races/test_two_clerks.py` and `test_rounds.py`;
# whose log-in ended meanwhile is in `tests/browser/test_two_clerks.py`.
AT_ONCE = (1, 3, 4, 24)
# The rest one request can show, and does in every run: formulas in `tests/interchange/test_exports.py`, odd texts and bodies in
# `test_broken_text.py` and `tests/api/test_malformed.py`, an event put away in `tests/events/test_setup.py`, a late correction in
# `tests/desk/test_pairing.py`, who leaves in `tests/events/test_presence.py`, odd fields in
# `tests/pairings/test_every_field.py` and `tests/desk/test_every_system.py`.
ONE_BY_ONE = (13, 15, 16, 17, 18, 19, 20)
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
@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param(RUNNING, id="running"),
        pytest.param(AT_ONCE, marks=pytest.mark.soak, id="at once"),
        pytest.param(ONE_BY_ONE, marks=pytest.mark.soak, id="one by one"),
    ],
)
def test_what_one_hall_bears_holds_on_sqlite(
    django_db_setup: None, django_db_blocker: Any, numbers: tuple[int, ...]
) -> None:
    with django_db_blocker.unblock():
        assert faults("sqlite", list(numbers)) == []


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


# It watches over the tests' own tool; in every run a hall told to stop is in `tests/launch/test_children.py`.
@pytest.mark.soak
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
