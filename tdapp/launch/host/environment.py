"""The project's own Python environment: made once, made again when the pins change. Standard library only."""

from __future__ import annotations

import compileall
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tdapp.launch.host import machine
from tdapp.launch.sentences import Stop, say

ROOT = Path(__file__).resolve().parents[3]
VENV = ROOT / ".venv"
FILES = {
    "run": "requirements.txt",
    "dev": "requirements-dev.txt",
    "services": "requirements-services.txt",
    "javascript": "requirements-javascript.txt",
    "docs": "requirements-docs.txt",
    "storage": "requirements-storage.txt",
    "openapi": "requirements-openapi.txt",
}
# The dev pins were resolved with the run pins as constraints: who has the first has the second.
INCLUDES = {kind: [kind] for kind in FILES} | {"dev": ["dev", "run"]}
# What runs at a desk; the environment beside it.
ROOMS = ("core", "scoring", "pairings", "lexicon_admin", "tdapp")
PATIENCE_SECONDS = 600


def python(kind: str = "run", before: Callable[[], None] = lambda: None) -> Path:
    """The environment's interpreter, after installing what `kind` pins when that is not in place yet; then `before` is
    called first.
    """
    if not _is_current(kind):
        before()
        VENV.mkdir(exist_ok=True)
        with _alone():
            if not _is_current(kind):
                _make(kind)
    return machine.venv_python(VENV)


def compiled() -> None:
    """Everything compiled beside its source: who may only read it, as a server's service, would compile it at each start."""
    for folder in (*(ROOT / name for name in ROOMS), VENV):
        compileall.compile_dir(folder, quiet=2)


def _is_current(kind: str) -> bool:
    stamp = _stamp(kind)
    return machine.venv_python(VENV).exists() and stamp.exists() and stamp.read_text() == _mark(kind)


def _stamp(kind: str) -> Path:
    return VENV / f"td-{kind}.stamp"


def _mark(kind: str) -> str:
    """Changes with the pins, the Python and the place (an environment cannot be moved)."""
    seed = f"{sys.version_info[:2]} {VENV} ".encode() + (ROOT / FILES[kind]).read_bytes()
    return hashlib.sha256(seed).hexdigest()


def setting(name: str) -> str:
    """A variable of the environment, else of `.env`, as the settings will read it; "" when neither has it."""
    if name in os.environ:
        return os.environ[name]
    file = ROOT / ".env"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    found = [line.split("=", 1)[1].strip() for line in lines if line.partition("=")[0].strip() == name]
    return found[-1].strip("'\"") if found else ""


@contextmanager
def _alone() -> Iterator[None]:
    """Two `./td` started together make one environment, one after the other."""
    with open(VENV / "td.lock", "a+b") as handle:
        until = time.monotonic() + PATIENCE_SECONDS
        while not machine.hold(handle):
            if time.monotonic() > until:
                raise Stop(
                    f"Another ./td has been installing into {VENV} for ten minutes. End it, then try again."
                )
            time.sleep(0.2)
        yield


def _make(kind: str) -> None:
    uv = shutil.which("uv")
    where = " from the wheels of this folder" if _shelf() else ""
    tool = "uv" if uv else "pip, which takes a minute or two"
    say(f"Installing {FILES[kind]} into .venv{where} with {tool} ...")
    if not _runs(machine.venv_python(VENV)):
        _create(uv)
    _install(uv, ROOT / FILES[kind])
    for name in INCLUDES[kind]:
        _stamp(name).write_text(_mark(name))


def _runs(interpreter: Path) -> bool:
    """Whether the environment's Python still starts, is this version, and belongs to this folder."""
    question = "import sys; print(sys.version_info[:2], sys.prefix)"
    try:
        answer = subprocess.run(
            [str(interpreter), "-c", question], capture_output=True, text=True, timeout=60
        )
    except OSError:
        return False
    return answer.stdout.strip() == f"{sys.version_info[:2]} {VENV}"


def _create(uv: str | None) -> None:
    if uv:
        _quietly([uv, "venv", "--quiet", "--allow-existing", "--python", sys.executable, str(VENV)])
        return
    try:
        venv.EnvBuilder(with_pip=True, symlinks=not machine.WINDOWS, upgrade_deps=False).create(VENV)
    except (subprocess.CalledProcessError, SystemExit, OSError) as error:
        raise Stop(
            f"Python cannot make a virtual environment here ({error}). On Debian or Ubuntu: apt install python3-venv."
        ) from None


def _install(uv: str | None, pins: Path) -> None:
    interpreter = str(machine.venv_python(VENV))
    if uv:
        _quietly(
            [
                uv, "pip", "install", "--quiet", "--python", interpreter, "--require-hashes",
                *_shelf("--offline"), "-r", str(pins),
            ]
        )  # fmt: skip
        return
    if subprocess.run([interpreter, "-m", "pip", "--version"], capture_output=True).returncode:
        _quietly([interpreter, "-m", "ensurepip", "--upgrade"])
    _quietly(
        [
            interpreter, "-m", "pip", "install", "--quiet", "--no-compile", "--require-hashes", *_shelf(),
            "-r", str(pins),
        ]
    )  # fmt: skip


def _shelf(*more: str) -> list[str]:
    """In a bundle the wheels lie beside the program: nothing else is asked then, network or not."""
    wheels = ROOT / "wheels"
    return [*more, "--no-index", "--find-links", str(wheels)] if wheels.is_dir() else []


def _quietly(command: list[str]) -> None:
    """Run one installer; its words are shown only when it fails."""
    environment = os.environ | {
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
        "VIRTUAL_ENV": str(VENV),
    }
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=ROOT)
    if done.returncode:
        last = [line for line in (done.stdout + done.stderr).splitlines() if "is ignored" not in line][-15:]
        raise Stop(
            "\n".join(
                [
                    *last,
                    f"Installing failed: {' '.join(command[:4])} ... ended with {done.returncode}. {_advice()}",
                ]
            )
        )


def _advice() -> str:
    """What to look at after an installer failed: in a bundle no network helps, another Python may."""
    if not _shelf():
        return "Is there a network?"
    here = f"{platform.system()} {platform.machine()} with Python {sys.version_info[0]}.{sys.version_info[1]}"
    return f"Do the wheels of this folder fit {here}? README.txt says which Python they are for."
