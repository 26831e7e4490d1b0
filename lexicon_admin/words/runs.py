"""What was read of a long list, kept on the way: a reading that was cut off goes on behind the last part that is whole.

A part is a file beside the store that is made aside: in its first line how far the list is read and what was counted, below it
its accepted entries in order. It is written aside, flushed and renamed, and the same reading writes the same bytes: whoever
is killed, and two processes at one list, leave whole parts or none.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from heapq import merge
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

from lexicon_admin.words.files.reading import Place
from lexicon_admin.words.sifting import Raw, Tally

FORMAT = "1"
# A part is as many entries, or as many letters where definitions are long: memory is bounded, and so is what is read twice.
ENTRIES, LETTERS = 25_000, 4_000_000


class Head(NamedTuple):
    """The first line of a part."""

    reading: str
    place: Place
    tally: dict[str, Any]
    sha256: str


class Runs:
    """The parts of one reading: `place` and `tally` stand behind the last of them.

    `reading` names the list and every choice it is read by: parts of another reading are removed. Those of this one stay until
    `forget`; without a name nothing is taken up, and nothing is left at the end of the context.
    """

    def __init__(self, target: Path, reading: str = "") -> None:
        self.target, self.reading = target, reading and f"{FORMAT} {reading}"
        self.paths: list[Path] = []
        self.place, self.tally, self.lines = Place(), Tally(), 0
        for path, head in _heads(target, self.reading):
            if not _is_whole(path, head):
                break
            self.paths.append(path)
            self.place, self.tally = head.place, Tally.taken_up(head.tally)
        forget(target, self.paths)

    def __enter__(self) -> Runs:
        return self

    def __exit__(self, *_error: object) -> None:
        if not self.reading:
            forget(self.target)

    def keep(self, rows: list[str], line: int, tally: Tally) -> None:
        """Keep the entries accepted since the last part; the list is read up to and with this line."""
        rows.sort()
        place = Place(line, tally.entries, self.lines)
        digest = hashlib.sha256()
        for row in rows:
            digest.update(row.encode())
        head = json.dumps(Head(self.reading, place, tally.so_far(), digest.hexdigest()))
        path = _path(self.target, len(self.paths) + 1)
        part = path.with_name(f"{path.name}.{uuid4().hex[:8]}.part")
        try:
            with part.open("wb") as stream:
                stream.write(f"{head}\n".encode())
                stream.writelines(row.encode() for row in rows)
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
        self.paths.append(path)
        self.place = place

    def in_order(self, rest: list[str]) -> Iterator[Raw]:
        """Every accepted entry by its key, equal keys as they came: those of the parts, and the rest that is in none."""
        with ExitStack() as stack:
            files = [stack.enter_context(path.open(encoding="utf-8", newline="\n")) for path in self.paths]
            for file in files:
                next(file)
            yield from map(_raw, merge(*files, sorted(rest)))


def row_of(raw: Raw, number: int) -> str:
    r"""An accepted entry as a line, `number` being the how-many-th of the list it is. Lines stand in the order of their keys
    and then of these numbers: a tab sorts before every letter. No part of it holds a tab or a line's end (`_plain`, PHRASE).
    """
    return f"{raw.key}\t{number:07d}\t{raw.hyphenated:d}\t{raw.printed}\t{raw.definition}\n"


def _raw(line: str) -> Raw:
    key, _number, hyphenated, printed, definition = line[:-1].split("\t")
    return Raw(key, printed, definition, hyphenated == "1")


def stands(target: Path, reading: str) -> Place | None:
    """How far this reading got that is not going on now; None when nothing of it is kept."""
    place = None
    for _path_of, head in _heads(target, f"{FORMAT} {reading}"):
        place = head.place
    return place


def _heads(target: Path, reading: str) -> Iterator[tuple[Path, Head]]:
    """The parts of a reading one after the other, up to the first that is missing, unreadable or of another reading."""
    for number in count(1):
        path = _path(target, number)
        try:
            with path.open("rb") as stream:
                kind, place, tally, sha256 = json.loads(stream.readline())
        except (OSError, ValueError):
            return
        if not reading or kind != reading:
            return
        yield path, Head(kind, Place(*place), tally, sha256)


def _is_whole(path: Path, head: Head) -> bool:
    try:
        with path.open("rb") as stream:
            stream.readline()
            return hashlib.file_digest(stream, "sha256").hexdigest() == head.sha256
    except OSError:
        return False


def _path(target: Path, number: int) -> Path:
    return target.with_name(f"{target.name}.{number:04d}.run")


def forget(target: Path, but: Iterable[Path] = ()) -> None:
    """Remove the parts beside a store: the reading is over, or can never end well."""
    kept = set(but)
    for path in target.parent.glob(f"{target.name}.*.run"):
        if path not in kept:
            path.unlink(missing_ok=True)
