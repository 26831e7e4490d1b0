"""`./td try`: which tests a change concerns, the database that is kept, and the migrations it does without."""

from __future__ import annotations

import argparse
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.apps import apps
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

from tdapp.devtools import testing
from tdapp.launch.host import environment
from tdapp.launch.sentences import Stop
from tests import changed, kept_database


@pytest.mark.parametrize(
    ("file", "concerned"),
    [
        ("pairings/standings/metrics.py", "tests/pairings/test_points.py"),  # imports it
        ("tests/desk/test_entry.py", "tests/desk/test_entry.py"),  # is one
        ("tests/kept_database.py", "tests/launch/test_trying.py"),  # a helper of tests
        (
            "tdapp/desk/templates/desk/results/enter.html",
            "tests/desk/test_entry.py",
        ),  # nothing imports it: its room
        ("tdapp/desk/prizes/rules/lines.py", "tests/prizes/test_refused.py"),  # watches over its refusals
    ],
)
def test_a_change_concerns_what_imports_it_watches_over_it_or_stands_in_its_room(
    file: str, concerned: str
) -> None:
    assert concerned in changed.concerned([file])


def test_a_page_for_reading_concerns_no_test() -> None:
    assert changed.concerned(["CHANGELOG.md"]) == []


def test_without_a_path_the_tests_of_the_change_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(environment, "python", lambda kind: Path("python"))
    monkeypatch.setattr(testing, "_concerned", lambda python: ["tests/desk/test_entry.py"])
    monkeypatch.setattr(testing, "_pytest", lambda words, variables: asked.append(words) or 0)
    assert testing.attempt(argparse.Namespace(), ["-x"]) == 0
    assert testing.attempt(argparse.Namespace(), ["tests/hall"]) == 0
    assert [words[-1] for words in asked] == ["tests/desk/test_entry.py", "tests/hall"]
    assert all("--no-migrations" in words and testing.FAST in words for words in asked)


def test_a_large_room_is_shared_out_among_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(environment, "python", lambda kind: Path("python"))
    monkeypatch.setattr(testing, "_pytest", lambda words, variables: asked.append(words) or 0)
    for path in ("tests/desk", "tests/hall", "tests/desk/test_line.py"):
        testing.attempt(argparse.Namespace(), [path])
    assert ["-n" in words for words in asked] == [True, False, False]


def test_a_path_that_is_not_there_is_told_with_those_like_it() -> None:
    with pytest.raises(Stop, match=r"There is no tests/desk/test_entri\.py\. Is it tests/desk/test_entr"):
        testing.attempt(argparse.Namespace(), ["tests/desk/test_entri.py"])


def test_when_no_test_is_known_it_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    silent = argparse.Namespace(stdout="", stderr="")
    monkeypatch.setattr(testing.subprocess, "run", lambda *words, **more: silent)
    with pytest.raises(Stop, match=r"Name some: \./td try tests/desk"):
        testing._concerned("python")


def test_the_empty_database_is_kept_for_one_state_of_the_models(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept_database, "TRYING", True)
    monkeypatch.setattr(kept_database, "KEPT", tmp_path / "kept")
    made, copy = tmp_path / "made.sqlite3", tmp_path / "copy.sqlite3"
    with closing(sqlite3.connect(made)) as database:
        database.execute("CREATE TABLE board (number)")
        database.commit()
    kept_database.put(copy)
    assert not copy.exists(), "nothing is kept yet"
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept" / "empty-of-other-models.sqlite3").touch()
    kept_database.keep(made)
    kept_database.put(copy)
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("board",)]
    assert list((tmp_path / "kept").iterdir()) == [kept_database.template()]


def test_the_migrations_say_what_the_models_say() -> None:
    """`./td try` makes its tables from the models; this is what keeps the migrations honest."""
    loader = MigrationLoader(None)
    migrated = loader.project_state()
    assert MigrationAutodetector(migrated, ProjectState.from_apps(apps)).changes(loader.graph) == {}


def test_a_run_that_does_not_hear_is_not_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(testing, "PATIENCE_SECONDS", 0)
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as deaf:
        testing._ended(deaf)
        assert deaf.poll() is not None
