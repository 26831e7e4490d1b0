"""A hall of its own process, an event in it, and a plan carried out on both."""

from __future__ import annotations

import asyncio
import io
import json
import os
import random
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core.management import CommandError, call_command

from bench.load import own
from bench.load.bare import ceilings
from bench.load.generator import Line, Phones, Told, at_times, evenly, get, post
from bench.load.plans import PAGES, Goal, Plan
from bench.load.processes import memory, of_hall, processor
from bench.load.sheets import Keepers
from bench.load.table import Outcome, cuts
from tdapp.desk.models import ResultLine
from tdapp.desk.pairing.commands.release import close_round
from tdapp.desk.rehearsal import simulation
from tdapp.events.models import Division, Round
from tdapp.kernel import context
from tdapp.kernel.models import User
from tests import factories, large, postgres, servers
from tests.faults.clerk import PASSWORD, Clerk, clerk
from tests.faults.halls import looking_into

MEGABYTE = 1_000_000
CLOSED, SEED = 1, 7
TOO_SLOW_MS = 1000


@dataclass
class Stage:
    """Events in a running hall, their clerks signed in, and the tables that wait for a result."""

    hall: servers.Hall
    divisions: list[Division]
    clerks: list[Clerk]
    director: Clerk
    waiting: list[tuple[int, int, str]]
    sent: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)

    def paths(self, draw: random.Random) -> str:
        """A page as somebody at home looks at it."""
        row = draw.choice(self.divisions)
        page = draw.choices([page for page, _share in PAGES], [share for _page, share in PAGES])[0]
        return page.format(t=f"/t/{row.event.slug}/", d=row.slug, n=draw.randint(1, row.players))  # type: ignore[attr-defined]


