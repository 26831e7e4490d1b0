"""A PDF of sheets: every page with its head, its version, its time and its place among the pages of its sheet.

Nothing here knows what is printed. Lengths are points, the origin of a page is its lower left corner.
"""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A4, LETTER, landscape
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from tdapp.kernel.pages.shells import PrintHead
from tdapp.scoresheets.pdf.fonts import register

SIZES = {"a4": A4, "letter": LETTER}
SIDE, TOP, FOOT = 12 * mm, 11 * mm, 13 * mm
HEAD = 16 * mm
GREY, LINE, SHADE = 0.38, 0.62, 0.945
LEAST_SCALE = 0.72


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle by its lower left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def top(self) -> float:
        return self.y + self.height

    @property
    def right(self) -> float:
        return self.x + self.width

    def inside(self, by: float) -> Box:
        """The same rectangle, smaller by so much on each side."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is the same on every page of one sheet.

    `private`: who printed it; the pages are marked PRIVATE. `void`: they are marked VOID. `bare`: no head, for what
    is cut apart or hung up. `wide`: laid across.
    """

    head: PrintHead
    private: str = ""
    void: bool = False
    bare: bool = False
    wide: bool = False


class _Pages(Canvas):
    """A canvas that keeps its pages until it is known how many each sheet has."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.td_kept: list[dict[str, Any]] = []
        self.td_sheet: tuple[int, int, Sheet] | None = None

    def showPage(self) -> None:  # noqa: N802  (reportlab's name)
        self.td_kept.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        kept = self.td_kept
        counts = Counter(state["td_sheet"][0] for state in kept)
        for state in kept:
            self.__dict__.update(state)
            number, place, sheet = state["td_sheet"]
            foot(self, sheet, place, counts[number])
            super().showPage()
        super().save()


class Document:
    """Sheets one after the other; each begins with `begin`, and `page` gives the room for the next page's content."""

    def __init__(self, paper: str, title: str, author: str) -> None:
        self.size = SIZES[paper]
        self.stream = io.BytesIO()
        self.plain, self.bold = register()
        self.canvas = _Pages(self.stream, pagesize=self.size, invariant=1, initialFontName=self.plain)
        self.canvas.setTitle(title)
        self.canvas.setAuthor(author)
        self.sheets = self.pages = self.place = 0
        self.sheet: Sheet | None = None

    def begin(self, sheet: Sheet) -> None:
        """Start another sheet; its pages count from one."""
        self._close()
        self.sheets, self.place, self.sheet = self.sheets + 1, 0, sheet

    def page(self) -> Box:
        """The next page of the sheet, with its head drawn; the room that is left for its content."""
        assert self.sheet is not None
        self._close()
        self.place, self.pages = self.place + 1, self.pages + 1
        self.canvas.td_sheet = (self.sheets, self.place, self.sheet)
        width, height = landscape(self.size) if self.sheet.wide else self.size
        self.canvas.setPageSize((width, height))
        self.canvas.setLineWidth(0.4)
        room = Box(SIDE, FOOT, width - 2 * SIDE, height - TOP - FOOT)
        if self.sheet.bare:
            return room
        self._head(room)
        return Box(room.x, room.y, room.width, room.height - HEAD)

    def _close(self) -> None:
        """Finish the page that is open."""
        if self.place and self.canvas.td_sheet:
            page = Box(0, 0, *self.canvas._pagesize)
            if self.sheet and self.sheet.private:
                self._across(_("PRIVATE"), page, 0.1)
            if self.sheet and self.sheet.void and not self.sheet.bare:
                self.void(page)
            self.canvas.showPage()
            self.canvas.td_sheet = None

    def done(self) -> bytes:
        """The whole PDF."""
        self._close()
        self.canvas.save()
        return self.stream.getvalue()

    def void(self, box: Box) -> None:
        """VOID across a rectangle: large enough that nobody plays by it, open enough that one can read what it was."""
        self._across(_("VOID"), box, 0.7, outline=True)

    def _across(self, word: str, box: Box, ink: float, *, outline: bool = False) -> None:
        """A word over what is there, so thin that it can be read through."""
        canvas = self.canvas
        size = min(box.width / stringWidth(word, self.bold, 1) * 0.86, box.height * 0.62)
        canvas.saveState()
        canvas.translate(box.x + box.width / 2, box.y + box.height / 2)
        canvas.rotate(32 if box.height > box.width else 12)
        text = canvas.beginText(-stringWidth(word, self.bold, size) / 2, -size * 0.33)
        text.setFont(self.bold, size)
        canvas.setLineWidth(max(1.2, size / 60))
        canvas.setStrokeGray(0)
        canvas.setFillGray(0)
        canvas.setStrokeAlpha(ink)
        canvas.setFillAlpha(ink)
        text.setTextRenderMode(1 if outline else 0)
        text.textOut(word)
        canvas.drawText(text)
        canvas.restoreState()

    def _head(self, room: Box) -> None:
        assert self.sheet is not None
        head = self.sheet.head
        where = " · ".join(part for part in (head.event, head.division) if part)
        half = room.width * 0.62
        title = " · ".join([_("VOID")] * self.sheet.void + [head.title])
        self.text(room.x, room.top - 5.4 * mm, title, 17, bold=True, width=half)
        self.text(
            room.right, room.top - 5.4 * mm, _capital(head.round_label), 17, bold=True, align="right",
            width=room.width - half - 4 * mm,
        )  # fmt: skip
        self.text(room.x, room.top - 10.6 * mm, where, 10, grey=True, width=room.width * 0.7)
        if head.version:
            told = _("version %(v)s") % {"v": head.version}
            self.text(room.right, room.top - 10.6 * mm, told, 10, grey=True, align="right")
        self.rule(room.x, room.right, room.top - 13 * mm, 1.1)

    def rule(self, left: float, right: float, y: float, weight: float = 0.4, grey: float = 0) -> None:
        """A horizontal line."""
        self.canvas.setLineWidth(weight)
        self.canvas.setStrokeGray(grey)
        self.canvas.line(left, y, right, y)
        self.canvas.setLineWidth(0.4)

    def box(self, box: Box, *, weight: float = 0.5, grey: float = 0.3, fill: float | None = None) -> None:
        """A rectangle, filled with a grey when one is given."""
        self.canvas.setLineWidth(weight)
        self.canvas.setStrokeGray(grey)
        if fill is not None:
            self.canvas.setFillGray(fill)
        self.canvas.rect(
            box.x, box.y, box.width, box.height, stroke=int(weight > 0), fill=int(fill is not None)
        )
        self.canvas.setLineWidth(0.4)

    def text(
        self, x: float, y: float, text: str, size: float = 9, *, bold: bool = False, grey: bool = False,
        align: str = "left", width: float = 0,
    ) -> float:  # fmt: skip
        """One line of text; with a `width`, smaller or cut until it fits. Returns how wide it became."""
        font = self.bold if bold else self.plain
        text, size = fitted(text, font, size, width) if width else (text, size)
        wide = float(stringWidth(text, font, size))
        start = {"left": x, "right": x - wide, "center": x - wide / 2}[align]
        self.canvas.setFillGray(GREY if grey else 0)
        self.canvas.setFont(font, size)
        self.canvas.drawString(start, y, text)
        return wide


