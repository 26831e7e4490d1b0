"""Words over real HTTP: pages while a list is imported, and rulings at five editions of 300,000 words.

    python bench/hall/lexicon_web.py [--quick]

Starts `./td run` (server and worker) on SQLite with an event in it. A browser asks for four pages in turn, first while
nothing else happens, then while the worker reads a list that was sent through the page. A judge rules plays of one to four
words through his form, and looks words up as he types. `--quick` leaves the million out.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django  # noqa: E402

django.setup()

from django.contrib.auth.hashers import PBKDF2PasswordHasher  # noqa: E402
from django.test import override_settings  # noqa: E402

from bench.engine.lexicon import MEMORY_MB, RULING_MS, line, made, words  # noqa: E402
from lexicon_admin.lists import storage  # noqa: E402
from lexicon_admin.models import Edition, Lexicon, ListImport  # noqa: E402
from lexicon_admin.words import building  # noqa: E402
from tdapp.judging.models import Pin  # noqa: E402
from tdapp.kernel import clock  # noqa: E402
from tdapp.kernel.models import User  # noqa: E402
from tests import factories, servers  # noqa: E402
from tests.faults.clerk import PASSWORD, Browser, clerk  # noqa: E402
from tests.faults.halls import Scene, looking_into, staged  # noqa: E402

SIZE, APART, RULINGS, TABLES = 300_000, 1000, 300, 40
IDLE_ROUNDS, PATIENCE_SECONDS = 60, 900
RATIO = 2.0
SECONDS = {300_000: 20.0, 1_000_000: 90.0}
KINDS = ("main", "dialect", "dialect", "block", "theme")
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')
FORM = "application/x-www-form-urlencoded"


class Waits(NamedTuple):
    """How long answers took, in milliseconds."""

    p50: float
    p95: float
    count: int


def spread(times: list[float]) -> Waits:
    cut = statistics.quantiles(times, n=100)
    return Waits(cut[49], cut[94], len(times))


def timed(browser: Browser, wanted: int, method: str, path: str, body: str = "") -> float:
    """Milliseconds until the whole answer is there."""
    headers = {"Content-Type": FORM, "X-CSRFToken": browser.cookies.get("csrftoken", "")} if body else {}
    begun = time.perf_counter()
    answer = browser.ask(method, path, body, headers)
    assert answer.status == wanted, (path, answer.status, answer.text[:500])
    return (time.perf_counter() - begun) * 1000


def someone(name: str, scene: Scene, **facts: bool) -> Browser:
    """An operator of the installation who is a judge of the event, signed in."""
    user = factories.member(scene.event, "judge", name, **facts)
    stored = PBKDF2PasswordHasher().encode(PASSWORD, "saltsaltsalt", iterations=1000)
    User.objects.filter(pk=user.pk).update(password=stored)
    return clerk(scene.hall.port, scene.event.slug, user.username).browser


def pages(scene: Scene) -> list[str]:
    """What people look at while an operator imports."""
    event = scene.event.slug
    return [f"/e/{event}/", f"/e/{event}/judges/", f"/e/{event}/judges/rulings/", "/lexicons/"]


def editions(folder: Path, scene: Scene) -> list[str]:
    """Five editions as the division's layers; the words of the main one."""
    every = words(SIZE + len(KINDS) * APART)
    some = every[:SIZE]
    for number, kind in enumerate(KINDS):
        built = made(folder, f"e{number}", every[number * APART : number * APART + SIZE])
        digest = built.facts["sha256"]
        file = building.hash_of(built.path)
        target = storage.store_path(file)
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(built.path, target)
        _pin(scene, kind, number, digest, file, SIZE)
    return some


def _pin(scene: Scene, kind: str, number: int, digest: str, file: str, count: int) -> None:
    blocks = "other" if kind == "block" else ""
    row = Lexicon.objects.create(slug=f"l{number}", name=f"List {number}", kind=kind, blocks=blocks)
    edition = Edition.objects.create(
        lexicon=row, number=1, name="2026", status="published", effective_from=clock.today(), sha256=digest,
        file_sha256=file, words=count, published_at=clock.now(), made_by="system", made_name="",
    )  # fmt: skip
    Pin.objects.create(division=scene.division, edition=edition, layer=kind, place=number + 1)


def rulings(scene: Scene, browser: Browser, some: list[str]) -> bool:
    """A judge's form, sent once for each play; and the answers while he types."""
    chance, tables = random.Random(4), scene.tables()
    home = f"/e/{scene.event.slug}/{scene.division.slug}"
    browser.ask("GET", f"{home}/round/1/table/{tables[0]}/rule")
    plays = [
        ",".join(
            chance.choice(some) + ("x" if chance.random() < 0.2 else "") for _ in range(chance.randint(1, 4))
        )
        for _ in range(RULINGS)
    ]
    begun = processor(scene)
    ruled = [
        timed(
            browser, 303, "POST", f"{home}/round/1/table/{tables[number % len(tables)]}/rule",
            urlencode({"words": play, "challenged": 1}),
        )
        for number, play in enumerate(plays)
    ]  # fmt: skip
    between = processor(scene)
    looked = [
        timed(browser, 200, "GET", f"{home}/words/lists?{urlencode({'words': play})}") for play in plays
    ]
    held = _print_times("ruling through the judge's form", ruled, between - begun)
    return held & _print_times("looking up while he types", looked, processor(scene) - between)


