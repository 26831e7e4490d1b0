"""Starts of the program that are killed at chosen moments, and the older data they begin with."""

from __future__ import annotations

import json
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from tests.servers import ROOT, used_before

OLDER = sorted((Path(__file__).parent / "older").glob("*.sql"))
SEED, LONG = 20_261_122, 50
HALF = "was cut off"
HELD = ("kernel_user", "people_player", "events_entrant", "desk_resultline", "kernel_audithead")
Place = dict[str, Any]


class Starts:
    """Starts of the program in forks of one process that has loaded it."""

    def __init__(self, folder: Path, url: str = "") -> None:
        ours = ("TD_", "DATABASE_", "REDIS_", "DJANGO_")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        told = {"TD_DATA": str(folder), "TD_LIFELINE": "1", "PYTHONPATH": str(ROOT)} | (
            {"DATABASE_URL": url} if url else {}
        )
        self.process = subprocess.Popen(
            [sys.executable, str(Path(__file__).parent / "killed.py")],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=kept | told,
        )  # fmt: skip

    def start(self, place: Place, moment: int | str | None = None, **more: Any) -> Any:
        """One start, killed before a moment of it, or to its end: status, told, moments. `more`: as `killed.py` says."""
        return self._ordered({"place": place, "moment": moment} | more)

    def manage(self, folder: Path, *words: str) -> Any:
        """A command by hand on a data folder: status, out, err."""
        return self._ordered({"place": {"folder": str(folder)}, "manage": words})

    def together(self, *places: Place, **more: Any) -> Callable[[], list[Any]]:
        """Starts that begin at once, to their ends; their answers are waited for when they are called for."""
        return self._begun({"together": [{"place": place} | more for place in places]})

    def _ordered(self, order: dict[str, Any]) -> Any:
        return self._begun(order)()

    def _begun(self, order: dict[str, Any]) -> Callable[[], Any]:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(json.dumps(order) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline
        return lambda: json.loads(line())


@contextmanager
def starts(folder: Path, url: str = "") -> Iterator[Starts]:
    running = Starts(folder, url)
    try:
        yield running
    finally:
        running.process.communicate()


def sql(folder: Path, statement: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(folder / "db.sqlite3")) as data, data:
        return data.execute(statement).fetchall()


def older(folder: Path, dump: Path) -> None:
    """The data folder of an earlier version of the program, with a small event in it."""
    folder.mkdir(parents=True)
    with closing(sqlite3.connect(folder / "db.sqlite3")) as data:
        data.executescript(dump.read_text(encoding="utf-8"))


def a_little_older(folder: Path) -> None:
    """As if the last version had no sessions: the smallest update there is."""
    used_before(folder)
    sql(folder, "DROP TABLE django_session")
    sql(folder, "DELETE FROM django_migrations WHERE app = 'sessions'")


def held(folder: Path) -> list[Any]:
    """What people entered: every row of tables that both versions have and no update writes."""
    return [sql(folder, f"SELECT count(*), max(rowid) FROM {name}") for name in HELD]


def whole(folder: Path) -> bool:
    return sql(folder, "PRAGMA integrity_check") == [("ok",)] and not sql(folder, "PRAGMA foreign_key_check")


def said(answer: Any) -> str:
    return " ".join(str(told.get("say", "")) + str(told.get("stop", "")) for told in answer["told"])


def boundaries(moments: list[str]) -> list[int]:
    """Where one step ends and another begins: before each file write, and half-way through the statements between."""
    kinds = {what: number for number, what in enumerate(moments) if not what.startswith("sql")}
    between = [number for number, what in enumerate(moments) if what.startswith("sql")]
    return sorted({*kinds.values(), between[len(between) // 2]})


def chosen(moments: list[str]) -> list[int]:
    """The moments of the long form."""
    return sorted(random.Random(SEED).choices(range(len(moments)), k=LONG))


def passed(running: Starts, folder: Path) -> list[str]:
    """The moments of a start that nobody kills."""
    answer = running.start({"folder": str(folder)})
    assert answer["status"] == 0, said(answer)
    return list(answer["moments"])
