"""The quick way to take guards away: prepared processes, asked for no more than the tests that come by a guard.

A test that never comes by the place of a guard cannot notice that it is gone; one that fails without the guard has to
pass with it, alone, in another child. Whatever is not caught so is for the slow way to tell.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from tests.guards.guard import Guard, Unit

# Of the processor, for the tests of one file or of one guard.
PATIENCE_SECONDS = 200
Reach = dict[int, dict[str, set[str]]]


@dataclass
class Hand:
    """One prepared process in a tree of its own."""

    tree: Path
    process: subprocess.Popen[bytes]
    line: Connection
    quick: set[int] = field(default_factory=set)
    names: dict[str, str] = field(default_factory=dict)
    sound: dict[Unit, bool] = field(default_factory=dict)
    seconds: float = 0.0

    def ready(self) -> Hand:
        """Once it has loaded and collected everything."""
        try:
            self.quick, self.names = self.line.recv()
        except EOFError as over:
            raise RuntimeError((self.tree / "said").read_text(encoding="utf-8")[-3000:]) from over
        return self

    def ask(self, what: str, *arguments: Any) -> Any:
        """One question; None when the child broke off."""
        self.line.send((what, arguments))
        answer, seconds = self.line.recv()
        self.seconds += seconds
        return answer

    def is_sound(self, unit: Unit) -> bool:
        """Whether a unit passes alone with every guard in its place."""
        if unit not in self.sound:
            self.sound[unit] = self.ask("without", -1, [unit]) == (None, "")
        return self.sound[unit]

    def end(self) -> None:
        """Nobody asks any more."""
        self.line.close()
        self.process.wait()


def hand(tree: Path, guards: Sequence[Guard], paths: Iterable[str]) -> Hand:
    """Start one; it gets ready while others start."""
    ours, theirs = Pipe()
    folder = tree / "temporary"
    folder.mkdir()
    command = [
        sys.executable, "-m", "tests.guards.forked.prepared", str(theirs.fileno()), "-q", "-s", "-p", "no:cacheprovider",
        "-o", "tmp_path_retention_policy=none", f"--basetemp={folder / 'pytest'}",
        "-m", "not services and not browser and not soak", *paths,
    ]  # fmt: skip
    with open(tree / "said", "wb") as said:
        process = subprocess.Popen(command, cwd=tree, env=environment(tree) | {"TMPDIR": str(folder)},
                                   pass_fds=[theirs.fileno()], stdout=said, stderr=said)  # fmt: skip
    theirs.close()
    ours.send((list(guards), PATIENCE_SECONDS))
    return Hand(tree, process, ours)


@dataclass
class Known:
    """What the tests of a run came by, and how often each has noticed something."""

    reach: Reach = field(default_factory=lambda: defaultdict(dict))
    shared: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))
    cases: dict[str, set[str]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    noticed: Counter[tuple[str, str]] = field(default_factory=Counter)

    def look(self, one: Hand, nodeids: list[str]) -> None:
        """Run tests of one file with every guard in its place."""
        answer = one.ask("come_by", nodeids)
        file = nodeids[0].partition("::")[0]
        if answer is None:
            print(f"{file}: broke off", file=sys.stderr)
            return
        others = ", ".join(nodeid for nodeid in nodeids if nodeid not in answer.passed)
        said = f"{file}: {len(answer.passed)} pass, {one.seconds:.0f} s of processor"
        print(f"{said}; cannot be asked here: {others}" if others else said, file=sys.stderr)
        for number, by in answer.reach.items():
            self.reach[number].update(
                {nodeid: some for nodeid, some in by.items() if nodeid in answer.passed}
            )
        for number in answer.shared:
            self.shared[number].update(answer.passed)
        self.cases.update(answer.cases)
        self.seconds.update(answer.passed)

    def units(self, one: Hand, number: int, guard: Guard, nodeids: list[str]) -> list[Unit]:
        """Those of some tests that are the guard's and come by it, the likeliest to notice first."""
        by, shared, of = self.reach.get(number, {}), self.shared.get(number, set()), _place(guard)
        name = guard.command or guard.constraint

        def chosen(nodeid: str) -> bool:
            comes_by = name or nodeid in by or nodeid in shared
            return (
                nodeid in self.seconds and bool(comes_by) and _belongs(nodeid, one.names[nodeid], guard.tests)
            )

        def rank(nodeid: str) -> tuple[bool, int, float]:
            near = name in self.cases.get(nodeid, ()) if name else nodeid in by
            return not near, -self.noticed[of, nodeid], self.seconds[nodeid]

        def cases(nodeid: str) -> frozenset[str] | None:
            some = {name} & self.cases.get(nodeid, set()) or by.get(nodeid, {""})
            return None if "" in some or nodeid in shared else frozenset(some)

        return [(nodeid, cases(nodeid)) for nodeid in sorted(filter(chosen, nodeids), key=rank)]


