"""`./td test`, `check`, `bench` and `soak`: everything that judges the program. Standard library only."""

from __future__ import annotations

import argparse
import difflib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tdapp.launch.host import browsers, environment, machine, services, webservers
from tdapp.launch.sentences import Stop, Terminated, say

FAST = "not browser and not services and not slow and not soak"
PATIENCE_SECONDS = 60
QUICK = ("format", "lint", "types", "contracts", "templates", "scripts")
# One process a core and two more, for many tests wait for a browser or a server; a file's tests stay together, so that
# what they share is made once. The longest files come first (`tests/conftest.py`), so that no process ends alone.
SHARED_OUT = ["-n", str((os.cpu_count() or 1) + 2), "--dist", "loadfile", "--no-loadscope-reorder"]
SITE = [
    "--quiet",
    "--no-color",
    "--fail-on-warning",
    "-E",
    "-c",
    "docs/site",
    "-d",
    "build/docs-read",
    "-b",
    "html",
]
# A room with so many files of tests is shared out; for fewer the other processes' start would cost more than they save.
MANY_FILES = 12
# What mends by itself what a part of the check has found.
MENDED_BY = {
    "format": "Mend it with: .venv/bin/ruff format .",
    "lint": "Mend what can be mended by itself with: .venv/bin/ruff check --fix .",
    "templates": "Mend it with: .venv/bin/python -m tdapp.devtools.laying_out --mend",
    "migrations": "Mend it with: ./td manage makemigrations",
}
Rest = list[str]
Variables = dict[str, str]


def test(options: argparse.Namespace, rest: Rest) -> int:
    """The whole suite against a real browser, PostgreSQL and Redis; a missing part fails."""
    environment.python("docs")
    with _everything() as variables:
        if not any((environment.ROOT / word.partition("::")[0]).exists() for word in rest):
            _compile_tests(variables)
        return _pytest([*SHARED_OUT, "-m", "not soak", *rest], variables)


def _compile_tests(variables: Variables) -> None:
    """Have every test file compiled, half of the folders each in two processes: pytest's own form of them is dear, and
    each process of a run from nothing would make it anew. What cannot be read is told by the run.
    """
    folders = sorted(str(path) for path in (environment.ROOT / "tests").iterdir() if path.is_dir())
    reading = [str(environment.python("dev")), "-m", "pytest", "--collect-only", "-q"]
    halves = [
        subprocess.Popen(
            [*reading, *folders[half::2]], cwd=environment.ROOT, env=variables, stdout=subprocess.DEVNULL
        )
        for half in (0, 1)
    ]
    for half in halves:
        half.wait()


def attempt(options: argparse.Namespace, rest: Rest) -> int:
    """`./td try`: in seconds what most changes need: SQLite, fast tests, what failed last first, no migrations.

    Without paths the tests of what changed since the last commit.
    """
    words = [word.partition("::")[0] for word in rest if not word.startswith("-")]
    paths = [word for word in words if (environment.ROOT / word).exists()]
    if lost := [word for word in words if "/" in word and word not in paths]:
        raise Stop(f"There is no {lost[0]}.{_near(lost[0])}")
    python = str(environment.python("dev"))
    if not paths:
        rest = [*rest, *_concerned(python)]
    quick = ["-p", "no:playwright", "--failed-first", "--no-migrations", "--reuse-db"]
    if sum(len([*(environment.ROOT / path).rglob("test_*.py")]) for path in paths) >= MANY_FILES:
        quick = [*quick, *SHARED_OUT]
    done = _pytest([*quick, "-m", FAST, *rest], _variables() | {"TD_TRY": "1"})
    say(
        "Left out: what needs a browser, a server, migrations or many seconds. `./td test PATHS` runs those too."
    )
    return done


def _near(path: str) -> str:
    """Tests whose names are like this one's, as a sentence; "" when there are none."""
    there = [str(one.relative_to(environment.ROOT)) for one in (environment.ROOT / "tests").rglob("*")]
    found = difflib.get_close_matches(path, [one for one in there if not one.endswith("c")], n=3)
    return f" Is it {' or '.join(found)}?" if found else ""


