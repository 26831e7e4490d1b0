"""Requests and commands, counted in each process and kept in files of the data folder, so that any process tells of all.

Nothing here names a person, an event or an address as it was asked for: a route is the name of its view.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from core.later import later
from tdapp.launch.host import machine

if TYPE_CHECKING:
    import prometheus_client
else:
    prometheus_client = later("prometheus_client")

Environ = dict[str, Any]
# Status, headers, body.
Answer = tuple[str, list[tuple[str, str]], bytes]


class Application(Protocol):
    """What is counted: a WSGI application that may have an answer at hand (`kept.layer`)."""

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]: ...

    def at_hand(self, environ: Environ) -> Answer | None: ...


ROUTE = "td.route"
# What no view answered: kept public pages, files, addresses that lead nowhere.
KEPT, NO_VIEW = "kept", "none"
# Seconds. A result is to be saved within 0.15, a public page read within 0.02 (docs/guide/performance.md).
BUCKETS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.3, 0.6, 1.0, 2.5, 10.0)
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
# The files of a process, one a kind, each as large as the library makes it.
KINDS, FILE_BYTES = ("counter", "histogram"), 1 << 20
_has_files: set[int] = set()


class Counters(NamedTuple):
    """What is counted as it happens."""

    requests: prometheus_client.Counter
    seconds: prometheus_client.Histogram
    commands: prometheus_client.Counter


def folder() -> Path:
    """Where the processes of this machine keep their counts, a few files each."""
    return Path(settings.DATA_DIR) / "run" / "metrics"


@cache
def counters() -> Counters:
    """The counters of this process, made when first needed: the library asks for the folder as it is loaded."""
    folder().mkdir(parents=True, exist_ok=True)
    os.environ[FOLDER] = str(folder())
    registry = prometheus_client.CollectorRegistry()
    return Counters(
        prometheus_client.Counter(
            "td_requests", "Requests answered.", ("route", "method", "status"), registry=registry
        ),
        prometheus_client.Histogram(
            "td_request_seconds", "From the request to its answer, in the process.", ("route",),
            buckets=BUCKETS, registry=registry,
        ),
        prometheus_client.Counter(
            "td_commands", "Commands carried out or refused; result.enter is a result.", ("intent", "outcome"), registry=registry
        ),
    )  # fmt: skip


def _has_room() -> bool:
    """Whether this process has its files, whole on the disk: the library maps them into memory, where the first count that
    a full disk has no room for would end the process (SIGBUS). Without them nothing is counted, and all else goes on.
    """
    process = os.getpid()
    if process not in _has_files:
        try:
            folder().mkdir(parents=True, exist_ok=True)
            for kind in KINDS:
                _allocate(folder() / f"{kind}_{process}.db")
        except OSError:
            return False
        _has_files.add(process)
    return True


def _allocate(path: Path) -> None:
    with path.open("ab") as file:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(file.fileno(), 0, FILE_BYTES)
        else:
            file.write(bytes(FILE_BYTES - file.tell()))


def forget() -> None:
    """Take away what processes that are gone counted, before the first one of a start counts; not while others are alive."""
    files = list(folder().glob("*.db"))
    if not any(machine.is_running(int(file.stem.rpartition("_")[2])) for file in files):
        for file in files:
            with contextlib.suppress(OSError):
                file.unlink()


def count_command(intent: str, outcome: str) -> None:
    """One command: `done`, or the code it was refused by."""
    if _has_room():
        counters().commands.labels(intent, outcome).inc()


def listeners() -> tuple[Callable[[str, str], None], ...]:
    """Who is to be told of commands: nobody where nobody watches."""
    return (count_command,) if settings.METRICS_TOKEN else ()


class Route:
    """Leaves in the request's environment which view answered it, for `Counted` outside of all."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        match = request.resolver_match
        request.META[ROUTE] = match.view_name if match else NO_VIEW
        return response


class Counted:
    """The application with each of its answers counted, those of the server's own loop (`at_hand`) too."""

    def __init__(self, application: Application) -> None:
        self.application = application

    def __call__(self, environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        """An answer, counted when its body is at hand."""
        began = time.perf_counter()
        told: list[str] = []

        def telling(status: str, headers: list[tuple[str, str]], *error: Any) -> Any:
            told.append(status)
            return start_response(status, headers, *error)

        try:
            return self.application(environ, telling)
        finally:
            _count(environ, told[-1] if told else "500", time.perf_counter() - began)

    def at_hand(self, environ: Environ) -> Answer | None:
        """What can be said without asking anybody."""
        began = time.perf_counter()
        said = self.application.at_hand(environ)
        if said is not None:
            _count(environ, said[0], time.perf_counter() - began)
        return said


METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def _count(environ: Environ, status: str, seconds: float) -> None:
    if not _has_room():
        return
    method = environ.get("REQUEST_METHOD", "")
    route = environ.get(ROUTE, KEPT)
    counted = counters()
    counted.requests.labels(route, method if method in METHODS else "other", status[:3]).inc()
    counted.seconds.labels(route).observe(seconds)


def counted(application: Application) -> Application:
    """The application as it is, or with its answers counted where somebody watches."""
    return Counted(application) if settings.METRICS_TOKEN else application
