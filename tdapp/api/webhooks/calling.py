"""One POST to an address somebody typed, made so that a hostile one harms nobody: by the guarded way out (looked at and
connected to is one and the same address, none inside the network), no redirect followed, nothing of the answer read but its
status, and all of it over within ten seconds, however slowly it trickles.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from core.later import later
from tdapp.publishing.site.push import guarded
from tdapp.publishing.site.push.faults import Fault

if TYPE_CHECKING:
    import urllib3
    import urllib3.exceptions
else:
    urllib3 = later("urllib3")

SECONDS, CONNECT_SECONDS, MOST_ADDRESSES = 10.0, 4.0, 2
Told = dict[str, Any]


def post(address: str, headers: Mapping[str, str], body: bytes, seconds: float = SECONDS) -> Told:
    """Send it; {} when it was taken (2xx), else the fault as code and facts, which name the host and nothing more."""
    host = urlsplit(address).hostname or ""
    with _Deadline(seconds) as end:
        try:
            return _of_status(host, _status(address, headers, body, end))
        except Fault as fault:
            return {"code": fault.code, "facts": {"host": host, **fault.facts}}
        except (urllib3.exceptions.HTTPError, OSError, ValueError) as error:
            return _of_error(host, error, end.over)


def _status(address: str, headers: Mapping[str, str], body: bytes, end: _Deadline) -> int:
    manager = guarded.pool(1, end.connect)
    try:
        answer = manager.request(
            "POST", address, body=body, headers=dict(headers), retries=False, redirect=False, preload_content=False,
        )  # fmt: skip
        with contextlib.closing(answer):
            return int(answer.status)
    finally:
        manager.clear()


def _of_status(host: str, status: int) -> Told:
    if 200 <= status < 300:
        return {}
    code = "gone" if status == 410 else "redirected" if 300 <= status < 400 else "answered"
    return {"code": code, "facts": {"host": host, "status": str(status)}}


def _of_error(host: str, error: Exception, over: bool) -> Told:
    if over:
        return {"code": "slow", "facts": {"host": host}}
    code = "no-certificate" if isinstance(error, urllib3.exceptions.SSLError) else "cut"
    return {"code": code, "facts": {"host": host, "why": type(error).__name__}}


class _Deadline:
    """Cuts every connection made through it when its seconds are over, whatever the other side trickles."""

    def __init__(self, seconds: float) -> None:
        self.over, self._lines = False, list[socket.socket]()
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
        """A guarded connection; a second handle of it is kept, because TLS takes the first one over."""
        line = guarded.connect(host, port, CONNECT_SECONDS, MOST_ADDRESSES)
        self._lines.append(line.dup())
        if self.over:
            self._cut()
        return line

    def _cut(self) -> None:
        self.over = True
        for line in list(self._lines):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
