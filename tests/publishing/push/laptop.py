"""A club's laptop as a process of its own: what its worker does with a place, told line by line.

`python -m tests.publishing.push.laptop ADDRESS TOKEN` with a data folder (TD_DATA) that was started before. Each line read
is one thing to do; each answered by a line of JSON: how the place stands.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from datetime import timedelta
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tdapp.settings")
import django

django.setup()

from tdapp.events.models import Division  # noqa: E402
from tdapp.kernel import clock, jobs  # noqa: E402
from tdapp.publishing.models import PushPlace  # noqa: E402
from tdapp.publishing.site.push import pushing  # noqa: E402
from tdapp.publishing.site.push.commands import places  # noqa: E402
from tests import factories as f  # noqa: E402
from tests.publishing.hall import Hall, played_hall  # noqa: E402


def begin(address: str, token: str) -> None:
    """An event with something public, and the federation as its place."""
    event = played_hall(4).division.event
    said = {"name": "Federation", "kind": "inbox", "where": {"address": address}, "secret": token}
    places.add_place(f.program(event), event, **said)


def here() -> Hall:
    return Hall(Division.objects.get())


def tick(minutes: int = 0) -> None:
    """What the worker does every few seconds, so many minutes after the last time."""
    late.append(minutes)
    with clock.at(clock.now() + timedelta(minutes=sum(late))):
        for job in pushing.tick():
            jobs.run(job.pk)


late: list[int] = []
DO: dict[str, Callable[[], Any]] = {
    "tick": tick,
    "a minute later": lambda: tick(2),
    "release": lambda: here().release(2),
    "hide": lambda: here().release(1),
}


def main() -> None:
    # Nobody else takes jobs here.
    jobs.SEND.connect(lambda _pk: None)
    if not PushPlace.objects.exists():
        begin(*sys.argv[1:3])
    for line in sys.stdin:
        DO[line.strip()]()
        place = PushPlace.objects.select_related("event").get()
        told = {"event": place.event.slug, "fault": place.fault.get("code", ""), "failures": place.failures}
        print(json.dumps(told), flush=True)


main()
