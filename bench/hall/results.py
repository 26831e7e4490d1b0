"""Results entered a second over HTTP, as eight clerks' pages send them to `./td run`, on SQLite and on PostgreSQL.

Beside it in the same run: a bare Django view that inserts one row (`_bare.py`), on the same database with the same server
and threads. The ratio is the price of session, CSRF, permission, idempotency key, two versions, log chain and echo.
Each is run RUNS times in turn; the median counts. Needs TD_TEST_PG_URL for PostgreSQL (`./td bench` provides it).
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django  # noqa: E402

django.setup()

from bench.hall._crowd import Run, Send, crowd, poster  # noqa: E402
from tdapp.launch.host.services import free_port  # noqa: E402
from tdapp.launch.web import THREADS  # noqa: E402
from tests import postgres, servers  # noqa: E402
from tests.faults.halls import Scene, looking_into, staged  # noqa: E402

CLIENTS, TABLES, RUNS, PEER_JOBS = 8, 400, 3, 2000


def ours(scene: Scene, run: int) -> Run:
    """One third of the tables, entered by eight signed-in clerks."""
    tables = scene.tables()
    share = tables[run * len(tables) // RUNS : (run + 1) * len(tables) // RUNS]
    return crowd([_clerk(scene, number) for number in range(CLIENTS)], share)


def _clerk(scene: Scene, number: int) -> Send:
    browser = scene.clerk(number % len(scene.clerks)).browser
    headers = {
        "Content-Type": "application/json",
        "Accept": "application/json",
        "X-CSRFToken": browser.cookies["csrftoken"],
        "Cookie": "; ".join(f"{name}={value}" for name, value in browser.cookies.items()),
    }
    path = f"/e/{scene.event.slug}/enter/"
    return poster(
        scene.hall.port, path, headers, lambda table: json.dumps({"line": f"{table} 431 388", "sure": True})
    )


def peer(port: int, run: int) -> Run:
    """The same eight clients on the bare view."""
    jobs = range(run * PEER_JOBS, (run + 1) * PEER_JOBS)
    headers = {"Content-Type": "application/json"}
    body = lambda job: json.dumps({"table": job, "first": 431, "second": 388})  # noqa: E731
    return crowd([poster(port, "/insert", headers, body) for _client in range(CLIENTS)], jobs)


@contextmanager
def bare(url: str) -> Iterator[tuple[int, int]]:
    """The peer, running on a database of its own; its port and process."""
    port = free_port()
    command = [sys.executable, str(ROOT / "bench" / "hall" / "_bare.py"), str(port), str(THREADS)]
    process = subprocess.Popen(command, env=os.environ | {"DATABASE_URL": url, "PYTHONPATH": str(ROOT)})
    try:
        answers = servers.Hall(process, port, Path(), Path())  # type: ignore[arg-type]
        servers.eventually(lambda: answers.get("/count")[0] == 200, "the bare view")
        yield port, process.pid
    finally:
        process.terminate()
        process.wait()


def processor_ms(processes: list[int]) -> float:
    """Processor time these processes have used, in milliseconds: what a busy machine cannot blur (Linux)."""
    ticks = 0
    for pid in processes:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks * 1000 / os.sysconf("SC_CLK_TCK")


def measured(run: Callable[[], Run], processes: list[int]) -> tuple[Run, float]:
    """A run, and the milliseconds of processor time the server used for each one that was saved."""
    before = processor_ms(processes)
    done = run()
    return done, (processor_ms(processes) - before) / done.done


def compare(name: str, hall_url: str, peer_url: str, folder: Path, **variables: str) -> None:
    """Both on one kind of database, in turn."""
    with (
        servers.hall(folder / "data", **variables) as hall,
        looking_into(hall_url),
        bare(peer_url) as (port, pid),
    ):
        scene, web = staged(hall, 2 * TABLES * RUNS), hall.children("web")
        runs = [
            (measured(lambda n=run: ours(scene, n), web), measured(lambda n=run: peer(port, n), [pid]))
            for run in range(RUNS)
        ]
    for number, sides in enumerate(runs, start=1):
        for (done, own), what in zip(sides, ("a result", "bare insert"), strict=True):
            print(f"{done.line(f'{name}, run {number}, {what}')}   processor {own:5.1f} ms each")
    rate, bare_rate = (statistics.median(sides[at][0].rate for sides in runs) for at in (0, 1))
    own, bare_own = (statistics.median(sides[at][1] for sides in runs) for at in (0, 1))
    print(
        f"{name}: {rate:.0f} results a second with {len(web)} web processes, {own:.1f} ms of processor time each"
    )
    print(f"{name}: the bare insert {bare_rate:.0f}, {bare_own:.1f} ms each; "
          f"ratio {bare_rate / rate:.1f} : 1 a second, 1 : {own / bare_own:.1f} in processor time\n")  # fmt: skip


def main() -> int:
    """SQLite, then PostgreSQL."""
    with tempfile.TemporaryDirectory(prefix="td-bench-") as name:
        folder = Path(name)
        url = f"sqlite:///{(folder / 'lite' / 'data' / 'db.sqlite3').as_posix()}"
        compare("SQLite", url, f"sqlite:///{(folder / 'bare.sqlite3').as_posix()}", folder / "lite")
        server = os.environ.get("TD_TEST_PG_URL", "")
        if not server:
            print("PostgreSQL: TD_TEST_PG_URL is not set; ./td bench provides one.")
            return 1
        with postgres.new_database(server) as own, postgres.new_database(server) as others:
            urls = postgres.url_of(own), postgres.url_of(others)
            compare("PostgreSQL", *urls, folder / "pg", DATABASE_URL=urls[0])
    return 0


if __name__ == "__main__":
    sys.exit(main())
