"""Every page of the desk for an event of 1,000 players: bytes, processor time (nothing cached, then again), statements.

    python -m bench.hall.large_pages [PLAYERS] [WORDS OF AN ADDRESS'S NAME ...]

Three closed rounds, one open with half its results in; the pages of every address of an event that a director may look at
and that needs nothing but the event, a division, a round or a table. Everything in one process, through the real addresses.
Lists whose pages are papers (print) or files are listed too; the bound is for what a browser shows.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
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

from core import gc_settings  # noqa: E402
from tests.desk.large_pages import Desk, desk_of, every_page  # noqa: E402
from tests.faults.halls import looking_into  # noqa: E402

PLAYERS = 1000
LOOKS = 3


def look(desk: Desk, where: str) -> tuple[float, int, int]:
    """One look at a page: milliseconds of processor, bytes, status."""
    began = time.process_time()
    answer = desk.client.get(where)
    size = len(b"".join(answer) if answer.streaming else answer.content)
    return (time.process_time() - began) * 1000, size, answer.status_code


def row(desk: Desk, name: str, where: str) -> str:
    """One page's line: bytes, processor with nothing cached and then again (the least of several looks, for others may be
    at work on the machine), statements.
    """
    look(desk, where)
    cold, again = [], []
    for _look in range(LOOKS):
        cache.clear()
        cold.append(look(desk, where))
        again.append(look(desk, where))
    (spent, size, status), (warm, *_rest) = min(cold), min(again)
    cache.clear()
    with CaptureQueriesContext(connection) as caught:
        desk.client.get(where)
    times = f"{spent:7.0f} ms {warm:5.0f} ms again {len(caught):4} statements"
    return f"{size / 1000:9.1f} kB {times}  {status}  {name:34} {where}"


def main(arguments: list[str]) -> int:
    """Print the table, the largest pages first."""
    players = int(arguments.pop(0)) if arguments and arguments[0].isdigit() else PLAYERS
    folder = tempfile.TemporaryDirectory(prefix="td-bench-")
    with folder as name, looking_into(f"sqlite:///{Path(name).as_posix()}/db.sqlite3"):
        call_command("migrate", verbosity=0)
        began = time.process_time()
        desk = desk_of(players)
        print(f"{players} players, made in {time.process_time() - began:.1f} s of processor")
        gc_settings.settle()
        rows = [
            row(desk, name, where)
            for name, where in every_page(desk)
            if not arguments or any(word in f"{name} {where}" for word in arguments)
        ]
        print("\n".join(sorted(rows, reverse=True)))
        connection.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
