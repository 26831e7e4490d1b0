"""How the installation stands at this moment, asked when it is: database, jobs, websites on their way, processes, disk.

Each question stands alone: what cannot be asked is left out, and `td_unknown` names it.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import connection
from django.db.models import Count, Min, Q

from core.later import later
from tdapp.kernel import clock
from tdapp.kernel.models import Job
from tdapp.kernel.running import health
from tdapp.publishing.models import PushPlace

if TYPE_CHECKING:
    from prometheus_client import core as families
    from prometheus_client.metrics_core import Metric
else:
    families = later("prometheus_client.core")

RECENT = timedelta(hours=1)


class State:
    """A collector of the library's: `collect` is asked at each look."""

    def collect(self) -> Iterator[Metric]:
        """Every family that can be told."""
        unknown = families.GaugeMetricFamily("td_unknown", "What could not be asked.", labels=["what"])
        for name, ask in ASKED.items():
            try:
                yield from list(ask())
            except Exception:
                unknown.add_metric([name], 1)
        yield unknown


def _gauge(name: str, about: str, value: float) -> Metric:
    return families.GaugeMetricFamily(name, about, value=value)


def _database() -> Iterator[Metric]:
    """Away is an answer too."""
    began = time.perf_counter()
    try:
        answers = bool(health.database()["ok"])
    except Exception:
        answers = False
    yield _gauge("td_database_up", "Whether the database answers.", answers)
    yield _gauge(
        "td_database_answer_seconds", "How long the least question takes.", time.perf_counter() - began
    )


def _database_size() -> Iterator[Metric]:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_database_size(current_database())")
        else:
            cursor.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
        yield _gauge("td_database_bytes", "What the database takes.", cursor.fetchone()[0])


def _jobs() -> Iterator[Metric]:
    since = clock.now() - RECENT
    told = Job.objects.aggregate(
        queued=Count("pk", filter=Q(status=Job.Status.QUEUED)),
        running=Count("pk", filter=Q(status=Job.Status.RUNNING)),
        failed=Count("pk", filter=Q(status=Job.Status.FAILED, finished_at__gte=since)),
        oldest=Min("created_at", filter=Q(status=Job.Status.QUEUED)),
    )
    jobs = families.GaugeMetricFamily(
        "td_jobs", "Jobs that wait, that run, that failed in the last hour.", labels=["state"]
    )
    for state in ("queued", "running", "failed"):
        jobs.add_metric([state], told[state])
    yield jobs
    yield _gauge("td_job_oldest_seconds", "How long the oldest job waits.", _age(told["oldest"]))


def _age(moment: datetime | None) -> float:
    """Seconds since then; 0 where there is nothing."""
    return max(0.0, (clock.now() - moment).total_seconds()) if moment else 0.0


def _websites() -> Iterator[Metric]:
    told = PushPlace.objects.aggregate(
        waiting=Count("pk", filter=Q(waiting_since__isnull=False)),
        failing=Count("pk", filter=Q(failing_since__isnull=False)),
        oldest=Min("waiting_since"),
    )
    places = families.GaugeMetricFamily(
        "td_website_places", "Places websites are sent to that wait, or fail.", labels=["state"]
    )
    places.add_metric(["waiting"], told["waiting"])
    places.add_metric(["failing"], told["failing"])
    yield places
    yield _gauge(
        "td_website_behind_seconds",
        "For how long what is public has waited for a place.",
        _age(told["oldest"]),
    )


def _processes() -> Iterator[Metric]:
    seen = families.GaugeMetricFamily(
        "td_process_seen_seconds", "Since the last sign of life of each process.", labels=["process"]
    )
    for kind in ("web", "worker"):
        for name, age in health.seconds_since(kind).items():
            seen.add_metric([name], age)
    yield seen


def _disk() -> Iterator[Metric]:
    yield _gauge(
        "td_disk_free_bytes", "Room on the data folder's disk.", shutil.disk_usage(settings.DATA_DIR).free
    )


def _redis() -> Iterator[Metric]:
    if settings.REDIS_URL:
        yield _gauge("td_redis_up", "Whether Redis keeps a value.", _answers())


def _answers() -> bool:
    try:
        return bool(health.redis_answers()["ok"])
    except Exception:
        return False


ASKED: dict[str, Callable[[], Iterator[Metric]]] = {
    "database": _database,
    "database size": _database_size,
    "jobs": _jobs,
    "websites": _websites,
    "processes": _processes,
    "disk": _disk,
    "redis": _redis,
}
