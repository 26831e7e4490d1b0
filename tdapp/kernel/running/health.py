"""Is the process alive (`/healthz`), can it do its work (`/readyz`)? For supervisors, balancers and who wonders."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import socket
import sqlite3
import time
from collections.abc import Callable
from functools import cache as cache_once
from pathlib import Path
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from core.later import later
from tdapp.kernel.running import circuit
from tdapp.launch.process import parent_watch

if TYPE_CHECKING:
    import redis
else:
    redis = later("redis")

Found = dict[str, Any]
LEAST_FREE_BYTES = 100 * 1024 * 1024
STALE_SECONDS, FORGOTTEN_SECONDS, BEAT_SECONDS = 30, 600, 5.0
BEATS_KEY, PING_KEY = "td.beats", "td.ping"
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
    """Whether the data folder's disk can be written and has room for an event."""
    free = shutil.disk_usage(settings.DATA_DIR).free
    # False on a disk that went read-only too, whoever asks.
    writable = os.access(settings.DATA_DIR, os.W_OK)
    enough = free >= LEAST_FREE_BYTES
    return {"ok": enough and writable, "writable": writable, "free_mb": free // (1024 * 1024)}


def redis_answers() -> Found:
    """Whether Redis keeps a value, where one is configured."""
    if not settings.REDIS_URL:
        return {"ok": True, "used": False}
    cache.set(PING_KEY, "pong", 60)
    kept = cache.get(PING_KEY) == "pong"
    # Without Redis the cache keeps in this process's memory, and says so.
    return {"ok": kept and not getattr(cache, "is_away", False), "used": True}


def beats_folder() -> Path:
    """Where the processes on this machine leave the times of their last beats, a file each."""
    return Path(settings.DATA_DIR) / "run" / "beats"


@cache_once
def _redis(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, decode_responses=True, **settings.WAIT_FOR_REDIS)


def _asked(question: Callable[[redis.Redis], Any]) -> Any:
    """What Redis says; RedisError when it does not, at once while that is known."""
    url = settings.REDIS_URL
    return circuit.of(url).ask(lambda: question(_redis(url)))


def beat(kind: str) -> None:
    """A process's sign of life: a file's time on one machine, an entry in Redis where several share one.

    Under `./td run` a process that was started again has the place of the one that died; elsewhere each has its own.
    """
    place = os.environ.get(parent_watch.PLACE) or f"{kind}-{os.getpid()}"
    if settings.REDIS_URL:
        # Its machine by a mark, not by name: anybody may ask `/readyz`.
        machine = hashlib.sha256(socket.gethostname().encode()).hexdigest()[:6]
        with contextlib.suppress(redis.RedisError):
            _asked(lambda door: door.hset(BEATS_KEY, f"{place}@{machine}", str(time.time())))
        return
    beats_folder().mkdir(parents=True, exist_ok=True)
    (beats_folder() / place).touch()


def _beats() -> dict[str, float]:
    """When each process gave its last sign of life."""
    if settings.REDIS_URL:
        found: dict[str, str] = _asked(lambda door: door.hgetall(BEATS_KEY))
        return {name: float(at) for name, at in found.items()}
    return {path.name: path.stat().st_mtime for path in beats_folder().glob("*")}


def seconds_since(kind: str) -> dict[str, int]:
    """Seconds since each process of a kind was seen; one that is gone for long is no longer missed."""
    now = time.time()
    ages = {name: abs(now - at) for name, at in _beats().items() if name.startswith(kind)}
    return {name: round(age) for name, age in sorted(ages.items()) if age <= FORGOTTEN_SECONDS}


def worker() -> Found:
    """Whether there is a job worker, and none that was there is silent."""
    each = seconds_since("worker")
    return {
        "ok": bool(each) and max(each.values()) <= STALE_SECONDS,
        "seen_seconds_ago": min(each.values(), default=None),
        "each": each,
    }


def web() -> Found:
    """Whether none of the web processes that were there is silent. Under another server they leave no signs."""
    each = seconds_since("web")
    return {"ok": all(age <= STALE_SECONDS for age in each.values()), "each": each}


NEEDED: dict[str, Callable[[], Found]] = {"database": database, "migrations": migrations, "disk": disk}
HELPFUL: dict[str, Callable[[], Found]] = {"redis": redis_answers, "worker": worker, "web": web}
