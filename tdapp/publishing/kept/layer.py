"""A thin layer in front of the application: public pages are kept as they were answered, and handed out again as they are.

What 3,000 phones look at is made once. A request for a public page costs no session, no database and no template while
nothing changed: the layer asks the application once a second for the event's `now.json`, whose `parts` name what is out
of each division by a digest, and hands out what was answered under the same digest. Only a page that says itself that
every cache may keep it is kept (`Cache-Control: public`), and it is asked for without anybody's cookie.

Whatever the layer does not know (a foreign name, a page that is not there, a player's own phone) goes to the application.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode

from django.conf import settings

from tdapp.desk.day.now import MOMENT, moment
from tdapp.publishing.kept.asking import DOORS, NOW, Asked, Environ, Key, asked_for

Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
Headers = list[tuple[str, str]]

# Of an event itself, beside its divisions: what is the same for everybody and stands in a digest.
OF_EVENT = frozenset({"", NOW, "look.css", "logo.png"})
FRESH_SECONDS, OLDEST_SECONDS = 1.0, 10.0
ROOM = 64_000_000
WORTH_PACKING = 200
# Of one answer, or of the one who asked: said anew each time, or by the server.
NOT_KEPT = frozenset(
    {"x-request-id", "content-length", "content-encoding", "date", "set-cookie", "etag", MOMENT.lower()}
)
# Who asked, and what he has already.
PRIVATE = (
    "HTTP_COOKIE", "HTTP_AUTHORIZATION", "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_ACCEPT_ENCODING",
    "HTTP_RANGE", "HTTP_X_POLL", "HTTP_X_REQUEST_ID", "HTTP_ACCEPT_LANGUAGE", "HTTP_REFERER",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer of the application under a `version`; `part`: the version of the fragment it is, "" a whole page."""

    version: str
    headers: Headers
    body: bytes
    packed: bytes
    etag: str
    part: str = ""

    @property
    def size(self) -> int:
        """Bytes it takes."""
        return len(self.body) + len(self.packed)


@dataclass(slots=True)
class Hall:
    """What an event's `now.json` said last, and when."""

    turn: threading.Lock = field(default_factory=threading.Lock)
    at: float = float("-inf")
    now: Kept | None = None
    parts: Mapping[str, str] = field(default_factory=dict)


