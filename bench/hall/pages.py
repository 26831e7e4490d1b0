"""The pairing and standings pages of the desk for 1,000 players and 20 rounds: how long each answer takes.

Everything goes through the real addresses, signed in as the director, against a throw-away SQLite database, in a process
set up as the web's. Each page is asked RUNS times after one to warm up: with nothing cached, and looked at before; the
median counts.
`processor` is this process's own time: on a busy machine the one to look at. What is done only once (a draft, a publishing)
is measured once; hand edits as often as pages, each on the draft the one before left.
"""

from __future__ import annotations

import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django  # noqa: E402

django.setup()

from django.core.cache import cache  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from bench.hall.stored_standings import stored  # noqa: E402
from core import gc_settings  # noqa: E402
from pairings.event.history import Entrant, History, Played, Seat  # noqa: E402
from tdapp.desk.ledger import pairing_adapter  # noqa: E402
from tdapp.desk.ledger.rounds import kept  # noqa: E402
from tdapp.desk.models import PairingRun  # noqa: E402
from tdapp.events.models import Division  # noqa: E402
from tdapp.kernel import clock, jobs  # noqa: E402
from tdapp.kernel.models import Job  # noqa: E402
from tdapp.people import registry  # noqa: E402
from tests import factories as f  # noqa: E402
from tests.faults.halls import looking_into  # noqa: E402

PLAYERS, ROUNDS, PLAYED, RUNS = 1000, 20, 15, 5
CLUBS, TEAM, CLASSES = 40, 5, "ABCD"


def swiss_field() -> History:
    """A made-up event: neighbours in the standings meet, nobody twice; the better rated win more often."""
    people = [Entrant(str(n), n, 2500 - n, f"Player {n}") for n in range(1, PLAYERS + 1)]
    draw, met, told = random.Random(5), set[frozenset[int]](), dict.fromkeys(range(1, PLAYERS + 1), (0, 0))
    rounds = []
    for _number in range(PLAYED):
        pairs = neighbours(sorted(told, key=lambda n: (told[n], -n), reverse=True), met)
        games = [game(table, pair, draw) for table, pair in enumerate(pairs, start=1)]
        met |= {frozenset(pair) for pair in pairs}
        for one in games:
            count(one, told)
        rounds.append(tuple(games))
    return History(tuple(people), tuple(rounds))


def neighbours(order: list[int], met: set[frozenset[int]]) -> list[tuple[int, int]]:
    """Everybody with the next below whom he has not met (the last few with whom is left)."""
    pairs, left = [], list(order)
    while left:
        one = left.pop(0)
        other = next((n for n in left if frozenset((one, n)) not in met), left[0])
        left.remove(other)
        pairs.append((one, other))
    return pairs


def game(table: int, pair: tuple[int, int], draw: random.Random) -> Played:
    """A game with scores around 400, a little more for the better rated."""
    first, second = (Seat(str(n), round(draw.gauss(430 - n / 15, 60))) for n in pair)
    return Played(table, (first, second))


def count(one: Played, told: dict[int, tuple[int, int]]) -> None:
    """Add a game to wins (in half points) and spreads."""
    a, b = one.seats
    for mine, other in ((a, b), (b, a)):
        wins, spread = told[int(mine.entrant)]
        margin = mine.score - other.score
        won = 2 if margin > 0 else 1 if margin == 0 else 0
        told[int(mine.entrant)] = (wins + won, spread + margin)


