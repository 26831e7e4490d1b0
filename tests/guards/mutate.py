"""Take each guard away and see whether its tests notice. `python -m tests.guards.mutate [--since COMMIT] [--log FILE] [words]`.

Prints one line for each guard, "caught/total" by kind and the seconds of processor. A guard whose removal nobody notices
is either not needed or not tested; both are faults. Most are taken away in a child of a prepared process
(`tests/guards/forked`); what is not caught so is tried in a copy of the tree, cut and started anew. With a log the
guards it tells are caught are left out and the others added to it: a run that broke off goes on where it was.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import cache_from_source
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

import django

from tests.changed import since
from tests.guards.forked.hands import Hand, environment, hand, search
from tests.guards.found import (
    ROOT,
    constraints,
    permissions_of_commands,
    permissions_of_views,
    refusals,
)
from tests.guards.guard import Guard
from tests.guards.table import GUARDS

# Of the top of the tree, beside what is hidden: what a developer's own program keeps.
OWN = ("data",)
HANDS = 2
# By the clock: others may have the machine.
PATIENCE_SECONDS = 1800
A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")


@dataclass(frozen=True)
class Verdict:
    """What became of a tree without one guard; `said`: which test noticed, or what a new process said at last."""

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
        for source in ROOT.iterdir():
            target = Path(name) / source.name
            if source.is_dir() and not source.name.startswith((".", *OWN)):
                shutil.copytree(source, target)
            elif source.is_file():
                shutil.copy2(source, target)
        yield Path(name)


def tried(guard: Guard, tree: Path) -> Verdict:
    """The slow way: run the guard's tests without it in a new process, then put it back."""
    before = {file: (tree / file).read_text(encoding="utf-8") for file in guard.files}
    if guard.services and not os.environ.get("TD_TEST_PG_URL"):
        return Verdict(guard, False, "not tried: its tests need what `./td test` and `./td soak` bring up")
    for migrated in (_in_a_migration(guard), True):
        try:
            for file, text in before.items():
                _write(tree / file, guard.applied(text, file))
            failed, said = _first_failing(guard, tree, migrated)
        finally:
            for file, text in before.items():
                _write(tree / file, text)
        if not (failed and _failing(guard, failed, tree, migrated)):
            return Verdict(guard, bool(failed), said)
    return Verdict(guard, False, f"{failed} fails with the guard in its place, too")


def _write(path: Path, text: str) -> None:
    """New text, and nothing compiled from the old one: two edits within a second look alike to Python."""
    path.write_text(text, encoding="utf-8")
    Path(cache_from_source(str(path))).unlink(missing_ok=True)


def _first_failing(guard: Guard, tree: Path, migrated: bool) -> tuple[str, str]:
    """Which of the guard's tests fails first, "" when none does, and what it said."""
    for test in guard.tests:
        if (tree / test.partition(" ")[0]).exists() and (said := _failing(guard, test, tree, migrated)):
            return test, said
    return "", "every test passed"


def _failing(guard: Guard, test: str, tree: Path, migrated: bool) -> str:
    """The last words of a file, folder or `-k` of tests; "" when all pass, or when there are none.

    Tests that fail (1), and such that could not even be collected (2), which nobody overlooks either.
    """
    marks = "services" if guard.services else "not services and not browser and not soak"
    quick = [] if migrated else ["--no-migrations"]
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--color=no", "--no-header", *quick,
               "-m", marks, *test.split(" ")]  # fmt: skip
    done = subprocess.run(command, cwd=tree, env=environment(tree), capture_output=True, text=True,
                          timeout=PATIENCE_SECONDS)  # fmt: skip
    return done.stdout[-2000:] + done.stderr[-500:] if done.returncode in (1, 2) else ""


def _in_a_migration(guard: Guard) -> bool:
    """Tables are made from the models, which is quicker, unless the guard stands in a migration, or its tests ask for them."""
    return any("/migrations/" in file for file in guard.files)


