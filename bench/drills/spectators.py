"""Thousands who look at an event every eight seconds, out of a folder that nginx serves: how long they wait, and how many of
their requests reached the program, by its own count (`/metrics` of each web process) and by what nginx handed on.
"""

from __future__ import annotations

import asyncio
import random
import re
import resource
import ssl
import time
from dataclasses import dataclass, field
from urllib.request import Request, urlopen

from django.conf import settings
from django.db import connection

from bench.drills.stage import Size
from bench.load.generator import LOOKED_AT_BEFORE, Line, Told, at_times, evenly
from bench.load.plans import PAGES
from bench.load.processes import processor
from bench.load.table import cuts
from tdapp.desk.pairing.commands.release import release_standings
from tdapp.devtools.federation import HERE, WEBSITES, Federation
from tdapp.events.models import Division
from tdapp.kernel import context
from tdapp.publishing.models import PushPlace
from tdapp.publishing.site.push.commands import places
from tests import factories, large
from tests.servers import children_of, eventually

EVERY_SECONDS, ARRIVING_A_SECOND, LOOKED_SECONDS = 8, 150, 60
# On a machine that others use a worker, which stands back for everybody, needs minutes for the first two thousand pages.
ROUNDS, PATIENCE_SECONDS = 3, 900
GOAL_P95 = 100.0
COUNTED = re.compile(r"^td_requests_total\{.*\} (\S+)$", re.MULTILINE)


@dataclass
class Spectators:
    """So many, one after the other; each keeps the line they came by and the tags of the pages they have."""

    port: int
    tls: ssl.SSLContext
    root: str
    division: str
    players: int
    count: int
    told: Told = field(default_factory=Told)
    bytes: int = 0
    next: int = 0
    tags: dict[str, str] = field(default_factory=dict)
    draw: random.Random = field(default_factory=lambda: random.Random(7))

    def __post_init__(self) -> None:
        self.lines = [Line(self.port, self.tls) for _one in range(self.count)]
        # Who is not answered before they would look again waits for the first answer: a line takes one question at a time.
        self.turns = [asyncio.Lock() for _one in range(self.count)]

    async def look(self, due: float) -> None:
        """The next one looks, seven times of ten at what they have already."""
        line, turn = self.lines[self.next % self.count], self.turns[self.next % self.count]
        self.next += 1
        page = self.draw.choices([page for page, _share in PAGES], [share for _page, share in PAGES])[0]
        path = page.format(t=self.root, d=self.division, n=self.draw.randint(1, self.players))
        tag = self.tags.get(path, "") if self.draw.random() < LOOKED_AT_BEFORE else ""
        known = f"If-None-Match: {tag}\r\n" if tag else ""
        async with turn:
            answer = await line.ask(
                f"GET {path} HTTP/1.1\r\nHost: {WEBSITES}\r\nAccept-Encoding: gzip\r\n{known}\r\n".encode()
            )
        self.told.note((time.perf_counter() - due) * 1000, answer.status)
        self.bytes += len(answer.body)
        if answer.status == 200:
            self.tags[path] = answer.headers.get("etag", "")


@dataclass
class Looked:
    """What the measured minute came to: seconds of processor, bytes, requests the web processes counted."""

    told: Told
    seconds: float
    nginx: float
    own: float
    bytes: int
    reached: int


def looked_at(made: Federation, size: Size) -> list[str]:
    """All of them look for a minute, in the middle of which the standings of one more round come out."""
    row = _event(made, size)
    machine_files = size.spectators + 500
    resource.setrlimit(
        resource.RLIMIT_NOFILE,
        (machine_files, max(machine_files, resource.getrlimit(resource.RLIMIT_NOFILE)[1])),
    )
    root = f"/{row.event.slug}/t/{row.event.slug}/"
    here = Spectators(made.port, made.tls, root, row.slug, size.players_of_one, size.spectators)
    looked = asyncio.run(_look(here, made, row))
    return _judged(here, looked)


