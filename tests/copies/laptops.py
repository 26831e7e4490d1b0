"""Laptops that are data folders: what a process says on one, without a Django of its own here."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.servers import ROOT

WORDS = "bulag-tanim-sobra lakad"
SETUP = "import os; os.environ['DJANGO_SETTINGS_MODULE']='tdapp.settings'\nimport django; django.setup()\n"


def environment(data: Path) -> dict[str, str]:
    ours = ("TD_", "DATABASE_", "REDIS_", "DJANGO_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return kept | {"TD_DATA": str(data)}


def script(data: Path, text: str, *arguments: str) -> str:
    """The last line a piece of Python says on a laptop's data."""
    command = [sys.executable, "-c", SETUP + text, *arguments]
    done = subprocess.run(command, cwd=ROOT, env=environment(data), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-1500:]
    return done.stdout.strip().splitlines()[-1]


def manage(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "manage.py"), *words]
    return subprocess.run(command, env=environment(data), capture_output=True, text=True)


def takeover(copy: Path, data: Path) -> str:
    """`./td takeover` on another laptop's data; what it says."""
    words = copy.with_suffix(".words")
    words.write_text(WORDS)
    command = [str(ROOT / "td"), "takeover", str(copy), "--data", str(data), "--passphrase-file", str(words)]
    done = subprocess.run([sys.executable, *command], env=environment(data), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout
