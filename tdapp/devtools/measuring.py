"""`./td bench`: the measurements of `bench/`, by name. Standard library only."""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

from tdapp.devtools.testing import Rest, Variables, variables_of
from tdapp.launch.host import environment, services
from tdapp.launch.sentences import Stop, say


def bench(options: argparse.Namespace, rest: Rest) -> int:
    """Every measurement of `bench` (or those named), one after the other; the first failure is the status.

    `--list` names them; what follows one name is handed to it. Those of the engine need no service, and nothing that
    the program does not.
    """
    if rest[:1] in (["-h"], ["--help"]):
        say(
            "./td bench [NAME ...] [what is handed to NAME]: --list names them, NAME --help says what it takes."
        )
        return 0
    if rest == ["--list"]:
        say("\n".join(f"{name:<20}{_purpose(path)}" for name, path in sorted(_measurements().items())))
        return 0
    found, more = _benches(rest)
    if all(_is_engines(path) for path in found):
        python = str(environment.python())
        results = [_bench(python, path, more, variables_of()) for path in found]
        return next((status for status in results if status), 0)
    python = str(environment.python("dev"))
    with services.postgres() as postgres, services.redis() as redis:
        variables = variables_of() | {"TD_TEST_PG_URL": postgres.url, "TD_TEST_REDIS_URL": redis.url}
        results = [_bench(python, path, more, variables) for path in found]
    return next((status for status in results if status), 0)


def _measurements() -> dict[str, Path]:
    """The files of `bench/` by the name they are asked for."""
    room = environment.ROOT / "bench"
    files = [
        path
        for path in sorted(room.glob("[a-z]*/[a-z]*.py"))
        if path.parent.name not in ("drills", "house", "load")
    ]
    folders = sorted((room / "engine").glob("[a-z]*/__main__.py"))
    return {path.stem: path for path in files} | {path.parent.name: path for path in folders}


def _benches(rest: Rest) -> tuple[list[Path], Rest]:
    """Those that are named, all without a name, and what one is asked with; Stop for a word that is none of them."""
    first = next((at for at, word in enumerate(rest) if word.startswith("-")), len(rest))
    names, more, known = rest[:first], rest[first:], _measurements()
    if unknown := [name for name in names if Path(name).stem not in known]:
        raise Stop(f"There is no measurement {unknown[0]}; there are {', '.join(known)}.")
    if more and len(names) != 1:
        raise Stop(f"{more[0]} is handed to one measurement, and {len(names)} are named: name one before it.")
    wanted = {Path(name).stem for name in names}
    return [path for name, path in known.items() if not wanted or name in wanted], more


def _is_engines(path: Path) -> bool:
    return (environment.ROOT / "bench" / "engine") in path.parents


def _purpose(path: Path) -> str:
    """The first line of a measurement's docstring."""
    lines = path.read_text("utf-8").splitlines() or [""]
    return lines[0].strip('"')


def _bench(python: str, path: Path, more: Rest, variables: Variables) -> int:
    say(f"--- {path.parent.name if path.stem == '__main__' else path.name}")
    return subprocess.run([python, str(path), *more], cwd=environment.ROOT, env=variables).returncode
