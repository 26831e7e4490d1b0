"""A process of its own that starts the program in forks and kills them at numbered moments: every write to a file of the
data folder, every statement that changes the database. The same moment is the same kill on every machine.

Reads orders from standard input, one JSON object a line (place, moment, in_place), and answers each with one.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.db.migrations.loader import MigrationLoader

os.environ["DJANGO_SETTINGS_MODULE"] = "tdapp.settings"
django.setup()

from tdapp.launch import prepare  # noqa: E402 - needs the settings
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


def start(place: dict[str, Any], moment: int | None, moments: list[str], in_place: bool) -> int:
    """In the fork: the program's first steps on one data folder; killed before the `moment`-th step."""

    def at(what: str) -> None:
        if moment == len(moments):
            os.kill(os.getpid(), signal.SIGKILL)
        moments.append(what)

    settings.DATA_DIR = Path(place["folder"])
    if place.get("database"):
        connection.settings_dict["NAME"] = place["database"]
    else:
        connection.settings_dict["NAME"] = settings.DATA_DIR / "db.sqlite3"
    if in_place:
        update.carry_out = lambda change, complete=True: change()
    watched(at, settings.DATA_DIR)
    return 0 if prepare.prepare(False) else 3


def forked(place: dict[str, Any], moment: int | None, in_place: bool) -> dict[str, Any]:
    """How a start ended (-9 killed, 0 fine, 3 refused), what it told, and the moments it went through."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        os.dup2(writing, 1)
        moments: list[str] = []
        status = start(place, moment, moments, in_place)
        sys.stdout.flush()
        os.write(1, f"@moments {json.dumps(moments)}\n".encode())
        os._exit(status)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as lines:
        said = lines.read().splitlines()
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    told = [json.loads(line.removeprefix("@td ")) for line in said if line.startswith("@td ")]
    passed = [json.loads(line.removeprefix("@moments ")) for line in said if line.startswith("@moments ")]
    return {"status": status, "told": told, "moments": passed[0] if passed else []}


def main() -> None:
    """Load every migration once, then carry the orders out."""
    MigrationLoader(None)
    for line in sys.stdin:
        order = json.loads(line)
        answer = forked(order["place"], order.get("moment"), bool(order.get("in_place")))
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
