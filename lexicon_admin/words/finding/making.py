"""The index of an edition, made aside from its store: one SQLite file of sets of rows, by name.

It holds nothing the store does not: it is made anew when it is missing or of another FORMAT, and belongs to no backup.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from operator import methodcaller
from pathlib import Path

from lexicon_admin.words.building import Step, quiet
from lexicon_admin.words.finding import bits
from lexicon_admin.words.finding.coding import Coding
from lexicon_admin.words.finding.figures import Bag
from lexicon_admin.words.finding.meanings import parts, tokens
from lexicon_admin.words.store import Found, Store

FORMAT = "1"
BATCH = 5_000
MOST_BYTE = 255
# A word of a definition that so many words share is kept as a set of rows, any other as a list of numbers.
SHARED = 32

TABLES = (
    "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE sets (name TEXT PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE words (row INTEGER PRIMARY KEY, key TEXT NOT NULL, front TEXT NOT NULL, back TEXT NOT NULL)",
    "CREATE TABLE meanings (number INTEGER PRIMARY KEY, data BLOB NOT NULL)",
)
SET = "INSERT INTO sets VALUES (?, ?)"
FACT = "INSERT INTO facts VALUES (?, ?)"
WORD = "INSERT INTO words VALUES (?, ?, ?, ?)"
MEANING = "INSERT INTO meanings VALUES (?, ?)"


def make(store: Store, target: Path, step: Step = quiet) -> None:
    """Write the index of a store as `target`; nothing stands there before it is whole."""
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(part, isolation_level=None)) as file:
            file.execute("PRAGMA journal_mode=OFF")
            file.execute("PRAGMA synchronous=OFF")
            file.execute("BEGIN")
            for sql in TABLES:
                file.execute(sql)
            _Making(store, file, step).run()
            file.execute("COMMIT")
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)


class _Making:
    """One index on its way: the rows of all words in key order, then column by column."""

    def __init__(self, store: Store, file: sqlite3.Connection, step: Step) -> None:
        self.store, self.file, self.step = store, file, step
        self.coding = Coding(store.table)
        self.keys: list[str] = []
        self.first: list[int] = []
        self.rows: list[bytes] = []
        self.behind = bytearray()
        self.meanings: dict[str, array[int]] = defaultdict(lambda: array("I"))
        self.parts: dict[str, array[int]] = defaultdict(lambda: array("I"))
        self.found: bits.Rows = bits.Rows(0, 0, ())

    def run(self) -> None:
        for found in self.store:
            self._read(found)
        self.found = bits.rows_of(bytes(self.behind))
        self._keep("first", self.found.first)
        for jump, behind in zip(bits.JUMPS, self.found.behind, strict=True):
            self._keep(f"behind/{jump}", behind)
        for work in (self._columns, self._counts, self._hooks, self._meant, self._figures):
            self.step(len(self.keys))
            work()
        facts = {"format": FORMAT, "rows": str(len(self.rows)), "words": str(len(self.keys))}
        self.file.executemany(FACT, facts.items())

    def _read(self, found: Found) -> None:
        """The rows of one word, and what its definition says."""
        if len(self.keys) % BATCH == 0:
            self.step(len(self.keys))
        cut, first = self.coding.rows(found.key), len(self.rows)
        self.keys.append(found.key)
        self.first.append(first)
        self.rows += cut
        self.behind += bytes(range(len(cut)))
        if found.definition:
            for token in {*tokens(found.definition)}:
                self.meanings[token].append(first)
            for part in parts(found.definition):
                self.parts[part].append(first)

    def _keep(self, name: str, found: int) -> None:
        if found:
            self.file.execute(SET, (name, bits.packed(found)))

    def _keep_words(self, name: str, first: Iterable[int]) -> None:
        self._keep(name, self.found.spread(bits.of_rows(first, len(self.rows))))

    def _columns(self) -> None:
        """`size/7`: rows of seven tiles; `at/0/3`: rows whose first tile is number 3."""
        sizes = bytes(map(len, self.rows))
        widest = max(sizes, default=0)
        for size in {*sizes}:
            self._keep(f"size/{size}", bits.of_column(sizes, (size,)))
        table = b"".join(row.ljust(widest, b"\0") for row in self.rows)
        for place in range(widest):
            column = table[place::widest]
            for code in {*column} - {0}:
                self._keep(f"at/{place}/{code}", bits.of_column(column, (code,)))

    def _counts(self) -> None:
        """`many/3/2`: rows that hold the tile number 3 twice or more often."""
        for code in {*b"".join(self.rows)}:
            column = bytes(map(methodcaller("count", bytes((code,))), self.rows))
            for least in range(1, max(column, default=0) + 1):
                self._keep(f"many/{code}/{least}", bits.of_column(column, range(least, 256)))

    def _hooks(self) -> None:
        """`front/3`: words that take the tile number 3 in front, `front`: that take any. From the longer word to the shorter."""
        word_of = dict(zip(self.rows, self._firsts(), strict=True))
        front: dict[int, set[int]] = defaultdict(set)
        back: dict[int, set[int]] = defaultdict(set)
        for row in self.rows:
            if (word := word_of.get(row[1:])) is not None:
                front[row[0]].add(word)
            if (word := word_of.get(row[:-1])) is not None:
                back[row[-1]].add(word)
        for side, hooks in (("front", front), ("back", back)):
            for code in [code for code in hooks if code not in self.coding.hooking]:
                del hooks[code]
            for code, words in hooks.items():
                self._keep_words(f"{side}/{code}", words)
            self._keep_words(side, set().union(*hooks.values()))
        told = zip(self.first, self.keys, self._listed(front), self._listed(back), strict=True)
        self.file.executemany(WORD, told)

    def _firsts(self) -> Iterator[int]:
        return (row - behind for row, behind in enumerate(self.behind))

    def _listed(self, hooks: dict[int, set[int]]) -> Iterator[str]:
        """The hooks of each word in the order of the tiles, with a space between."""
        each: dict[int, list[str]] = defaultdict(list)
        for code in sorted(hooks):
            for word in hooks[code]:
                each[word].append(self.coding.letters[code - 1])
        return (" ".join(each.get(first, ())) for first in self.first)

    def _meant(self) -> None:
        """The words of definitions, in order, and for each the words it is said of."""
        for part, words in self.parts.items():
            self._keep_words(f"part/{part}", words)
        ordered = sorted(self.meanings)
        self.file.execute(SET, ("tokens", zlib.compress("\n".join(ordered).encode(), 1)))
        for number, token in enumerate(ordered):
            words = self.meanings[token]
            if len(words) * SHARED < len(self.rows):
                data = b"n" + words.tobytes()
            else:
                data = b"s" + bits.packed(bits.of_rows(words, len(self.rows)))
            self.file.execute(MEANING, (number, data))

    def _figures(self) -> None:
        """`points/12`, and the orders words are shown in: by tiles, by points, by how likely they are drawn."""
        self._order("length", [len(self.rows[first]) for first in self.first])
        if not self.coding.table.tiles:
            return
        bag = Bag(self.coding)
        points = list(map(bag.points, self.rows))
        column = bytes(min(value, MOST_BYTE) for value in points)
        for value in {*column}:
            self._keep(f"points/{value}", bits.of_column(column, (value,)))
        known: dict[bytes, float] = {}
        chances = [_kept(known, bytes(sorted(row)), bag) for row in self.rows]
        ends = [*self.first[1:], len(self.rows)]
        spans = list(zip(self.first, ends, strict=True))
        self._order("points", [max(points[first:end]) for first, end in spans])
        self._order("chance", [max(chances[first:end]) for first, end in spans])

    def _order(self, name: str, values: list[float]) -> None:
        """The first rows of all words, the least of these values first; of equal ones in the order of the alphabet."""
        order = array("I", (self.first[word] for word in sorted(range(len(values)), key=values.__getitem__)))
        self.file.execute(SET, (f"order/{name}", zlib.compress(order.tobytes(), 1)))


def _kept(known: dict[bytes, float], row: bytes, bag: Bag) -> float:
    """The chance of a row, reckoned once for all that have the same tiles."""
    chance = known.get(row)
    if chance is None:
        chance = known[row] = bag.chance(row)
    return chance