def event() -> Division:
    """The field as rows, with clubs, teams and classes, everybody checked in."""
    row = stored(swiss_field())
    clubs = [registry.club(f"Club {n}") for n in range(CLUBS)]
    people = list(row.entrants.order_by("number"))
    for at, one in enumerate(people):
        one.club, one.team, one.klass = (
            clubs[at % CLUBS],
            f"Team {at % (PLAYERS // TEAM)}",
            CLASSES[at * len(CLASSES) // PLAYERS],
        )
        one.checked_in_at = clock.now()
    row.entrants.bulk_update(people, ["club", "team", "klass", "checked_in_at"], batch_size=100)
    row.plan, row.rounds_planned, row.avoid_clubs = f"swiss 1-{ROUNDS}", ROUNDS, True
    row.wishes = {"prizes": 20, "class_prizes": [[klass, 3] for klass in CLASSES]}
    row.save()
    # As every round leaves behind that is closed here.
    kept.keep(row, PLAYED)
    return row


@dataclass
class Desk:
    """The director's browser at a division."""

    client: Client
    base: str

    def get(self, path: str) -> Any:
        """A page; stops the measurement when it is not one."""
        answer = self.client.get(self.base + path)
        assert answer.status_code == 200, (path, answer.status_code)
        return answer

    def post(self, path: str, **what: Any) -> Any:
        """A press of a button; stops the measurement when it is refused."""
        answer = self.client.post(self.base + path, what)
        assert answer.status_code in {302, 303}, (path, answer.status_code, answer.content[:2000])
        return answer

    def page(self, name: str, path: str) -> None:
        """Measure a page, fresh and as it stands."""
        fresh = timed(lambda: self.get(path), cold)
        warm = timed(lambda: self.get(path), nothing)
        with CaptureQueriesContext(connection) as caught:
            size = len(self.get(path).content)
        print(f"| {name} | {shown(fresh)} | {shown(warm)} | {len(caught)} | {size // 1024} |", flush=True)

    def done(self, name: str, times: tuple[float, float]) -> None:
        """A line of something pressed, not looked at."""
        print(f"| {name} | | {shown(times)} | | |", flush=True)

    def once(self, name: str, what: Callable[[], object], before: Callable[[], object]) -> None:
        """Measure what can be done only once."""
        print(f"| {name} | {shown(timed(what, before, 1))} | | | |", flush=True)


def timed(what: Callable[[], object], before: Callable[[], object], runs: int = RUNS) -> tuple[float, float]:
    """Milliseconds on the wall and of this processor's own time, each the median of `runs` after one to warm up."""
    walls, owns = [], []
    for _run in range(runs + (runs > 1)):
        before()
        wall, own = time.perf_counter(), time.process_time()
        what()
        walls.append((time.perf_counter() - wall) * 1000)
        owns.append((time.process_time() - own) * 1000)
    return statistics.median(walls[-runs:]), statistics.median(owns[-runs:])


def shown(times: tuple[float, float]) -> str:
    """`processor (wall)` in milliseconds."""
    return f"{times[1]:.0f} ({times[0]:.0f})"


PAGES = (
    ("plan", "plan/"),
    ("wishes", "wishes/"),
    ("next round, not yet paired", f"round/{PLAYED + 1}/"),
    ("standings with marks", f"standings/{PLAYED}/"),
    ("standings of one class", f"standings/{PLAYED}/?class=B"),
    ("standings on paper", f"standings/{PLAYED}/print/"),
    ("teams by sum", f"standings/{PLAYED}/teams/"),
    ("team against team", f"standings/{PLAYED}/teams/?by=matches"),
    ("who can still win, not yet counted", f"standings/{PLAYED}/chances/"),
)
DRAFT = f"round/{PLAYED + 1}/"


def newest(kind: str) -> Callable[[], None]:
    """The newest job of a kind as a worker does it."""

    def work() -> None:
        row = Job.objects.filter(kind=kind).order_by("-created_at")[0]
        jobs.run(row.pk)
        row.refresh_from_db()
        assert row.status == Job.Status.DONE, row.message

    return work


def pairing(desk: Desk, row: Division) -> None:
    """From the order to pair a round to its publishing."""
    desk.once("order to pair", lambda: desk.post(f"{DRAFT}draft"), cold)
    desk.once("**worker:** pairing the round", newest("round.draft"), cold)
    run = PairingRun.objects.get(round__division=row, status="draft")
    tables = run.boards["tables"]
    one, other, third = tables[0]["seats"][0], tables[1]["seats"][0], tables[250]["seats"][0]
    desk.page("draft", DRAFT)
    desk.page("other opponents of one player", f"{DRAFT}?options={third}")
    desk.page("price of a wish", f"{DRAFT}?one={one}&other={third}")
    swap = {"action": "swap", "one": one, "other": other}
    desk.once("exchange two players", lambda: press(desk, run, "edit", **swap), cold)
    desk.done("the next exchanges", timed(lambda: press(desk, run, "edit", **swap), nothing))
    desk.done("turn a table", timed(lambda: press(desk, run, "edit", action="turn", table=9), nothing))
    desk.page("draft, changed by hand", DRAFT)
    desk.done("take the last change back", timed(lambda: press(desk, run, "undo"), nothing))
    desk.once("pair the rest anew", lambda: press(desk, run, "repair"), nothing)
    desk.once("publish", lambda: press(desk, run, "publish"), cold)


def nothing() -> None:
    """Leave everything as it stands."""


def cold() -> None:
    """As in a process that has seen neither the division nor the draft."""
    cache.clear()
    pairing_adapter._request_of.cache_clear()
    pairing_adapter._asked_of.cache_clear()


def press(desk: Desk, run: PairingRun, name: str, **what: Any) -> None:
    """A button of the draft page."""
    version = PairingRun.objects.values_list("version", flat=True).get(pk=run.pk)
    desk.post(DRAFT + name, seen=version, **what)


def after_publishing(desk: Desk) -> None:
    """The pages of a published round, and who can still win with a count."""
    desk.page("round, published", DRAFT)
    for what in ("by-table", "by-name", "by-club", "call-out", "slips-2"):
        desk.page(f"print {what}", f"{DRAFT}print/{what}/")
    desk.post(f"standings/{PLAYED}/chances/count")
    desk.once("**worker:** counting who can still win", newest("standings.chances"), cold)
    desk.page("who can still win, counted", f"standings/{PLAYED}/chances/")


def main() -> int:
    """The pages before a round is paired, the round, the pages after."""
    folder = tempfile.TemporaryDirectory(prefix="td-bench-")
    with folder as name, looking_into(f"sqlite:///{Path(name).as_posix()}/db.sqlite3"):
        call_command("migrate", verbosity=0)
        measure(event())
        connection.close()
    return 0


def measure(row: Division) -> None:
    """Print the table."""
    gc_settings.settle()
    client = Client()
    client.force_login(f.member(row.event, "director", "director", operator=True))
    desk = Desk(client, f"/e/{row.event.slug}/{row.slug}/")
    print(
        "| what | nothing cached: processor (wall) ms | looked at before | queries | KiB |\n|---|---|---|---|---|"
    )
    for name, path in PAGES:
        desk.page(name, path)
    pairing(desk, row)
    after_publishing(desk)


if __name__ == "__main__":
    sys.exit(main())
