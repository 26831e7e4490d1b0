"""A process of its own that starts the program in forks and kills them at numbered moments: every write to a file of the
data folder, every statement that changes the database. The same moment is the same kill on every machine.

Reads orders from standard input, one JSON object a line, and answers each with one. A start: place, moment, in_place,
demo, and `before`, code that spoils something first. A command of `manage.py` to its end: place, manage (its words).
Several at once: together, a list of such orders, answered by a list.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.core.checks import run_checks
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.migrations.loader import MigrationLoader

os.environ["DJANGO_SETTINGS_MODULE"] = "tdapp.settings"
django.setup()

import manage  # noqa: E402 - needs the settings
from tdapp.launch import prepare  # noqa: E402
from tdapp.launch.process import parent_watch  # noqa: E402
from tdapp.launch.updating import update  # noqa: E402

READS = ("SELECT", "PRAGMA", "SHOW")
WRITES = {"os.rename", "os.remove", "os.mkdir", "shutil.copyfile"}
# Whose turn it is to prepare is asked at every start, and holds nothing.
TURN = {"run", "preparing"}


def watched(at: Callable[[str], None], folder: Path) -> None:
    """Call `at(what)` before every write below the folder and every statement of Django's connection."""

    def heard(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and not (isinstance(arguments[1], str) and set(arguments[1]) & set("wax+")):
            return
        if Path(str(arguments[0])).name in TURN:
            return
        if (event in WRITES or event == "open") and str(arguments[0]).startswith(str(folder)):
            at(f"{event} {Path(str(arguments[0])).name.split('-2')[0]}")

    def told(before: Any) -> Any:
        def execute(self: Any, sql: Any, params: Any, *rest: Any) -> Any:
            if not str(sql).lstrip().startswith(READS):
                at(f"sql {str(sql)[:60]}")
            return before(self, sql, params, *rest)

        return execute

    sys.addaudithook(heard)
    CursorWrapper._execute = told(CursorWrapper._execute)


def at_home(place: dict[str, Any]) -> None:
    """This process works on this place's folder and database."""
    settings.DATA_DIR = Path(place["folder"])
    connection.settings_dict["NAME"] = place.get("database") or settings.DATA_DIR / "db.sqlite3"


def start(order: dict[str, Any], moments: list[str]) -> dict[str, Any]:
    """In the fork: the program's first steps on one data folder; killed before the `moment`-th step, or the first so called."""
    moment = order.get("moment")

    def at(what: str) -> None:
        if moment in (len(moments), what):
            os.write(1, f"@answer {json.dumps({'moments': moments})}\n".encode())
            os.kill(os.getpid(), signal.SIGKILL)
        moments.append(what)

    if order.get("in_place"):
        update.carry_out = lambda change, complete=True: change()
    exec(order.get("before", ""), {})
    watched(at, settings.DATA_DIR)
    return {"status": 0 if prepare.prepare(bool(order.get("demo"))) else 3}


def managed(words: list[str]) -> dict[str, Any]:
    """In the fork: a command by hand, as `manage.py` carries it out; its status and what it said."""
    status: Any = 0
    del os.environ[parent_watch.TIED]
    with redirect_stdout(StringIO()) as said, redirect_stderr(StringIO()) as complained:
        try:
            manage.Manage(["manage.py", *words]).execute()
        except SystemExit as end:
            status = end.code
    return {"status": status, "out": said.getvalue(), "err": complained.getvalue()}


def forked(order: dict[str, Any]) -> tuple[int, int]:
    """Begun in a process of its own: its id, and where it tells."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        os.dup2(writing, 1)
        moments: list[str] = []
        answer: dict[str, Any] = {"status": 1}
        try:
            at_home(order["place"])
            answer = managed(order["manage"]) if "manage" in order else start(order, moments)
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os.write(1, f"@answer {json.dumps(answer | {'moments': moments})}\n".encode())
            os._exit(0)
    os.close(writing)
    return pid, reading


def ended(pid: int, reading: int) -> dict[str, Any]:
    """How it ended (-9 killed, 0 fine, 3 refused, 1 crashed), what it told, and the moments it went through."""
    with os.fdopen(reading, encoding="utf-8") as lines:
        said = lines.read().splitlines()
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    told = [json.loads(line.removeprefix("@td ")) for line in said if line.startswith("@td ")]
    answers = [json.loads(line.removeprefix("@answer ")) for line in said if line.startswith("@answer ")]
    return {"status": status, "moments": [], "told": told} | (answers[0] if answers else {})


def main() -> None:
    """Load every migration once, then carry the orders out."""
    # It is not the hashing that is tried here.
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    MigrationLoader(None)
    for line in sys.stdin:
        order = json.loads(line)
        if "manage" in order:
            run_checks()  # what every command is checked with is loaded once, not in each fork
        begun = [forked(one) for one in order.get("together", [order])]
        answers = [ended(*one) for one in begun]
        sys.stdout.write(json.dumps(answers if "together" in order else answers[0]) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
