"""What has to be run to be known: branches the tests take, cases they are, seconds they last."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

from bench.house.tree import ROOT

# What needs no database, no clock and no network, and the folder of its tests.
PURE = {
    "core": "tests/core",
    "scoring": "tests/scoring",
    "pairings": "tests/pairings",
    "lexicon_admin.words": "tests/lexicon",
}
ONE_TEST = "tests/desk/test_entry.py"
WITHOUT_BROWSER = ("-q", "--color=no", "-p", "no:playwright", "--no-migrations")


class Branches(NamedTuple):
    """Of one room: branches there are, branches its tests take, and where those lie that none takes (`file:from->to`)."""

    there: int
    taken: int
    missing: list[str]

    def percent(self) -> float:
        """Taken of a hundred; a room without a branch has all."""
        return 100 * self.taken / self.there if self.there else 100.0


def branches(room: str, tests: str) -> Branches:
    """Run all tests of a pure room but the soak in one process and count; RuntimeError with their output when one fails."""
    with tempfile.TemporaryDirectory(prefix="td-branches-") as folder:
        data, found = f"--data-file={folder}/data", Path(folder) / "found.json"
        measured = [
            "run",
            data,
            "--branch",
            f"--source={room}",
            "-m",
            "pytest",
            *WITHOUT_BROWSER,
            "-m",
            "not soak",
            tests,
        ]
        _coverage(measured)
        _coverage(["json", data, "-q", "-o", str(found)])
        return counted(json.loads(found.read_text(encoding="utf-8")))


def _coverage(words: list[str]) -> None:
    _output([sys.executable, "-m", "coverage", *words])


def counted(report: dict[str, Any]) -> Branches:
    """What `coverage json` wrote, as branches."""
    totals = report["totals"]
    return Branches(totals["num_branches"], totals["covered_branches"], list(_missing(report["files"])))


def _missing(files: dict[str, Any]) -> Iterator[str]:
    for name, file in sorted(files.items()):
        for start, end in file["missing_branches"]:
            yield f"{name}:{start}->{'end' if end < 0 else end}"


def cases() -> int:
    """How many cases `./td test` collects."""
    return cases_said(
        _output([sys.executable, "-m", "pytest", *WITHOUT_BROWSER, "--collect-only", "-m", "not soak"])
    )


def cases_said(said: str) -> int:
    """The number in the closing line of a collection (`120/140 tests collected (20 deselected)`); ValueError without one."""
    if found := re.search(r"^(\d+)(?:/\d+)? tests? collected", said, re.MULTILINE):
        return int(found[1])
    raise ValueError(f"No collection: {said[-500:]}")


def seconds_of_one_test(test: str = "") -> float:
    """CPU seconds of one database test by `./td try`, start to end, all its processes; its database as it is found."""
    before = _cpu()
    _output([sys.executable, "td", "try", test or _first(ONE_TEST)])
    return _cpu() - before


def _first(file: str) -> str:
    """The first test of a file."""
    found = re.search(r"^def (test_\w+)", (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
    return f"{file}::{found[1]}" if found else file


def _cpu() -> float:
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def _output(command: list[str]) -> str:
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, env=environment)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {(done.stdout + done.stderr)[-2000:]}")
    return done.stdout


def last_run(file: Path) -> tuple[int, float]:
    """Cases and seconds of the run that wrote this file (`./td test --junitxml FILE`)."""
    suites = ElementTree.parse(file).getroot().iter("testsuite")
    counted = [(int(suite.get("tests", 0)), float(suite.get("time", 0))) for suite in suites]
    return sum(tests for tests, _seconds in counted), sum(seconds for _tests, seconds in counted)
