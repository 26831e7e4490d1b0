"""Copies the program from this folder to the laptop's own disk and starts it there. Standard library only.

A stick is slow and can be pulled out; its file system may know no links. So it only carries the program: what runs, and
the data, are in the folder `tournament-desk` at home (TD_HOME names another one). Data are never touched by copying.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
STAMP = "copied-from-bundle"


def main(arguments: list[str]) -> int:
    """Copy what is new, then run what was asked for: `run` without words."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this file meets whatever Python is there
        return say(
            f"Python 3.11 or newer is needed; this is {sys.version_info[0]}.{sys.version_info[1]}. See README.txt."
        )
    home = Path(os.environ.get("TD_HOME") or Path.home() / "tournament-desk")
    try:
        program = placed(HERE / "program", home / "program")
    except OSError as error:
        return say(f"The program could not be copied to {home}: {error}")
    command = arguments or ["run"]
    data = (
        ["--data", str(home / "data")]
        if command[0] in ("run", "takeover") and "--data" not in command
        else []
    )
    words = [sys.executable, str(program / "td"), *command, *data]
    if os.name != "nt":
        os.execv(words[0], words)  # noqa: S606 - our own program takes the place of this one
    try:
        return subprocess.call(words)
    except KeyboardInterrupt:
        return 130


def placed(source: Path, target: Path) -> Path:
    """The program on the laptop's disk, copied anew when the stick carries another one; its environment stays."""
    mark = stamp_of(source)
    stamp = target / STAMP
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == mark:
        return target
    sys.stdout.write(f"Copying the program to {target} ...\n")
    sys.stdout.flush()
    target.mkdir(parents=True, exist_ok=True)
    for part in sorted(source.iterdir()):
        place = target / part.name
        if part.is_dir():
            shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(part, place)
        else:
            shutil.copyfile(part, place)
    stamp.write_text(mark, encoding="utf-8")
    return target


def stamp_of(source: Path) -> str:
    """Changes with every file's name and size."""
    files = sorted(path for path in source.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return "\n".join(f"{path.relative_to(source).as_posix()} {path.stat().st_size}" for path in files)


def say(sentence: str) -> int:
    """One sentence of trouble; the status of a program that could not start."""
    sys.stderr.write(sentence + "\n")
    return 2


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