def fitted(text: str, font: str, size: float, width: float) -> tuple[str, float]:
    """A text and a size at which it is no wider than `width`: smaller first, then with its end cut off."""
    wide = stringWidth(text, font, size)
    if wide <= width:
        return text, size
    size = max(size * LEAST_SCALE, size * width / wide)
    if stringWidth(text, font, size) <= width + 0.01:
        return text, size
    while text and stringWidth(f"{text}…", font, size) > width:
        text = text[:-1]
    return f"{text.rstrip(' ·,')}…", size


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def foot(canvas: Any, sheet: Sheet, place: int, pages: int) -> None:
    """The last line of a page: event, time and version, who printed a private one, the log's head, page n of m."""
    plain, bold = register()
    width, y = canvas._pagesize[0], 6.5 * mm
    font = bold if sheet.private else plain
    canvas.setFillGray(0 if sheet.private or sheet.void else GREY)
    right = [_("log %(head)s") % {"head": sheet.head.log}] if sheet.head.log else []
    numbered = " · ".join([*right, _("page %(n)s of %(m)s") % {"n": place, "m": pages}])
    room = width - 2 * SIDE - max(28 * mm, stringWidth(numbered, plain, 7.5) + 4 * mm)
    told, size = fitted(_foot(sheet), font, 7.5, room)
    canvas.setFont(font, size)
    canvas.drawString(SIDE, y, told)
    canvas.setFont(plain, 7.5)
    canvas.drawRightString(width - SIDE, y, numbered)


def _foot(sheet: Sheet) -> str:
    head, parts = sheet.head, []
    if sheet.private:
        parts.append(_("PRIVATE, printed by %(who)s: keep it, then destroy it") % {"who": sheet.private})
    if sheet.void:
        parts.append(_("VOID: this version was recalled"))
    parts += [part for part in (head.event, head.division, head.round_label) if part]
    if head.version:
        parts.append(_("version %(v)s") % {"v": head.version})
    return " · ".join([*parts, stamp(head.at)])


def stamp(at: datetime | None) -> str:
    """A moment as it stands on paper."""
    return timezone.localtime(at).strftime("%Y-%m-%d %H:%M") if at else ""