async def _look(here: Spectators, made: Federation, row: Division) -> Looked:
    rate, nginx = here.count / EVERY_SECONDS, _nginx(made)
    await at_times(evenly(ARRIVING_A_SECOND, here.count / ARRIVING_A_SECOND), here.look)
    here.told, here.bytes = Told(), 0
    before, spent, own, began = _reached(made), processor(nginx), time.process_time(), time.perf_counter()
    away = asyncio.ensure_future(_released(made, row))
    await at_times(evenly(rate, LOOKED_SECONDS), here.look)
    seconds = time.perf_counter() - began
    own, spent = time.process_time() - own, processor(nginx) - spent
    looked = Looked(here.told, seconds, spent, own, here.bytes, _reached(made) - before - len(made.webs))
    print(f"    a release in the middle lay in the folder after {await away:.1f} s", flush=True)
    for line in here.lines:
        await line.close()
    return looked


async def _released(made: Federation, row: Division) -> float:
    """One more round's standings; how long until the file says so."""
    await asyncio.sleep(LOOKED_SECONDS / 3)
    page = (
        made.websites
        / row.event.slug
        / "t"
        / row.event.slug
        / row.slug
        / "standings"
        / str(ROUNDS)
        / "index.html"
    )
    began = time.perf_counter()
    await asyncio.to_thread(_release, row, ROUNDS)
    await asyncio.to_thread(eventually, page.exists, "the release in the folder", PATIENCE_SECONDS)
    return time.perf_counter() - began


def _release(row: Division, after: int) -> None:
    """By the command, in a thread or not; its connection is closed."""
    program = context.system(row.event.scope_key)
    try:
        release_standings(program, Division.objects.select_related("event").get(pk=row.pk), after=after)
    finally:
        connection.close()


def _event(made: Federation, size: Size) -> Division:
    """A public event whose website the workers have put into the folder."""
    row = large.event(size.players_of_one, closed=ROUNDS, share=0.5, slug="looked-at")
    _release(row, ROUNDS - 1)
    place = made.websites / row.event.slug
    place.mkdir()
    settings.PUSH_FOLDERS = [str(made.websites)]
    places.add_place(
        factories.program(row.event), row.event, name="Folder", kind="folder", where={"path": str(place)}
    )
    began = time.perf_counter()
    eventually(
        PushPlace.objects.filter(event=row.event, waiting_since=None, sent_at__isnull=False).exists,
        "the website in the folder",
        PATIENCE_SECONDS,
    )
    files = sum(path.is_file() for path in place.rglob("*"))
    print(
        f"    {size.players_of_one} players, {files} files in the folder after {time.perf_counter() - began:.0f} s",
        flush=True,
    )
    return row


def _reached(made: Federation) -> int:
    """Requests the web processes answered until now; the next such question counts this one, of each of them, too."""
    found = 0.0
    for web in made.webs:
        ask = Request(
            f"http://{HERE}:{web.port}/metrics",
            headers={"Authorization": f"Bearer {web.variables['TD_METRICS_TOKEN']}"},
        )
        with urlopen(ask, timeout=30) as answer:
            counted = COUNTED.findall(answer.read().decode())
        found += sum(map(float, counted))
    return int(found)


def _nginx(made: Federation) -> list[int]:
    """Its processes."""
    master = int((made.trusted.parent / "nginx.pid").read_text())
    return [master, *children_of(master)]


def _judged(here: Spectators, looked: Looked) -> list[str]:
    told, seconds = looked.told, looked.seconds
    p50, p95, p99, most = cuts(told.waits)
    rate, megabytes = len(told.waits) / seconds, looked.bytes / seconds / 1e6
    for text in (
        f"{here.count} spectators by lines that are kept, TLS, each every {EVERY_SECONDS} s",
        f"{rate:.0f} a second for {seconds:.0f} s, {megabytes:.1f} MB/s, by status {dict(sorted(told.statuses.items()))}",
        f"p50 {p50:.1f}  p95 {p95:.1f}  p99 {p99:.1f}  max {most:.0f} ms; reached the program: {looked.reached}",
        f"processor: nginx {looked.nginx / seconds:.0%} of a core, the spectators themselves {looked.own / seconds:.0%}",
    ):
        print(f"    {text}", flush=True)
    broken = told.errors + told.sent_away
    return [
        *([f"p95 {p95:.0f} > {GOAL_P95:.0f} ms"] if p95 > GOAL_P95 else []),
        *([f"errors {broken}"] if broken else []),
        *([f"{looked.reached} reached the program"] if looked.reached else []),
    ]
