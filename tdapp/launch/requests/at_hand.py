"""An answer that is at hand goes out from the server's own loop: no thread is woken for it, and the line stays open.

A request that is given to a thread waits for Python's lock three times, to be read, to be answered and to be listened for
again, each time behind whatever page is being made. And waitress hangs up after every 304, so that a phone that has the
page already comes back by a new connection.
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from waitress.utilities import build_http_date

Environ = dict[str, Any]
LOOKING = frozenset({"GET", "HEAD"})
BODILESS = frozenset({"204", "304"})


# Status, headers with the length of the body where there is one, and the body.
Answer = tuple[str, list[tuple[str, str]], bytes]
# What can be answered without waiting for anything, None what cannot.
AtHand = Callable[[Environ], Answer | None]


def nothing(_environ: Environ) -> None:
    """Of an application that has nothing at hand."""
    return


def environ_of(channel: Any, request: Any) -> Environ | None:
    """A request as far as it must be known to find its answer, which is enough for another one to be made of it; None
    where the answer would have to be told in another way than this.
    """
    if request.error or request.version != "1.1" or request.command not in LOOKING:
        return None
    server = channel.server
    environ: Environ = {
        "REQUEST_METHOD": request.command, "PATH_INFO": request.path, "QUERY_STRING": request.query, "SCRIPT_NAME": "",
        "REMOTE_ADDR": channel.addr[0], "SERVER_NAME": server.server_name, "SERVER_PORT": str(server.effective_port),
        "SERVER_PROTOCOL": "HTTP/1.1", "wsgi.url_scheme": request.url_scheme, "wsgi.version": (1, 0),
        "wsgi.errors": sys.stderr, "wsgi.input": io.BytesIO(), "wsgi.multithread": True, "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }  # fmt: skip
    for name, value in request.headers.items():
        environ[f"HTTP_{name}"] = value
    return environ


def as_sent(request: Any, answer: Answer) -> tuple[bytes, bool]:
    """The bytes of an answer, and whether the line is closed after it."""
    status, headers, body = answer
    last = request.headers.get("CONNECTION", "").lower() == "close"
    lines = [
        f"HTTP/1.1 {status}",
        *[f"{name}: {value}" for name, value in headers],
        f"Date: {_date(int(time.time()))}",
    ]
    if last:
        lines.append("Connection: close")
    head = "\r\n".join([*lines, "\r\n"]).encode("latin-1")
    return (head if request.command == "HEAD" or status[:3] in BODILESS else head + body), last


@lru_cache(maxsize=2)
def _date(second: int) -> str:
    return str(build_http_date(second))
