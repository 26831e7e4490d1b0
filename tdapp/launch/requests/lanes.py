"""Two lanes to the threads of a web process: who works goes ahead, who looks on waits, and not for long.

Waitress has one queue. In it a clerk's result waits behind every phone that asked before; here spectators have a lane of
their own and never more than some of the threads, so that the desk has its own; and one is left to them, for writes wait
for each other anyway, and a page that is kept costs less than a wait. Where more of them wait than
are answered soon, the next is told at once to come again, for a late page is asked for once more and makes it later still.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

from waitress.task import ThreadedTaskDispatcher
from waitress.utilities import Error

# What spectators read; whatever else is asked for is somebody's work, and so is a report that a phone sends.
READ = (
    "/t/", "/fil/t/", "/embed/", "/fil/embed/", "/clubs/", "/fil/clubs/", "/events/", "/calendar", "/search", "/players/",
    "/certificates/", "/sitemap.xml", "/robots.txt",
)  # fmt: skip
LOOKING = frozenset({"GET", "HEAD"})
# Threads that spectators leave to the desk, how many of them may wait, and when whoever is sent away comes again.
KEPT_FOR_WORK, MOST_WAITING, AGAIN_SECONDS = 2, 200, 5


class Busy(Error):
    """What a spectator is told who cannot be answered soon; a browser asks again by itself."""

    code, reason = 503, "Service Unavailable"

    def __init__(self) -> None:
        super().__init__(
            "Very many are looking at this moment. This page comes again by itself in a few seconds.\r\n"
            "Napakaraming tumitingin ngayon. Babalik ang pahinang ito nang kusa sa ilang segundo."
        )

    def to_response(self, ident: str | None = None) -> tuple[str, list[tuple[str, str]], bytes]:
        """Status, headers and the sentence in both languages: no page is made for it."""
        status, headers, _body = super().to_response(ident)
        again = str(AGAIN_SECONDS)
        headers += [("Retry-After", again), ("Refresh", again), ("Cache-Control", "no-store")]
        return status, headers, str(self.body).encode()


def looks_on(task: Any) -> bool:
    """Whether a channel's next request is a spectator's."""
    request = next(iter(task.requests), None)
    return request is not None and not request.error and _is_read(request)


def _is_read(request: Any) -> bool:
    return request.command in LOOKING and request.path.startswith(READ)


class Lanes(ThreadedTaskDispatcher):
    """Waitress's dispatcher with a second queue. `queue` is the desk's, `lookers` the spectators'; who is `sent_away` costs
    no more than the sentence and goes before both.
    """

    def __init__(
        self,
        most_waiting: int = MOST_WAITING,
        kept: int = KEPT_FOR_WORK,
        apart: Callable[[Any], bool] = looks_on,
    ) -> None:
        super().__init__()
        self.most_waiting, self.kept, self.apart = most_waiting, kept, apart
        self.lookers: deque[Any] = deque()
        self.sent_away: deque[Any] = deque()
        self.looking = self.working = 0

    @property
    def is_busy(self) -> bool:
        """Whether anything is being answered or waits."""
        return bool(self.active_count or self.queue or self.lookers or self.sent_away)

    def add_task(self, task: Any) -> None:
        """Put it into its lane, and wake a thread."""
        with self.lock:
            self._lane_of(task).append(task)
            self.queue_cv.notify()

    def _lane_of(self, task: Any) -> deque[Any]:
        if not self.apart(task):
            return self.queue
        if len(self.lookers) < self.most_waiting:
            return self.lookers
        task.requests[0].error = Busy()
        return self.sent_away

    def _next(self) -> tuple[Any, bool] | None:
        """The next task and whether it is a spectator's; None where nobody waits whose turn it is."""
        if self.sent_away:
            self.working += 1
            return self.sent_away.popleft(), False
        if self.queue and not self._last_is_for_looks():
            self.working += 1
            return self.queue.popleft(), False
        if self.lookers and self.looking < max(1, len(self.threads) - self.kept):
            self.looking += 1
            return self.lookers.popleft(), True
        return None

    def _last_is_for_looks(self) -> bool:
        """Whether all threads but this one are at work, and somebody waits only to look."""
        several = len(self.threads) > self.kept + 1
        return several and bool(self.lookers) and not self.looking and self.working >= len(self.threads) - 1

    def handler_thread(self, thread_no: int) -> None:
        """As waitress does, from two lanes."""
        while (taken := self._waited_for(thread_no)) is not None:
            task, is_look = taken
            try:
                task.service()
            except BaseException:
                self.logger.exception("Exception when servicing %r", task)
            finally:
                self._is_over(is_look)

    def _is_over(self, is_look: bool) -> None:
        with self.lock:
            self.looking -= is_look
            self.working -= not is_look
            # Another thread may be asleep that left this one's place free.
            self.queue_cv.notify()

    def _waited_for(self, thread_no: int) -> tuple[Any, bool] | None:
        """What this thread does next; None when it is to end."""
        with self.lock:
            while True:
                if self.stop_count > 0:
                    self.active_count -= 1
                    self.stop_count -= 1
                    self.threads.discard(thread_no)
                    self.thread_exit_cv.notify()
                    return None
                if (taken := self._next()) is not None:
                    return taken
                self.active_count -= 1
                self.queue_cv.wait()
                self.active_count += 1

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """As waitress does; what waits in either lane is given up."""
        with self.lock:
            for lane in (self.sent_away, self.lookers):
                self.queue.extend(lane)
                lane.clear()
        return bool(super().shutdown(cancel_pending, timeout))
