"""The public folder of an event of 1,000 players: built whole, after one more release, after what is taken back, put away.

    python -m bench.hall.public_folder [PLAYERS] [ROUNDS]

What the worker does from the commit until the last list of files stands, stage by stage: what is public no longer is out of
sight and then off the disk, what came out stands there, the players' pages do. Seconds of processor since the stage before
(the clock in brackets), and how many files changed. Everything in one process on SQLite, one division, both languages.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Collection, Mapping
from pathlib import Path

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
from tdapp.events.models import Division, Entrant, Round  # noqa: E402
from tdapp.kernel import context  # noqa: E402
from tdapp.publishing.site.folder import Kept  # noqa: E402
from tdapp.publishing.site.staging import on_disk, stages  # noqa: E402
from tdapp.publishing.site.staging.on_disk import OnDisk  # noqa: E402
from tdapp.publishing.site.staging.standing import Standing  # noqa: E402
from tdapp.publishing.site.staging.withdrawal import Emptied  # noqa: E402
from tests import large  # noqa: E402
from tests.faults.halls import looking_into  # noqa: E402

PLAYERS, ROUNDS = 1000, 4


class Watched(OnDisk):
    """What each stage cost."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.told: list[tuple[str, float, float]] = []
        self._since = (time.process_time(), time.perf_counter())

    def note(self, name: str) -> None:
        """A stage is over."""
        now = (time.process_time(), time.perf_counter())
        self.told.append((name, now[0] - self._since[0], now[1] - self._since[1]))
        self._since = now

    def take_back(self, emptied: Emptied) -> None:
        removed = on_disk.hide(self.root, emptied)
        self.note("out of sight")
        on_disk.sweep(self.root, emptied)
        self.note("off the disk")
        self.done = Kept(0, 0, removed)

    def bring(
        self, files: Mapping[str, bytes], kept: Collection[str], during: Standing, after: Standing
    ) -> None:
        super().bring(files, kept, during, after)
        self.note("what came out" if kept else "the rest")

    def line(self, what: str) -> str:
        """All of them, and their sum."""
        steps = [*self.told, ("in all", sum(one[1] for one in self.told), sum(one[2] for one in self.told))]
        told = ", ".join(f"{name} {own:.3f} ({clock:.2f})" for name, own, clock in steps)
        done = self.done
        return f"{what:26} {told} s; {done.written} written, {done.unchanged} as they were, {done.removed} removed"


def kept(slug: str, root: Path, what: str) -> None:
    """The folder as it must be now."""
    place = Watched(root)
    stages.carry_out(slug, [code for code, _name in settings.LANGUAGES], place, on_disk=True)
    print(place.line(what), flush=True)


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
        kept("folder", place, "nothing done")
        Entrant.objects.filter(division=row, number=7).update(given="Another", surname="Name")
        kept("folder", place, "a name withdrawn")
        released(rounds - 1)
        kept("folder", place, "that release taken back")
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
