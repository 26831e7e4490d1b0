"""Released standings from each player's side, kept in the process: a thousand phones ask every ten seconds.

Unpacking the whole board for one line each time would cost more than all the rest of the page.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tdapp.publishing.released import board as boards
from tdapp.publishing.released.board import Board
from tdapp.publishing.released.games import Line
from tdapp.publishing.released.public_access import DivisionDoor

MOST_KEPT = 32
_kept: dict[str, Records] = {}


@dataclass(frozen=True, slots=True)
class Records:
    """What a division released: each line by the player's number, and the places that are shared."""

    slug: str
    name: str
    after: int
    last: bool
    lines: dict[int, Line]
    shared: frozenset[int]


def of_division(door: DivisionDoor) -> Records:
    """The records as released now; the digest of what is public is their name, so a stale one is never found."""
    digest = boards.digest_of(door)
    known = _kept.get(digest)
    if known is None:
        if len(_kept) >= MOST_KEPT:
            _kept.clear()
        known = _kept[digest] = _read(boards.current(door, digest))
    return known


def _read(board: Board) -> Records:
    # Whoever withdrew stands beside a place without taking it: nobody shares it with him.
    places = Counter(line.rank for line in board.lines if line.rank and not line.withdrawn)
    lines = {line.number: line for line in board.lines}
    shared = frozenset(rank for rank, count in places.items() if count > 1)
    return Records(board.slug, board.name, board.after, board.last, lines, shared)
