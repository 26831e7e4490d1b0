"""Lists and files taken in: processor time, and how long the longest transaction of a command keeps others from writing.

    python bench/hall/imports.py [ROWS ...]

Lists of so many rows are looked at, entered, looked at again and entered with other ratings; beside them an event of 200
players and 20 rounds comes in from its archive. Figures of one machine, on SQLite.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.test.runner import DiscoverRunner  # noqa: E402

from tdapp.interchange.archives.importing import import_archive  # noqa: E402
from tdapp.interchange.commands.entering import apply_roster  # noqa: E402
from tdapp.interchange.commands.roster import preview_roster  # noqa: E402
from tdapp.interchange.exports.render import Wish, render  # noqa: E402
from tdapp.interchange.models import RosterPreview  # noqa: E402
from tdapp.interchange.tsh.importing import import_event  # noqa: E402
from tdapp.kernel import context  # noqa: E402
from tdapp.kernel.commands import Installation  # noqa: E402
from tests import factories as f  # noqa: E402
from tests.holds import watched  # noqa: E402

SIZES = (2000, 6000, 10_000)
PLAYERS, ROUNDS = 200, 20


class Unmigrated:
    """Tables straight from the models: what a start does is measured elsewhere."""

    def __contains__(self, _app: str) -> bool:
        return True

    def __getitem__(self, _app: str) -> None:
        return None


def listed(rows: int, rating: int = 900) -> bytes:
    """A list as federations send them; every third person without a number."""
    head = "Member no,Surname,Given name,Club,Division,Rating,Birth year,Guardian consent\n"
    return (head + "".join(_line(n, rating) for n in range(rows))).encode()


def _line(n: int, rating: int) -> str:
    letters = "".join(chr(97 + n // step % 26) for step in (1, 26, 676))
    place, agreed = ("Open", "Elementary")[n % 2], "yes" if n % 2 else ""
    number = n + 1 if n % 3 else ""
    return f"{number},Sur{letters},Given{n % 49},Club {n % 40},{place},{rating + n % 900},{1960 + n % 50},{agreed}\n"


def measured(what: str, call: Callable[[], Any]) -> Any:
    """Call it and print what it cost."""
    began = time.process_time()
    with watched() as holds:
        answer = call()
    spent = time.process_time() - began
    longest = max(holds, key=lambda one: one.seconds)
    print(
        f"{what:34} {spent:6.2f} s of processor; longest turn {longest.seconds * 1000:5.0f} ms "
        f"({longest.intent}, {longest.statements} statements, {longest.rows} rows)",
        flush=True,
    )
    return answer


def lists(rows: int) -> None:
    """A list looked at, entered, and once more with other ratings."""
    event = f.event(f"list-of-{rows}")
    for name in ("Open", "Elementary"):
        f.division(event, name)
    ctx = f.acting(f.member(event, "registrar"), event)
    for what, rating in (("new", 900), ("other ratings", 1000)):
        ask = partial(preview_roster, ctx, event, data=listed(rows, rating), name="x.csv", at_once=True)
        told = measured(f"{rows} rows, {what}: looked at", ask)
        row = RosterPreview.objects.select_related("event").get(pk=told["id"])
        measured(f"{rows} rows, {what}: entered", partial(apply_roster, ctx, row, seen=row.digest))


def t_file() -> bytes:
    """A .t file of PLAYERS and ROUNDS, everybody at a table."""
    lines = []
    for n in range(PLAYERS):
        half, place = PLAYERS // 2, n % (PLAYERS // 2)
        met = [half + (place + r) % half + 1 if n < half else (place - r) % half + 1 for r in range(ROUNDS)]
        scores = [350 + (n * 7 + r * 13) % 150 for r in range(ROUNDS)]
        name = "".join(chr(97 + n // step % 26) for step in (1, 26))
        lines.append(f"Sur{name}, G {1900 - n} {' '.join(map(str, met))}; {' '.join(map(str, scores))}\n")
    return "".join(lines).encode()


def events() -> None:
    """A .t file, and the archive of what it made."""
    told = measured(
        f".t file, {PLAYERS} x {ROUNDS}",
        lambda: import_event(
            context.system(), Installation(), files=[("open.t", t_file())], name="Files", slug="files"
        ),
    )
    archive = render(f.Event.objects.get(slug=told["slug"]), Wish("json"))
    f.Event.objects.filter(slug="files").update(extras={})
    measured(
        f"archive, {PLAYERS} x {ROUNDS}",
        lambda: import_archive(context.system(), Installation(), data=archive, slug="again"),
    )


def main() -> int:
    """Lists of each size, then files."""
    settings.MIGRATION_MODULES = Unmigrated()
    runner = DiscoverRunner(verbosity=0, interactive=False)
    runner.setup_test_environment()
    made = runner.setup_databases()
    try:
        for rows in [int(text) for text in sys.argv[1:]] or SIZES:
            lists(rows)
        events()
    finally:
        runner.teardown_databases(made)
        runner.teardown_test_environment()
    return 0


if __name__ == "__main__":
    sys.exit(main())
