"""Take each guard away in a copy of the tree and see whether its tests notice. `python -m tests.guards.mutate [words]`.

Prints one line for each guard and "caught/total". A guard whose removal nobody notices is either not needed or not
tested; both are faults.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import cache_from_source
from itertools import chain
from pathlib import Path
from queue import SimpleQueue

import django

from tests.guards.found import (
    ROOT,
    Guard,
    constraints,
    permissions_of_commands,
    permissions_of_views,
    refusals,
)
from tests.guards.table import GUARDS

PARTS = (
    "core",
    "scoring",
    "pairings",
    "lexicon_admin",
    "tdapp",
    "tests",
    "pyproject.toml",
    "manage.py",
    "td",
)
HANDS = 2
PATIENCE_SECONDS = 300


@dataclass(frozen=True)
class Verdict:
    """What became of a tree without one guard."""

    guard: Guard
    caught: bool
    said: str


@cache
def every_guard() -> tuple[Guard, ...]:
    """The table's and those read from the source, which is read once."""
    return tuple(chain(GUARDS, constraints(), permissions_of_commands(), permissions_of_views(), refusals()))


@contextmanager
def copy() -> Iterator[Path]:
    """A copy of the tree to cut in, with what Python compiled: it holds for files of the same time and size."""
    with tempfile.TemporaryDirectory(prefix="td-guards-") as name:
        for part in PARTS:
            source, target = ROOT / part, Path(name) / part
            if source.is_dir():
                shutil.copytree(source, target)
            else:
                shutil.copy2(source, target)
        yield Path(name)


def tried(guard: Guard, tree: Path) -> Verdict:
    """Run the guard's tests without it, then put it back."""
    before = {file: (tree / file).read_text(encoding="utf-8") for file in guard.files}
    try:
        for file, text in before.items():
            _write(tree / file, guard.applied(text, file))
        status, said = tests_of(guard, tree)
    finally:
        for file, text in before.items():
            _write(tree / file, text)
    # 1: tests failed; 2: so broken that they could not even be collected, which nobody overlooks either.
    return Verdict(guard, status in (1, 2), said)


def _write(path: Path, text: str) -> None:
    """New text, and nothing compiled from the old one: two edits within a second look alike to Python."""
    path.write_text(text, encoding="utf-8")
    Path(cache_from_source(str(path))).unlink(missing_ok=True)


def tests_of(guard: Guard, tree: Path) -> tuple[int, str]:
    """Exit status and last words of the guard's tests in a tree."""
    marks = "services" if guard.services else "not services and not browser and not soak"
    for test in guard.tests:
        path, *more = test.split(" ")
        if not (tree / path).exists():
            continue
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-x",
            "--color=no",
            "--no-header",
            *_without_migrations(guard),
            "-m",
            marks,
            path,
            *more,
        ]
        done = subprocess.run(command, cwd=tree, env=_environment(tree), capture_output=True, text=True,
                              timeout=PATIENCE_SECONDS)  # fmt: skip
        if done.returncode != 0:
            return done.returncode, done.stdout[-2000:] + done.stderr[-500:]
    return 0, "every test passed"


def _without_migrations(guard: Guard) -> list[str]:
    """Tables are made from the models, which is quicker, unless the guard stands in a migration."""
    return [] if any("/migrations/" in file for file in guard.files) else ["--no-migrations"]


def _environment(tree: Path) -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(tree)}


def verdicts(guards: Sequence[Guard], hands: int = HANDS) -> Iterator[Verdict]:
    """All of them, `hands` at a time, each hand with a tree of its own; in the order of the list."""
    trees: SimpleQueue[Path] = SimpleQueue()

    def one(guard: Guard) -> Verdict:
        tree = trees.get()
        try:
            return tried(guard, tree)
        finally:
            trees.put(tree)

    with copy() as first, copy() as second, ThreadPoolExecutor(hands) as pool:
        for tree in (first, second)[:hands]:
            trees.put(tree)
        yield from pool.map(one, guards)


def main(words: list[str]) -> int:
    """Everything, or the guards whose names hold one of `words`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    guards = [g for g in every_guard() if not words or any(word in g.name for word in words)]
    left = []
    for verdict in verdicts(guards):
        print(("caught   " if verdict.caught else "SURVIVED ") + verdict.guard.name, flush=True)
        left += [] if verdict.caught else [verdict]
    print(f"{len(guards) - len(left)}/{len(guards)} caught")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
