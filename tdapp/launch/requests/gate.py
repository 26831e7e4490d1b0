"""Waitress behind a gate: whoever sends half a request and waits never takes the room of those who send a whole one."""

from __future__ import annotations

import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import TcpWSGIServer

from tdapp.kernel.signing_in import limits
from tdapp.launch.requests import at_hand
from tdapp.launch.requests.at_hand import AtHand
from tdapp.launch.requests.ears import Ears, can_hear
from tdapp.launch.requests.lanes import Lanes

# So many half-sent requests make an address a crowd; so long may the bytes of an honest one be on their way.
CROWD, MOMENT_SECONDS = 10, 2.0


@dataclass(frozen=True, slots=True)
class Rules:
    """What a web process bears. Only half-sent requests are counted and timed: a hall behind one address that sends whole
    ones and keeps its connections is never cut off by the first three.
    """

    half_sent_an_address: int = 200
    head_seconds: float = 10.0
    body_seconds: float = 30.0
    body_bytes_a_second: float = 2_000.0
    kept_free: int = 100
    # A proxy waits for whole requests itself, and all its visitors have its address.
    is_proxy: Callable[[str], bool] = lambda _address: False
    clock: Callable[[], float] = time.monotonic


class Channel(HTTPChannel):
    """A connection that knows since when it owes the rest of a request."""

    server: Gate
    requests: list[Any]
    answer: tuple[bytes, bool] | None = None

    def __init__(
        self, server: Gate, sock: socket.socket, addr: Any, adj: Adjustments, map: Any = None
    ) -> None:
        self.since: float | None = server.rules.clock()
        self.household = limits.household(str(addr[0]))
        super().__init__(server, sock, addr, adj, map=map)
        server.newest = self

    def received(self, data: bytes) -> bool:
        """As waitress does; what is at hand is answered here, the first bytes of a next request begin a debt."""
        self.server.loop = threading.get_ident()
        taken = bool(super().received(data))
        while self.answer is not None:
            self._hand_out(*self.answer)
        self._note_debt()
        return taken

    def _hand_out(self, data: bytes, last: bool) -> None:
        """Send an answer that is at hand; what the line does not take at once goes the usual way."""
        self.answer, self.since = None, None
        rest = data[self.send(data) :]
        if rest and self.connected:
            self.write_soon(rest)
        with self.requests_lock:
            if last:
                self.close_when_flushed = True
            for request in self.requests if last else self.requests[:1]:
                request.close()
            self.requests = [] if last else self.requests[1:]
            if self.connected and self.requests:
                self.server.add_task(self)

    def service(self) -> None:
        """As waitress does, in a thread: a whole request is here, so nothing is owed but what came of the next one."""
        self.since = None
        super().service()
        self._note_debt()
        self.server.touch(self)

    def write_soon(self, data: Any) -> int:
        """As waitress does; what the line does not take at once waits until it does."""
        written = int(super().write_soon(data))
        if self.total_outbufs_len:
            self.server.touch(self)
        return written

    def add_channel(self, map: Any = None) -> None:
        """As waitress does, and listened to from now on."""
        super().add_channel(map)
        self.server.touch(self)

    def del_channel(self, map: Any = None) -> None:
        """As waitress does, and listened to no longer."""
        if self.server.ears:
            self.server.ears.forget(self._fileno)
        super().del_channel(map)

    def _note_debt(self) -> None:
        if self.request is not None and self.since is None:
            self.since = self.server.rules.clock()

    @property
    def at_work(self) -> bool:
        """Whether a whole request is being answered, or waits for its turn."""
        return bool(self.requests)

    @property
    def owes(self) -> bool:
        """Whether it has sent half a request, or nothing yet."""
        return self.since is not None and not self.at_work

    def age(self) -> tuple[bool, float]:
        """How much right it has to its place: who sent a whole head more than who did not, then who came later."""
        return self.request is not None and bool(self.request.headers_finished), self.since or 0.0

    def is_overdue(self, now: float) -> bool:
        """Whether head or body takes too long."""
        if self.since is None or not self.owes:
            return False
        rules, sends_body = self.server.rules, self.age()[0]
        body = (
            rules.body_seconds + self.request.body_bytes_received / rules.body_bytes_a_second
            if sends_body
            else 0
        )
        return now - self.since > rules.head_seconds + body

    def has_sent_more(self) -> bool:
        """Whether something has arrived that was not read yet: it may be the rest."""
        try:
            return bool(self.socket.recv(1, socket.MSG_PEEK))
        except OSError:  # nothing yet, or gone
            return False

    def leave(self) -> None:
        """Close it now: its place is wanted."""
        self.will_close = True
        self.handle_close()


