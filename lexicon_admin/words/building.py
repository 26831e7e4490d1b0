"""An edition's store, made aside: one SQLite file, written, flushed, hashed, then renamed to where it belongs.

Whoever is killed in between leaves a `.part` behind and what was read so far (`runs`), never half an edition.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from core.messages import gettext_noop
from core.problems import unfit
from lexicon_admin.words.files.reading import Entry
from lexicon_admin.words.normalise import Policy, Reason, examine
from lexicon_admin.words.runs import ENTRIES, LETTERS, Runs, row_of
from lexicon_admin.words.sifting import Raw, Row, Tally, sifted
from lexicon_admin.words.tiles import TileTable
from lexicon_admin.words.tilings import span

FORMAT = "1"
MOST_WORDS = 1_000_000
BATCH = 5_000
Step = Callable[[int], None]

_MANY = gettext_noop("The list holds more than %(limit)s words.")
_NONE = gettext_noop(
    "No word of the list may stand in an edition: look at what was left out and choose otherwise."
)
_CAPITALS = gettext_noop(
    "Every entry is in capitals, so every one counts as a proper noun: choose that capitals are ignored."
)

WORDS = """CREATE TABLE words (key TEXT PRIMARY KEY, printed TEXT NOT NULL, definition TEXT NOT NULL, alpha TEXT NOT NULL,
 mask INTEGER NOT NULL, letters INTEGER NOT NULL, low INTEGER NOT NULL, high INTEGER NOT NULL) WITHOUT ROWID"""
FACTS = "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"


class Built(NamedTuple):
    """A store that is finished: digest of its words (the same on every machine), hash of its file, number of words."""

    sha256: str
    file_sha256: str
    words: int
    path: Path


def quiet(_done: int) -> None:
    """A step nobody waits for."""


def build(
    entries: Iterable[Entry],
    policy: Policy,
    table: TileTable,
    target: Path,
    tally: Tally,
    step: Step = quiet,
    runs: Runs | None = None,
) -> Built:
    """Read, sift and store a list; `tally` is filled. Raises Unfit when no word, or too many, are left.

    `step` is told the line that was read; what it raises ends the work. With `runs` that have a name, what was read by then is
    kept: entries behind `runs.place`, and `runs.tally`, go on from it and end in the same bytes.
    """
    with runs or Runs(target) as kept:
        rest = _read(entries, policy, table, tally, step, kept)
        rows = sifted(kept.in_order(rest), policy, table, tally)
        return write(_some(rows, tally), table, target, step=lambda done: step(-done))


def _read(
    entries: Iterable[Entry], policy: Policy, table: TileTable, tally: Tally, step: Step, runs: Runs
) -> list[str]:
    """The entries that are words, everything else counted by its reason; returns those that no part of `runs` holds yet.

    A part ends with a line: all forms of a dictionary's word are in one.
    """
    alphabet, line = table.alphabet, runs.place.line
    rows: list[str] = []
    letters, due = 0, tally.entries + ENTRIES
    for entry in entries:
        if entry.line != line:
            if tally.entries >= due or letters >= LETTERS:
                runs.keep(rows, line, tally)
                rows, letters, due = [], 0, tally.entries + ENTRIES
            line = entry.line
        tally.entries += 1
        if tally.entries % BATCH == 1:
            step(line)
        found = examine(entry.text, policy, alphabet)
        tally.lower_case = tally.lower_case or entry.text != entry.text.upper()
        if isinstance(found, Reason):
            tally.leave_out(found, entry.text)
        else:
            key, printed, hyphenated = found
            rows.append(row_of(Raw(key, printed, _plain(entry.definition), hyphenated), tally.entries))
            letters += len(rows[-1])
    return rows


def _plain(text: str) -> str:
    """A definition on one line, without what no page should carry."""
    if not text:
        return ""
    return " ".join("".join(char for char in text if char >= " " or char.isspace()).split())


def _some(rows: Iterator[Row], tally: Tally) -> Iterator[Row]:
    """The rows, refused when there is none or more than an edition may hold."""
    yield from islice(rows, MOST_WORDS)
    if tally.words == 0:
        proper = tally.left_out.get(Reason.PROPER, 0)
        raise unfit("no-words", _CAPITALS if proper and not tally.lower_case else _NONE)
    if next(rows, None) is not None:
        raise unfit("too-many-words", _MANY, limit=f"{MOST_WORDS:,}")


def write(
    rows: Iterable[Row],
    table: TileTable,
    target: Path,
    facts: Mapping[str, str] | None = None,
    step: Step = quiet,
) -> Built:
    """Store rows that come in key order, each key once, as `target`. Nothing stands there before it is whole."""
    part = target.with_name(f"{target.name}.{uuid4().hex[:8]}.part")
    try:
        with closing(_new(part)) as store:
            digest, words = _fill(store, rows, table, step)
            _describe(store, {**(facts or {}), "sha256": digest, "words": str(words)}, table)
        file_sha256 = _flushed(part)
        os.replace(part, target)
    finally:
        part.unlink(missing_ok=True)
    return Built(digest, file_sha256, words, target)


def _new(path: Path) -> sqlite3.Connection:
    """A new file in which nothing is safe until the end: it is thrown away when anything goes wrong."""
    store = sqlite3.connect(path, isolation_level=None)
    store.execute("PRAGMA journal_mode=OFF")
    store.execute("PRAGMA synchronous=OFF")
    store.execute("PRAGMA cache_size=-32000")
    store.execute("BEGIN")
    return store


def _fill(store: sqlite3.Connection, rows: Iterable[Row], table: TileTable, step: Step) -> tuple[str, int]:
    store.execute(WORDS)
    store.execute(FACTS)
    digest, words = hashlib.sha256(), 0
    for batch in _batches(rows):
        digest.update("".join(f"{key}\t{printed}\t{meaning}\n" for key, printed, meaning in batch).encode())
        stored = [_stored(row, table) for row in batch]
        store.executemany("INSERT INTO words VALUES (?, ?, ?, ?, ?, ?, ?, ?)", stored)
        words += len(batch)
        step(words)
    store.execute("CREATE INDEX words_alpha ON words (alpha)")
    step(words)
    store.execute("CREATE INDEX words_low ON words (low, high)")
    return digest.hexdigest(), words


def _stored(row: Row, table: TileTable) -> tuple[str | int, ...]:
    key, printed, definition = row
    low, high = span(key, table)
    shown = "" if printed == key.lower() else printed
    return key, shown, definition, "".join(sorted(key)), mask_of(key), len(key), low, high


BITS = {letter: 1 << at for at, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZÑ")}
OTHERS = 1 << len(BITS)


def mask_of(letters: Iterable[str]) -> int:
    """The set of letters as bits: A-Z, Ñ, and one bit for all others."""
    mask = 0
    for letter in {*letters}:
        mask |= BITS.get(letter, OTHERS)
    return mask


def _describe(store: sqlite3.Connection, facts: Mapping[str, str], table: TileTable) -> None:
    told = {**facts, "format": FORMAT, "tiles": json.dumps(table.as_data(), ensure_ascii=False)}
    store.executemany("INSERT INTO facts VALUES (?, ?)", sorted(told.items()))
    store.execute("COMMIT")


def _flushed(path: Path) -> str:
    """Bring a file to the disk, make it read-only where that does not keep it from being deleted, and give its hash."""
    with path.open("rb+") as stream:
        os.fsync(stream.fileno())
    if os.name == "posix":
        path.chmod(0o444)
    return hash_of(path)


def hash_of(path: Path) -> str:
    """SHA-256 of a file's bytes."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _batches(rows: Iterable[Any]) -> Iterator[list[Any]]:
    source = iter(rows)
    while batch := list(islice(source, BATCH)):
        yield batch
