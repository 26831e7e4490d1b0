"""The web process: prepares the data folder when told to, then serves on the socket its supervisor holds."""

from __future__ import annotations

import _thread
import contextlib
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable

from django.conf import settings
from waitress.server import BaseWSGIServer

from tdapp.kernel.running import health
from tdapp.launch import prepare
from tdapp.launch.host import machine
from tdapp.launch.process import control, parent_watch
from tdapp.launch.requests import gate
from tdapp.wsgi import application

# A fixed number, so that each thread keeps its database connection.
THREADS = 6
DRAIN_SECONDS = 3.0
CONNECTIONS, OTHER_FILES = 2000, 100
REFUSED = 2
# A thread that is making a page is interrupted so soon by one that has a moment's work: Python's own 5 ms are waited for at
# every question to the database and every answer, a dozen times and more a result. Windows knows whole thousandths only, and
# with none at all who waits would not rest.
SWITCH_SECONDS = 0.001 if machine.WINDOWS else 0.0005


def main(arguments: list[str], prepared: Callable[[bool], bool] = prepare.prepare) -> int:
    """Child of `./td run`: `web [prepare] [demo]`; the socket's ticket is the first line of standard input."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    control.tell(pid=os.getpid())
    ticket = sys.stdin.readline().strip()
    if not ticket:
        return 0
    if "prepare" in arguments and not prepared("demo" in arguments):
        return REFUSED
    _serve(machine.redeem(ticket))
    return 0


def _serve(listener: socket.socket) -> None:
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    sys.setswitchinterval(SWITCH_SECONDS)
    most = min(CONNECTIONS, machine.open_files(CONNECTIONS + OTHER_FILES) - OTHER_FILES)
    server = gate.gated(
        application,
        listener,
        gate.Rules(is_proxy=settings.TRUSTED_PROXIES.holds),
        ready=application.at_hand,
        threads=THREADS,
        connection_limit=most,
        channel_timeout=75,
        asyncore_use_poll=True,
        ident=None,
    )
    parent_watch.watch(lambda: _drain(server))
    threading.Thread(target=_beat, name="beat", daemon=True).start()
    control.tell(ready=True)
    server.run()


def _beat() -> None:
    """Signs of life for `/readyz`; a full disk shows there anyway."""
    while True:
        with contextlib.suppress(OSError):
            health.beat("web")
        time.sleep(health.BEAT_SECONDS)


def _drain(server: BaseWSGIServer) -> None:
    """Let the answers under way go out, then end the main loop as Ctrl-C would."""
    until = time.monotonic() + DRAIN_SECONDS
    dispatcher = server.task_dispatcher
    while dispatcher.is_busy and time.monotonic() < until:
        time.sleep(0.02)
    time.sleep(0.1)
    _thread.interrupt_main()
    server.pull_trigger()
