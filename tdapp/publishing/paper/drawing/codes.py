"""QR codes drawn square by square: sharp at every size."""

from __future__ import annotations

import segno

from tdapp.publishing.paper.drawing.document import Box, Document


def qr(document: Document, text: str, box: Box, error: str = "m") -> None:
    """A QR code as large as the box allows, with its quiet zone inside."""
    rows = [list(row) for row in segno.make(text, error=error, micro=False).matrix_iter(border=2)]
    side = min(box.width, box.height)
    step, left = side / len(rows), box.x + (box.width - side) / 2
    top = box.y + (box.height + side) / 2
    path = document.canvas.beginPath()
    for number, row in enumerate(rows):
        for first, last in _runs(row):
            path.rect(left + first * step, top - (number + 1) * step, (last - first) * step, step)
    document.canvas.setFillGray(0)
    document.canvas.drawPath(path, stroke=0, fill=1)


def _runs(row: list[int]) -> list[tuple[int, int]]:
    """The dark stretches of a row as (first, behind the last)."""
    found, first = [], None
    for at, dark in enumerate([*row, 0]):
        if dark and first is None:
            first = at
        elif not dark and first is not None:
            found.append((first, at))
            first = None
    return found