class Gate(TcpWSGIServer):
    """Waitress's server. It never stops accepting: where there is no room, a half-sent request makes some."""

    channel_class = Channel
    rules = Rules()
    newest: Channel | None = None
    at_hand: AtHand = staticmethod(at_hand.nothing)
    # The thread that hears everybody, and by what; None: waitress's own way.
    loop = 0
    ears: Ears | None = None

    def run(self) -> None:
        """Until it is interrupted."""
        if self.ears is None:
            super().run()
            return
        try:
            while self._map:
                self.turn(self.adj.asyncore_loop_timeout)
        except (SystemExit, KeyboardInterrupt):
            self.task_dispatcher.shutdown()

    def turn(self, seconds: float) -> None:
        """Hear who says something within so many seconds. That this server wants to hear of new ones is asked each time: in
        that question waitress does what is to be done each second.
        """
        assert self.ears
        self.loop = threading.get_ident()
        self.ears.ask(self)
        self.ears.hear(seconds)

    def touch(self, channel: Channel) -> None:
        """A channel may want something else now."""
        if self.ears:
            self.ears.touched.append(channel)
            if threading.get_ident() != self.loop:
                self.pull_trigger()

    def add_task(self, task: Channel) -> None:
        """To the threads, unless the answer is at hand and nothing is on its way before it: the channel says it itself."""
        if threading.get_ident() == self.loop and not task.total_outbufs_len:
            request = task.requests[0]
            environ = at_hand.environ_of(task, request)
            if environ is not None and (answer := self.at_hand(environ)) is not None:
                task.answer = at_hand.as_sent(request, answer)
                return
        super().add_task(task)

    def handle_accept(self) -> None:
        """Take one more, then close one that has no right to its place any more."""
        self.newest = None
        super().handle_accept()
        if self.newest and (gives_way := self._too_many(self.newest) or self._too_full(self.newest)):
            gives_way.leave()

    def readable(self) -> bool:
        """As waitress does. Where those who came last found all at work there is no room left: the first who rests makes some."""
        if len(self._map) >= self.adj.connection_limit and (gives_way := self._too_full(None)):
            gives_way.leave()
        return bool(super().readable())

    def _too_many(self, new: Channel) -> Channel | None:
        """The oldest half-sent request of an address that has too many."""
        if self.rules.is_proxy(str(new.addr[0])):
            return None
        same = [one for one in self._others(new) if one.household == new.household and one.owes]
        return _first(same, Channel.age) if len(same) >= self.rules.half_sent_an_address else None

    def _too_full(self, new: Channel | None) -> Channel | None:
        """When little room is left: a half-sent request of the most crowded address, else who rests longest, else who
        came a moment ago and may only be slow.
        """
        if len(self._map) <= self.adj.connection_limit - self.rules.kept_free:
            return None
        others = [one for one in self._others(new) if not one.at_work]
        crowds = Counter(one.household for one in others if one.owes)
        late = self.rules.clock() - MOMENT_SECONDS

        def right(one: Channel) -> tuple[float, ...]:
            if not one.owes:
                return 1, one.total_outbufs_len > 0, one.last_activity
            crowd = crowds[one.household]
            return 0 if crowd >= CROWD or one.age()[1] < late else 2, -crowd, *one.age()

        return _first(others, right)

    def _others(self, new: Channel | None) -> list[Channel]:
        return [one for one in self.active_channels.values() if one is not new]

    def maintenance(self, now: float) -> None:
        """Each second: what is overdue leaves, besides what waitress itself thinks too quiet."""
        super().maintenance(now)
        here = self.rules.clock()
        for channel in list(self.active_channels.values()):
            if channel.is_overdue(here):
                channel.leave()
        if self.ears:
            # Those waitress told to close; and nobody is ever overlooked for longer than this.
            self.ears.touched.extend(self.active_channels.values())


def _first(channels: list[Channel], right: Callable[[Channel], Any]) -> Channel | None:
    """The channel with the least right to its place, of those that sent nothing we have not read yet."""
    return next((one for one in sorted(channels, key=right) if not one.has_sent_more()), None)


def gated(
    application: Any,
    listener: socket.socket,
    rules: Rules,
    kind: type[TcpWSGIServer] = Gate,
    ready: AtHand = at_hand.nothing,
    **adjustments: Any,
) -> Any:
    """A server on `listener` that keeps `rules`. `ready`: what of the application is at hand."""
    # What a proxy says of the visitor reaches `launch.proxies`, which knows whom to believe.
    adj = Adjustments(
        sockets=[listener], clear_untrusted_proxy_headers=False, cleanup_interval=1, **adjustments
    )
    dispatcher = Lanes()
    dispatcher.set_thread_count(adj.threads)
    info = (listener.family, listener.type, listener.proto, listener.getsockname())
    made = type(kind.__name__, (kind,), {"rules": rules, "at_hand": staticmethod(ready)})
    everything: dict[int, Any] = {}
    server = made(
        application, everything, True, listener, dispatcher=dispatcher, adj=adj, bind_socket=False, sockinfo=info
    )  # fmt: skip
    if can_hear() and isinstance(server, Gate):
        server.ears = Ears(everything)
    return server
