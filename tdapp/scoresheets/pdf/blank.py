"""A blank scoresheet as one page of PDF, drawn to the millimetre: the same content as the print page."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, LETTER, landscape
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from tdapp.scoresheets.pdf.fonts import register
from tdapp.scoresheets.pdf.printing import Blank, TileRun

SIZES = {"a4": A4, "letter": LETTER}
MARGIN = 10 * mm
GREY, SHADE = 0.45, 0.93
HEAD, TILE_LINE, CLOSING_ROW = 17 * mm, 5 * mm, 6 * mm
NUMBER, RACK = 7 * mm, 26 * mm


def render(blank: Blank, paper: str) -> bytes:
    """The page as PDF; the same sheet gives the same bytes."""
    stream = io.BytesIO()
    size = landscape(SIZES[paper]) if blank.wide else SIZES[paper]
    canvas = Canvas(stream, pagesize=size, invariant=1, initialFontName=register()[0])
    canvas.setTitle(f"{_('Scoresheet')} · {blank.rules}")
    canvas.setAuthor(blank.event)
    canvas.setLineWidth(0.3)
    draw(canvas, blank, size)
    canvas.showPage()
    canvas.save()
    return stream.getvalue()


def draw(canvas: Any, blank: Blank, size: tuple[float, float]) -> None:
    """The sheet on a page of somebody else's PDF; `size` is that of the page as it lies."""
    _Page(canvas, blank, size).draw()


@dataclass
class _Box:
    """A rectangle with its lower left corner, in points."""

    x: float
    y: float
    width: float
    height: float


