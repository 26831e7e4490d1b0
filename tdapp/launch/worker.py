"""The job worker: Celery with threads, on every system; lost jobs are sent again from here."""

from __future__ import annotations

import logging
import os
import threading
import warnings
from typing import Any

from celery import bootsteps
from celery.exceptions import SecurityWarning
from celery.worker import state
from django.db import close_old_connections
from django.db.utils import DatabaseError

from lexicon_admin.commands import indexing, voting_days
from tdapp.api.webhooks import sending
from tdapp.celery import app
from tdapp.clubs.front import index
from tdapp.interchange import housekeeping
from tdapp.kernel import jobs
from tdapp.kernel.pages import photos
from tdapp.kernel.running import health
from tdapp.kernel.signing_in import forgetting
from tdapp.kernel.signing_in.doors import notes
from tdapp.launch.process import control, parent_watch
from tdapp.publishing.paper import making as packs
from tdapp.publishing.site.download import making as websites
from tdapp.publishing.site.push import pushing

log = logging.getLogger(__name__)
_away = threading.Event()
THREADS = 2
# Two steps: two thirds of what a page gets where all want it. At five a third is left, and where much else runs next to nothing:
# a website people wait for took minutes instead of ten seconds, while clerks waited no less.
BEHIND_PAGES = 2
TICK_SECONDS = 5.0
# One machine, or a few that talk through Redis: nobody listens to the workers' gossip.
OPTIONS: dict[str, Any] = {
    "pool_cls": "threads",
    "concurrency": THREADS,
    "loglevel": "WARNING",
    "quiet": True,
    "without_gossip": True,
    "without_mingle": True,
    "without_heartbeat": True,
}


class Keeper(bootsteps.StartStopStep):
    """Beside the worker: its sign of life for `/readyz`, and the reaper."""

    def __init__(self, parent: Any, **options: Any) -> None:
        self.over = threading.Event()
        super().__init__(parent, **options)

    def start(self, parent: Any) -> None:
        """Begin ticking once the worker runs."""
        threading.Thread(target=self._tick, name="keeper", daemon=True).start()

    def stop(self, parent: Any) -> None:
        """End with the worker."""
        self.over.set()

    def _tick(self) -> None:
        while not self.over.is_set():
            _keep()
            self.over.wait(TICK_SECONDS)


def _keep() -> None:
    """One tick; a database that is away for a while must not end the keeper."""
    try:
        health.beat("worker")
        close_old_connections()
        jobs.beat()
        jobs.reap()
        notes.tick()
        forgetting.tick()
        housekeeping.tick()
        photos.tick()
        packs.forget_old()
        websites.forget_old()
        pushing.tick()
        sending.tick()
        index.tick()
        indexing.tick()
        voting_days.tick()
        _away.clear()
    except (DatabaseError, OSError) as error:
        # Every five seconds, for hours perhaps: why in full only the first time.
        first = not _away.is_set()
        _away.set()
        log.warning(
            "the worker cannot reach its database or data folder, it will try again (%s)",
            type(error).__name__, exc_info=first,
        )  # fmt: skip


def main(arguments: list[str]) -> int:
    """Child of `./td run`, and the worker of a server installation: no arguments."""
    # Celery would look every address and template over before it works: `./td check` did, and it loads the API with all
    # that draws its pages, a quarter of what the worker holds.
    os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
    # As root Celery warns of pickled messages; ours are job ids in JSON.
    warnings.simplefilter("ignore", SecurityWarning)
    _stand_back()
    app.steps["worker"].add(Keeper)
    worker = app.Worker(**OPTIONS)
    parent_watch.watch(_stop)
    control.tell(ready=True)
    worker.start()
    return int(worker.exitcode or 0)


def _stand_back() -> None:
    """Pages come before jobs where both want the processor: a list of a million words must not slow the hall."""
    if hasattr(os, "nice"):
        os.nice(BEHIND_PAGES)


def _stop() -> None:
    """At once when no job runs (a queued one keeps in its row); else finish the running ones and take no new one."""
    if not state.active_requests:
        os._exit(0)
    state.should_stop = 0
