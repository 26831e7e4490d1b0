"""Every page of the desk for an event of 1,000 players: bytes, processor time (nothing cached, then again), statements.

    python -m bench.hall.large_pages [PLAYERS] [--rounds CLOSED] [WORDS OF AN ADDRESS'S NAME ...]

Three closed rounds, or as many as are asked for, one open with half its results in; the pages of every address of an event
that a director may look at and that needs nothing but the event, a division, a round or a table. Then a hall after as many
rounds, with its standings released: the next round drafted, then posted, and what its screens show. Everything in one process,
through the real addresses; the slowest pages come first. Lists whose pages are papers (print) or files are listed too; the
bound is for what a browser shows.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django  # noqa: E402

django.setup()

from django.core.cache import cache  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import reverse  # noqa: E402

from core import gc_settings  # noqa: E402
from tdapp.desk.ledger import pairing_adapter  # noqa: E402
from tdapp.desk.models import PairingRun  # noqa: E402
from tdapp.desk.pairing.commands import drafting, publishing, release  # noqa: E402
from tdapp.events.models import Membership, Round  # noqa: E402
from tests import factories, large  # noqa: E402
from tests.desk.large_pages import CLOSED, Desk, desk_of, every_page  # noqa: E402
from tests.faults.halls import looking_into  # noqa: E402

PLAYERS = 1000
LOOKS = 3


def look(desk: Desk, where: str) -> tuple[float, int, int]:
    """One look at a page: milliseconds of processor, bytes, status."""
    began = time.process_time()
    answer = desk.client.get(where)
    size = len(b"".join(answer) if answer.streaming else answer.content)
    return (time.process_time() - began) * 1000, size, answer.status_code


def forget() -> None:
    """As in a process that has seen nothing of the event, with an empty cache."""
    cache.clear()
    pairing_adapter._request_of.cache_clear()
    pairing_adapter._asked_of.cache_clear()


def row(desk: Desk, name: str, where: str) -> tuple[float, str]:
    """One page's line, behind what it is sorted by: bytes, processor with nothing cached and then again (the least of several
    looks, for others may be at work on the machine), statements.
    """
    look(desk, where)
    cold, again = [], []
    for _look in range(LOOKS):
        forget()
        cold.append(look(desk, where))
        again.append(look(desk, where))
    (spent, size, status), (warm, *_rest) = min(cold), min(again)
    forget()
    with CaptureQueriesContext(connection) as caught:
        desk.client.get(where)
    times = f"{spent:7.0f} ms {warm:5.0f} ms again {len(caught):4} statements"
    return spent, f"{size / 1000:9.1f} kB {times}  {status}  {name:34} {where}"


def next_round(desk: Desk, players: int) -> Iterator[tuple[str, str]]:
    """The pages of a hall whose last round is closed: while the next one is drafted, and when it is posted."""
    division = large.event(players, closed=desk.closed, share=None)
    event, ctx = division.event, factories.program(division.event)
    Membership.objects.create(event=event, user=desk.world.who("director"), role="director")
    release.release_standings(ctx, division, after=desk.closed)
    drafting.draft_round(ctx, division, number=desk.closed + 1)
    # As the web's process is when it answers: else what was made for this hall is gone through again and again.
    gc_settings.settle()
    at = {"event": event.slug, "division": division.slug}
    here = reverse("desk:round", kwargs={**at, "number": desk.closed + 1})
    yield "draft", here
    yield "standings, all closed", reverse("desk:standings", kwargs={**at, "number": desk.closed})
    yield "screen of standings", f"{reverse('publishing:screen', args=[event.slug])}?show=standings"
    run = PairingRun.objects.select_related("round__division__event").get(round__division=division)
    publishing.publish_round(ctx, run, seen=run.version, sure=True)
    release.show_pairings(ctx, Round.objects.select_related("division__event").get(pk=run.round_id))
    gc_settings.settle()
    yield "posted", here
    yield "screen by itself", reverse("publishing:screen", args=[event.slug])


def main(arguments: list[str]) -> int:
    """Print the table, the slowest pages first."""
    reader = argparse.ArgumentParser(prog="python -m bench.hall.large_pages")
    reader.add_argument("--rounds", type=int, default=CLOSED, help="how many rounds are closed")
    reader.add_argument("words", nargs="*", help="how many players; words of the pages to look at")
    asked = reader.parse_intermixed_args(arguments)
    words = asked.words
    players = int(words.pop(0)) if words and words[0].isdigit() else PLAYERS
    folder = tempfile.TemporaryDirectory(prefix="td-bench-")
    with folder as name, looking_into(f"sqlite:///{Path(name).as_posix()}/db.sqlite3"):
        call_command("migrate", verbosity=0)
        began = time.process_time()
        desk = desk_of(players, asked.rounds)
        spent = time.process_time() - began
        print(f"{players} players, {asked.rounds} rounds closed, made in {spent:.1f} s of processor")
        gc_settings.settle()
        rows = [
            row(desk, name, where)
            for name, where in chain(every_page(desk), next_round(desk, players))
            if not words or any(word in f"{name} {where}" for word in words)
        ]
        print("\n".join(line for _spent, line in sorted(rows, reverse=True)))
        connection.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
