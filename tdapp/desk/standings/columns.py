"""Columns that rooms above add to the standings, through a port."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tdapp.events.models import Division
from tdapp.kernel.ports import Port


@dataclass(frozen=True, slots=True)
class Cell:
    """A number, and how far it moved (None: it is new)."""

    value: int
    change: int | None


@dataclass(frozen=True, slots=True)
class Column:
    """`mark`: a word of warning beside the heading. `note`: the sentence that explains it. Cells by entrant's number."""

    heading: str
    mark: str
    note: str
    cells: Mapping[int, Cell]


# A division and a round -> its column; None: nothing to say about this one.
ADDED: Port[Callable[[Division, int], Column | None]] = Port("which columns are added to the standings")


def columns_of(division: Division, number: int) -> list[Column]:
    """The columns after round `number`."""
    return [found for added in ADDED if (found := added(division, number)) is not None]
