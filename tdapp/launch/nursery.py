"""Loads the program once and forks every child of the hall from there; see `process/forked`."""

from __future__ import annotations

import json
import logging
import os
import socket
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any

from django.conf import settings
from django.db import connection
from django.template import engines
from django.urls import reverse
from django.utils import translation

from core import gc_settings
from tdapp.launch import prepare, web, worker
from tdapp.launch.host import machine
from tdapp.launch.process import control, parent_watch
from tdapp.launch.process.forked import LETTER_BYTES

log = logging.getLogger(__name__)
CROWDED = 3


def main(arguments: list[str]) -> int:
    """Child of `./td run`: `nursery NUMBER`, of the socket that brings the orders. Returns as the nursery or as a child."""
    with socket.socket(fileno=int(arguments[0])) as orders:
        load()
        if not machine.runs_alone():
            sys.stderr.write(
                "something has started a thread while the program was loaded, so nothing is forked\n"
            )
            return CROWDED
        gc_settings.share()
        order, files = _next_child(orders)
    return _as_child(order, *files) if order else 0


def load() -> None:
    """What children load with their first requests otherwise, each for itself: every view, the addresses of every language
    by their names and its words, what templates are made with; on a server the API too, which a laptop's clerks never ask for.
    """
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            reverse("healthz")
            translation.gettext("")
    engines.all()
    if connection.vendor == "postgresql":
        import_module("tdapp.api.urls")


def _next_child(orders: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """In the nursery nothing, when it is to end; in each child its order."""
    while True:
        letter, files = machine.receive_files(orders, LETTER_BYTES)
        if not letter:
            return {}, []
        order = json.loads(letter)
        if "ended" in order:
            orders.send(json.dumps({"pid": order["ended"], "status": _status_of(order["ended"])}).encode())
        elif os.fork() == 0:
            return order, files
        for file in files:
            os.close(file)


def _status_of(pid: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def _as_child(order: dict[str, Any], stdin: int, stdout: int) -> int:
    """From here on like a child that was started by itself."""
    machine.become_child(stdin, stdout, order["name"])
    os.environ[parent_watch.PLACE] = order["name"]
    control.tell(born=os.getpid())
    gc_settings.settle()
    kind, *words = order["arguments"]
    return RUNS[kind](words)


def prepared_apart(demo: bool) -> bool:
    """`prepare` in a process of its own, which takes with it what only a start needs: 20 megabytes, 80 after an update."""
    return apart(partial(prepare.prepare, demo))


def apart(done: Callable[[], bool]) -> bool:
    """Whether it was done, in a fork; what goes wrong there is said there."""
    if pid := os.fork():
        return _status_of(pid) == 0
    fine = False
    try:
        fine = done()
    except BaseException:
        log.exception(
            "The data could not be prepared: a fault of this program. Nobody is served until a start succeeds."
        )
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0 if fine else 1)


RUNS: dict[str, Callable[[list[str]], int]] = {
    "web": partial(web.main, prepared=prepared_apart),
    "worker": worker.main,
}
