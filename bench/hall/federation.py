"""Every page, public and of the desk, in a whole federation: processor time, statements, bytes; beside the goals of one event.

    python -m bench.hall.federation [--scale 0.1 | --on DATABASE_URL] [WORDS OF AN ADDRESS'S NAME ...]

The federation is `make_federation`'s, made anew in a folder that is thrown away, or the one that lies in a database already.
Everything in one process, through the real addresses, with nothing cached: this process's own time (the p95 of LOOKS looks,
their median), that of the database's process where it runs on this machine (median), and the least on the wall. What is over a
goal is marked, and the exit is 1.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

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
from django.urls import reverse  # noqa: E402

from core import gc_settings  # noqa: E402
from tdapp.clubs.front import index  # noqa: E402
from tdapp.clubs.models import Season  # noqa: E402
from tdapp.desk.models import Result  # noqa: E402
from tdapp.events.models import Entrant, Event, Round, Table  # noqa: E402
from tdapp.kernel.models import User  # noqa: E402
from tdapp.people.models import ClubHome, ClubMember, Officer, Player, RatingList  # noqa: E402
from tdapp.ratings.models import RatingRun  # noqa: E402
from tests.contracts.addresses import Address, every_address  # noqa: E402
from tests.contracts.matrix import MATRIX  # noqa: E402
from tests.faults.halls import looking_into  # noqa: E402

LOOKS, SLOW, MOST_STATEMENTS = 7, 3.0, 47
MILLISECONDS = 100.0
# What a list over all installations is asked for.
ASKED = {
    "clubs:search": ("q=Titik",), "clubs:events": ("", "page=50", "q=Open"), "clubs:calendar": ("",),
    "events:home": ("", "q=Open"), "ratings:people": ("", "q=Titik"), "ratings:list": ("", "page=20", "q=Titik"),
    "events:known": ("q=Ti",), "clubs:all": ("",), "clubs:members": ("",),
}  # fmt: skip


@dataclass
class World:
    """Who and what is looked at: one event that is over, its club, a player with many games."""

    client: Client
    values: dict[str, Any]
    special: dict[str, dict[str, Any]] = field(default_factory=dict)

    def path(self, address: Address) -> str | None:
        """The address filled in; None where something is wanted that a federation at rest has not."""
        known = self.values | self.special.get(address.name, {})
        if any(name not in known for name in address.parameters):
            return None
        try:
            return reverse(address.name, kwargs={name: known[name] for name in address.parameters})
        except Exception:
            return None


def world() -> World:
    """Taken from the rows."""
    home = ClubHome.objects.select_related("club").order_by("created_at", "slug")[0]
    event = Event.objects.filter(host=home.club, divisions__released_round__gt=0).order_by("-sequence")[0]
    division = event.divisions.get()
    entrant = Entrant.objects.filter(division=division).order_by("number")[0]
    other = Entrant.objects.filter(division=division).order_by("number")[1]
    rating_list = RatingList.objects.get()
    run = RatingRun.objects.filter(rating_list=rating_list, division=division, state="current").first()
    season = Season.objects.filter(club=home.club).order_by("-starts_on")[0]
    member = ClubMember.objects.filter(club=home.club)[0]
    owner, _made = User.objects.get_or_create(
        username="bench-owner", defaults={"owner": True, "operator": True}
    )
    Officer.objects.get_or_create(club=home.club, user=owner, role="club-officer")
    client = Client(raise_request_exception=False, HTTP_HOST="localhost")
    client.force_login(owner)
    assert entrant.player
    assert other.player
    # Two who met at an event are two people, and their merge is refused.
    events = Entrant.objects.filter(player=entrant.player).values("event")
    alone = Player.objects.exclude(entries__event__in=events).filter(ratings__rating_list=rating_list)
    gone = alone.order_by("number").first() or other.player
    values = {
        "event": event.slug, "division": division.slug, "number": 1, "home": home.slug, "club": home.slug,
        "season": season.slug, "rating_list": rating_list.slug, "list": rating_list.slug, "slug": rating_list.slug,
        "code": entrant.player.code, "other": other.player.code, "who": entrant.player.pk, "player": entrant.player.number,
        "run": run and run.pk, "keep": entrant.player.pk, "gone": gone.pk, "entrant": entrant.number,
        "table": 1, "format": "csv", "after": 1, "kind": "csv", "topic": "index",
    }  # fmt: skip
    special: dict[str, dict[str, Any]] = {
        "clubs:season": {"pk": season.pk},
        "clubs:member": {"pk": member.pk},
    }
    return World(client, values, special)


def pages(world: World, wanted: list[str]) -> Iterator[tuple[str, str]]:
    """Name and path of everything that may be looked at."""
    for address in every_address():
        if address.name not in MATRIX or not MATRIX[address.name].look:
            continue
        where = world.path(address)
        if where is None or (wanted and not any(word in address.name for word in wanted)):
            continue
        for view in ASKED.get(address.name, ("",)):
            yield address.name, where + (f"?{view}" if view else "")


class Look(NamedTuple):
    """One look at a page: milliseconds of processor here and of the database's, and on the wall; bytes; status."""

    spent: float
    database: float
    wall: float
    size: int
    status: int


