"""Processes that serve look for garbage less often than Python does by itself, and find it all the same."""

from __future__ import annotations

import gc
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from core import gc_settings
from tdapp.launch.process import child
from tests.launch.test_settings import process

QUESTION = "import json, gc, %s; print(json.dumps([gc.get_threshold()[0], gc.get_freeze_count() > 10_000]))"
USUAL = "import gc; print(gc.get_threshold()[0])"


def test_a_process_that_serves_does_not_look_at_what_was_loaded(tmp_path: Path) -> None:
    done = process(["-c", QUESTION % "tdapp.wsgi"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [gc_settings.YOUNG, True]


def test_a_command_is_left_as_it_is(tmp_path: Path) -> None:
    """The negative control: only who serves or works calls it."""
    done = process(["-c", QUESTION % "core.gc_settings"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [json.loads(process(["-c", USUAL], tmp_path).stdout), False]


def test_a_child_looks_for_no_garbage_while_it_starts_and_does_once_it_serves(
    monkeypatch: pytest.MonkeyPatch, settled: object
) -> None:
    looked = []

    def load(name: str) -> SimpleNamespace:
        looked.append(gc.isenabled())
        return SimpleNamespace(main=lambda _words: gc.isenabled())

    monkeypatch.setattr(child.importlib, "import_module", load)
    monkeypatch.setattr(child.django, "setup", lambda: None)
    monkeypatch.setattr(child.machine, "keep_to_ourselves", lambda: None)
    assert child.main(["web"]) == 1
    assert looked == [False]


class Knot:
    """Refers to itself, so that only the collector finds it."""

    alive = 0

    def __init__(self) -> None:
        self.self, Knot.alive = self, Knot.alive + 1

    def __del__(self) -> None:
        Knot.alive -= 1


@pytest.fixture
def settled() -> object:
    before = gc.get_threshold()
    gc_settings.settle()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


@pytest.mark.usefixtures("settled")
def test_knots_do_not_pile_up() -> None:
    most = 0
    for _knot in range(4 * gc_settings.YOUNG):
        Knot()
        most = max(most, Knot.alive)
    assert most <= 2 * gc_settings.YOUNG