class _Page:
    """One sheet, drawn from the top down."""

    def __init__(self, canvas: Any, blank: Blank, size: tuple[float, float]) -> None:
        self.canvas, self.blank = canvas, blank
        self.plain, self.bold = register()
        self.left, self.right = MARGIN, size[0] - MARGIN
        self.y = size[1] - MARGIN
        self.runs = _lines_of(blank.tiles, self.right - self.left, self.plain)

    def draw(self) -> None:
        self._head()
        foot = MARGIN + 6 * mm + len(self.runs) * TILE_LINE + 5 * mm + 9 * mm
        closing = len(self.blank.closing) * CLOSING_ROW
        row = (self.y - foot - closing - 10 * mm) / len(self.blank.rows)
        self._column_heads()
        for number in self.blank.rows:
            self._row(str(number), row)
        for label in self.blank.closing:
            self._closing(label)
        self._signatures()
        self._tiles()

    def _text(
        self, x: float, y: float, text: str, size: float = 8, *, bold: bool = False, grey: bool = False
    ) -> None:
        self.canvas.setFillGray(GREY if grey else 0)
        self.canvas.setFont(self.bold if bold else self.plain, size)
        self.canvas.drawString(x, y, text)

    def _head(self) -> None:
        blank, top = self.blank, self.y
        title = " · ".join(part for part in (blank.event, blank.division) if part)
        self._text(
            self.left, top - 4 * mm, self._cut(title, 12, self.right - self.left - 70 * mm), 12, bold=True
        )
        self._text(self.left, top - 8.5 * mm, f"{blank.rules} · {blank.facts}"[:180], 6.6, grey=True)
        self._lines(top - 4 * mm, [(_("Round"), 18), (_("Table"), 18), (_("Date"), 30)])
        self.y = top - HEAD
        self._names()

    def _cut(self, text: str, size: float, width: float) -> str:
        """A text as far as it fits, and a mark where it does not."""
        if stringWidth(text, self.bold, size) <= width:
            return text
        while text and stringWidth(f"{text}…", self.bold, size) > width:
            text = text[:-1]
        return f"{text.rstrip(' ·,')}…"

    def _lines(self, y: float, fields: Sequence[tuple[str, float]]) -> None:
        """`Round ____  Table ____` against the right edge."""
        x = self.right
        for label, width in reversed(fields):
            x -= width * mm
            start = x + stringWidth(label, self.plain, 8) + 1 * mm
            self._text(x, y, label)
            self.canvas.line(start, y - 0.6 * mm, x + width * mm - 2 * mm, y - 0.6 * mm)

    def _names(self) -> None:
        """Who sits where, with the final scores beside the names; seat 1 starts."""
        width = (self.right - self.left) / self.blank.seats
        for seat in self.blank.seat_numbers:
            x = self.left + (seat - 1) * width
            label = _("1 goes first") if seat == 1 else str(seat)
            self._text(x, self.y, label, 9, bold=True)
            start = x + stringWidth(label, self.bold, 9) + 1.5 * mm
            self.canvas.line(start, self.y - 0.8 * mm, x + width - 4 * mm, self.y - 0.8 * mm)
        self.y -= 4 * mm

    def _cells(self, height: float) -> list[tuple[str, _Box]]:
        """The boxes of one row of turns from the left: (key, box)."""
        y = self.y - height
        found = [
            ("number", _Box(self.left, y, NUMBER, height)),
            ("rack", _Box(self.left + NUMBER, y, RACK, height)),
        ]
        for seat in self.blank.seat_numbers:
            found += self._seat_cells(seat, y, height)
        return found

    def _seat_cells(self, seat: int, y: float, height: float) -> list[tuple[str, _Box]]:
        whole, shares = self._seat_width, sum(column.share for column in self.blank.columns)
        x, found = self.left + NUMBER + RACK + (seat - 1) * whole, []
        for column in self.blank.columns:
            width = whole * column.share / shares
            found.append((column.key, _Box(x, y, width, height)))
            x += width
        return found

    @property
    def _seat_width(self) -> float:
        return (self.right - self.left - NUMBER - RACK) / self.blank.seats

    def _column_heads(self) -> None:
        height, labels = 5 * mm, {column.key: column.label for column in self.blank.columns}
        labels |= {"number": "", "rack": _("My rack")}
        for seat in self.blank.seat_numbers:
            x = self.left + NUMBER + RACK + (seat - 1) * self._seat_width
            self._text(x + 1 * mm, self.y - 3.6 * mm, _("Seat %(n)s") % {"n": seat}, 8, bold=True)
        self.y -= height
        for key, box in self._cells(height):
            self._box(box, shade=True)
            self._text(
                box.x + 0.8 * mm, box.y + 1.5 * mm, self._cut(labels[key], 6.8, box.width - 1 * mm), 6.8
            )
        self._seat_edges(height)
        self.y -= height

    def _row(self, number: str, height: float) -> None:
        for key, box in self._cells(height):
            self._box(box)
            if key == "number":
                self._text(box.x + 1 * mm, box.y + height / 2 - 1.1 * mm, number, 8, grey=True)
        self._seat_edges(height)
        self.y -= height

    def _seat_edges(self, height: float) -> None:
        """A heavier line where the next player's columns begin."""
        self.canvas.setLineWidth(1)
        for seat in range(self.blank.seats + 1):
            x = self.left + NUMBER + RACK + seat * self._seat_width
            self.canvas.line(x, self.y, x, self.y - height)
        self.canvas.setLineWidth(0.3)

    def _closing(self, label: str) -> None:
        height, last = CLOSING_ROW, self.blank.closing[-1] == label
        self._box(_Box(self.left, self.y - height, NUMBER + RACK, height), shade=True)
        self._text(self.left + 1 * mm, self.y - height / 2 - 1.1 * mm, label, 8, bold=last)
        for seat in self.blank.seat_numbers:
            x = self.left + NUMBER + RACK + (seat - 1) * self._seat_width
            self._box(_Box(x, self.y - height, self._seat_width, height))
        self._seat_edges(height)
        self.y -= height

    def _box(self, box: _Box, *, shade: bool = False) -> None:
        self.canvas.setStrokeGray(0.3)
        self.canvas.setFillGray(SHADE)
        self.canvas.rect(box.x, box.y, box.width, box.height, stroke=1, fill=1 if shade else 0)

    def _signatures(self) -> None:
        self.y -= 8 * mm
        width = (self.right - self.left) / self.blank.seats
        for seat in self.blank.seat_numbers:
            x = self.left + (seat - 1) * width
            self._text(x, self.y, _("Signed %(n)s") % {"n": seat}, 7, grey=True)
            self.canvas.line(x + 14 * mm, self.y - 0.6 * mm, x + width - 4 * mm, self.y - 0.6 * mm)
        self.y -= 5 * mm

    def _tiles(self) -> None:
        """Every tile as often as the set holds it: cross off what has been played."""
        facts = {"tiles": self.blank.tiles_in_all}
        told = _("Tiles, %(tiles)s in all: cross off what is played.") % facts
        if self.blank.unknown:
            told += " " + _("%(n)s more are not known yet.") % {"n": self.blank.unknown}
        self._text(self.left, self.y, told, 7, grey=True)
        for line in self.runs:
            self.y -= TILE_LINE
            x = self.left
            for run, width in line:
                self._run(run, x)
                x += width

    def _run(self, run: TileRun, x: float) -> None:
        self._text(x, self.y, run.shown, 10, bold=True)
        at = x + stringWidth(run.shown, self.bold, 10)
        self._text(at, self.y - 0.6 * mm, str(run.value), 5.5, bold=True)
        at += stringWidth(str(run.value), self.bold, 5.5) + 1.2 * mm
        for _copy in run.copies:
            self._text(at, self.y, run.shown, 9)
            at += _copy_width(run.shown, self.plain)


def _copy_width(shown: str, font: str) -> float:
    return float(stringWidth(shown, font, 9)) + 1.5 * mm


def _run_width(run: TileRun, font: str) -> float:
    head = stringWidth(run.shown, font, 10) * 1.1 + stringWidth(str(run.value), font, 5.5) * 1.1 + 1.2 * mm
    return float(head) + run.count * _copy_width(run.shown, font) + 4 * mm


def _lines_of(tiles: Sequence[TileRun], width: float, font: str) -> list[list[tuple[TileRun, float]]]:
    """The tiles broken into lines that fit the page, in their order."""
    lines: list[list[tuple[TileRun, float]]] = [[]]
    used = 0.0
    for run in tiles:
        need = _run_width(run, font)
        if used + need > width and lines[-1]:
            lines.append([])
            used = 0.0
        lines[-1].append((run, need))
        used += need
    return lines
