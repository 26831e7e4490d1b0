"""What one fault scenario is, what it counts, and the halls it is tried on.

A scenario is a function `(world) -> Tally` with its number, marked `@scenario`. The world hands out running halls:
`world.scene(players)` an event in a hall shared by all scenarios, `world.own_hall()` one that may be broken on purpose.
"""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tdapp.desk.rehearsal.invariants import broken
from tdapp.events.models import Event
from tests import postgres, servers
from tests.conftest import needed
from tests.faults.clusters import Cluster
from tests.faults.halls import Scene, looking_into, staged

DATABASES = ("sqlite", "postgresql")


@dataclass
class Tally:
    """What was tried and what became of it. `lost`: acknowledged and not there; `doubled`: there twice;
    `errors`: answers 5xx that are no refusal with a way on; `recovery`: seconds until somebody was answered again."""

    tried: int = 0
    lost: int = 0
    doubled: int = 0
    errors: int = 0
    recovery: list[float] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def check(self, *events: Event) -> None:
        """What `check_event` says of these events, kept when it is not nothing."""
        self.broken += [fault["sentence"] for event in events for fault in broken(event)]

    @property
    def holds(self) -> bool:
        """Something was tried, and nothing was lost, doubled, broken or answered with a crash."""
        return bool(self.tried) and not (self.lost or self.doubled or self.errors or self.broken)

    @property
    def recovered(self) -> str:
        """Median and worst recovery, as the table shows it."""
        if not self.recovery:
            return ""
        return f"{statistics.median(self.recovery):.1f} / {max(self.recovery):.1f} s"


@dataclass
class World:
    """One database's halls for a run of scenarios. `quick`: the short form, for every `./td test`."""

    database: str
    quick: bool
    folder: Path
    stack: ExitStack
    _shared: servers.Hall | None = None
    _url: str = ""

    def size(self, quick: int, whole: int) -> int:
        """How many, in the short form and in the long one."""
        return quick if self.quick else whole

    @contextmanager
    def scene(self, players: int) -> Iterator[Scene]:
        """A new event with one published round in the shared hall; `default` is its database inside the block."""
        if self._shared is None or self._shared.process.poll() is not None:
            self._shared, self._url = self.stack.enter_context(self._hall("shared"))
        with looking_into(self._url):
            yield staged(self._shared, players)

    @contextmanager
    def own_hall(
        self,
        name: str,
        players: int,
        place: Path | None = None,
        log: Path | None = None,
        server: Cluster | None = None,
        **variables: str,
    ) -> Iterator[Scene]:
        """A hall of its own, to be broken on purpose: its data and its log at a place, its rows on a PostgreSQL of its
        own, `variables` in its environment.
        """
        with self._hall(name, place, log, server, **variables) as (hall, url), looking_into(url):
            yield staged(hall, players)

    @contextmanager
    def _hall(
        self,
        name: str,
        place: Path | None = None,
        log: Path | None = None,
        server: Cluster | None = None,
        **variables: str,
    ) -> Iterator[tuple[servers.Hall, str]]:
        data = (place or self.folder) / f"{name}-{time.monotonic_ns()}" / "data"
        if log:
            data.mkdir(parents=True)
            (data / "log").symlink_to(log)
        if self.database == "sqlite":
            with servers.hall(data, **variables) as running:
                yield running, f"sqlite:///{(data / 'db.sqlite3').as_posix()}"
            return
        made = (
            nullcontext(server.config())
            if server
            else postgres.new_database(needed("TD_TEST_PG_URL"), used=True)
        )
        with made as config:
            url = postgres.url_of(config)
            with servers.hall(data, DATABASE_URL=url, **variables) as running:
                yield running, url


@contextmanager
def world(database: str, quick: bool) -> Iterator[World]:
    """Everything a run on one database needs; stopped and removed at the end."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="td-faults-")))
        yield World(database, quick, folder, stack)


@dataclass(frozen=True)
class Scenario:
    """One of the 25. `controls`: tests in which the fault does happen, or is told where it did. `guards`: rows of
    `tests/guards/table` without which it happens, by name; `./td soak` takes each away. `long`: has no quick form."""

    number: int
    title: str
    run: Callable[[World], Tally]
    databases: tuple[str, ...] = DATABASES
    controls: tuple[str, ...] = ()
    guards: tuple[str, ...] = ()
    long: bool = False

    def tried(self, where: World) -> Tally:
        """Run it; what it could not bear is a note and an error, so that the others still run."""
        try:
            return self.run(where)
        except Exception as error:
            return Tally(tried=1, errors=1, notes=[f"{type(error).__name__}: {str(error)[:300]}"])


SCENARIOS: dict[int, Scenario] = {}


def scenario(
    number: int,
    title: str,
    databases: tuple[str, ...] = DATABASES,
    controls: tuple[str, ...] = (),
    guards: tuple[str, ...] = (),
    long: bool = False,
) -> Callable[[Callable[[World], Tally]], Callable[[World], Tally]]:
    """Mark a function as scenario `number` of the list."""

    def register(run: Callable[[World], Tally]) -> Callable[[World], Tally]:
        if number in SCENARIOS:
            raise ValueError(f"scenario {number} is said twice")
        SCENARIOS[number] = Scenario(number, title, run, databases, controls, guards, long)
        return run

    return register


def as_json(rows: list[tuple[Scenario, str, Tally]]) -> str:
    """The table for programs."""
    found: list[dict[str, Any]] = [
        {"number": one.number, "title": one.title, "database": database, "holds": tally.holds, **vars(tally)}
        for one, database, tally in rows
    ]
    return json.dumps(found, indent=1)
