"""Copies of earlier rounds on this laptop: one for each closed round while an event runs, the last few afterwards.

The newest copy is made over the one before; what this keeps is how an event was when each of its rounds was closed, for
the day on which the newest one already holds the mistake. Sealed like the newest, in a folder of their own beside it.
"""

from __future__ import annotations

import os
import re
import shutil
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.db.models import Max

from tdapp.events.models import Event
from tdapp.interchange.copies import plans
from tdapp.kernel import clock
from tdapp.kernel.managers import find
from tdapp.kernel.tabular.limits import MIB

# Of one event while it runs: more rounds than a division may have. Once nothing was kept of it for a while: the last few.
MOST, FEW, OVER = 60, 3, timedelta(days=7)
# Of all events together; beyond this the oldest go, of whatever event.
MOST_FILES, MOST_BYTES = 400, 1024 * MIB
# With less room than this on the disk only the last few of each event are kept.
LOW = 1024 * MIB
NAME = re.compile(r"(?P<stem>.+)-r(?P<rounds>\d+)-(?P<number>\d+)\.tdcopy")


@dataclass(frozen=True, slots=True)
class Earlier:
    """One such copy: of which event, the rounds it holds, its place in the log, when it was made, its size."""

    path: Path
    stem: str
    rounds: int
    number: int
    at: datetime
    bytes: int


def folder() -> Path:
    """Where they stand."""
    return plans.folder() / "rounds"


def last_closed(event: Event) -> str:
    """When a round of the event was last closed, as a plan keeps it; "" before. One query."""
    rows: Any = Event.objects.values(at=Max("divisions__rounds__closed_at"))
    at = find(rows, pk=event.pk)["at"]
    return at.isoformat() if at else ""


def keep(event: Event, told: dict[str, Any], before: dict[str, Any]) -> None:
    """Keep the newest copy, made just now (`told`), beside itself if a round was closed since the one `before`.

    On a disk that is full nothing is kept, and nobody is stopped: the newest copy is there.
    """
    if not told["round"] or told["round"] <= before.get("round", ""):
        return
    target = folder() / plans.file_name(event, told)
    with suppress(OSError):
        folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        try:
            os.link(plans.newest(event), target)  # no room needed until a newer one takes the other name
        except OSError:
            shutil.copyfile(plans.newest(event), target)
        moment = clock.now().timestamp()
        os.utime(target, (moment, moment))
    thin()


def of_event(event: Event) -> list[Earlier]:
    """Those of one event, the newest first."""
    stem = plans.stem(event)
    return [one for one in _all() if one.stem == stem]


def thin() -> list[Path]:
    """Throw away what is more than there is room for; what went. Reads one folder, nothing of the database."""
    gone: list[Path] = []
    kept: list[Earlier] = []
    low = _is_low()
    for some in _by_event(_all()).values():
        over = clock.now() - max(one.at for one in some) > OVER
        most = FEW if over or low else MOST
        kept += some[:most]
        gone += [one.path for one in some[most:]]
    kept.sort(key=lambda one: one.at, reverse=True)
    room, left = MOST_BYTES, MOST_FILES
    for one in kept:
        room, left = room - one.bytes, left - 1
        if room < 0 or left < 0:
            gone.append(one.path)
    for path in gone:
        with suppress(OSError):
            path.unlink()
    return gone


def _by_event(found: Iterable[Earlier]) -> dict[str, list[Earlier]]:
    rows: dict[str, list[Earlier]] = defaultdict(list)
    for one in found:
        rows[one.stem].append(one)
    return rows


def _all() -> list[Earlier]:
    """Every one of them, the newest first; none where the folder cannot be read."""
    found: list[Earlier] = []
    with suppress(OSError), os.scandir(folder()) as files:
        for one in files:
            if match := NAME.fullmatch(one.name):
                told, rounds, number = one.stat(), int(match["rounds"]), int(match["number"])
                at = datetime.fromtimestamp(told.st_mtime, UTC)
                found.append(Earlier(Path(one.path), match["stem"], rounds, number, at, told.st_size))
    return sorted(found, key=lambda one: (one.number, one.at), reverse=True)


def _is_low() -> bool:
    with suppress(OSError):
        return shutil.disk_usage(plans.folder()).free < LOW
    return False
