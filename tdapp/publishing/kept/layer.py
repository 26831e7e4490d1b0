"""A thin layer in front of the application: public pages are kept as they were answered, and handed out again as they are.

What 3,000 phones look at is made once. A request for a public page costs no session, no database and no template while
nothing changed: the layer asks the application once a second for the event's `now.json`, whose `parts` name what is out
of each division by a digest, and hands out what was answered under the same digest. Only a page that says itself that
every cache may keep it is kept (`Cache-Control: public`), and it is asked for without anybody's cookie.

A player's own view is kept for the phone it was made for (`own`). Whatever the layer does not know (a foreign name, a page
that is not there) goes to the application, and everything that is sent.
"""

from __future__ import annotations

import io
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
from tdapp.publishing.kept.answering import Headers, Kept, Said, keep, may_be_kept, said
from tdapp.publishing.kept.asking import DOORS, NOW, Asked, Environ, Key, asked_for
from tdapp.publishing.kept.looking import FRESH_SECONDS, OLDEST_SECONDS, Looked, Looker
from tdapp.publishing.kept.own import OwnViews, Read, is_own
from tdapp.publishing.phones import own
from tdapp.publishing.released.public_access import AS_TOLD

Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]
HallKey = tuple[str, str, tuple[str, str, str]]

# Of an event itself, beside its divisions: what is the same for everybody and stands in a digest.
OF_EVENT = frozenset({"", NOW, "prizes/", "by-school/", "look.css", "logo.png"})
ROOM = 64_000_000
# A look that begins so long after a page was made tells what was out then: what it tells is two seconds old at most.
SETTLED_SECONDS = 3.0
# Who asked, and what he has already.
PRIVATE = (
    "HTTP_COOKIE", "HTTP_AUTHORIZATION", "HTTP_IF_NONE_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_ACCEPT_ENCODING",
    "HTTP_RANGE", "HTTP_X_POLL", "HTTP_X_REQUEST_ID", "HTTP_ACCEPT_LANGUAGE", "HTTP_REFERER",
)  # fmt: skip


@dataclass(slots=True)
class Hall(Looked):
    """What an event's `now.json` said last. `asked`: who looks again without being asked says what is said here."""

    now: Kept | None = None
    parts: Mapping[str, str] = field(default_factory=dict)
    asked: tuple[Asked, Environ] | None = None