def database_spent() -> float:
    """Milliseconds of processor of the server's process this connection speaks to; 0 where that cannot be seen from here."""
    pid = connection.connection.info.backend_pid if connection.vendor == "postgresql" else 0
    told = Path(f"/proc/{pid}/schedstat")
    return int(told.read_text().split()[0]) / 1e6 if pid and told.exists() else 0.0


def look(world: World, where: str) -> Look:
    """A look with nothing cached."""
    cache.clear()
    server, began, wall = database_spent(), time.process_time(), time.perf_counter()
    answer = world.client.get(where)
    size = len(b"".join(answer) if answer.streaming else answer.content)
    took, lasted = time.process_time() - began, time.perf_counter() - wall
    return Look(took * 1000, database_spent() - server, lasted * 1000, size, answer.status_code)


def line(world: World, name: str, where: str) -> tuple[float, str, bool]:
    """One page: its p95, how it is told, whether it is within the goals."""
    first = look(world, where)
    seen = [first] if first.wall > SLOW * 1000 else [look(world, where) for _look in range(LOOKS)]
    cache.clear()
    with CaptureQueriesContext(connection) as caught:
        world.client.get(where)
    spent = sorted(one.spent for one in seen)
    p95, status = spent[-1], first.status
    database = sorted(one.database for one in seen)[len(seen) // 2]
    quick = p95 <= MILLISECONDS and database <= MILLISECONDS
    fits = status < 500 and (status != 200 or (quick and len(caught) <= MOST_STATEMENTS))
    mark = " " if fits else "*"
    times = f"{p95:6.0f} ms {spent[len(spent) // 2]:6.0f} p50 {database:6.0f} database {min(one.wall for one in seen):6.0f} wall"
    spoken = f"{mark} {times} {len(caught):4} statements {first.size / 1000:7.1f} kB"
    text = f"{spoken}  {status}  {name:32} {where}"
    return p95, text, fits


def measured(wanted: list[str]) -> int:
    """Print the table, the slowest first."""
    here = world()
    counts = {
        model.__name__: model.objects.count() for model in (ClubHome, Player, Event, Round, Table, Result)
    }
    print(f"{connection.vendor}: {counts}; load {os.getloadavg()[0]:.1f}", flush=True)
    index.build()
    gc_settings.settle()
    rows = [line(here, name, where) for name, where in pages(here, wanted)]
    print("\n".join(text for _p95, text, _fits in sorted(rows, reverse=True)))
    over = sum(not fits for _p95, _text, fits in rows)
    goals = f"{MILLISECONDS:.0f} ms of processor here and of the database's, {MOST_STATEMENTS} statements"
    print(f"{len(rows)} pages, {over} over a goal ({goals}); load {os.getloadavg()[0]:.1f}")
    return int(over > 0)


def main() -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", type=float, default=0.01)
    parser.add_argument("--on", default="", help="address of a database with a federation in it")
    parser.add_argument("words", nargs="*")
    chosen = parser.parse_args()
    if chosen.on:
        with looking_into(chosen.on):
            return measured(chosen.words)
    folder = tempfile.TemporaryDirectory(prefix="td-bench-")
    with folder as name, looking_into(f"sqlite:///{Path(name).as_posix()}/db.sqlite3"):
        call_command("migrate", verbosity=0)
        call_command("make_federation", scale=chosen.scale)
        try:
            return measured(chosen.words)
        finally:
            connection.close()


if __name__ == "__main__":
    sys.exit(main())
