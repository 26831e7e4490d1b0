"""A restore from a page: the parent stops its children, carries the order out once, and starts them again."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import pytest

from tdapp.launch.host.data_folder import Tenancy
from tdapp.launch.process.parent_request import Errand, order_in, outcome_in
from tdapp.launch.process.supervisor import Child, Supervisor
from tests.launch.test_supervisor import child_of
from tests.servers import eventually

# Stands for `python -m django`: says what it was asked, whether the data folder is free, and ends as it is told.
STAND_IN = """
import os, sys
from pathlib import Path
from tdapp.launch.host import machine
with (Path(os.environ["TD_DATA"]) / "run" / "lock").open("a+b") as handle:
    print("free" if machine.hold(handle) else "held", *sys.argv[1:])
sys.stderr.write("It is refused.\\n")
raise SystemExit(int(os.environ["ENDS"]))
"""


@pytest.fixture
def tenancy(tmp_path: Path) -> Tenancy:
    here = Tenancy(tmp_path)
    here.take()
    return here


def errand_of(tmp_path: Path, tenancy: Tenancy, ends: int = 0) -> Errand:
    package = tmp_path / "path" / "django"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text(STAND_IN)
    root = Path(__file__).resolve().parents[2]
    variables = {"PYTHONPATH": f"{package.parent}:{root}", "TD_DATA": str(tmp_path), "ENDS": str(ends)}
    return Errand(Path(sys.executable), tmp_path, variables, tenancy)


def ordered(tmp_path: Path, text: str = '{"file": "/b.zip", "user": "keeper"}') -> None:
    order_in(tmp_path).write_text(text, encoding="utf-8")


def outcome(tmp_path: Path) -> dict[str, object]:
    found = json.loads(outcome_in(tmp_path).read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def test_an_order_is_carried_out_once_while_the_folder_is_free(tmp_path: Path, tenancy: Tenancy) -> None:
    errand = errand_of(tmp_path, tenancy)
    ordered(tmp_path)
    assert errand.is_due()
    errand.run()
    assert not errand.is_due()
    told = outcome(tmp_path)
    assert told["done"] is True
    assert told["sentences"] == ["free restore /b.zip --yes --via web --as keeper"]
    assert tenancy.handle is not None
    assert not tenancy.handle.closed


def test_a_refusal_is_kept_for_the_page(tmp_path: Path, tenancy: Tenancy) -> None:
    errand = errand_of(tmp_path, tenancy, ends=2)
    ordered(tmp_path)
    errand.run()
    assert outcome(tmp_path)["done"] is False
    assert outcome(tmp_path)["sentences"] == ["It is refused."]


@pytest.mark.parametrize("text", ["", "[]", "{", "null"])
def test_a_broken_order_is_thrown_away(tmp_path: Path, tenancy: Tenancy, text: str) -> None:
    errand = errand_of(tmp_path, tenancy, ends=2)
    ordered(tmp_path, text)
    errand.run()
    assert not errand.is_due()
    assert outcome(tmp_path)["done"] is False


def test_an_order_left_by_a_program_that_died_is_not_carried_out_at_the_next_start(
    tmp_path: Path, tenancy: Tenancy
) -> None:
    ordered(tmp_path)
    assert not errand_of(tmp_path, tenancy).is_due()


class Noted:
    """An errand that notes which children lived while it ran."""

    def __init__(self, children: list[Child]) -> None:
        self.children, self.due, self.alive = children, False, -1

    def is_due(self) -> bool:
        return self.due

    def run(self) -> None:
        self.due = False
        self.alive = sum(child.process is not None for child in self.children)


def test_every_child_is_stopped_for_an_errand_and_started_again() -> None:
    told: list[dict[str, object]] = []
    waits = "import sys; print('@td {\"ready\": true}', flush=True); sys.stdin.read()"
    supervisor = Supervisor(told.append)
    supervisor.children = [child_of(waits, name=name) for name in ("web", "worker")]
    errand = Noted(supervisor.children)
    supervisor.errands = [errand]

    def tick() -> None:
        supervisor._tick(time.monotonic())

    def all_ready() -> bool:
        tick()
        return all(child.ready for child in supervisor.children)

    try:
        eventually(all_ready, "both children")
        errand.due = True
        tick()
        assert errand.alive == 0
        eventually(all_ready, "both children again")
        assert [child.starts for child in supervisor.children] == [2, 2]
    finally:
        supervisor._stop()
