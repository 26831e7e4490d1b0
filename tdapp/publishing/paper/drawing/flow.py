"""A table over as many pages as it needs: rows are never cut, and the head of the columns stands on every page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor

from reportlab.lib.units import mm

from tdapp.publishing.paper.drawing.document import LINE, SHADE, Box, Document

PAD = 1.6 * mm
Cell = str | None


@dataclass(frozen=True, slots=True)
class Column:
    """One column; `share` is its part of the width. A cell of None is a box to tick or to write in."""

    title: str
    share: float
    align: str = "left"
    bold: bool = False
    larger: float = 1.0


@dataclass(frozen=True, slots=True)
class Heights:
    """How high a row is at least, at most, and when one page is not enough."""

    least: float = 5.3 * mm
    usual: float = 6.2 * mm
    most: float = 11 * mm


LISTED = Heights()
CALLED = Heights(8 * mm, 9 * mm, 14 * mm)
WRITTEN = Heights(8 * mm, 8.5 * mm, 11 * mm)


@dataclass(frozen=True, slots=True)
class Broken:
    """How a table is broken: rows a page, and the height of each."""

    per_page: int
    height: float


def broken(rows: int, room: float, heights: Heights) -> Broken:
    """Everything on one page when it fits with the least height; else pages as even as they can be."""
    if rows * heights.least <= room:
        return Broken(max(rows, 1), min(heights.most, room / max(rows, 1)))
    pages = ceil(rows / max(1, floor(room / heights.usual)))
    per_page = ceil(rows / pages)
    return Broken(per_page, min(heights.most, room / per_page))


def table(
    document: Document, columns: Sequence[Column], rows: Sequence[Sequence[Cell]], heights: Heights = LISTED
) -> Box:
    """Draw rows under their columns, on as many pages as they take; the room left under the last one."""
    room = document.page()
    title = heights.least * 0.95
    how = broken(len(rows), room.height - title, heights)
    for first in range(0, max(len(rows), 1), how.per_page):
        room = document.page() if first else room
        room = _page(document, columns, rows[first : first + how.per_page], room, title, how.height)
    return room


def _page(
    document: Document, columns: Sequence[Column], rows: Sequence[Sequence[Cell]], room: Box, title: float, height: float
) -> Box:  # fmt: skip
    places = _places(columns, room)
    y = room.top - title
    for column, (x, width) in zip(columns, places, strict=True):
        if column.title:
            _line(document, column.title, Box(x, y, width, title), 8, column.align, grey=True)
    document.rule(room.x, room.right, y, 0.7)
    for number, row in enumerate(rows):
        y -= height
        if number % 2:
            document.box(Box(room.x, y, room.width, height), weight=0, fill=SHADE)
        _row(document, columns, row, places, y, height)
    document.rule(room.x, room.right, y, 0.7)
    return Box(room.x, room.y, room.width, y - room.y)


def _row(
    document: Document, columns: Sequence[Column], row: Sequence[Cell], places: list[tuple[float, float]], y: float,
    height: float,
) -> None:  # fmt: skip
    size = min(height * 0.58, 11 + height * 0.09)
    for column, cell, (x, width) in zip(columns, row, places, strict=True):
        if cell is None:
            document.box(Box(x + PAD / 2, y + 0.8 * mm, width - PAD, height - 1.6 * mm), grey=LINE, fill=1)
        elif cell:
            _line(
                document, cell, Box(x, y, width, height), size * column.larger, column.align, bold=column.bold
            )


def _line(
    document: Document, text: str, box: Box, size: float, align: str, *, bold: bool = False, grey: bool = False
) -> None:  # fmt: skip
    x = {"left": box.x + PAD, "right": box.right - PAD, "center": box.x + box.width / 2}[align]
    y = box.y + box.height / 2 - size * 0.33
    document.text(x, y, text, size, bold=bold, grey=grey, align=align, width=box.width - 2 * PAD)


def _places(columns: Sequence[Column], room: Box) -> list[tuple[float, float]]:
    shares, x, found = sum(column.share for column in columns), room.x, []
    for column in columns:
        width = room.width * column.share / shares
        found.append((x, width))
        x += width
    return found
