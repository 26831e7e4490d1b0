"""A list as PDF: A4, an A3 poster, or a pocket card. Black on white; every page names the edition and its licence.

A list that fits on one page fills it: of the types and columns that fit, the largest type is taken. A longer list has the
paper's own type, and as many of its columns as let no word and no row of tiles break.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache

import font_source_sans_pro
from django.utils.translation import gettext as _
from reportlab.lib.pagesizes import A3, A4, A6
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from lexicon_admin.models import Edition
from lexicon_admin.prints.lists import Line, Printed, Section
from tdapp.kernel.refusals import Missing

PLAIN, BOLD = "WordsPlain", "WordsBold"


# How many times its own type a paper may take to be filled, the largest first; more lines than this are never one page.
LARGER = (3.4, 3.0, 2.6, 2.3, 2.0, 1.8, 1.6, 1.45, 1.3, 1.2, 1.1, 1.0)
MOST_ON_A_PAGE = 600


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper: its size in points, margin, size of the type, columns at most for plain and for glossed lists."""

    size: tuple[float, float]
    margin: float
    type: float
    columns: int
    glossed: int


PAPERS = {
    "a4": Paper(A4, 14 * mm, 10, 6, 2),
    "a3": Paper(A3, 18 * mm, 20, 5, 2),
    "card": Paper(A6, 6 * mm, 6.5, 6, 2),
}


@cache
def fonts() -> None:
    """Register the shipped fonts once a process; they have every letter of the languages here."""
    files = font_source_sans_pro.font_files_ttf
    pdfmetrics.registerFont(TTFont(PLAIN, files["SourceSansPro"]))
    pdfmetrics.registerFont(TTFont(BOLD, files["SourceSansProBold"]))


def paper_named(name: str) -> Paper:
    """One of PAPERS; Missing for any other."""
    if name not in PAPERS:
        raise Missing(
            "unknown-paper", _("There is no such paper; there are: %(known)s.") % {"known": ", ".join(PAPERS)}
        )
    return PAPERS[name]


def draw(edition: Edition, printed: Printed, paper: str) -> bytes:
    """The list on the named paper."""
    fonts()
    chosen = paper_named(paper)
    size, count = filling(chosen, edition, printed)
    return _drawn(chosen, edition, printed, size, count).stream.getvalue()


def _drawn(paper: Paper, edition: Edition, printed: Printed, size: float, count: int) -> _Pages:
    page = _Pages(paper, edition, printed, size, count)
    for section in printed.sections:
        page.section(section)
    page.finish()
    return page


def filling(paper: Paper, edition: Edition, printed: Printed) -> tuple[float, int]:
    """The largest type with which the list is one page, and the fewest columns for it; else the paper's own."""
    most = paper.glossed if printed.glossed else paper.columns
    lines = sum(len(section.lines) for section in printed.sections)
    for times in LARGER if lines <= MOST_ON_A_PAGE else ():
        size = paper.type * times
        whole = [count for count in range(1, most + 1) if _is_whole(paper, printed, size, count)]
        fitting = (count for count in whole if _drawn(paper, edition, printed, size, count).pages == 1)
        if count := next(fitting, 0):
            return size, count
    return paper.type, next((n for n in range(most, 1, -1) if _is_whole(paper, printed, paper.type, n)), 1)


def _is_whole(paper: Paper, printed: Printed, size: float, count: int) -> bool:
    """Whether no word, and no row of tiles behind one, is wider than its column."""
    width = _column(paper, size, count)
    every = (line for section in printed.sections for line in section.lines)
    return all(_reach(line, size) <= width for line in every)


def _column(paper: Paper, size: float, count: int) -> float:
    return (paper.size[0] - 2 * paper.margin - size * (count - 1)) / count


def _reach(line: Line, size: float) -> float:
    """How far a line goes before its meaning, which may break."""
    tiles = pdfmetrics.stringWidth(f"({line.tiles})", PLAIN, size) if line.tiles else 0.0
    return _indent(line, size) + tiles if line.tiles else pdfmetrics.stringWidth(line.shown, BOLD, size)


def _indent(line: Line, size: float) -> float:
    return max(size * 3.2, pdfmetrics.stringWidth(line.shown, BOLD, size) + size * 0.6)