class KeptPages:
    """A WSGI application around another one. `clock`: seconds that only go on; `room`: bytes that may be kept."""

    def __init__(
        self, application: Application, clock: Callable[[], float] = time.monotonic, room: int = ROOM
    ) -> None:
        self.application, self.clock, self.room = application, clock, room
        self.halls: dict[tuple[str, str], Hall] = {}
        self.pages: OrderedDict[Key, Kept] = OrderedDict()
        self.size, self.lock = 0, threading.Lock()
        # One thread makes a page; who asks for the same meanwhile waits for that one.
        self.turns = [threading.Lock() for _ in range(251)]

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """A kept answer, else the application's own."""
        asked = asked_for(environ)
        kept = self._answer(asked, environ) if asked else None
        if asked is None or kept is None:
            return self.application(environ, start_response)
        return _send(asked, kept, environ, start_response)

    def _answer(self, asked: Asked, environ: Environ) -> Kept | None:
        hall = self._hall(asked, environ)
        if hall is None or hall.now is None:
            return None
        if asked.rest == NOW:
            return hall.now
        version = hall.parts.get(asked.division)
        if version is None or not (asked.division or asked.rest in OF_EVENT):
            return None
        return self._page(asked, environ, version)

    def _hall(self, asked: Asked, environ: Environ) -> Hall | None:
        """The event as of a second ago at most; while one thread looks again the others go by what it said before."""
        key = (asked.event, asked.key.language)
        hall = self.halls.get(key)
        if hall is None:
            hall = Hall()
        age = self.clock() - hall.at
        if age <= FRESH_SECONDS:
            return hall
        if not hall.turn.acquire(blocking=age > OLDEST_SECONDS):
            return hall
        try:
            if self.clock() - hall.at > FRESH_SECONDS and self._look(asked, environ, hall):
                self._know(key, hall)
        finally:
            hall.turn.release()
        return hall

    def _know(self, key: tuple[str, str], hall: Hall) -> None:
        """Events that nobody asked for in a while are forgotten."""
        with self.lock:
            late = self.clock() - OLDEST_SECONDS
            for other in [one for one, known in self.halls.items() if known.at < late and one != key]:
                del self.halls[other]
            self.halls[key] = hall

    def _look(self, asked: Asked, environ: Environ, hall: Hall) -> bool:
        """Ask the application what is out. What is not public, or not any more, is known no longer."""
        at = self.clock()
        key = asked.key._replace(path=f"{DOORS[0]}{asked.event}/{NOW}", query="", part=False)
        status, headers, body = self._ask(key, environ)
        if status != 200:
            hall.now, hall.parts, hall.at = None, {}, float("-inf")
            return False
        hall.parts = json.loads(body)["parts"]
        hall.now, hall.at = _kept("", headers, body), at
        return True

    def _page(self, asked: Asked, environ: Environ, version: str) -> Kept | None:
        if (kept := self._known(asked.key, version)) is not None:
            return kept
        with self.turns[hash(asked.key) % len(self.turns)]:
            if (kept := self._known(asked.key, version)) is not None:
                return kept
            status, headers, body = self._ask(asked.key, environ)
            if status != 200 or not may_be_kept(headers):
                return None
            return self._keep(asked.key, _kept(version, headers, body))

    def _known(self, key: Key, version: str) -> Kept | None:
        with self.lock:
            kept = self.pages.get(key)
            if kept is None or kept.version != version:
                return None
            self.pages.move_to_end(key)
            return kept

    def _keep(self, key: Key, kept: Kept) -> Kept:
        """Keep it; what was not asked for the longest goes when there is no room."""
        with self.lock:
            before = self.pages.pop(key, None)
            self.size += kept.size - (before.size if before else 0)
            self.pages[key] = kept
            while self.size > self.room and len(self.pages) > 1:
                self.size -= self.pages.popitem(last=False)[1].size
        return kept

    def _ask(self, key: Key, environ: Environ) -> tuple[int, Headers, bytes]:
        """The application's answer to somebody nobody knows, who chose this language."""
        query = urlencode([*parse_qsl(key.query, keep_blank_values=True), *([("v", "")] if key.part else [])])
        plain = {name: value for name, value in environ.items() if name not in PRIVATE} | {
            "REQUEST_METHOD": "GET", "PATH_INFO": key.path, "QUERY_STRING": query,
            "HTTP_COOKIE": f"{settings.LANGUAGE_COOKIE_NAME}={key.language}",
        }  # fmt: skip
        said: list[tuple[str, Headers]] = []

        def started(status: str, headers: Headers, _error: Any = None) -> None:
            said.append((status, headers))

        chunks = self.application(plain, started)
        try:
            body = b"".join(chunks)
        finally:
            if close := getattr(chunks, "close", None):
                close()
        status, headers = said[-1]
        return int(status[:3]), headers, body


def may_be_kept(headers: Headers) -> bool:
    """Whether an answer says that it is everybody's."""
    told = {name.lower(): value for name, value in headers}
    return "public" in told.get("cache-control", "") and "set-cookie" not in told


def _kept(version: str, headers: Headers, body: bytes) -> Kept:
    told = {name.lower(): value for name, value in headers}
    etag = told.get("etag", "").removeprefix("W/") or f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    packed = gzip.compress(body, 6, mtime=0) if len(body) >= WORTH_PACKING else b""
    left = [(name, value) for name, value in headers if name.lower() not in NOT_KEPT]
    return Kept(
        version, left, body, packed if len(packed) < len(body) else b"", etag, told.get("x-version", "")
    )


def _send(asked: Asked, kept: Kept, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
    """The answer; without its content for who has it already."""
    headers = [*kept.headers, ("ETag", kept.etag)]
    if asked.rest == NOW:
        headers.append((MOMENT, moment()))
    if asked.seen is not None and asked.seen == kept.part:
        start_response("204 No Content", kept.headers)
        return []
    if asked.seen is None and has(str(environ.get("HTTP_IF_NONE_MATCH", "")), kept.etag):
        start_response("304 Not Modified", headers)
        return []
    body = kept.body
    if kept.packed and "gzip" in str(environ.get("HTTP_ACCEPT_ENCODING", "")):
        body = kept.packed
        headers = [
            *kept.headers,
            ("ETag", f"W/{kept.etag}"),
            ("Content-Encoding", "gzip"),
            *headers[len(kept.headers) + 1 :],
        ]
    start_response("200 OK", [*headers, ("Content-Length", str(len(body)))])
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [body]


def has(told: str, etag: str) -> bool:
    """Whether `If-None-Match` names this answer (RFC 9110 13.1.2: weakly compared)."""
    return told.strip() == "*" or any(one.strip().removeprefix("W/") == etag for one in told.split(","))
