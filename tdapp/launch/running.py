"""`./td run`: from a folder to a hall that can be reached. Standard library only."""

from __future__ import annotations

import argparse
import os
import socket
import threading
import time
from pathlib import Path
from typing import Any

from tdapp.launch import environment, machine
from tdapp.launch.folder import Tenancy, writable
from tdapp.launch.sentences import Stop, say
from tdapp.launch.supervisor import Child, Supervisor, open_log, python_child

# A parent that was killed leaves children for the seconds they need to notice; they still hold the port.
PATIENCE_SECONDS = 12.0


def add_options(parser: argparse.ArgumentParser) -> None:
    """What `./td run` understands."""
    parser.add_argument("--port", type=_port, default=8000, help="port to serve on (8000)")
    parser.add_argument("--host", default="0.0.0.0", help="address to serve on (0.0.0.0: the whole local network)")
    parser.add_argument("--data", type=Path, default=environment.ROOT / "data", help="data folder (./data)")
    parser.add_argument("--no-demo", action="store_true", help="no demo event on the first start")
    parser.add_argument("--backup-to", type=Path, help="a second place (USB stick, synced folder) for a copy after every closed round")


def _port(text: str) -> int:
    if not text.isdigit() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: give a number from 1 to 65535")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Start everything, keep it alive, stop it when asked to. 0 after a clean end, 2 with a sentence otherwise."""
    data = writable(options.data.expanduser().resolve(), "data folder")
    python = environment.python("run")
    tenancy = Tenancy(data)
    tenancy.take()
    try:
        return _supervise(options, data, python, _listener(options, tenancy.predecessor_died))
    finally:
        tenancy.leave()


def _listener(options: argparse.Namespace, patient: bool) -> socket.socket:
    until = time.monotonic() + (PATIENCE_SECONDS if patient else 0)
    while True:
        try:
            return machine.listen(options.host, options.port)
        except OSError as error:
            if time.monotonic() >= until:
                raise Stop(_why_not(options, error)) from None
            time.sleep(0.2)


def _why_not(options: argparse.Namespace, error: OSError) -> str:
    if isinstance(error, PermissionError) and options.port < 1024:
        return f"Port {options.port} needs administrator's rights. Choose one above 1023 with --port."
    if isinstance(error, socket.gaierror):
        return f"{options.host!r} is not an address of this machine. Leave --host out to serve the whole local network."
    return f"Port {options.port} on {options.host} is taken ({error.strerror}). Stop the other program, or choose another with --port."


def _supervise(options: argparse.Namespace, data: Path, python: Path, listener: socket.socket) -> int:
    hall = Hall(options.host, options.port, data)
    supervisor = Supervisor(hall.announce)
    machine.on_stop(supervisor.stopping.set)
    log = open_log(data / "log")
    variables = _variables(options, data)
    first = ["web", "prepare"] + ([] if options.no_demo else ["demo"])
    webs = [first] + [["web"]] * (machine.web_processes() - 1)
    for number, arguments in enumerate(webs, 1):
        command = python_child(python, *arguments)
        supervisor.children.append(Child(f"web-{number}", command, variables, log, supervisor.heard, listener))
    supervisor.children.append(Child("worker", python_child(python, "worker"), variables, log, supervisor.heard))
    status = supervisor.run()
    if supervisor.sentence:
        raise Stop(supervisor.sentence + f" The log is in {data / 'log'}.")
    say("Stopped.")
    return status


def _variables(options: argparse.Namespace, data: Path) -> dict[str, str]:
    """The children's environment: ours, with the data folder and an unbuffered UTF-8 log."""
    copies = options.backup_to and writable(options.backup_to.expanduser().resolve(), "backup folder")
    ours = {"TD_DATA": str(data), "TD_LOG_STREAM": "stdout", "PYTHONUTF8": "1", "PYTHONPATH": str(environment.ROOT)}
    return os.environ | ours | ({"TD_BACKUP_TO": str(copies)} if copies else {})


class Hall:
    """What the person at the keyboard is told, once each."""

    def __init__(self, host: str, port: int, data: Path) -> None:
        self.host, self.port, self.data = host, port, data
        self.told = threading.Event()

    def announce(self, facts: dict[str, Any]) -> None:
        """Turn a child's facts into lines on the console."""
        if "say" in facts:
            say(str(facts["say"]))
        if facts.get("director"):
            self._introduce(facts["director"])
        if facts.get("ready") and not self.told.is_set():
            self.told.set()
            self._addresses()

    def _introduce(self, director: dict[str, Any]) -> None:
        say("")
        say("First start. The director signs in with (shown only now):")
        say(f"    name      {director.get('username')}")
        say(f"    password  {director.get('password')}")

    def _addresses(self) -> None:
        say("")
        say(f"This computer    http://localhost:{self.port}/" if self.host in ("0.0.0.0", "127.0.0.1", "localhost") else f"http://{self.host}:{self.port}/")
        if self.host == "0.0.0.0":
            address = lan_address()
            say(f"Phones, hall     http://{address}:{self.port}/" if address else "Phones, hall     no network found; start again once this computer is on one")
        say(f"Data             {self.data}")
        say("Ctrl-C stops everything.")


def lan_address() -> str:
    """This computer's address in the local network, "" without one. Nothing is sent: it only asks the routing table."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return ""
    return "" if address.startswith("127.") else address
