"""One POST to an address somebody typed, made so that a hostile one harms nobody: by the guarded way out (looked at and
connected to is one and the same address, none inside the network), no redirect followed, nothing of the answer read but its
head, of that no more than fits, and all of it over within ten seconds: a resolver that sleeps, a greeting or a head that
trickles included.

By the standard library: what others write into the log of an odd answer names the whole address, and that may hold a key.
"""

from __future__ import annotations

import contextlib
import http.client
import os
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from concurrent.futures import Future
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

from core.later import later
from tdapp.publishing.site.push import guarded
from tdapp.publishing.site.push.faults import Fault

if TYPE_CHECKING:
    import certifi
else:
    certifi = later("certifi")

SECONDS, CONNECT_SECONDS, MOST_ADDRESSES = 10.0, 4.0, 2
# Of an answer so many bytes, its first line and its headers, further ones that only say "go on" included.
MOST_OF_A_HEAD = 65_536
# A name that is being resolved cannot be called back, only left: so many may be left behind at a time.
RESOLVING = threading.BoundedSemaphore(16)
Told = dict[str, Any]


def post(address: str, headers: Mapping[str, str], body: bytes, seconds: float = SECONDS) -> Told:
    """Send it; {} when it was taken (2xx), else the fault as code and facts, which name the host and nothing more."""
    parts = urlsplit(address)
    host = parts.hostname or ""
    with _Deadline(seconds) as end:
        try:
            status = _status(parts, headers, body, end)
            # A head that was cut off looks whole to who reads it.
            return _slow(host) if end.over else _of_status(host, status)
        except (Fault, http.client.HTTPException, OSError, ValueError) as error:
            return _of_error(host, error, end.over)


def _status(parts: SplitResult, headers: Mapping[str, str], body: bytes, end: _Deadline) -> int:
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    door = http.client.HTTPConnection(host, port)
    # As a browser names it: without the port that goes without saying.
    door.default_port = 443 if secure else 80
    door.response_class = _Answer
    door.auto_open = 0
    with contextlib.closing(door):
        line = end.connect(host, port)
        door.sock = _proven(line, host) if secure else line
        target = f"{parts.path or '/'}{'?' if parts.query else ''}{parts.query}"
        door.request("POST", target, body, dict(headers))
        return door.getresponse().status


def _proven(line: socket.socket, host: str) -> ssl.SSLSocket:
    """The line behind TLS, once the other side proved that it is this host; Fault otherwise."""
    try:
        return _context(os.environ.get("SSL_CERT_FILE") or certifi.where()).wrap_socket(
            line, server_hostname=host
        )
    except ssl.SSLError as error:
        line.close()
        why = str(getattr(error, "verify_message", "")) or type(error).__name__
        raise Fault("no-certificate", host=host, why=why) from None


@cache
def _context(authorities: str) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=authorities)


def _of_status(host: str, status: int) -> Told:
    if 200 <= status < 300:
        return {}
    code = "gone" if status == 410 else "redirected" if 300 <= status < 400 else "answered"
    return {"code": code, "facts": {"host": host, "status": str(status)}}


def _slow(host: str) -> Told:
    return {"code": "slow", "facts": {"host": host}}


def _of_error(host: str, error: Exception, over: bool) -> Told:
    if over:
        return _slow(host)
    if isinstance(error, Fault):
        return {"code": error.code, "facts": {"host": host, **error.facts}}
    return {"code": "cut", "facts": {"host": host, "why": type(error).__name__}}


class _Answer(http.client.HTTPResponse):
    """An answer whose head is read as far as it fits."""

    def __init__(self, *what: Any, **how: Any) -> None:
        super().__init__(*what, **how)
        self.fp = _Head(self.fp)  # type: ignore[assignment]


class _Head:
    """What comes from the other side, line by line, until it is too much: then LineTooLong."""

    def __init__(self, stream: Any) -> None:
        self._stream, self._left = stream, MOST_OF_A_HEAD

    def readline(self, most: int) -> bytes:
        line: bytes = self._stream.readline(min(most, self._left + 1))
        self._left -= len(line)
        if self._left < 0:
            raise http.client.LineTooLong("head")
        return line

    def flush(self) -> None:
        """For whoever closes it."""

    def close(self) -> None:
        self._stream.close()


class _Deadline:
    """Ends every connection made through it when its seconds are over, whatever the other side trickles; one that is still
    being made is left to itself.
    """

    def __init__(self, seconds: float) -> None:
        self.over, self._lines = False, list[socket.socket]()
        self._until = time.monotonic() + seconds
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True

    def __enter__(self) -> _Deadline:
        self._timer.start()
        return self

    def __exit__(self, *_what: object) -> None:
        self._timer.cancel()
        for line in self._lines:
            line.close()

    def connect(self, host: str, port: int) -> socket.socket:
        """A guarded connection; Fault where there is none in time. A second handle is kept: TLS takes the first one over."""
        if not RESOLVING.acquire(timeout=self._left()):
            raise self._late(host)
        made: Future[socket.socket] = Future()
        threading.Thread(target=_connect, args=(made, host, port), daemon=True).start()
        try:
            line = made.result(self._left())
        except TimeoutError:
            if made.cancel():
                raise self._late(host) from None
            line = made.result()
        self._lines.append(line.dup())
        if self.over:
            self._cut()
        return line

    def _left(self) -> float:
        return max(0.0, self._until - time.monotonic())

    def _late(self, host: str) -> Fault:
        self.over = True
        return Fault("slow", host=host)

    def _cut(self) -> None:
        self.over = True
        for line in list(self._lines):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)


def _connect(made: Future[socket.socket], host: str, port: int) -> None:
    """Connect for somebody who may no longer wait when it is done; then hang up again."""
    try:
        line = guarded.connect(host, port, CONNECT_SECONDS, MOST_ADDRESSES)
    except Exception as error:
        if made.set_running_or_notify_cancel():
            made.set_exception(error)
    else:
        if made.set_running_or_notify_cancel():
            made.set_result(line)
        else:
            line.close()
    finally:
        RESOLVING.release()