def processor(scene: Scene, kind: str = "web") -> float:
    """Seconds of CPU the server or the worker has used so far: what a busy machine cannot make longer."""
    ticks = 0
    for pid in scene.hall.children(kind):
        parts = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(parts[11]) + int(parts[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _print_times(what: str, times: list[float], cpu: float) -> bool:
    """The first requests open and verify the stores of their process; they are told apart."""
    found = spread(times[10:])
    line(f"    {what}: the first one", f"{times[0]:.0f} ms")
    line("    of that CPU of the server, on average", f"{1000 * cpu / len(times):.0f} ms")
    return line(
        f"{what}: p50 / p95",
        f"{found.p50:.0f} / {found.p95:.0f} ms",
        f"{RULING_MS:.0f} ms",
        found.p95 <= RULING_MS,
    )


def idle(browser: Browser, paths: list[str]) -> Waits:
    return spread([timed(browser, 200, "GET", path) for _ in range(IDLE_ROUNDS) for path in paths])


def importing(scene: Scene, operator: Browser, judge: Browser, count: int, alone: Waits) -> bool:
    """Send a list through its page and look at other pages until the worker has read it."""
    row = Lexicon.objects.get(slug="l0")
    workers = scene.hall.children("worker")
    before = max(map(resident, workers))
    begun, used = time.monotonic(), processor(scene, "worker")
    sent(operator, row.slug, "\n".join(words(count, 7)))
    arrived = time.monotonic() - begun
    waits = []
    while ListImport.objects.get(lexicon=row, status__in=["waiting", "ready"]).status == "waiting":
        assert time.monotonic() - begun < PATIENCE_SECONDS
        waits += [timed(judge, 200, "GET", path) for path in pages(scene)]
    took, found = time.monotonic() - begun, spread(waits)
    more = max(map(peak, workers)) - before
    ListImport.objects.filter(lexicon=row).update(status="discarded")
    held = line(
        f"import of {count:,} through the page",
        f"{took:.1f} s",
        f"{SECONDS[count]:.0f} s",
        took <= SECONDS[count],
    )
    line("    of that the upload", f"{arrived:.1f} s")
    line("    the worker's CPU", f"{processor(scene, 'worker') - used:.1f} s")
    held &= line(
        f"pages meanwhile ({found.count}): p50 / p95", f"{found.p50:.0f} / {found.p95:.0f} ms",
        f"{RATIO:.0f} x idle", found.p50 <= RATIO * alone.p50 and found.p95 <= RATIO * alone.p95,
    )  # fmt: skip
    return held & line(
        "    worker's added peak memory", f"{more:.0f} MB", f"{MEMORY_MB:.0f} MB", more <= MEMORY_MB
    )


def sent(browser: Browser, slug: str, text: str) -> None:
    """The form of the page, with the list as a file."""
    browser.tried(
        "GET", "/lexicons/"
    )  # a line kept too long is closed by the server; the next request opens another
    page = browser.ask("GET", f"/lexicons/{slug}/import/").text
    found = TOKEN.search(page)
    assert found, page[:200]
    edge = "----words"
    fields = {"csrfmiddlewaretoken": found[1], "linker": "flag"}
    parts = [
        f'--{edge}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    ]
    parts.append(f'--{edge}\r\nContent-Disposition: form-data; name="file"; filename="list.txt"\r\n'
                 f"Content-Type: text/plain\r\n\r\n{text}\r\n--{edge}--\r\n")  # fmt: skip
    headers = {"Content-Type": f"multipart/form-data; boundary={edge}"}
    answer = browser.ask("POST", f"/lexicons/{slug}/import/", "".join(parts), headers)
    assert answer.status == 303, answer.text[:500]


def _status(pid: int, name: str) -> float:
    found = re.search(rf"^{name}:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0


def resident(pid: int) -> float:
    """Memory of a process now, in MB; its peak so far begins anew."""
    Path(f"/proc/{pid}/clear_refs").write_text("5")
    return _status(pid, "VmRSS")


def peak(pid: int) -> float:
    """The most memory it had since, in MB."""
    return _status(pid, "VmHWM")


def main(sizes: list[int]) -> int:
    print(f"{'':<58} {'measured':>14}  {'goal':>10}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        data = folder / "data"
        url = f"sqlite:///{(data / 'db.sqlite3').as_posix()}"
        with servers.hall(data) as running, looking_into(url), override_settings(DATA_DIR=data):
            scene = staged(running, 2 * TABLES)
            some = editions(folder, scene)
            judge, operator = someone("judge-one", scene), someone("operator-one", scene, operator=True)
            held = rulings(scene, judge, some)
            bare = spread([timed(judge, 200, "GET", "/healthz") for _ in range(IDLE_ROUNDS * 4)])
            line("the machine's own delay (/healthz): p50 / p95", f"{bare.p50:.0f} / {bare.p95:.0f} ms")
            alone = idle(judge, pages(scene))
            line(
                f"pages while nothing happens ({alone.count}): p50 / p95",
                f"{alone.p50:.0f} / {alone.p95:.0f} ms",
            )
            for count in sizes:
                held &= importing(scene, operator, judge, count, alone)
    return 0 if held else 1


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    sys.exit(main([300_000] if parser.parse_args().quick else [300_000, 1_000_000]))
