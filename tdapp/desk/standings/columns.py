"""Columns that later rooms add to the standings. They register here: this room asks nobody above it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tdapp.events.models import Division


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
Source = Callable[[Division, int], Column | None]
_sources: list[Source] = []


def adds(source: Source) -> Source:
    """Register what adds a column."""
    _sources.append(source)
    return source


def columns_of(division: Division, number: int) -> list[Column]:
    """The columns after round `number`."""
    return [found for source in _sources if (found := source(division, number)) is not None]