def _concerned(python: str) -> Rest:
    done = subprocess.run(
        [python, "-m", "tests.changed"],
        cwd=environment.ROOT,
        env=_variables(),
        capture_output=True,
        text=True,
    )
    if not done.stdout:
        raise Stop(
            f"No test is known for what changed. Name some: ./td try tests/desk. {done.stderr}".strip()
        )
    say(f"For what changed:\n{done.stdout}")
    return done.stdout.split()


def soak(options: argparse.Namespace, rest: Rest) -> int:
    """The long forms: hundreds of kills, thousands of cases."""
    with _everything() as variables:
        return _pytest(["-m", "soak", *rest], variables | {"TD_SOAK": "1"})


def faults(options: argparse.Namespace, rest: Rest) -> int:
    """The 25 fault scenarios against the real program, and their table (`tests.faults`)."""
    with _everything() as variables:
        return _module(environment.python("dev"), "tests.faults", rest, variables)


def docs(options: argparse.Namespace, rest: Rest) -> int:
    """A site of all pages, in `build/docs`; 1 for a link that leads nowhere or a page nothing leads to."""
    made = environment.ROOT / "build" / "docs"
    built = _module(environment.python("docs"), "sphinx", [*SITE, str(environment.ROOT), str(made)], {})
    if built == 0:
        say(f"The pages are in {made / 'index.html'}.")
    return built


def _module(python: Path, name: str, rest: Rest, variables: Variables) -> int:
    command = [str(python), "-m", name, *rest]
    return subprocess.run(command, cwd=environment.ROOT, env=_variables() | variables).returncode


def bench(options: argparse.Namespace, rest: Rest) -> int:
    """Every measurement of `bench` (or those named), one after the other; the first failure is the status.

    `--list` names them; what follows one name is handed to it. Those of the engine need no service, and nothing that
    the program does not.
    """
    if rest == ["--list"]:
        say("\n".join(f"{name:<20}{_purpose(path)}" for name, path in sorted(_measurements().items())))
        return 0
    found, more = _benches(rest)
    if all(_is_engines(path) for path in found):
        python = str(environment.python())
        results = [_bench(python, path, more, _variables()) for path in found]
        return next((status for status in results if status), 0)
    python = str(environment.python("dev"))
    with services.postgres() as postgres, services.redis() as redis:
        variables = _variables() | {"TD_TEST_PG_URL": postgres.url, "TD_TEST_REDIS_URL": redis.url}
        results = [_bench(python, path, more, variables) for path in found]
    return next((status for status in results if status), 0)


def load(options: argparse.Namespace, rest: Rest) -> int:
    """A real hall under load, from outside (`bench/load`); with `--postgresql` on a cluster of its own."""
    python = environment.python("dev")
    if "--postgresql" not in rest:
        return _module(python, "bench.load", rest, {})
    with services.postgres() as postgres:
        return _module(python, "bench.load", rest, {"TD_TEST_PG_URL": postgres.url})


