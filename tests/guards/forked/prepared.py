"""A process that has loaded, collected and made everything once, and forks a child for each question put to it.

Started by `hands` in a copy of the tree: `python -m tests.guards.forked.prepared FD [arguments of pytest]`. Only
the child is without a guard; what it did to files is put right before the next one.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import os
import pickle
import shutil
import signal
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from tests.guards.forked.places import Both, NotQuick, places
from tests.guards.guard import Guard, Seen, Unit

ANY_MEMBER = "event.view"


@dataclass(eq=False)
class Removal:
    """Which guard this process is without, and whose places it came by."""

    guards: list[Guard]
    number: int = -1
    reached: set[int] = field(default_factory=set)
    placed: dict[int, set[str]] = field(default_factory=lambda: defaultdict(set))

    def begin(self) -> None:
        """From now on modules are loaded with the places of their guards."""
        vars(builtins).update(
            __removed__=self.is_removed, __kept__=lambda number: not self.is_removed(number)
        )
        sys.meta_path.insert(0, self)  # type: ignore[arg-type]

    def is_removed(self, number: int) -> bool:
        """What each place asks when it is come by."""
        self.reached.add(number)
        return number == self.number

    @cached_property
    def files(self) -> dict[str, list[int]]:
        """The guards of each file that are taken away by other code."""
        found: dict[str, list[int]] = defaultdict(list)
        for number, guard in enumerate(self.guards):
            for file in guard.files if not (guard.command or guard.constraint) else ():
                found[file].append(number)
        return found

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        """As the next finder would, for the files that hold guards."""
        file = name.replace(".", "/")
        for one in (f"{file}.py", f"{file}/__init__.py"):
            if (numbers := self.files.get(one)) and (spec := PathFinder.find_spec(name, path, target)):
                spec.loader = Loader(name, str(spec.origin), self, one, numbers)
                return spec
        return None

    def code(self, text: str, path: str, file: str, numbers: list[int]) -> CodeType:
        """A module's code with the places of its guards."""
        tree, both = ast.parse(text), Both()
        for number in numbers:
            with suppress(NotQuick, SyntaxError):
                found = places(tree, ast.parse(self.guards[number].applied(text, file)))
                for place in found:
                    both.add(number, place)
                self.placed[number].add(file)
        return compile(both.put_into(tree), path, "exec", dont_inherit=True)

    def quick(self) -> set[int]:
        """The guards this process can be without: whose every place is read when its code runs, not when it loads."""
        for file in self.files:
            importlib.import_module(file.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
        whole = {number for number, files in self.placed.items() if files == self.guards[number].files}
        named = {number for number, guard in enumerate(self.guards) if guard.command or guard.constraint}
        return (whole - self.reached) | named


class Loader(SourceFileLoader):
    """Loads a module with the places of its guards; nothing of that is kept on disk."""

    def __init__(self, name: str, path: str, removal: Removal, file: str, numbers: list[int]) -> None:
        super().__init__(name, path)
        self.with_places = lambda text: removal.code(text, path, file, numbers)

    def get_code(self, fullname: str) -> CodeType:
        return self.with_places(self.get_data(self.path).decode())


@dataclass(eq=False)
class Prepared:
    """The plugin that answers instead of running what was collected."""

    removal: Removal
    asked: Connection
    patience: int
    session: pytest.Session = field(init=False)
    unit: tuple[str, str] = ("", "")
    reach: dict[int, dict[str, set[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(set))
    )
    shared: set[int] = field(default_factory=set)
    cases: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    seconds: dict[str, float] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)
    chosen: frozenset[str] | None = None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer until nobody asks any more."""
        self.session = session
        self.items = {item.nodeid: item for item in session.items}
        sweeps = sys.modules.get("tests.sweeps")
        if sweeps is not None:
            sweeps.THROUGH.append(self._cases)
        quick = self.removal.quick()
        self._make_database()
        self.folder = Path(tempfile.gettempdir())
        self.kept = self.folder.with_name("as-prepared")
        shutil.copytree(self.folder, self.kept, symlinks=True)
        names = {nodeid: _matched(item) for nodeid, item in self.items.items()}
        self.asked.send((quick, names))
        with suppress(EOFError):
            while True:
                what, arguments = self.asked.recv()
                self.asked.send(self._forked(lambda: getattr(self, what)(*arguments)))  # noqa: B023
        return True

    def _make_database(self) -> None:
        """By one test that needs it: whatever lives as long as a session is made here, not in each child."""
        if first := next((i for i in self.session.items if i.get_closest_marker("django_db")), None):
            self._run([(first.nodeid, None)])
            sys.modules["django.db"].connections.close_all()
            if self.failed:
                raise RuntimeError(f"{first.nodeid} fails with every guard in its place: {self.failed}")
        self.removal.reached.clear()
        for kept in (self.reach, self.cases, self.shared, self.seconds, self.failed):
            kept.clear()

    def _forked(self, work: Callable[[], Any]) -> tuple[Any, float]:
        """What a child answers, and its seconds of processor; None when it broke off."""
        shutil.rmtree(self.folder)
        shutil.copytree(self.kept, self.folder, symlinks=True)
        read, write = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.setsid()
            # Of the processor, whatever else the machine does; and by the clock, for who waits for what never comes.
            signal.setitimer(signal.ITIMER_PROF, self.patience)
            signal.alarm(10 * self.patience)
            try:
                os.close(read)
                with open(write, "wb") as handle:
                    pickle.dump(work(), handle)
            finally:
                os._exit(0)
        os.close(write)
        with open(read, "rb") as handle:
            data = handle.read()
        used = os.wait4(pid, 0)[2]
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
        return (pickle.loads(data) if data else None), used.ru_utime + used.ru_stime

    def come_by(self, nodeids: list[str]) -> Seen:
        """Run items with every guard in its place."""
        self._run([(nodeid, None) for nodeid in nodeids])
        passed = {nodeid: self.seconds[nodeid] for nodeid in nodeids if nodeid not in self.failed}
        reach = {number: dict(by.items()) for number, by in self.reach.items()}
        return Seen(reach, self.shared, dict(self.cases), passed)

    def without(self, number: int, units: list[Unit]) -> tuple[Unit | None, str]:
        """Run units without a guard, -1 for with all, up to the first that fails; that one and what it said."""
        self._take_away(number)
        return self._run(units, to_the_first=True)

    def _take_away(self, number: int) -> None:
        guard = self.removal.guards[number] if number >= 0 else None
        if guard and guard.command:
            _open_to_members(guard.command)
        elif guard and guard.constraint:
            self._drop(guard.constraint)
        else:
            self.removal.number = number

    def _drop(self, name: str) -> None:
        """The constraint gone from the child's database; the models still speak of it."""
        key = sys.modules["pytest_django.plugin"].blocking_manager_key
        models = sys.modules["django.apps"].apps.get_models()
        ((model, constraint),) = [(m, c) for m in models for c in m._meta.constraints if c.name == name]
        connection = sys.modules["django.db"].connection
        with self.session.config.stash[key].unblock(), connection.schema_editor() as editor:
            editor.remove_constraint(model, constraint)

    def _run(self, units: list[Unit], to_the_first: bool = False) -> tuple[Unit | None, str]:
        for place, unit in enumerate(units):
            nodeid, self.chosen = unit
            item = self.items[nodeid]
            after = self.items[units[place + 1][0]] if place + 1 < len(units) else Nowhere(self.session)
            self._at(nodeid)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            self._at("")
            if to_the_first and nodeid in self.failed:
                return unit, self.failed[nodeid]
        return None, ""

    def _at(self, nodeid: str, case: str = "") -> None:
        """What was reached so far belongs to what ran; from now on another item or case runs."""
        for number in self.removal.reached:
            self.reach[number][self.unit[0]].add(self.unit[1])
        self.removal.reached.clear()
        self.unit = (nodeid, case)

    def _cases(self, cases: list[Any], name: Callable[[Any], str]) -> Iterator[Any]:
        """A sweep's cases, or those asked for; each is told apart."""
        nodeid = self.unit[0]
        for case in cases:
            if self.chosen is None or name(case) in self.chosen:
                self._at(nodeid, name(case))
                self.cases[nodeid].add(name(case))
                yield case
        self._at(nodeid)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Iterable[Any]:
        """What several tests share, each of them came by."""
        if fixturedef.scope == "function":
            return (yield)
        self._at(*self.unit)
        try:
            return (yield)
        finally:
            self.shared |= self.removal.reached
            self.removal.reached.clear()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Who failed, and how long each took."""
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self.failed[report.nodeid] = report.longreprtext[-2000:]


@dataclass(eq=False)
class Nowhere:
    """The test after the last: whatever lives as long as the session stays."""

    session: pytest.Session

    def listchain(self) -> list[pytest.Session]:
        """Where it is."""
        return [self.session]


def _matched(item: pytest.Item) -> str:
    """What pytest's `-k` looks in: the names of the file and the test."""
    return f"{item.path.name}::{item.name}".lower()


def _open_to_members(intent: str) -> None:
    """The command asks for no more than any member has, as if its decorator had been told so."""
    run = sys.modules["tdapp.kernel.commands"].REGISTRY[intent]
    run.needs = ANY_MEMBER
    run.__closure__[run.__code__.co_freevars.index("needs")].cell_contents = ANY_MEMBER


def main(arguments: list[str]) -> int:
    """Be prepared until the other end of the pipe closes."""
    asked = Connection(int(arguments[0]))
    guards, patience = asked.recv()
    removal = Removal(guards)
    removal.begin()
    return int(pytest.main(arguments[1:], plugins=[Prepared(removal, asked, patience)]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