class KeptPages:
    """A WSGI application around another one. `clock`: seconds that only go on; `room`: bytes that may be kept; `read`: what
    came into an event's log.
    """

    def __init__(
        self, application: Application, clock: Callable[[], float] = time.monotonic, room: int = ROOM, read: Read = own.since
    ) -> None:  # fmt: skip
        self.application, self.clock, self.room = application, clock, room
        self.halls: dict[HallKey, Hall] = {}
        self.pages: OrderedDict[Key, Kept] = OrderedDict()
        # Pages no look has confirmed yet, and when each was made.
        self.young: dict[Key, tuple[Asked, float]] = {}
        self.size, self.lock = 0, threading.Lock()
        self.looker = Looker(clock)
        self.own = OwnViews(read, self._run, self.looker, clock)
        # One thread makes a page; who asks for the same meanwhile waits for that one.
        self.turns = [threading.Lock() for _ in range(251)]

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """A kept answer, else the application's own."""
        asked = asked_for(environ)
        if asked and is_own(asked, environ):
            status, headers, chunks = self.own.answer(asked, environ)
            start_response(status, headers)
            return chunks
        kept = self._answer(asked, environ) if asked else None
        if asked is None or kept is None:
            return self.application(environ, start_response)
        status, headers, body = _said(asked, kept, environ)
        start_response(status, headers)
        return [body] if body else []

    def at_hand(self, environ: Environ) -> Said | None:
        """What can be said without asking the application or waiting for anybody, for who must do neither: the server's
        own loop. None what cannot. An event that was looked at more than a second ago is looked at again beside it.
        """
        asked = asked_for(environ)
        if asked and is_own(asked, environ):
            return self.own.at_hand(asked, environ)
        hall = self.halls.get(_hall_key(asked)) if asked else None
        if asked is None or hall is None or hall.now is None:
            return None
        if not self.looker.is_known_now(hall, lambda: self._look_again(hall)):
            return None
        version = self._version(asked, hall)
        kept = hall.now if asked.rest == NOW else self._known(asked.key, version) if version else None
        return _said(asked, kept, environ) if kept else None

    def _look_again(self, hall: Hall) -> None:
        if hall.asked is not None:
            self._look(*hall.asked, hall)

    def _version(self, asked: Asked, hall: Hall) -> str | None:
        """Under which digest a page is kept; None what is no page of this layer."""
        if asked.rest in OF_EVENT:
            return hall.parts.get("")
        return hall.parts.get(asked.division) if asked.division else None

    def _answer(self, asked: Asked, environ: Environ) -> Kept | None:
        hall = self._hall(asked, environ)
        if hall.now is None:
            return None
        if asked.rest == NOW:
            return hall.now
        version = self._version(asked, hall)
        return self._page(asked, environ, version, hall) if version is not None else None

    def _hall(self, asked: Asked, environ: Environ) -> Hall:
        """The event as of a second ago at most; while one thread looks again the others go by what it said before."""
        key = _hall_key(asked)
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

    def _know(self, key: HallKey, hall: Hall) -> None:
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
            self._settle(asked, hall, at)
            return False
        hall.parts = json.loads(body)["parts"]
        hall.now, hall.at, hall.asked = keep("", headers, body), at, (asked, _plain(environ))
        self._settle(asked, hall, at)
        return True

    def _settle(self, asked: Asked, hall: Hall, at: float) -> None:
        """Believe the young pages of an event that a look, late enough, found to be what they were kept as; drop the others.

        A page is made after its version was told, so it may show what came since: a name that was let out for a moment
        would be back whenever the version from before is, were that page still known by it.
        """
        with self.lock:
            for key, (of, made) in list(self.young.items()):
                age = at - made
                if age <= OLDEST_SECONDS and _hall_key(of) != _hall_key(asked):
                    continue
                if age > OLDEST_SECONDS or self.pages[key].version != self._version(of, hall):
                    self.size -= self.pages.pop(key).size
                    del self.young[key]
                elif age >= SETTLED_SECONDS:
                    del self.young[key]

    def _page(self, asked: Asked, environ: Environ, version: str, hall: Hall) -> Kept | None:
        """A page under a version, made now where it must be, under what was told of the whole event."""
        if (kept := self._known(asked.key, version)) is not None:
            return kept
        with self.turns[hash(asked.key) % len(self.turns)]:
            if (kept := self._known(asked.key, version)) is not None:
                return kept
            as_told = AS_TOLD.set(hall.parts.get("", ""))
            try:
                status, headers, body = self._ask(asked.key, environ)
            finally:
                AS_TOLD.reset(as_told)
            if status != 200 or not may_be_kept(headers):
                return None
            return self._keep(asked, keep(version, headers, body), hall)

    def _known(self, key: Key, version: str) -> Kept | None:
        with self.lock:
            kept = self.pages.get(key)
            if kept is None or kept.version != version:
                return None
            self.pages.move_to_end(key)
            return kept

    def _keep(self, asked: Asked, kept: Kept, hall: Hall) -> Kept:
        """Keep it, unless something else is out by now; what was not asked for the longest goes when there is no room."""
        key = asked.key
        with self.lock:
            if self._version(asked, hall) != kept.version:
                return kept
            self.young[key] = asked, self.clock()
            before = self.pages.pop(key, None)
            self.size += kept.size - (before.size if before else 0)
            self.pages[key] = kept
            while self.size > self.room and len(self.pages) > 1:
                gone, old = self.pages.popitem(last=False)
                self.size -= old.size
                self.young.pop(gone, None)
        return kept

    def _ask(self, key: Key, environ: Environ) -> tuple[int, Headers, bytes]:
        """The application's answer to somebody nobody knows, who chose this language."""
        query = urlencode([*parse_qsl(key.query, keep_blank_values=True), *([("v", "")] if key.part else [])])
        plain = _plain(environ) | {
            "REQUEST_METHOD": "GET", "PATH_INFO": key.path, "QUERY_STRING": query, "wsgi.input": io.BytesIO(),
            "HTTP_COOKIE": f"{settings.LANGUAGE_COOKIE_NAME}={key.language}",
        }  # fmt: skip
        status, headers, body = self._run(plain)
        return int(status[:3]), headers, body

    def _run(self, environ: Environ) -> tuple[str, Headers, bytes]:
        """The application's answer, whole."""
        answers: list[tuple[str, Headers]] = []

        def started(status: str, headers: Headers, _error: Any = None) -> None:
            answers.append((status, headers))

        chunks = self.application(environ, started)
        try:
            body = b"".join(chunks)
        finally:
            if close := getattr(chunks, "close", None):
                close()
        return *answers[-1], body


def _hall_key(asked: Asked) -> HallKey:
    """Under what an event is known: what one name of this computer was told says nothing about a foreign one, which the
    application refuses.
    """
    return asked.event, asked.key.language, asked.key.asker


def _plain(environ: Environ) -> Environ:
    """A request without who sent it, and without what hangs on the connection it came by."""
    return {
        name: value
        for name, value in environ.items()
        if name not in PRIVATE and not name.startswith("waitress.")
    }


def _said(asked: Asked, kept: Kept, environ: Environ) -> Said:
    return said(asked, kept, environ, [(MOMENT, moment())] if asked.rest == NOW else [])
