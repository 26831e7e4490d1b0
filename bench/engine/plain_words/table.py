"""Words in an indexed table of SQLite: the peer that rulings and searches are timed beside."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

CONDITIONS = (
    "key LIKE 'BA%'",
    "key LIKE '%NGANG%'",
    "key GLOB '?A*NG'",
    "key LIKE '%NG' AND length(key) = 8 AND NOT key LIKE '%A%'",
)


def rulings(folder: Path, words: Iterable[str]) -> Callable[[list[str]], bool]:
    """Fill `table.sqlite3` of a folder with one edition; says of a play whether all of its words are there."""
    table = sqlite3.connect(folder / "table.sqlite3")
    table.execute("CREATE TABLE words (id INTEGER PRIMARY KEY, edition INTEGER, key TEXT)")
    table.executemany("INSERT INTO words (edition, key) VALUES (1, ?)", [(word.upper(),) for word in words])
    table.execute("CREATE UNIQUE INDEX one ON words (edition, key)")
    table.commit()
    asked = "SELECT 1 FROM words WHERE edition = 1 AND key = ?"
    return lambda play: all(table.execute(asked, (word.upper(),)).fetchone() for word in play)


def searches(folder: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """Conditions, each with what asks the table of this folder for its first hundred words and their total."""
    table = sqlite3.connect(folder / "table.sqlite3")
    for sql in CONDITIONS:
        ask = f"SELECT key, count(*) OVER () FROM words WHERE {sql} ORDER BY length(key) LIMIT 100"
        yield sql, lambda ask=ask: table.execute(ask).fetchall()  # type: ignore[misc]
