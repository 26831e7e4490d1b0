"""An edition's words, looked up: one read-only SQLite file, opened as immutable, one connection a thread.

No lock, no journal, nothing of the main database: an edition answers while everything else is down.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from core.messages import gettext_noop
from core.problems import unfit
from lexicon_admin.words.building import FORMAT, hash_of
from lexicon_admin.words.sifting import Row
from lexicon_admin.words.tiles import TileTable, table_from

_GONE = gettext_noop("The file of this edition is not there (%(name)s). Restore it from a backup.")
_CHANGED = gettext_noop(
    "The file of this edition was changed after it was made (%(name)s). Restore it from a backup."
)
_FOREIGN = gettext_noop("The file of this edition (%(name)s) was made by another version of this program.")

COLUMNS = "SELECT key, printed, definition, low, high FROM words "
ONE = COLUMNS + "WHERE key = ?"
HAS = "SELECT 1 FROM words WHERE key = ?"
ALL = COLUMNS + "ORDER BY key"
COUNT = "SELECT count(*) FROM words "
TOLD = COLUMNS + "WHERE definition <> '' AND low <= ? "
TILES = COLUMNS + "WHERE low <= ? AND high >= ? ORDER BY key"
CONTAINS = COLUMNS + "WHERE instr(key, ?) ORDER BY key"


Plain = tuple[str, str, str, int, int]


class Found(NamedTuple):
    """A word with its printed form, its definition, and the fewest and most tiles it takes."""

    key: str
    printed: str
    definition: str
    low: int
    high: int


class Store:
    """One edition. Every method reads; texts are keys (`normalise.typed`)."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._threads = threading.local()
        if self.facts.get("format") != FORMAT:
            raise unfit("store-foreign", _FOREIGN, name=path.name)

    @property
    def _db(self) -> sqlite3.Connection:
        known: sqlite3.Connection | None = getattr(self._threads, "db", None)
        if known is None:
            where = f"{self.path.resolve().as_uri()}?mode=ro&immutable=1"
            known = self._threads.db = sqlite3.connect(where, uri=True, check_same_thread=False)
        return known

    @cached_property
    def facts(self) -> dict[str, str]:
        """What the file says of itself: sha256 and number of its words, its tiles, its format."""
        try:
            return dict(self._db.execute("SELECT name, value FROM facts"))
        except sqlite3.DatabaseError as error:
            raise unfit("store-changed", _CHANGED, name=self.path.name) from error

    @cached_property
    def table(self) -> TileTable:
        """The tiles lengths and hooks are counted in."""
        return table_from(json.loads(self.facts["tiles"]))

    def __len__(self) -> int:
        return int(self.facts["words"])

    def __contains__(self, key: object) -> bool:
        return self._db.execute(HAS, (key,)).fetchone() is not None

    def get(self, key: str) -> Found | None:
        """The word, or None."""
        return next(self._found(ONE, key), None)

    def __iter__(self) -> Iterator[Found]:
        """Every word in order."""
        return self._found(ALL)

    def plain(self) -> Iterator[Plain]:
        """Every word in order, as it is stored."""
        return iter(self._db.execute(ALL))

    def rows(self) -> Iterator[Row]:
        """Every word in order, as `building.write` takes it."""
        return (Row(found.key, found.printed, found.definition) for found in self)

    def told(self, most: int, number: int) -> Found | None:
        """Word number `number` of those with a definition and at most so many tiles; None past their end."""
        return next(self._found(TOLD + "ORDER BY key LIMIT 1 OFFSET ?", most, number), None)

    def count_told(self, most: int) -> int:
        """How many words have a definition and at most so many tiles."""
        return int(self._db.execute(TOLD.replace(COLUMNS, COUNT), (most,)).fetchone()[0])

    def in_tiles(self, count: int) -> Iterator[Found]:
        """Words that can be laid with exactly so many tiles (SAL:290 counts NGA among the two)."""
        return self._found(TILES, count, count)

    def containing(self, part: str) -> Iterator[Found]:
        """Words with this part in them."""
        return self._found(CONTAINS, part)

    def _found(self, sql: str, *values: str | int) -> Iterator[Found]:
        return map(_found, self._db.execute(sql, values))


def open_verified(path: Path, file_sha256: str) -> Store:
    """The store, after its bytes were found to be those that were made. Raises Unfit when gone or changed."""
    if not path.is_file():
        raise unfit("store-gone", _GONE, name=path.name)
    if hash_of(path) != file_sha256:
        raise unfit("store-changed", _CHANGED, name=path.name)
    return Store(path)


class Difference(NamedTuple):
    """From one edition to the next: words added, removed, and those whose print or definition changed. All in order."""

    added: tuple[Found, ...]
    removed: tuple[Found, ...]
    changed: tuple[tuple[Found, Found], ...]


def difference(old: Store, new: Store) -> Difference:
    """What changed between two editions, in one walk over both."""
    added: list[Found] = []
    removed: list[Found] = []
    changed: list[tuple[Found, Found]] = []
    left, right = old.plain(), new.plain()
    one, other = next(left, None), next(right, None)
    while one is not None and other is not None:
        if one[:3] == other[:3]:
            one, other = next(left, None), next(right, None)
        elif one[0] < other[0]:
            removed.append(_found(one))
            one = next(left, None)
        elif other[0] < one[0]:
            added.append(_found(other))
            other = next(right, None)
        else:
            changed.append((_found(one), _found(other)))
            one, other = next(left, None), next(right, None)
    removed += map(_found, _rest(one, left))
    added += map(_found, _rest(other, right))
    return Difference(tuple(added), tuple(removed), tuple(changed))


def _rest(first: Plain | None, others: Iterator[Plain]) -> Iterator[Plain]:
    if first is not None:
        yield first
        yield from others


def _found(row: Plain) -> Found:
    return Found(row[0], row[1] or row[0].lower(), row[2], row[3], row[4])
