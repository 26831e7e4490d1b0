"""Events in a federation, clerks who type at them by lines that are kept, and what became of every request of theirs."""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from bench.load.table import cuts
from tdapp.desk.models import Result
from tdapp.desk.rehearsal.invariants import broken
from tdapp.desk.results.commands.results import as_entry
from tdapp.devtools.federation import Federation
from tdapp.events.models import Division
from tdapp.kernel.models import User
from tests import factories, large
from tests.faults.clerk import PASSWORD, Answer, Clerk
from tests.faults.under_entry import line, scores
from tests.faults.visitor import signed_in

# A clerk enters a result every few seconds, and looks at a page of the desk after some of them.
PACE_SECONDS, LOOKS_AFTER = 4.0, 5
AGAIN_SECONDS, TRIES = 0.5, 600
GOOD = (200, 302, 303, 304)


@dataclass(frozen=True)
class Size:
    """How large a drill is. `players`: of each event; `players_of_one`: of the event that is looked at; `seconds`: how long
    something is away.
    """

    events: int
    players: int
    clerks: int
    spectators: int
    players_of_one: int
    seconds: int


@dataclass
class Told:
    """Every request of the clerks: answers by status (0: none came), waits in milliseconds until a result was acknowledged."""

    statuses: Counter[int] = field(default_factory=Counter)
    waits: list[float] = field(default_factory=list)
    turn: threading.Lock = field(default_factory=threading.Lock)

    def note(self, status: int) -> None:
        with self.turn:
            self.statuses[status] += 1

    @property
    def requests(self) -> int:
        return self.statuses.total()

    @property
    def failed(self) -> int:
        return sum(count for status, count in self.statuses.items() if status not in GOOD)


@dataclass
class Stage:
    """Events with an open round, and their clerks."""

    divisions: list[Division]
    clerks: list[Clerk]
    tables: int
    ending: threading.Event = field(default_factory=threading.Event)
    told: Told = field(default_factory=Told)
    pace: float = PACE_SECONDS

    def types(self, number: int) -> None:
        """One clerk enters their share of the tables until it is done or the drill is over."""
        who, (at, of) = (
            self.clerks[number],
            (number // len(self.divisions), len(self.clerks) // len(self.divisions)),
        )
        self.ending.wait(self.pace * number / len(self.clerks))
        for count, table in enumerate(range(1 + at, self.tables + 1, of)):
            if self.ending.is_set():
                return
            began = time.perf_counter()
            self.enter(who, table)
            if count % LOOKS_AFTER == 0:
                self.look(who, f"/e/{who.event}/")
            self.ending.wait(max(0.0, self.pace - (time.perf_counter() - began)))

    def enter(self, who: Clerk, table: int) -> None:
        """A result until it is acknowledged, as a page sends it; each try that fails is counted."""
        began, key = time.perf_counter(), f"table-{table}"
        for _try in range(TRIES):
            answer = who.send(line(table), key)
            self.told.note(answer.status)
            if answer.status == 200:
                who.saved[key] = answer.data()
                self.told.waits.append((time.perf_counter() - began) * 1000)
                return
            time.sleep(AGAIN_SECONDS)
        raise AssertionError(f"table {table} of {who.event} was never acknowledged: {answer.status}")

    def look(self, who: Clerk, path: str) -> Answer:
        """A page."""
        answer: Answer = who.browser.tried("GET", path)
        self.told.note(answer.status)
        return answer

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """All clerks type while the block is at its work; afterwards each ends what they are at."""
        faults: list[BaseException] = []

        def run(number: int) -> None:
            try:
                self.types(number)
            except BaseException as error:
                faults.append(error)

        threads = [threading.Thread(target=run, args=(number,)) for number in range(len(self.clerks))]
        for one in threads:
            one.start()
        try:
            yield
        finally:
            self.ending.set()
            for one in threads:
                one.join()
        if faults:
            raise faults[0]

    @property
    def acknowledged(self) -> int:
        return sum(len(who.saved) for who in self.clerks)

    def faults(self) -> list[str]:
        """What was acknowledged and is lost, what is there twice, what nobody was told of, what `check_event` finds."""
        found = []
        for row in self.divisions:
            said = {
                one["table"]
                for who in self.clerks
                if who.event == row.event.slug
                for one in who.saved.values()
            }
            stored = (
                Result.objects.filter(table__round__division=row)
                .select_related("table")
                .prefetch_related("lines")
            )
            there = Counter(one.table.number for one in stored)
            right = {
                one.table.number
                for one in stored
                if one.in_force and as_entry(one).scores == scores(one.table.number)
            }
            for what, tables in (
                ("lost", said - right),
                ("doubled", {table for table, count in there.items() if count > 1}),
                ("untold", set(there) - said),
            ):
                found += [f"{row.event.slug}: {what} {sorted(tables)}"] if tables else []
            found += [f"{row.event.slug}: {fault['sentence']}" for fault in broken(row.event)]
        return found


def staged(made: Federation, size: Size) -> Stage:
    """The events, and clerks of theirs who logged in through nginx."""
    divisions = [
        large.event(size.players, closed=0, share=0.0, slug=f"drill-{number}")
        for number in range(size.events)
    ]
    staff = [
        factories.member(divisions[number % size.events].event, "clerk") for number in range(size.clerks)
    ]
    stored = PBKDF2PasswordHasher().encode(PASSWORD, "saltsaltsalt", iterations=1000)
    User.objects.filter(pk__in=[one.pk for one in staff]).update(password=stored)
    slugs = [divisions[number % size.events].event.slug for number in range(size.clerks)]
    clerks = [signed_in(made, slug, one.username) for slug, one in zip(slugs, staff, strict=True)]
    print(
        f"    {size.events} events of {size.players} players, {len(clerks)} clerks by lines that are kept, each a result "
        f"every {PACE_SECONDS:.0f} s; load {os.getloadavg()[0]:.1f}",
        flush=True,
    )
    return Stage(divisions, clerks, size.players // 2)


def timed(do: Callable[[], Any]) -> float:
    """The seconds it takes."""
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


def rows(stage: Stage, seconds: float) -> list[str]:
    """What the clerks met, in lines."""
    told = stage.told
    p50, p95, p99, most = cuts(told.waits)
    return [
        f"    {seconds:.0f} s, {told.requests} requests, failed {told.failed}, by status {dict(sorted(told.statuses.items()))}",
        f"    results acknowledged {stage.acknowledged}: p50 {p50:.0f}  p95 {p95:.0f}  p99 {p99:.0f}  max {most:.0f} ms",
    ]
