"""An index, looked into: sets of rows by name, the last ones used kept at hand. One connection a thread, no lock on the file."""

from __future__ import annotations

import sqlite3
import threading
import zlib
from array import array
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, compress, islice
from pathlib import Path
from sys import getsizeof
from typing import NamedTuple, Union

from core.messages import gettext_noop
from core.problems import unfit
from lexicon_admin.words.finding import bits
from lexicon_admin.words.finding.coding import Coding
from lexicon_admin.words.finding.figures import Bag
from lexicon_admin.words.finding.making import FORMAT
from lexicon_admin.words.tiles import TileTable

# Bytes of sets kept at hand by one process for all indexes together.
AT_HAND = 96_000_000
ORDERS = ("word", "length", "points", "chance")
_FOREIGN = gettext_noop("The index of this edition (%(name)s) was made by another version of this program.")

FACTS = "SELECT name, value FROM facts"
SET = "SELECT data FROM sets WHERE name = ?"
SIZES = "SELECT name FROM sets WHERE name >= ? AND name < ?"
WORD = "SELECT key, front, back FROM words WHERE row = ?"
KEYS = "SELECT key FROM words ORDER BY row"
MEANING = "SELECT data FROM meanings WHERE number = ?"


Kept = Union[int, "array[int]"]


class Hooked(NamedTuple):
    """A word, the tiles that make another when laid before or behind it, and its first row."""

    key: str
    front: tuple[str, ...]
    back: tuple[str, ...]
    row: int


class _AtHand:
    """What was used last, up to so many bytes; shared by the threads of a process."""

    def __init__(self, most: int) -> None:
        self.most, self.held = most, 0
        self._kept: OrderedDict[tuple[str, str], Kept] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, name: tuple[str, str], make: Callable[[], Kept]) -> Kept:
        with self._lock:
            if name in self._kept:
                self._kept.move_to_end(name)
                return self._kept[name]
        made = make()
        with self._lock:
            if name not in self._kept:
                self._kept[name] = made
                self.held += getsizeof(made)
            while self.held > self.most and len(self._kept) > 1:
                _name, gone = self._kept.popitem(last=False)
                self.held -= getsizeof(gone)
        return made


_at_hand = _AtHand(AT_HAND)


class Index:
    """One index. Raises Unfit where the file is of another version or is none."""

    def __init__(self, path: Path, table: TileTable) -> None:
        self.path, self.table = path, table
        self.coding, self.bag = Coding(table), Bag(Coding(table))
        self._threads = threading.local()
        try:
            facts = dict(self._db.execute(FACTS))
        except sqlite3.DatabaseError as error:
            raise unfit("index-foreign", _FOREIGN, name=path.name) from error
        if facts.get("format") != FORMAT:
            raise unfit("index-foreign", _FOREIGN, name=path.name)
        self.words = int(facts["words"])
        behind = tuple(self.set(f"behind/{jump}") for jump in bits.JUMPS)
        self.rows = bits.Rows(int(facts["rows"]), self.set("first"), behind)

    @property
    def _db(self) -> sqlite3.Connection:
        known: sqlite3.Connection | None = getattr(self._threads, "db", None)
        if known is None:
            where = f"{self.path.resolve().as_uri()}?mode=ro&immutable=1"
            known = self._threads.db = sqlite3.connect(where, uri=True, check_same_thread=False)
        return known

    def _data(self, sql: str, value: str | int) -> bytes | None:
        row = self._db.execute(sql, (value,)).fetchone()
        return bytes(row[0]) if row else None

    def set(self, name: str) -> int:
        """The rows kept under a name; none for a name there is not."""
        found = _at_hand.get((str(self.path), name), lambda: self._read(name))
        return found if isinstance(found, int) else 0

    def _read(self, name: str) -> int:
        data = self._data(SET, name)
        return bits.unpacked(data) if data else 0

    def values(self, name: str) -> list[int]:
        """What sets named `name/<number>` there are."""
        rows = self._db.execute(SIZES, (f"{name}/", f"{name}0"))
        return sorted(int(found.removeprefix(f"{name}/")) for (found,) in rows)

    @cached_property
    def sizes(self) -> list[int]:
        """How many tiles words here take."""
        return self.values("size")

    @cached_property
    def worths(self) -> list[int]:
        """How many points words here count."""
        return self.values("points")

    @cached_property
    def tokens(self) -> str:
        """The words of all definitions in order, a line each."""
        data = self._data(SET, "tokens")
        return "\n" + zlib.decompress(data).decode() + "\n" if data else "\n"

    @cached_property
    def token_starts(self) -> array[int]:
        """Where each word of definitions begins in `tokens`."""
        return array("I", accumulate((len(token) + 1 for token in self.tokens[1:-1].split("\n")), initial=1))

    def meant(self, number: int) -> int:
        """The first rows of the words whose definition holds the token of this number."""
        data = self._data(MEANING, number) or b"n"
        if data[:1] == b"s":
            return bits.unpacked(data[1:])
        found = array("I")
        found.frombytes(data[1:])
        return sum(1 << row for row in found) if len(found) < 20 else bits.of_rows(found, self.rows.total)

    def keys(self) -> Iterator[str]:
        """Every word in order."""
        return (key for (key,) in self._db.execute(KEYS))

    def among(self, held: Iterable[str]) -> int:
        """Every row of the words that are among these keys."""
        known = held if isinstance(held, frozenset) else frozenset(held)
        found = bytes(map(known.__contains__, self.keys()))
        first = compress(bits.numbers(self.rows.first, self.rows.total), found)
        return self.rows.spread(bits.of_rows(first, self.rows.total))

    def page(self, words: int, order: str, backwards: bool, start: int, count: int) -> list[Hooked]:
        """So many of these words (told by their first rows) from number `start` on, in one of ORDERS."""
        return [self.word(row) for row in islice(self.listed(words, order, backwards), start, start + count)]

    def listed(self, words: int, order: str = "word", backwards: bool = False) -> Iterator[int]:
        """The first rows of these words in one of ORDERS; one the edition cannot tell is that of the alphabet."""
        flags, ordered = bits.flags(words, self.rows.total), self._order(order)
        rows: Sequence[int] = ordered if ordered is not None else range(self.rows.total)
        each = reversed(rows) if backwards else iter(rows)
        return (row for row in each if flags[row])

    def _order(self, name: str) -> array[int] | None:
        data = None if name == "word" else (str(self.path), f"order/{name}")
        found = _at_hand.get(data, lambda: self._read_order(name)) if data else 0
        return found if isinstance(found, array) else None

    def _read_order(self, name: str) -> Kept:
        data = self._data(SET, f"order/{name}")
        if data is None:
            return 0
        ordered = array("I")
        ordered.frombytes(zlib.decompress(data))
        return ordered

    def word(self, row: int) -> Hooked:
        """The word that begins with this row."""
        key, front, back = self._db.execute(WORD, (row,)).fetchone()
        return Hooked(key, tuple(front.split()), tuple(back.split()), row)
