"""From entries in any order to the words of an edition in order, and the account of what was left out and why."""

from __future__ import annotations

import heapq
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from lexicon_admin.words.normalise import Policy, Reason, linker_bases
from lexicon_admin.words.tiles import TileTable
from lexicon_admin.words.tilings import playable

SAMPLE = 50
EXAMPLES = 20
# Counted, yet kept: what the committee should look at.
DUPLICATE, COLLISION, TILELESS, UNPLAYABLE, LINKER = (
    "duplicate",
    "collision",
    "no_tile",
    "unplayable",
    "linker",
)


class Raw(NamedTuple):
    """An accepted entry on its way: key, printed form, definition, whether it had a hyphen."""

    key: str
    printed: str
    definition: str
    hyphenated: bool


class Row(NamedTuple):
    """A word of an edition."""

    key: str
    printed: str
    definition: str


@dataclass
class Tally:
    """What became of a list's entries. left_out and noticed: reason -> count; examples: some of each, as written."""

    entries: int = 0
    words: int = 0
    lower_case: bool = False
    left_out: Counter[str] = field(default_factory=Counter)
    noticed: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    examples: dict[str, list[str]] = field(default_factory=dict)
    _sample: list[tuple[int, str]] = field(default_factory=list)

    def leave_out(self, reason: str, text: str) -> None:
        self.left_out[reason] += 1
        self._example(reason, text)

    def notice(self, reason: str, text: str, times: int = 1) -> None:
        self.noticed[reason] += times
        self._example(reason, text)

    def _example(self, reason: str, text: str) -> None:
        known = self.examples.setdefault(reason, [])
        if len(known) < EXAMPLES:
            known.append(text[:60])

    def keep(self, row: Row) -> None:
        """Count a word; fifty stay as the sample, the same ones on every machine."""
        self.words += 1
        self.lengths[len(row.key)] += 1
        rank = -zlib.crc32(row.key.encode())
        if len(self._sample) < SAMPLE:
            heapq.heappush(self._sample, (rank, row.printed))
        elif rank > self._sample[0][0]:
            heapq.heapreplace(self._sample, (rank, row.printed))

    def so_far(self) -> dict[str, Any]:
        """What was counted while a list is read, as JSON-able data: `taken_up` goes on from it."""
        return {
            "entries": self.entries, "lower_case": self.lower_case, "left_out": dict(self.left_out),
            "examples": self.examples,
        }  # fmt: skip

    @classmethod
    def taken_up(cls, so_far: Mapping[str, Any]) -> Tally:
        """The account of a reading that goes on."""
        return cls(**{**so_far, "left_out": Counter(so_far["left_out"])})

    def as_data(self) -> dict[str, Any]:
        """The account as JSON-able data."""
        return {
            "entries": self.entries, "words": self.words, "left_out": dict(self.left_out), "noticed": dict(self.noticed),
            "examples": self.examples, "lengths": {str(n): count for n, count in sorted(self.lengths.items())},
            "sample": sorted(text for _rank, text in self._sample), "all_capitals": not self.lower_case,
        }  # fmt: skip


def sifted(rows: Iterable[Raw], policy: Policy, table: TileTable, tally: Tally) -> Iterator[Row]:
    """The words of an edition from accepted entries in key order (equal keys: as they came)."""
    path: list[str] = []
    for key, group in groupby(rows, key=itemgetter(0)):
        row = _one(key, list(group), tally)
        linked = False
        if policy.linker != "off":
            while path and not key.startswith(path[-1]):
                path.pop()
            linked = any(base in path for base in linker_bases(key))
            path.append(key)
        if _stays(row, linked, policy, table, tally):
            tally.keep(row)
            yield row


def _one(key: str, group: list[Raw], tally: Tally) -> Row:
    """Equal keys become one word: printed as first written, with the first definition there is."""
    first = group[0]
    if len(group) == 1:
        return Row(key, first.printed, first.definition)
    forms = {raw.printed.casefold() for raw in group}
    collision = len(forms) > 1 and any(raw.hyphenated for raw in group)
    tally.notice(COLLISION if collision else DUPLICATE, " / ".join(sorted(forms)), len(group) - 1)
    return Row(key, first.printed, next((raw.definition for raw in group if raw.definition), ""))


def _stays(row: Row, linked: bool, policy: Policy, table: TileTable, tally: Tally) -> bool:
    """Whether a word stays after a look at its tiles and its ending; what is noticed is counted either way."""
    tileless = not table.without_tile.isdisjoint(row.key)
    laid = playable(row.key, table)
    if laid and not tileless and not linked:
        return True
    looks = (
        (TILELESS, policy.no_tile, tileless),
        (UNPLAYABLE, policy.unplayable, not laid),
        (LINKER, policy.linker, linked),
    )
    for reason, choice, found in looks:
        if found and choice == "exclude":
            tally.leave_out(reason, row.printed)
            return False
    for reason, _choice, found in looks:
        if found:
            tally.notice(reason, row.printed)
    return True


def amended(rows: Iterable[Row], changes: Mapping[str, Row | None]) -> Iterator[Row]:
    """Words in key order with changes laid over them: a row stands for the word as it is to be, None for its removal."""
    waiting = sorted(changes, reverse=True)
    for row in rows:
        while waiting and waiting[-1] < row.key:
            yield from _there(changes[waiting.pop()])
        if waiting and waiting[-1] == row.key:
            yield from _there(changes[waiting.pop()])
        else:
            yield row
    while waiting:
        yield from _there(changes[waiting.pop()])


def _there(row: Row | None) -> Iterator[Row]:
    if row is not None:
        yield row


assert {TILELESS, UNPLAYABLE, LINKER} <= set(Reason)