@contextmanager
def on_database(postgresql: bool, folder: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Where the hall keeps its rows, and what it is started with."""
    if not postgresql:
        yield f"sqlite:///{(folder / 'data' / 'db.sqlite3').as_posix()}", {}
        return
    with postgres.new_database(os.environ["TD_TEST_PG_URL"]) as made:
        url = postgres.url_of(made)
        yield url, {"DATABASE_URL": url}


def _event(plan: Plan, slug: str) -> Division:
    """Invented people; one round played by the real commands, so that it is in the log, and the next one open. Where only
    writes or sheets are measured the first round is the open one.
    """
    row = large.event(plan.players, closed=0, share=0.0, slug=slug)
    if not plan.steps and not plan.sheets:
        program = context.system(row.event.scope_key)
        first = Round.objects.select_related("division__event").get(division=row, number=CLOSED)
        simulation.play(program, first, SEED)
        close_round(program, first)
        large.open_next(row)
    return row


def staged(hall: servers.Hall, plan: Plan) -> Stage:
    """The plan's events, and clerks of all of them."""
    divisions = [_event(plan, f"load-{n}") for n in range(plan.events)]
    password = PBKDF2PasswordHasher().encode(PASSWORD, "saltsaltsalt", iterations=1000)
    for row in divisions:
        row.players = plan.players  # type: ignore[attr-defined]
    staff = [
        factories.member(divisions[n % plan.events].event, "clerk")
        for n in range(max(plan.clerks, plan.events))
    ]
    chief = factories.member(divisions[0].event, "director")
    User.objects.filter(pk__in=[one.pk for one in [*staff, chief]]).update(password=password)
    events = [divisions[n % plan.events].event.slug for n in range(len(staff))]
    clerks = [clerk(hall.port, slug, one.username) for slug, one in zip(events, staff, strict=True)]
    waiting = [
        (at, number, row.event.slug)
        for number in range(1, plan.players // 2 + 1)
        for row in divisions
        for at in [number % len(clerks)]
    ]
    return Stage(hall, divisions, clerks, clerk(hall.port, divisions[0].event.slug, chief.username), waiting)


class Writers:
    """Clerks who type the next table's result when it is due."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.told, self.next = stage, Told(), 0
        self.lines = [[Line(stage.hall.port)] for _clerk in stage.clerks]
        self.turn = threading.Lock()

    @property
    def left(self) -> int:
        return len(self.stage.waiting) - self.next

    async def enter(self, due: float) -> None:
        """One line; it is sent again with its key where nothing came back, as the page does."""
        _at, table, event = self.stage.waiting[self.next]
        number = self.next
        self.next += 1
        mine = [at for at, one in enumerate(self.stage.clerks) if one.event == event]
        at = mine[number % len(mine)]
        scores = (350 + table % 150, 300 + table % 47)
        request = self._request(at, event, table, scores)
        line = self.lines[at].pop() if self.lines[at] else Line(self.stage.hall.port)
        for _try in range(20):
            answer = await line.ask(request)
            if answer.status not in (0, 502, 503):
                break
            await asyncio.sleep(0.5)
        self.lines[at].append(line)
        self.told.note((time.perf_counter() - due) * 1000, answer.status)
        if answer.status == 200:
            self.stage.sent[event, table] = scores

    def _request(self, at: int, event: str, table: int, scores: tuple[int, int]) -> bytes:
        who = self.stage.clerks[at]
        cookies = "; ".join(f"{name}={value}" for name, value in who.browser.cookies.items())
        headers = {**who._headers(f"load-{table}"), "Cookie": cookies}
        return post(
            f"/e/{event}/enter/",
            json.dumps({"line": f"{table} {scores[0]} {scores[1]}", "sure": True}),
            headers,
        )


def carried_out(plan: Plan, goal: Goal, stage: Stage) -> Outcome:
    """The plan from its first request to the last answer, and what was found after it."""
    web = stage.hall.children("web")
    keepers = Keepers(stage, stage.hall.data.parent) if plan.sheets else None
    before, own, each = processor(web), time.process_time(), memory(web)
    started, first = time.perf_counter(), memory(of_hall(stage.hall))
    outcome = asyncio.run(_run(plan, goal, stage, keepers))
    outcome.seconds = time.perf_counter() - started
    outcome.own_seconds = time.process_time() - own
    outcome.hall_seconds = processor(stage.hall.children("web")) - (before if not plan.kills else 0)
    outcome.memory = first, memory(of_hall(stage.hall))
    outcome.log_megabytes = sum(path.stat().st_size for path in stage.hall.data.glob("*-wal")) / MEGABYTE
    outcome.lost, outcome.check = keepers.lost() if keepers else lost(stage), checked(stage)
    if keepers:
        outcome.turns, outcome.grown = keepers.turns / outcome.seconds, (memory(web) - each) / len(web)
    return outcome


async def _run(plan: Plan, goal: Goal, stage: Stage, keepers: Keepers | None) -> Outcome:
    writers, phones = Writers(stage), Phones(stage.hall.port, stage.paths)
    outcome = Outcome(plan, goal, 0.0, keepers.told if keepers else writers.told, phones.told)
    if plan.bare:
        draw = random.Random(SEED)
        paths = [path for path in (stage.paths(draw) for _one in range(200)) if not path.endswith("now.json")]
        pids = stage.hall.children("web")
        outcome.ceilings = await ceilings(
            stage.hall.port, paths, plan.seconds, processor, pids, stage.hall.data
        )
        return outcome
    if plan.steps:
        outcome.accepted = await _raised(plan, writers)
        return outcome
    if keepers:
        await at_times(evenly(plan.sheets, plan.seconds, keepers.left), keepers.keep)
        return outcome
    await asyncio.gather(*_work(plan, stage, writers, phones, outcome.stale))
    return outcome


def _work(
    plan: Plan, stage: Stage, writers: Writers, phones: Phones, stale: list[float]
) -> Iterator[Coroutine[Any, Any, None]]:
    """Everything that goes on at once."""
    if plan.writes:
        yield at_times(evenly(plan.writes, plan.seconds, writers.left), writers.enter)
    if plan.reads:
        yield at_times(evenly(plan.reads, plan.seconds), phones.look)
    if plan.own:
        yield own.asked(stage.hall, stage.divisions[0], plan.own, plan.seconds, phones.told)
    if plan.visitors:
        draw = random.Random(11)
        yield at_times(sorted(draw.uniform(0, plan.seconds) for _one in range(plan.visitors)), phones.visit)
    if plan.releases:
        yield _released(plan, stage, stale)
    if plan.kills:
        yield _killed(plan, stage)


async def _raised(plan: Plan, writers: Writers) -> float:
    """Results accepted a second at the highest rate that still answered within a second."""
    best = 0.0
    for rate in plan.steps:
        times = evenly(rate, plan.step_seconds, writers.left)
        at, began = len(writers.told.waits), time.perf_counter()
        await at_times(times, writers.enter)
        spent = time.perf_counter() - began
        if len(times) < rate or cuts(writers.told.waits[at:])[1] > TOO_SLOW_MS:
            break
        best = len(times) / max(spent, plan.step_seconds)
    return best


async def _released(plan: Plan, stage: Stage, stale: list[float]) -> None:
    """The standings after the closed round go out in the middle: how long until the public page says so."""
    await asyncio.sleep(plan.seconds / 3)
    row, line = stage.divisions[0], Line(stage.hall.port)
    page = get(f"/t/{row.event.slug}/{row.slug}/standings/")
    before = (await line.ask(page)).headers.get("etag")
    release = f"/e/{row.event.slug}/{row.slug}/release"
    # A line that nobody used for minutes was closed meanwhile; a hall that answers neither time has a fault of its own.
    if (await asyncio.to_thread(stage.director.post, release, after=str(CLOSED))).status == 0:
        await asyncio.to_thread(stage.director.post, release, after=str(CLOSED))
    began = time.perf_counter()
    while time.perf_counter() - began < plan.seconds:
        answer = await line.ask(page)
        if answer.status == 200 and answer.headers.get("etag") != before:
            break
        await asyncio.sleep(0.05)
    stale.append(time.perf_counter() - began)
    await line.close()


async def _killed(plan: Plan, stage: Stage) -> None:
    for kind in plan.kills:
        await asyncio.sleep(plan.seconds / (len(plan.kills) + 1))
        await asyncio.to_thread(stage.hall.kill, kind)


def lost(stage: Stage) -> int:
    """Results that were acknowledged and are not there, or not as they were sent."""
    stored: dict[tuple[str, int], list[int]] = {}
    lines = ResultLine.objects.filter(result__is_current=True, result__table__round__status="published")
    names = ("result__table__round__division__event__slug", "result__table__number", "score")
    for event, table, score in lines.order_by("seat").values_list(*names):
        stored.setdefault((event, table), []).append(score)
    return sum(tuple(stored.get(key, ())) != scores for key, scores in stage.sent.items())


def checked(stage: Stage) -> str:
    """What `check_event` says of every event, in a line."""
    said = []
    for row in stage.divisions:
        out = io.StringIO()
        try:
            call_command("check_event", row.event.slug, stdout=out, stderr=out)
        except (CommandError, SystemExit) as error:
            return f"{row.event.slug}: {error} {out.getvalue()[:600]}"
        said.append(out.getvalue().strip().splitlines()[-1] if out.getvalue().strip() else "nothing wrong")
    return said[0] if len(set(said)) == 1 else " | ".join(said)


def load(plan: Plan, postgresql: bool, folder: Path, say: Callable[[str], None] = print) -> Outcome:
    """A hall for this plan alone; it is gone afterwards."""
    goal = plan.postgresql if postgresql else plan.lite
    with (
        on_database(postgresql, folder) as (url, variables),
        servers.hall(folder / "data", **variables) as hall,
        looking_into(url),
    ):
        began = time.perf_counter()
        stage = staged(hall, plan)
        made = f"{len(stage.waiting)} tables to enter, made in {time.perf_counter() - began:.0f} s"
        say(f"{plan.name}: {plan.events} x {plan.players} players, {made}")
        return carried_out(plan, goal, stage)
