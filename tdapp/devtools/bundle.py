"""`./td bundle DIR`: a folder for a USB stick that installs and runs this program with no network.

Run by the project's own Python. The folder holds the program, the wheels of every pin for three systems, and start files
to double-click; each copies the program to the laptop's own disk and starts it there, so the stick can go on.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tdapp.devtools import dependencies
from tdapp.launch.host import pins as requirements
from tdapp.launch.host.environment import ROOT
from tdapp.launch.host.pins import PYTHONS, SYSTEMS, Pin, Target
from tdapp.launch.sentences import Stop, complain, say

PROGRAM = (
    "td", "manage.py", "pyproject.toml", "requirements.txt", "README.md", "LICENSE", "NOTICE", "CHANGELOG.md",
    "core", "scoring", "pairings", "lexicon_admin", "tdapp", "docs",
)  # fmt: skip
NOT_ALONG = shutil.ignore_patterns("__pycache__", "*.pyc", ".*")
STARTS = Path(__file__).parents[1] / "launch" / "start"
# Unix start files must be executable; a stick's own file system may not keep that, so README says how to go on.
BILL = "bill-of-materials.cdx.json"
EXECUTABLE = ("start.sh", "start.command", "Tournament desk.desktop")


def main(arguments: list[str]) -> int:
    """0 with a folder that is complete; 1 when wheels are missing, which are named; 2 with one sentence."""
    parser = argparse.ArgumentParser(
        prog="./td bundle", description=__doc__.splitlines()[0] if __doc__ else ""
    )
    parser.add_argument("dir", type=Path, help="the folder to write; empty, or a bundle made before")
    parser.add_argument(
        "--system", action="append", choices=list(SYSTEMS), help="only this one (may be repeated)"
    )
    parser.add_argument(
        "--python", action="append", choices=PYTHONS, help="only this Python (may be repeated)"
    )
    parser.add_argument("--wheels", type=Path, help="take the wheels from this folder instead of the network")
    options = parser.parse_args(arguments)
    targets = [
        Target(system, python) for system in options.system or SYSTEMS for python in options.python or PYTHONS
    ]
    try:
        return bundle(options.dir.expanduser().resolve(), targets, options.wheels)
    except Stop as stop:
        complain(str(stop))
        return stop.status
    except OSError as error:
        complain(f"The bundle could not be written: {error}.")
        return 2


def bundle(folder: Path, targets: list[Target], wheels: Path | None = None) -> int:
    """Write the folder; say what is in it and what could not be had."""
    _refuse_foreign(folder)
    write_program(folder)
    pinned, shelf = requirements.read(ROOT / "requirements.txt"), folder / "program" / "wheels"
    shelf.mkdir(exist_ok=True)
    if wheels:
        for path in wheels.glob("*.whl"):
            shutil.copy2(path, shelf)
    else:
        fetch(pinned, targets, shelf)
    gaps = requirements.missing(pinned, shelf, targets)
    _tell(folder, shelf, targets, gaps)
    return 1 if gaps else 0


def _refuse_foreign(folder: Path) -> None:
    if folder.exists() and any(folder.iterdir()) and not (folder / "program" / "td").is_file():
        raise Stop(
            f"{folder} holds other things. Name an empty folder, such as {folder / 'tournament-desk'}."
        )
    if folder.is_relative_to(ROOT):
        raise Stop(f"{folder} is inside the program itself. Name a folder outside, such as one on a stick.")


def write_program(folder: Path) -> None:
    """The program, without data, tests and environment, and the start files."""
    program = folder / "program"
    program.mkdir(parents=True, exist_ok=True)
    for name in PROGRAM:
        _put(ROOT / name, program / name)
    for path in STARTS.iterdir():
        if path.is_file():
            shutil.copy2(path, folder / path.name)
    for name in EXECUTABLE:
        (folder / name).chmod(0o755)
    dependencies.write_bill(folder / BILL)


def _put(source: Path, target: Path) -> None:
    """One part of the program, in the place of what a bundle made before has there."""
    if source.is_dir():
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target, ignore=NOT_ALONG)
    elif source.is_file():
        shutil.copy2(source, target)


def fetch(pinned: list[Pin], targets: Iterable[Target], shelf: Path) -> None:
    """Ask the package index for the wheels each system needs; what it does not have is found missing afterwards."""
    for target in targets:
        say(f"Fetching wheels: {target.title} ...")
        rows = requirements.wanted(pinned, target)
        if not _download(rows, target, shelf):
            for pin in rows:
                _download([pin], target, shelf)


def _download(rows: list[Pin], target: Target, shelf: Path) -> bool:
    with tempfile.TemporaryDirectory() as work:
        wanted = Path(work) / "wanted.txt"
        wanted.write_text("\n".join(pin.line for pin in rows), encoding="utf-8")
        abis = [f"cp{target.python.replace('.', '')}", "abi3", "none"]
        platforms = [word for one in SYSTEMS[target.system].platforms for word in ("--platform", one)]
        command = [
            sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
            "--require-hashes", "--only-binary", ":all:", "--dest", str(shelf), "--implementation", "cp",
            "--python-version", target.python, *(word for abi in abis for word in ("--abi", abi)), *platforms,
            "-r", str(wanted),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, env=os.environ | {"PIP_NO_INPUT": "1"})
    return done.returncode == 0


def _tell(folder: Path, shelf: Path, targets: list[Target], gaps: dict[Target, list[Pin]]) -> None:
    files = list(shelf.glob("*.whl"))
    size = sum(path.stat().st_size for path in files) / 2**20
    say(f"{folder}: the program and {len(files)} wheels, {size:.0f} MB.")
    for target in targets:
        if gap := gaps.get(target):
            names = ", ".join(f"{pin.name} {pin.version}" for pin in gap)
            say(
                f"{target.title}: not complete. No wheel of {names}; it cannot be installed there without a network."
            )
        else:
            say(f"{target.title}: complete.")


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
