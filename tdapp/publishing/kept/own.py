"""Players' own views, kept for the phone they were made for: a thousand phones ask every ten seconds, and hardly one of them
has anything new.

The application tells what a view hangs on (`publishing.phones.own`), the event's log tells once a second what was touched.
A phone is known by its cookie, letter by letter, as the application took it; any other cookie goes to the application, and
so does everything that is sent.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db import Error

from tdapp.publishing.kept.answering import Headers, Kept, Said, keep, said
from tdapp.publishing.kept.asking import Asked, Environ, Key
from tdapp.publishing.kept.looking import FRESH_SECONDS, LATE_SECONDS, Looked, Looker
from tdapp.publishing.phones.device import COOKIE
from tdapp.publishing.phones.own import WANTED, Basis, Entries

PATH = "me/"
MOST = 6000
# A view made so soon after something touched everybody may have been made of standings that were a second old.
SETTLED_SECONDS = 3.0
# Names of clubs and the like stand in other logs: where something came into one of these, a view from before is made again
# after so long, and any view after so much longer, for who knows what stands in no log.
ELSEWHERE_SECONDS, LONGEST_SECONDS = 60.0, 600.0
OURS = re.compile(rf"(?:^|;)\s*{COOKIE}=([^;\s]+)")
Read = Callable[[str, int | None], Entries | None]
Ask = Callable[[Environ], tuple[str, Headers, bytes]]


class Mine(NamedTuple):
    """Whose view: the request, and the phone's cookie."""

    key: Key
    cookie: str


@dataclass(frozen=True, slots=True)
class View:
    """A view as it was made, when, and what it hangs on."""

    kept: Kept
    basis: Basis
    at: float


@dataclass(slots=True)
class Log(Looked):
    """How far an event's log is, what touched whom last, and when something came into another log."""

    number: int | None = None
    elsewhere: int | None = None
    elsewhere_at: float = float("-inf")
    everybody: int = 0
    everybody_at: float = float("-inf")
    touched: dict[str, int] = field(default_factory=dict)

    def take(self, told: Entries, now: float) -> None:
        """What came since."""
        self.number = told.number
        if told.elsewhere != self.elsewhere:
            self.elsewhere, self.elsewhere_at = told.elsewhere, now
        self.touched.update(told.touched)
        if told.everybody:
            self.everybody, self.everybody_at = told.everybody, now

    def holds(self, view: View, now: float) -> bool:
        """Whether nothing came that touches a view."""
        settled = self.everybody_at + SETTLED_SECONDS
        older = view.at < self.elsewhere_at + SETTLED_SECONDS
        return (
            now - view.at <= (ELSEWHERE_SECONDS if older else LONGEST_SECONDS)
            and view.basis.number >= self.everybody
            and (view.at >= settled or now < settled)
            and all(self.touched.get(one, 0) <= view.basis.number for one in view.basis.of)
        )


class OwnViews:
    """The views of the phones of all events. `read`: what came into an event's log; `ask`: the application."""

    def __init__(self, read: Read, ask: Ask, looker: Looker, clock: Callable[[], float]) -> None:
        self.read, self.ask, self.looker, self.clock = read, ask, looker, clock
        self.logs: dict[str, Log] = {}
        self.views: OrderedDict[Mine, View] = OrderedDict()
        self.lock = threading.Lock()

    def at_hand(self, asked: Asked, environ: Environ) -> Said | None:
        """What can be said without asking or waiting."""
        log, mine = self.logs.get(asked.event), mine_of(asked, environ)
        if log is None or mine is None:
            return None
        # Never much older: who has just reported must not be shown what was before.
        if not self.looker.is_known_now(log, lambda: self._look(asked.event, log), LATE_SECONDS):
            return None
        view = self._view(mine, log)
        return said(asked, view.kept, environ, []) if view else None

    def answer(self, asked: Asked, environ: Environ) -> tuple[str, Headers, Iterable[bytes]]:
        """The view of this phone, made where it must be; whatever else the application says as it says it."""
        mine, log = mine_of(asked, environ), self._log(asked.event)
        view = self._view(mine, log) if mine and log else None
        if view is None:
            # Asked for whole, so that it can be kept; who has it is told so below.
            basis: list[Basis] = []
            now = self.clock()
            plain = {**environ, "QUERY_STRING": "v=", "HTTP_ACCEPT_ENCODING": "", WANTED: basis}
            status, headers, body = self.ask(plain)
            if (
                not basis
                or not status.startswith("200")
                or "set-cookie" in {name.lower() for name, _v in headers}
            ):
                return status, headers, [body]
            view = View(keep("", headers, body), basis[0], now)
            if mine and log:
                self._keep(mine, view)
        status, headers, body = said(asked, view.kept, environ, [])
        return status, headers, [body] if body else []

    def _log(self, event: str) -> Log | None:
        """The event's log as of a second ago at most; None where there is no such event, or no database: then the application
        says so.
        """
        log = self.logs.get(event) or Log()
        if self.clock() - log.at > FRESH_SECONDS:
            with log.turn:
                if self.clock() - log.at > FRESH_SECONDS:
                    try:
                        self._look(event, log)
                    except Error:
                        return None
        return log if log.number is not None else None

    def _look(self, event: str, log: Log) -> None:
        at = self.clock()
        told = self.read(event, log.number)
        if told is None:
            # Also who has this log in hand must not go by it: what was kept of an event that is gone is nobody's.
            log.number = None
            with self.lock:
                self.logs.pop(event, None)
            return
        log.take(told, at)
        log.at = at
        with self.lock:
            # Those nobody asks for are forgotten, and what is handed out no more.
            late = at - ELSEWHERE_SECONDS
            self.logs = {name: one for name, one in self.logs.items() if one.at >= late} | {event: log}
            while self.views and next(iter(self.views.values())).at < at - LONGEST_SECONDS:
                self.views.popitem(last=False)

    def _view(self, mine: Mine, log: Log) -> View | None:
        with self.lock:
            view = self.views.get(mine)
        return view if view is not None and log.holds(view, self.clock()) else None

    def _keep(self, mine: Mine, view: View) -> None:
        with self.lock:
            self.views[mine] = view
            self.views.move_to_end(mine)
            while len(self.views) > MOST:
                self.views.popitem(last=False)


def is_own(asked: Asked, environ: dict[str, Any]) -> bool:
    """Whether a phone asks for news of its player's view."""
    return (
        asked.rest == PATH
        and asked.seen is not None
        and not asked.key.query
        and environ["REQUEST_METHOD"] == "GET"
    )


def mine_of(asked: Asked, environ: Environ) -> Mine | None:
    """Whose view is asked for; None without the cookie, or with two of them."""
    found = OURS.findall(str(environ.get("HTTP_COOKIE", "")))
    return Mine(asked.key, found[0]) if len(found) == 1 else None
