"""Is the process alive (`/healthz`), can it do its work (`/readyz`)? For supervisors, balancers and who wonders."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

Found = dict[str, Any]
LEAST_FREE_BYTES = 100 * 1024 * 1024
WORKER_STALE_SECONDS = 30
WORKER_KEY, PING_KEY = "td.worker.beat", "td.ping"
_migrated: set[str] = set()


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """200 while the process answers; touches neither database nor disk."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when results can be entered, else 503 with `Retry-After`; `degraded` names what is down but not needed for that."""
    needed = {name: _held(look) for name, look in NEEDED.items()}
    helpful = {name: _held(look) for name, look in HELPFUL.items()}
    ready = all(found["ok"] for found in needed.values())
    degraded = [name for name, found in helpful.items() if not found["ok"]]
    body = {"ready": ready, "degraded": degraded, "checks": needed | helpful}
    return JsonResponse(body, status=200 if ready else 503, headers={} if ready else {"Retry-After": "3"})


def _held(look: Callable[[], Found]) -> Found:
    """The finding of one check; whatever goes wrong is a finding too, by its kind only (a message may name hosts)."""
    try:
        return look()
    except Exception as error:
        return {"ok": False, "error": type(error).__name__}


def database() -> Found:
    """Whether the database answers; for SQLite its version, journal and sync mode."""
    if connection.vendor == "sqlite" and not _file_is_there():
        return {"ok": False, "engine": "sqlite", "error": "FileGone"}
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        if connection.vendor != "sqlite":
            return {"ok": True, "engine": connection.vendor}
        modes = {
            pragma: cursor.execute(f"PRAGMA {pragma}").fetchone()[0]
            for pragma in ("journal_mode", "synchronous")
        }
    return {"ok": True, "engine": "sqlite", "version": sqlite3.sqlite_version, **modes}


def _file_is_there() -> bool:
    """An open file answers after it was deleted; what is entered then is lost with the last process that has it."""
    name = str(connection.settings_dict["NAME"])
    return connection.is_in_memory_db() or Path(name).is_file()  # type: ignore[attr-defined]


def migrations() -> Found:
    """Whether every migration is applied; once true it stays true for this process."""
    if "all" not in _migrated:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
        if waiting:
            return {"ok": False, "waiting": len(waiting)}
        _migrated.add("all")
    return {"ok": True}


def disk() -> Found:
    """Whether the data folder's disk has room for an event."""
    free = shutil.disk_usage(settings.DATA_DIR).free
    return {"ok": free >= LEAST_FREE_BYTES, "free_mb": free // (1024 * 1024)}


def redis_answers() -> Found:
    """Whether Redis keeps a value, where one is configured."""
    if not settings.REDIS_URL:
        return {"ok": True, "used": False}
    cache.set(PING_KEY, "pong", 60)
    return {"ok": cache.get(PING_KEY) == "pong", "used": True}


def beat_file() -> Path:
    """Where the worker on this machine leaves the time of its last beat."""
    return Path(settings.DATA_DIR) / "run" / "worker.beat"


def beat() -> None:
    """The worker's sign of life: a file's time on one machine, a cache entry where several share Redis."""
    if settings.REDIS_URL:
        cache.set(WORKER_KEY, time.time(), WORKER_STALE_SECONDS * 10)
        return
    beat_file().parent.mkdir(parents=True, exist_ok=True)
    beat_file().touch()


def worker() -> Found:
    """Seconds since a job worker last gave a sign of life."""
    if settings.REDIS_URL:
        last = float(cache.get(WORKER_KEY) or 0)
    else:
        last = beat_file().stat().st_mtime if beat_file().exists() else 0.0
    age = abs(time.time() - last)
    return {"ok": age <= WORKER_STALE_SECONDS, "seen_seconds_ago": round(age) if last else None}


NEEDED: dict[str, Callable[[], Found]] = {"database": database, "migrations": migrations, "disk": disk}
HELPFUL: dict[str, Callable[[], Found]] = {"redis": redis_answers, "worker": worker}
