"""How often something may be asked, counted over all web processes: in Redis where there is one, else in a file of its own.

The file is not the database: a count takes no turn of anybody's writes and needs no disk to be patient (what a power cut
loses of it is a minute's counting). Without either this process counts for itself.
"""

from __future__ import annotations

import hashlib
import ipaddress
import logging
import os
import sqlite3
import threading
import time
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from django.conf import settings
from django.utils.translation import gettext as _

from core.later import later
from tdapp.kernel import clock
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.running import circuit

if TYPE_CHECKING:
    import redis
else:
    redis = later("redis")

log = logging.getLogger(__name__)
Counted = tuple[int, float]
PAUSE_SECONDS = 5.0
BUSY_SECONDS = 1.0
MOST_KEPT = 10_000
SETUP = """
PRAGMA journal_mode=PERSIST;
PRAGMA synchronous=OFF;
CREATE TABLE IF NOT EXISTS counts (key BLOB PRIMARY KEY, count INTEGER NOT NULL, until REAL NOT NULL) WITHOUT ROWID;
"""
# A count begins with its first request. One whose end lies further away than it can (a clock was set back) begins anew.
ADD = """
INSERT INTO counts VALUES (:key, 1, :now + :seconds) ON CONFLICT (key) DO UPDATE SET
count = CASE WHEN until <= :now OR until > :now + :seconds THEN 1 ELSE count + 1 END,
until = CASE WHEN until <= :now OR until > :now + :seconds THEN :now + :seconds ELSE until END
"""
SCRIPT = """
local now, seconds = tonumber(ARGV[1]), tonumber(ARGV[2])
local ends = tonumber(redis.call('HGET', KEYS[1], 'until'))
if not ends or ends <= now or ends > now + seconds then
  redis.call('HSET', KEYS[1], 'count', 0, 'until', string.format('%.3f', now + seconds))
  redis.call('EXPIRE', KEYS[1], seconds + 60)
end
return {redis.call('HINCRBY', KEYS[1], 'count', 1), redis.call('HGET', KEYS[1], 'until')}
"""


class Counts(Protocol):
    """Where requests are counted."""

    def add(self, key: bytes, seconds: int, now: float) -> Counted:
        """Count one more; how many that makes, and when counting begins anew."""


class OwnCounts:
    """This process's counts, when no other place answers."""

    def __init__(self) -> None:
        self.rows: dict[bytes, Counted] = {}
        self.lock = threading.Lock()

    def add(self, key: bytes, seconds: int, now: float) -> Counted:
        """Count one more."""
        with self.lock:
            count, until = self.rows.get(key, (0, 0.0))
            if not now < until <= now + seconds:
                count, until = 0, now + seconds
            if len(self.rows) >= MOST_KEPT:
                self.rows.clear()
            self.rows[key] = count + 1, until
            return count + 1, until


class FileCounts:
    """The counts of every process on this data folder, in a small SQLite file; a connection a thread, never taken over a fork."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.mine = threading.local()

    def add(self, key: bytes, seconds: int, now: float) -> Counted:
        """Count one more. sqlite3.Error or OSError when the file cannot be used; one that is damaged is thrown away."""
        try:
            return self._add(self._connection(), key, seconds, now)
        except sqlite3.DatabaseError as error:
            if not isinstance(error, sqlite3.OperationalError):
                self.path.unlink(missing_ok=True)
            self.mine.__dict__.clear()
            raise

    def _add(self, file: sqlite3.Connection, key: bytes, seconds: int, now: float) -> Counted:
        with file:
            file.execute("BEGIN IMMEDIATE")
            file.execute(ADD, {"key": key, "now": now, "seconds": seconds})
            query = "SELECT count, until FROM counts WHERE key = ?"
            count, until = file.execute(query, (key,)).fetchone()
            if count == 1:
                file.execute("DELETE FROM counts WHERE until <= ?", (now,))
        return int(count), float(until)

    def _connection(self) -> sqlite3.Connection:
        known: sqlite3.Connection | None = getattr(self.mine, "file", None)
        if known is not None and self.mine.process == os.getpid():
            return known
        self.path.parent.mkdir(parents=True, exist_ok=True)
        made = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None)
        made.executescript(SETUP)
        self.mine.file, self.mine.process = made, os.getpid()
        return made


class RedisCounts:
    """The counts of every process on every machine that shares a Redis."""

    def __init__(self, url: str) -> None:
        self.client = redis.Redis.from_url(url, **settings.WAIT_FOR_REDIS)
        self.circuit = circuit.of(url)

    def add(self, key: bytes, seconds: int, now: float) -> Counted:
        """Count one more. RedisError when Redis does not answer."""
        name = b"td.limit." + key.hex().encode()
        count, until = self.circuit.ask(lambda: self.client.eval(SCRIPT, 1, name, now, seconds))
        return int(count), float(until)


class FirstThatAnswers:
    """The best place first; one that failed is left alone for some seconds, so that nobody waits for it twice."""

    def __init__(self, *places: Counts) -> None:
        self.places = places
        self.away_until = [0.0] * len(places)

    def add(self, key: bytes, seconds: int, now: float) -> Counted:
        """Count one more, wherever that is possible; the last place always answers."""
        for number, place in enumerate(self.places[:-1]):
            if time.monotonic() < self.away_until[number]:
                continue
            try:
                return place.add(key, seconds, now)
            except (redis.RedisError, sqlite3.Error, OSError):
                self.away_until[number] = time.monotonic() + PAUSE_SECONDS
                log.warning("%s does not answer; counting without it", type(place).__name__)
        return self.places[-1].add(key, seconds, now)


@cache
def places(folder: Path, url: str) -> Counts:
    """Where this installation counts."""
    shared = [RedisCounts(url)] if url else []
    return FirstThatAnswers(*shared, FileCounts(folder / "run" / "limits.sqlite3"), OwnCounts())


def wait(name: str, who: object, most: int, seconds: int = 60) -> float:
    """Count one request of `who`; 0 while it is one of the first `most` in `seconds`, else how long to wait."""
    now = clock.now().timestamp()
    key = hashlib.sha256(f"{settings.SECRET_KEY}:{name}:{who}".encode()).digest()[:16]
    count, until = places(Path(settings.DATA_DIR), settings.REDIS_URL).add(key, seconds, now)
    return max(until - now, 0.001) if count > most else 0.0


def refuse_table_flood(name: str, link: object, most: int) -> None:
    """Refuse (429) what the link of a table sends above `most` a minute."""
    if wait(name, link, most):
        raise Refusal("too-fast", _("One moment: this table sent too much. Wait a minute."), status=429)


def refuse_phone_flood(name: str, whose: object, most: int) -> None:
    """Refuse (429) what a player's phone sends, or what is done by one player's card, above `most` a minute."""
    if wait(name, whose, most):
        sentence = _("One moment: too much came from this phone. Nothing is lost; send it again in a minute.")
        raise Refusal("too-fast", sentence, status=429)


def household(address: str) -> str:
    """What is counted as one address: of IPv6 the network of one household, for they have 2^64 of them."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)
