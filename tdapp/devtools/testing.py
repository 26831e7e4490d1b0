"""`./td test`, `check`, `load` and `soak`: everything that judges the program. Standard library only."""

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
    done = _pytest([*quick, "-m", FAST, *rest], variables_of() | {"TD_TRY": "1"})
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
        env=variables_of(),
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
    environment.python("openapi")
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
    return subprocess.run(command, cwd=environment.ROOT, env=variables_of() | variables).returncode


def load(options: argparse.Namespace, rest: Rest) -> int:
    """A real hall under load, from outside (`bench/load`); with `--postgresql` on a cluster of its own."""
    python = environment.python("dev")
    if "--postgresql" not in rest:
        return _module(python, "bench.load", rest, {})
    with services.postgres() as postgres:
        return _module(python, "bench.load", rest, {"TD_TEST_PG_URL": postgres.url})


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
        yield variables_of() | found | {"TD_TEST_PG_URL": postgres.url, "TD_TEST_REDIS_URL": redis.url}


def variables_of() -> Variables:
    """The environment of whatever is started: it finds the program, and writes UTF-8."""
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
        command, cwd=environment.ROOT, env=variables_of() | extra, capture_output=True, text=True
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