def _place(guard: Guard) -> str:
    """Where guards stand that the same tests are likely to notice: a file, or all commands, all constraints."""
    return "command" if guard.command else "constraint" if guard.constraint else min(guard.files)


def _belongs(nodeid: str, name: str, tests: Iterable[str]) -> bool:
    """Whether an item is of the files, folders or `-k` words a guard names."""
    for test in tests:
        path, _, word = test.partition(" -k ")
        if (nodeid.startswith((f"{path}::", f"{path}/"))) and word.lower() in name:
            return True
    return False


@dataclass
class Search:
    """All guards of a run, and which test noticed that one is gone."""

    guards: Sequence[Guard]
    quick: set[int]
    names: dict[str, str]
    known: Known = field(default_factory=Known)
    noticed: dict[int, str] = field(default_factory=dict)

    def files(self) -> list[list[str]]:
        """The tests of the guards that can be taken away so, file by file; first those few that many guards name."""
        files: dict[str, list[str]] = defaultdict(list)
        for nodeid, name in self.names.items():
            if any(_belongs(nodeid, name, tests) for tests in self._tests):
                files[nodeid.partition("::")[0]].append(nodeid)
        return sorted(files.values(), key=lambda nodeids: len(nodeids) / len(self._naming(nodeids)))

    @cached_property
    def _tests(self) -> set[tuple[str, ...]]:
        return {self.guards[number].tests for number in self.quick}

    def _naming(self, nodeids: list[str]) -> list[int]:
        """The guards that name some of these tests."""
        here = {
            tests for tests in self._tests if any(_belongs(one, self.names[one], tests) for one in nodeids)
        }
        return [number for number in sorted(self.quick) if self.guards[number].tests in here]

    def through(self, one: Hand, nodeids: list[str]) -> Iterator[tuple[Guard, str]]:
        """What the tests of a file notice, of all that none noticed before: guard and test."""
        waiting = [number for number in self._naming(nodeids) if number not in self.noticed]
        if waiting:
            self.known.look(one, nodeids)
        for number in waiting:
            guard = self.guards[number]
            if number not in self.noticed and (test := self._noticed_by(one, number, guard, nodeids)):
                self.noticed[number] = test
                yield guard, test

    def _noticed_by(self, one: Hand, number: int, guard: Guard, nodeids: list[str]) -> str:
        """Which of these tests noticed that the guard is gone; "" when none did, or when this way cannot tell."""
        units = self.known.units(one, number, guard, nodeids)
        while units:
            answer = one.ask("without", number, units)
            unit = answer and answer[0]
            if not unit:
                return ""
            if one.is_sound(unit):
                self.known.noticed[_place(guard), unit[0]] += 1
                return str(unit[0])
            units = [other for other in units if other != unit]
        return ""


def search(guards: Sequence[Guard], hands: Sequence[Hand]) -> Search:
    """What hands that are ready can do together: no test here has a server."""
    alone = {number for number in hands[0].quick if not guards[number].services}
    return Search(guards, alone, hands[0].names)


def environment(tree: Path) -> dict[str, str]:
    """A child's, whoever started it: as in `./td test`, not drawn anew as in the soak."""
    return {name: value for name, value in os.environ.items() if name != "TD_SOAK"} | {
        "PYTHONPATH": str(tree)
    }