def verdicts(guards: Sequence[Guard]) -> Iterator[Verdict]:
    """All of them, two at a time, each hand with a tree of its own: first what the quick way tells, then the rest."""
    if not guards:
        return
    tests = {test.partition(" ")[0] for guard in guards for test in guard.tests}
    paths = sorted(test for test in tests if (ROOT / test).exists())
    told = SimpleQueue[Verdict | None]()
    with ExitStack() as trees, ThreadPoolExecutor(HANDS) as pool:
        hands = [
            hand(trees.enter_context(copy()), guards, paths) for _number in range(min(HANDS, len(guards)))
        ]
        try:
            by_one, found = _each_by_one(hands), search(guards, [one.ready() for one in hands])

            def look_through(one: Hand, nodeids: list[str]) -> None:
                for guard, test in found.through(one, nodeids):
                    told.put(Verdict(guard, True, test))

            jobs = [pool.submit(by_one(look_through), nodeids) for nodeids in found.files()]
            yield from _as_told(told, jobs)
        finally:
            for one in hands:
                one.end()
        left = [guard for number, guard in enumerate(guards) if number not in found.noticed]
        yield from pool.map(_each_by_one([one.tree for one in hands])(_slowly), left)


def _as_told(told: SimpleQueue[Verdict | None], jobs: Sequence[Future[None]]) -> Iterator[Verdict]:
    """Verdicts as they come, until every job is over. Raises what one of them raised."""
    for job in jobs:
        job.add_done_callback(lambda _job: told.put(None))
    running = len(jobs)
    while running:
        if verdict := told.get():
            yield verdict
        else:
            running -= 1
    for job in jobs:
        job.result()


def _slowly(tree: Path, guard: Guard) -> Verdict:
    return tried(guard, tree)


def _each_by_one(hands: Iterable[A]) -> Callable[[Callable[[A, B], C]], Callable[[B], C]]:
    """Work that is done by whichever of the hands is free."""
    free = SimpleQueue[A]()
    for one in hands:
        free.put(one)

    def by_one(work: Callable[[A, B], C]) -> Callable[[B], C]:
        def done(what: B) -> C:
            one = free.get()
            try:
                return work(one, what)
            finally:
                free.put(one)

        return done

    return by_one


KINDS = {
    "refusals": r": .* refuses .* \(line",
    "constraints": "^constraint ",
    "commands": "^[a-z_.]+ asks for ",
    "views": r"\.py:\d+ asks for ",
    "table": "",
}


def kind(guard: Guard) -> str:
    """Which kind of guard it is; what was put down by hand is the table's."""
    return next(name for name, shape in KINDS.items() if re.search(shape, guard.name))


def _processor() -> float:
    """Seconds of processor this process and those it waited for took."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def chosen(guards: Iterable[Guard], words: Sequence[str], files: Iterable[str] | None) -> list[Guard]:
    """Those whose names hold one of the words, and that stand in one of the files; where none are given, all."""
    named = [guard for guard in guards if not words or any(word in guard.name for word in words)]
    return named if files is None else [guard for guard in named if not guard.files.isdisjoint(files)]


def main(arguments: list[str]) -> int:
    """Everything, or the guards whose names hold one of the words, in files that changed since a commit."""
    parser = argparse.ArgumentParser(prog="python -m tests.guards.mutate", description=__doc__)
    parser.add_argument("words", nargs="*", help="parts of the names of guards")
    parser.add_argument(
        "--since", metavar="COMMIT", help="only the guards of files that are new or changed since then"
    )
    parser.add_argument("--log", type=Path, help="a file that is gone on with")
    given = parser.parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    guards = chosen(every_guard(), given.words, since(given.since) if given.since else None)
    before = _caught_before(given.log)
    left = Counter[str]()
    for verdict in verdicts([guard for guard in guards if guard.name not in before]):
        word = "caught" if verdict.caught else "SURVIVED"
        _tell(f"{word}  {verdict.guard.name}  {verdict.said.strip().rpartition(chr(10))[2]}", given.log)
        left[kind(verdict.guard)] += not verdict.caught
    totals = Counter(map(kind, guards))
    for name, total in totals.items():
        _tell(f"{name}: {total - left[name]}/{total} caught", given.log)
    caught = f"{len(guards) - left.total()}/{len(guards)} caught"
    _tell(f"{caught}, {_processor():.0f} seconds of processor this time", given.log)
    return 1 if left.total() else 0


def _caught_before(log: Path | None) -> set[str]:
    lines = log.read_text(encoding="utf-8").splitlines() if log and log.exists() else []
    return {line.split("  ")[1] for line in lines if line.startswith("caught  ")}


def _tell(line: str, log: Path | None) -> None:
    print(line, flush=True)
    if log:
        with open(log, "a", encoding="utf-8") as handle:
            handle.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
