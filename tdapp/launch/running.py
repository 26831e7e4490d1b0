"""`./td run`: from a folder to a hall that can be reached. Standard library only."""

from __future__ import annotations

import argparse
import errno
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from functools import partial
from pathlib import Path
from typing import Any

from tdapp.launch.host import environment, machine
from tdapp.launch.host.data_folder import Tenancy, tighten, writable
from tdapp.launch.process.forked import Nursery
from tdapp.launch.process.parent_request import Errand
from tdapp.launch.process.source_watch import Sources
from tdapp.launch.process.supervisor import Child, Supervisor, open_log, python_child
from tdapp.launch.sentences import Stop, say
from tdapp.launch.sqlite import risky_folders
from tdapp.launch.steps import PACKAGES, Steps

# A parent that was killed leaves children for the seconds they need to notice; they still hold the port.
PATIENCE_SECONDS = 12.0
EVERYWHERE, HERE = "0.0.0.0", "127.0.0.1"
WEB, WORKER = "web", "worker"
OPEN = (
    "The copies of --backup-to are open files: whoever has one reads everything in it, children's birth dates too. "
    "Say that you know with --open-copies; the copy of one event (its page Copies) is sealed."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """What `./td run` understands."""
    parser.add_argument("--port", type=_port, default=8000, help="port to serve on (8000)")
    parser.add_argument("--host", help="address to serve on (0.0.0.0: the whole local network)")
    usual = Path(environment.setting("TD_DATA") or environment.ROOT / "data")
    parser.add_argument("--data", type=Path, default=usual, help=f"data folder ({usual})")
    parser.add_argument("--no-demo", action="store_true", help="no demo event on the first start")
    parser.add_argument(
        "--backup-to",
        type=Path,
        help="a second place (USB stick, synced folder) for a copy after every closed round",
    )
    parser.add_argument(
        "--dev",
        action="store_true",
        help="for programmers, on this computer only: errors are shown, what changes is read anew",
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the first page in a browser")
    parser.add_argument(
        "--only", choices=(WEB, WORKER), help="one of the two, where each has its own machine"
    )
    parser.add_argument("--log-here", action="store_true", help="the log on this console too, for containers")
    told = "you know that those copies are open: whoever has one reads everything in it"
    parser.add_argument("--open-copies", action="store_true", help=told)


def _port(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: give a number from 1 to 65535")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Start everything, keep it alive, stop it when asked to. 0 after a clean end, 2 with a sentence otherwise."""
    options.host = options.host or (HERE if options.dev else EVERYWHERE)
    if options.dev and options.host != HERE:
        raise Stop(f"--dev shows errors with everything in them: it serves {HERE} only. Leave out --host.")
    data = writable(options.data.expanduser().resolve(), "data folder")
    copies = options.backup_to and writable(options.backup_to.expanduser().resolve(), "backup folder")
    if copies and not options.open_copies:
        raise Stop(OPEN)
    steps = Steps(live=sys.stdout.isatty())
    try:
        return _serve(options, data, copies, steps)
    finally:
        # What stops it is said on a line of its own.
        steps.end()


def _serve(options: argparse.Namespace, data: Path, copies: Path | None, steps: Steps) -> int:
    serves = options.only != WORKER
    if serves and not any(data.iterdir()):
        _refuse_taken(options)
    steps.begin(PACKAGES)
    python = environment.python("run", steps.end)
    if danger := risky_folders.warning(data):
        say(danger)
    machine.keep_to_ourselves()
    tighten(data)
    shown = sys.stdout.isatty() and machine.has_screen() and not (options.no_browser or options.dev)
    supervisor = Supervisor(
        Hall(options.host, options.port, data, steps, shown and serves, serves=serves).announce
    )
    machine.on_stop(supervisor.stopping.set)
    tenancy = Tenancy(data)
    tenancy.take()
    try:
        listener = _listener(options, tenancy.predecessor_died, supervisor.stopping) if serves else None
        if listener or not serves:
            variables = _variables(data, copies) | {"TD_PORT": str(options.port), "TD_DEV": str(options.dev)}
            log = open_log(data / "log", aloud=options.dev or options.log_here)
            _add_children(supervisor, options, python, listener, variables, log)
            supervisor.errands = [Errand(python, data, variables, tenancy)]
            supervisor.errands += [Sources()] if options.dev else []
            _watch(supervisor, data)
    finally:
        tenancy.leave()
    say("Stopped.")
    return 0


def _refuse_taken(options: argparse.Namespace) -> None:
    """Before the first start, whose packages take a minute: a port that is taken is not told of after it."""
    try:
        machine.listen(options.host, options.port).close()
    except OSError as error:
        raise Stop(_why_not(options, error)) from None


def _listener(options: argparse.Namespace, patient: bool, stopping: threading.Event) -> socket.socket | None:
    """The listening socket; after a predecessor's sudden end its children get time to let go of the port.

    Where other machines serve too (`--only web`) it opens when a web process is ready: until then a proxy goes on to them.
    """
    until = time.monotonic() + (PATIENCE_SECONDS if patient else 0)
    while not stopping.is_set():
        try:
            return machine.listen(options.host, options.port, shut=options.only == WEB)
        except OSError as error:
            if time.monotonic() >= until:
                raise Stop(_why_not(options, error)) from None
            stopping.wait(0.2)
    return None


def _why_not(options: argparse.Namespace, error: OSError) -> str:
    if isinstance(error, PermissionError):
        return f"Port {options.port} needs administrator's rights. Choose one above 1023 with --port."
    if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
        return f"{options.host} is not an address of this machine. Without --host the whole local network is served."
    return (
        f"Port {options.port} on {options.host} is taken ({error.strerror}). "
        "Stop the other program, or choose another with --port."
    )


def _add_children(
    supervisor: Supervisor,
    options: argparse.Namespace,
    python: Path,
    listener: socket.socket | None,
    variables: dict[str, str],
    log: logging.Logger,
) -> None:
    """The web processes, the first of which prepares the data, and the job worker; `--only` some of them."""
    first = [WEB, "prepare"] + ([] if options.no_demo else ["demo"])
    others = [] if options.dev else [[WEB]] * (machine.web_processes() - 1)
    webs = {f"web-{number}": arguments for number, arguments in enumerate([first, *others], 1)}
    workers = {WORKER: [WORKER]}
    wanted = {WEB: webs, WORKER: workers}.get(options.only, webs | workers)
    # With --dev what changes is read anew, so each child reads for itself.
    nursery = (
        None
        if listener is None or options.dev or not machine.can_fork()
        else _nursery(supervisor, python, listener, variables, log)
    )
    for name, arguments in wanted.items():
        child = Child(name, python_child(python, *arguments), variables, log, supervisor.heard)
        child.listener = listener if name in webs else None
        child.fork = partial(nursery.fork, name, arguments) if nursery else None
        supervisor.children.append(child)


def _nursery(
    supervisor: Supervisor,
    python: Path,
    listener: socket.socket,
    variables: dict[str, str],
    log: logging.Logger,
) -> Nursery:
    """What forks the children. Why it cannot load the program, no child could."""
    supervisor.nursery = Nursery(
        python_child(python),
        variables,
        log,
        lambda facts: supervisor.heard(supervisor.children[0], facts),
        listener,
    )
    return supervisor.nursery


def _watch(supervisor: Supervisor, data: Path) -> None:
    supervisor.run()
    if supervisor.sentence:
        raise Stop(f"{supervisor.sentence} The log is in {data / 'log'}.")


def _variables(data: Path, copies: Path | None) -> dict[str, str]:
    """The children's environment: ours, with the data folder and an unbuffered UTF-8 log."""
    ours = {
        "TD_DATA": str(data),
        "TD_LOG_STREAM": "stdout",
        "PYTHONUTF8": "1",
        "PYTHONPATH": str(environment.ROOT),
    }
    return os.environ | ours | ({"TD_BACKUP_TO": str(copies), "TD_BACKUP_OPEN": "true"} if copies else {})


class Hall:
    """What the person at the keyboard is told, once each."""

    def __init__(
        self, host: str, port: int, data: Path, steps: Steps, shown: bool = False, *, serves: bool = True
    ) -> None:
        """`shown`: the first page is opened in this computer's browser as well. `serves`: there are pages."""
        self.host, self.port, self.data, self.steps, self.shown = host, port, data, steps, shown
        self.serves = serves
        self.told = threading.Event()
        self.events: list[dict[str, Any]] = []
        self.coming = False

    def announce(self, facts: dict[str, Any]) -> None:
        """Turn a child's facts into lines on the console."""
        if "step" in facts and not self.told.is_set():
            self.steps.heard(facts)
        self.events = facts.get("events", self.events)
        if "say" in facts:
            self.steps.end()
            say(str(facts["say"]))
        if facts.get("director"):
            self.steps.end()
            self.coming = bool(facts.get("event"))
            self._introduce(facts["director"])
        if facts.get("ready") and not self.told.is_set():
            self.told.set()
            self._addresses()

    def _introduce(self, director: dict[str, Any]) -> None:
        say("")
        say("First start. The director signs in with (shown only now):")
        say(f"    username  {director.get('username')}")
        say(f"    password  {director.get('password')}")

    def _addresses(self) -> None:
        everywhere = self.host == EVERYWHERE
        here = "localhost" if everywhere or self.host == "127.0.0.1" else self.host
        address = f"http://{here}:{self.port}/"
        self.steps.end()
        say(f"Ready after {self.steps.seconds()} s.")
        if not self.serves:
            say(f"Jobs are carried out. Data: {self.data}. Ctrl-C stops everything.")
            return
        say("")
        say(f"This computer    {address}")
        if everywhere:
            say(f"Phones, hall     {self._hall_address()}")
        for event in self.events:
            self._event(event, address)
        if self.coming:
            say("Demo             is being made; in a minute it is on the first page")
        say(f"Guide            {environment.ROOT / 'docs' / 'guide' / 'first-event.md'}")
        say(f"Data             {self.data}")
        say("Ctrl-C stops everything.")
        if self.shown:
            # Beside the hall: a browser that is slow to come holds nothing up.
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    def _event(self, event: dict[str, Any], address: str) -> None:
        """Where its desk is; and, of one that is public, its page and its hall screen."""
        say(f"{event['name']}")
        say(f"  desk           {address}e/{event['slug']}/")
        if event["public"]:
            say(f"  public page    {address}t/{event['slug']}/")
            say(f"  hall screen    {address}t/{event['slug']}/screen/")

    def _hall_address(self) -> str:
        address = lan_address()
        return (
            f"http://{address}:{self.port}/"
            if address
            else "no network found; they reach it once there is one"
        )


def lan_address() -> str:
    """This computer's address in the local network, "" without one. Nothing is sent: it only asks the routing table."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith("127.") else address
