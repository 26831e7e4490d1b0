"""The public folder of an event of 1,000 players: built whole, after one more release, after what is taken back, put away.

    python -m bench.hall.public_folder [PLAYERS] [ROUNDS]

What the worker does from the commit until the new list of files stands, in its steps: the facts read, the pages written, the
folder made to hold them. Seconds of processor (the clock in brackets), and how many files changed. Everything in one process
on SQLite, one division, both languages.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from core import gc_settings  # noqa: E402
from tdapp.desk.pairing.commands.release import release_standings, show_pairings  # noqa: E402
from tdapp.events.models import Division, Round  # noqa: E402
from tdapp.kernel import context  # noqa: E402
from tdapp.kernel.refusals import Missing  # noqa: E402
from tdapp.publishing.site import building, facts, folder  # noqa: E402
from tests import large  # noqa: E402
from tests.faults.halls import looking_into  # noqa: E402

PLAYERS, ROUNDS = 1000, 4


class Steps:
    """What each step cost."""

    def __init__(self) -> None:
        self.told: list[tuple[str, float, float]] = []

    def take(self, name: str, done: Callable[[], Any]) -> Any:
        """Do it and note it."""
        processor, clock = time.process_time(), time.perf_counter()
        answer = done()
        self.told.append((name, time.process_time() - processor, time.perf_counter() - clock))
        return answer

    def line(self, what: str, kept: folder.Kept) -> str:
        """All of them, and their sum."""
        steps = [*self.told, ("in all", sum(one[1] for one in self.told), sum(one[2] for one in self.told))]
        told = ", ".join(f"{name} {own:.2f} ({clock:.2f})" for name, own, clock in steps)
        return f"{what:34} {told} s; {kept.written} written, {kept.unchanged} as they were, {kept.removed} removed"


def kept(slug: str, place: Path, what: str) -> None:
    """The folder as it must be now."""
    steps = Steps()
    try:
        site = steps.take("facts", lambda: facts.read(slug, [code for code, _name in settings.LANGUAGES]))
        files = steps.take("pages", lambda: building.build(site, on_disk=True))
    except Missing:
        files = {}
    print(steps.line(what, steps.take("folder", lambda: folder.keep(files, place))), flush=True)


def main(arguments: list[str]) -> int:
    """Print a line for each of them."""
    players, rounds = [*map(int, arguments), *(PLAYERS, ROUNDS)[len(arguments) :]]
    with (
        tempfile.TemporaryDirectory(prefix="td-bench-") as name,
        looking_into(f"sqlite:///{Path(name).as_posix()}/db.sqlite3"),
    ):
        call_command("migrate", verbosity=0)
        row = large.event(players, closed=rounds, share=0.5, slug="folder")
        program, place = context.system(row.event.scope_key), Path(name) / "site"

        def released(after: int) -> None:
            release_standings(program, Division.objects.select_related("event").get(pk=row.pk), after=after)

        released(rounds - 1)
        gc_settings.settle()
        print(f"{players} players, {rounds} rounds")
        kept("folder", place, "the whole event")
        released(rounds)
        kept("folder", place, "one more round released")
        released(rounds - 1)
        kept("folder", place, "taken back again")
        show_pairings(
            program,
            Round.objects.select_related("division__event").get(division=row, number=rounds + 1),
            shown=False,
        )
        kept("folder", place, "pairings of a round hidden")
        type(row.event).objects.filter(pk=row.event_id).update(public=False)
        kept("folder", place, "the event put away")
        connection.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