def _measurements() -> dict[str, Path]:
    """The files of `bench/` by the name they are asked for."""
    room = environment.ROOT / "bench"
    files = [
        path for path in sorted(room.glob("[a-z]*/[a-z]*.py")) if path.parent.name not in ("house", "load")
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


@contextmanager
def _everything() -> Iterator[Variables]:
    """Pins, browser and services, said aloud; gone again at the end, also after Ctrl-C."""
    python = environment.python("dev")
    say(f"Python     {sys.version.split()[0]} in {python.parent.parent}")
    browser, version = browsers.chromium()
    say(f"Browser    {version} from {browser}")
    proxy, version = webservers.nginx()
    say(f"Proxy      {version} from {proxy}")
    sshd = services.sshd()
    say(f"SFTP       {sshd}")
    with services.postgres() as postgres, services.redis() as redis, services.storage() as storage:
        say(f"PostgreSQL {postgres.what}")
        say(f"Redis      {redis.what}")
        say(f"S3         {storage.what}")
        found = {
            "TD_CHROMIUM": str(browser),
            "TD_NGINX": str(proxy),
            "TD_SSHD": str(sshd),
            "TD_TEST_S3_URL": storage.url,
        }
        yield _variables() | found | {"TD_TEST_PG_URL": postgres.url, "TD_TEST_REDIS_URL": redis.url}


def _variables() -> Variables:
    return os.environ | {"PYTHONPATH": str(environment.ROOT), "PYTHONUTF8": "1"}


def _pytest(arguments: Rest, variables: Variables) -> int:
    python = environment.python("dev")
    command = [str(python), "-m", "pytest", "--color=no", "-q", *arguments]
    process = subprocess.Popen(command, cwd=environment.ROOT, env=variables)
    try:
        return process.wait()
    except Terminated:
        machine.interrupt(process)
        _ended(process)
        raise
    except KeyboardInterrupt:
        # The terminal's Ctrl-C reached pytest too: it finishes its report before the services go.
        _ended(process)
        raise


def _ended(process: subprocess.Popen[bytes]) -> None:
    """Wait for it; what does not hear (a shell's background job is told to ignore Ctrl-C) is killed, not left behind."""
    try:
        process.wait(PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def check(options: argparse.Namespace, rest: Rest) -> int:
    """What every commit must pass, in under two minutes. All parts run; each failure shows its own output.

    With `--quick`: only what reads the code and runs none of it, for a hook before a commit.
    With `--security`: what `tdapp.devtools.security` looks at instead.
    """
    python = environment.python("dev")
    if options.security:
        return _module(python, "tdapp.devtools.security", [], {})
    with tempfile.TemporaryDirectory(prefix="td-check-") as folder:
        failed = [
            name
            for name, command, extra in _parts(python, folder)
            if (name in QUICK or not options.quick) and not _passes(name, command, extra)
        ]
    say(f"check: {len(failed)} failed: {', '.join(failed)}" if failed else "check: all passed")
    return 1 if failed else 0


def _passes(name: str, command: Rest, extra: Variables) -> bool:
    started = time.monotonic()
    done = subprocess.run(
        command, cwd=environment.ROOT, env=_variables() | extra, capture_output=True, text=True
    )
    say(f"{'ok    ' if done.returncode == 0 else 'FAILED'} {name}  {time.monotonic() - started:.1f} s")
    if done.returncode:
        say((done.stdout + done.stderr).rstrip())
        say(MENDED_BY.get(name, ""))
    return done.returncode == 0


def _parts(python: Path, folder: str) -> list[tuple[str, Rest, Variables]]:
    def tool(name: str, *arguments: str) -> Rest:
        return [str(machine.venv_tool(environment.VENV, name)), *arguments]

    manage = [str(python), "manage.py"]
    local = {
        "TD_MODE": "local",
        "TD_DATA": folder,
        "DATABASE_URL": f"sqlite:///{folder}/db.sqlite3",
        "REDIS_URL": "",
    }
    server = local | {"TD_MODE": "server", "TD_HOSTS": "td.example", "TD_SECRET_KEY": os.urandom(40).hex()}
    code = [
        name
        for name in ("core", "tdapp", "scoring", "pairings", "lexicon_admin")
        if (environment.ROOT / name).is_dir()
    ]
    return [
        ("format", tool("ruff", "format", "--check", "."), {}),
        ("lint", tool("ruff", "check", "."), {}),
        ("types", tool("mypy", *code), local),
        ("contracts", tool("lint-imports"), local),
        ("templates", [str(python), "-m", "tdapp.devtools.laying_out"], {}),
        ("scripts", [str(python), "-m", "tdapp.devtools.javascript"], {}),
        ("migrations", [*manage, "makemigrations", "--check", "--dry-run"], local),
        ("deploy check", [*manage, "check", "--deploy", "--fail-level", "WARNING"], server),
        (
            "fast tests",
            [str(python), "-m", "pytest", "-q", "--color=no", *SHARED_OUT, "-m", FAST],
            local,
        ),
    ]