class _Pages:
    """Columns from left to right, pages as they fill; sizes in points, from the bottom as PDF counts."""

    def __init__(self, paper: Paper, edition: Edition, printed: Printed, size: float, count: int) -> None:
        self.paper, self.edition, self.printed = paper, edition, printed
        self.stream, self.pages, self.size, self.count = io.BytesIO(), 1, size, count
        self.canvas = Canvas(self.stream, pagesize=paper.size, pageCompression=1)
        self.canvas.setTitle(f"{edition}: {printed.title}")
        self.gap = size
        self.width = _column(paper, size, count)
        self.leading = size * 1.3
        self._begin()

    def _begin(self) -> None:
        paper, top = self.paper, self.paper.size[1] - self.paper.margin
        self.canvas.setFont(BOLD, paper.type * 1.4)
        self.canvas.drawString(paper.margin, top - paper.type * 1.2, self.printed.title)
        self._fact(top - paper.type * 2.6, f"{self.edition} · {self._in_force()}")
        self._fact(paper.margin - paper.type * 0.2, self._licence())
        self.top = self.y = top - paper.type * 4
        self.bottom = self._bottom()
        self.column = 0

    def _bottom(self) -> float:
        """Where columns end: evenly high when one section fits on one page, else at the foot."""
        foot = self.paper.margin + self.paper.type * 1.2 + (self.size - self.paper.type) * 0.5
        if len(self.printed.sections) != 1:
            return foot
        rows = [self._rows(line) for line in self.printed.sections[0].lines]
        even = self.top - (-(-(sum(rows) + 3) // self.count) + max(rows, default=1)) * self.leading
        return max(foot, even)

    def _rows(self, line: Line) -> int:
        """How many rows a line takes."""
        return max(1, len(self._meaning(line)[1]))

    def _meaning(self, line: Line) -> tuple[float, list[str]]:
        """How a word is laid and what it means, as rows, and how far they stand in."""
        size = self.size
        rest = " ".join(part for part in (f"({line.tiles})" if line.tiles else "", line.gloss) if part)
        indent = _indent(line, size)
        return indent, simpleSplit(rest, PLAIN, size, self.width - indent)[:6]

    def _fact(self, y: float, text: str) -> None:
        size = self.paper.type * 0.8
        self.canvas.setFont(PLAIN, size)
        room = self.paper.size[0] - 2 * self.paper.margin
        self.canvas.drawString(self.paper.margin, y, (simpleSplit(text, PLAIN, size, room) or [""])[0])

    def _in_force(self) -> str:
        day = self.edition.effective_from
        return _("in force from %(day)s") % {"day": day.isoformat() if day else "–"}

    def _licence(self) -> str:
        digest = f"sha256 {self.edition.sha256[:16]}"
        return " · ".join(part for part in (self.printed.credit, digest) if part)

    def _room(self, lines: int) -> None:
        """The next column, or the next page, when so many lines do not fit any more."""
        if self.y - lines * self.leading >= self.bottom or self.y == self.top:
            return
        self.column, self.y = self.column + 1, self.top
        if self.column == self.count:
            self.canvas.showPage()
            self.pages += 1
            self._begin()

    @property
    def x(self) -> float:
        return self.paper.margin + self.column * (self.width + self.gap)

    def _write(self, text: str, font: str, indent: float = 0) -> None:
        self._room(1)
        self.y -= self.leading
        self.canvas.setFont(font, self.size)
        self.canvas.drawString(self.x + indent, self.y, text)

    def section(self, section: Section) -> None:
        """A heading, never alone at a column's end, and its lines."""
        heading = simpleSplit(section.title, BOLD, self.size, self.width)
        self._room(len(heading) + 2)
        if self.y != self.top:
            self.y -= self.leading / 2
        for text in heading:
            self._write(text, BOLD)
        for line in section.lines:
            self._line(line)
        if not section.lines:
            self._write(_("none"), PLAIN)
        if section.more:
            self._write(_("and %(n)s more") % {"n": section.more}, PLAIN)

    def _line(self, line: Line) -> None:
        """The word, the way it is laid, its meaning; a long meaning goes on below, and all of it stays together."""
        size = self.size
        indent, texts = self._meaning(line)
        self._room(max(1, len(texts)))
        for word in simpleSplit(line.shown, BOLD, size, self.width) or [line.shown]:
            self._write(word, BOLD)
        for number, text in enumerate(texts):
            self.y -= self.leading if number else 0
            self.canvas.setFont(PLAIN, size)
            self.canvas.drawString(self.x + indent, self.y, text)

    def finish(self) -> None:
        self.canvas.showPage()
        self.canvas.save()
