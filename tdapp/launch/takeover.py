"""`./td takeover FILE`: an event from its copy, into a data folder that may be new. Standard library only."""

from __future__ import annotations

import argparse
import os
import subprocess
from pathlib import Path

from tdapp.launch.host import environment
from tdapp.launch.host.data_folder import writable
from tdapp.launch.sentences import Stop, say


def add_options(parser: argparse.ArgumentParser) -> None:
    """What `./td takeover` understands."""
    usual = Path(environment.setting("TD_DATA") or environment.ROOT / "data")
    parser.add_argument("file", type=Path, help="the copy (.tdcopy)")
    parser.add_argument("--data", type=Path, default=usual, help=f"data folder ({usual})")
    parser.add_argument("--passphrase-file", default="", help="read the passphrase here; - is standard input")


def takeover(options: argparse.Namespace) -> int:
    """Bring the data folder up to date, then take the event over; the program may be running or not."""
    if not options.file.is_file():
        raise Stop(f"There is no file {options.file}.")
    data = writable(options.data.expanduser().resolve(), "data folder")
    manage = [str(environment.python("run")), str(environment.ROOT / "manage.py")]
    variables = os.environ | {"TD_DATA": str(data), "PYTHONUTF8": "1"}
    if subprocess.run([*manage, "migrate", "--skip-checks", "--verbosity", "0"], env=variables).returncode:
        raise Stop(f"The data folder {data} cannot be used.")
    passphrase = ["--passphrase-file", options.passphrase_file] if options.passphrase_file else []
    done = subprocess.run([*manage, "takeover", str(options.file.resolve()), *passphrase], env=variables)
    if done.returncode == 0:
        say(f"Log in with the name and password of the other laptop. Start: ./td run --data {data}")
    return done.returncode
