"""One certificate on its page: the text from top to bottom, frame, seal, sponsors and the code at the foot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import ceil, cos, pi, sin
from typing import Protocol

import segno
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from tdapp.desk.prizes.rules.field import Play
from tdapp.publishing.certificates.pen import GOLD, INK, LINE, PALE, SOFT, Pen

MARGIN = 11 * mm
LOGO_HEIGHT, LOGO_WIDTH = 15 * mm, 42 * mm
QR_SIDE = 21 * mm
TYPED_WIDTH, SHORT = 62 * mm, 12  # a short code is typed, in one line
POINTS = 24
# Smaller than this a head or a signer goes on two lines; of the room left below so much goes above.
LEAST_HEAD, LEAST_SIGNED, SPARE = 14, 8.5, 0.4
PEOPLE_LINES, PEOPLE_EACH = 3, 5


class Occasion(Protocol):
    """What certificates are of: an event, or a season."""

    @property
    def name(self) -> str: ...

    @property
    def venue(self) -> str: ...

    @property
    def starts_on(self) -> date: ...

    @property
    def ends_on(self) -> date: ...


class Signed(Protocol):
    """Who signs: a name, "" the director, and what they are."""

    @property
    def signer(self) -> str: ...

    @property
    def signer_title(self) -> str: ...


@dataclass(frozen=True)
class Around:
    """What is the same on every certificate of an event or a season. `address`: how the addresses begin at which their
    codes are looked up, "" without any; `typed_at`: where a short code is typed.
    """

    event: Occasion
    giving: Signed
    logos: Sequence[tuple[ImageReader, int, int]]
    address: str
    logo: tuple[ImageReader, int, int] | None = None
    colour: str = ""
    typed_at: str = ""


@dataclass(frozen=True)
class Says:
    """One certificate as it is drawn. `seal`: the place, for a medal beside the name; `titles` what was won.

    `people`: the players of a team; `person`: it is a player's own.
    """

    owner: str
    under: str
    seal: str
    titles: Sequence[str]
    lines: Sequence[str]
    code: str
    play: Play | None = None
    people: Sequence[str] = ()
    person: bool = False


def draw_page(pen: Pen, says: Says, around: Around) -> None:
    """Draw one certificate on the canvas of the pen."""
    _frame(pen)
    middle, top = pen.width / 2, pen.height
    room = pen.width - 2 * MARGIN - 40 * mm
    _logo(pen, around)
    ink = HexColor(around.colour) if around.colour else INK
    # Between logo and seal, whether there are any or not.
    between = pen.width - 2 * (MARGIN + 12 * mm + LOGO_WIDTH)
    name = around.event.name
    down = pen.folded(middle, top - 33 * mm, name, 18, "semi", ink, width=between, least=LEAST_HEAD)
    pen.text(middle, top - 40 * mm - down, _where_when(around.event), 11, "plain", SOFT, width=between)
    top -= down / 2 + _spare(pen, says)
    title = _("Certificate of Achievement") if says.titles else _("Certificate of Participation")
    pen.text(middle, top - 63 * mm, title.upper(), 28, "light", GOLD, spread=4.4, width=room)
    given = _("awarded to") if says.person else pgettext("to a school or a team", "awarded to")
    pen.text(middle, top - 74 * mm, given, 13, "italic", SOFT)
    pen.text(middle, top - 94 * mm, says.owner, 46, "black", INK, width=room)
    pen.rule(middle, top - 100 * mm, 76 * mm, GOLD, 1.1)
    y = top - 110 * mm
    if says.under:
        pen.text(middle, y, says.under, 14.5, "plain", SOFT, width=room)
        y -= 12 * mm
    y = _people(pen, says.people, middle, y, room)
    y = _titles(pen, says, middle, y, room)
    pen.text(middle, y, " · ".join(says.lines), 14, "plain", INK, width=room)
    if says.play:
        pen.text(middle, y - 9 * mm, _play(says.play), 12.5, "italic", SOFT, width=room)
    if says.seal:
        _seal(pen, pen.width - MARGIN - 30 * mm, pen.height - MARGIN - 30 * mm, says.seal)
    _bottom(pen, says, around)


def _spare(pen: Pen, says: Says) -> float:
    """How far all but the head moves down, so that a certificate that says little is not empty below."""
    teams = ceil(len(says.people) / PEOPLE_EACH)
    filled = (
        110 + 12 * bool(says.under) + (7 * min(PEOPLE_LINES, teams) + 6) * bool(teams)
        + (13 + 9 * (len(says.titles) > 1)) * bool(says.titles) + 9 * bool(says.play)
    )  # fmt: skip
    return max(0.0, pen.height - MARGIN - (32 + filled) * mm) * SPARE


def _logo(pen: Pen, around: Around) -> None:
    """The event's own logo, in the corner that has no seal."""
    if not around.logo:
        return
    image, *size = around.logo
    width, height = _fitted(*size)
    corner = MARGIN + 10 * mm
    pen.canvas.drawImage(image, corner, pen.height - corner - height, width, height, mask="auto")


def _where_when(event: Occasion) -> str:
    first, last = (date_format(day, "j F Y") for day in (event.starts_on, event.ends_on))
    days = first if first == last else f"{first} – {last}"
    return ", ".join(part for part in (event.venue, days) if part)


def _people(pen: Pen, people: Sequence[str], middle: float, y: float, room: float) -> float:
    """The players of a team on as few even lines as they need; where the next line goes."""
    if not people:
        return y
    lines = min(PEOPLE_LINES, ceil(len(people) / PEOPLE_EACH))
    each = ceil(len(people) / lines)
    for first in range(0, len(people), each):
        pen.text(middle, y, ", ".join(people[first : first + each]), 14.5, "plain", SOFT, width=room)
        y -= 7 * mm
    return y - 6 * mm


def _titles(pen: Pen, says: Says, middle: float, y: float, room: float) -> float:
    """What was won, on one or two lines; where the next line goes."""
    if not says.titles:
        return y
    pen.text(middle, y - 2 * mm, says.titles[0], 24, "semi", INK, width=room)
    y -= 12 * mm
    if len(says.titles) > 1:
        pen.text(middle, y, " · ".join(says.titles[1:]), 14, "semi", INK, width=room)
        y -= 9 * mm
    return y - 1 * mm


def _play(play: Play) -> str:
    word = play.words[0] if play.words else ""
    facts = {"word": word.upper(), "score": play.score, "round": play.round}
    return _("Best play: %(word)s for %(score)s points in round %(round)s") % facts


def _frame(pen: Pen) -> None:
    """Two lines around, pale corners between."""
    canvas = pen.canvas
    canvas.setStrokeColor(GOLD)
    canvas.setLineWidth(1.6)
    canvas.rect(MARGIN, MARGIN, pen.width - 2 * MARGIN, pen.height - 2 * MARGIN)
    canvas.setStrokeColor(LINE)
    canvas.setLineWidth(0.6)
    inner = MARGIN + 2.4 * mm
    canvas.rect(inner, inner, pen.width - 2 * inner, pen.height - 2 * inner)
    canvas.setFillColor(GOLD)
    for x in (MARGIN, pen.width - MARGIN):
        for y in (MARGIN, pen.height - MARGIN):
            _tile(canvas, x, y)


def _tile(canvas: Canvas, x: float, y: float) -> None:
    """A letter tile on a corner of the frame."""
    side = 7 * mm
    canvas.setFillColor(PALE)
    canvas.setStrokeColor(GOLD)
    canvas.setLineWidth(1.1)
    canvas.roundRect(x - side / 2, y - side / 2, side, side, 1.3 * mm, stroke=1, fill=1)


def _seal(pen: Pen, x: float, y: float, place: str) -> None:
    """A medal with the place on it."""
    canvas, radius = pen.canvas, 13 * mm
    path = canvas.beginPath()
    for at in range(2 * POINTS):
        away = radius if at % 2 == 0 else radius * 0.9
        point = (x + away * cos(pi * at / POINTS), y + away * sin(pi * at / POINTS))
        path.moveTo(*point) if at == 0 else path.lineTo(*point)
    path.close()
    canvas.setFillColor(GOLD)
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.setStrokeColor(PALE)
    canvas.setLineWidth(0.9)
    canvas.circle(x, y, radius * 0.76, stroke=1, fill=0)
    pen.text(x, y - 4.6 * mm, place, 38, "black", PALE)


def _bottom(pen: Pen, says: Says, around: Around) -> None:
    """Who signs on the left, sponsors in the middle, on the right where it can be looked up."""
    base, left = MARGIN + 12 * mm, MARGIN + 46 * mm
    pen.rule(left, base + 6 * mm, 62 * mm, INK, 0.6)
    signer = around.giving.signer or _("Tournament director")
    down = pen.folded(left, base + 1.4 * mm, signer, 10.5, "semi", width=62 * mm, least=LEAST_SIGNED)
    if around.giving.signer:
        pen.text(left, base - 3.2 * mm - down, around.giving.signer_title, 9, "plain", SOFT, width=62 * mm)
    _sponsors(pen, around, base)
    right = pen.width - MARGIN - 9 * mm
    if around.address:
        _qr(pen, f"{around.address}{says.code}", right - QR_SIDE, base - 5.5 * mm)
        right -= QR_SIDE + 3 * mm
        pen.text(right, base + 4 * mm, _("Look it up"), 8, "plain", SOFT, align="right")
    if len(says.code) <= SHORT:
        pen.text(right, base - 0.4 * mm, around.typed_at, 8, "plain", SOFT, width=TYPED_WIDTH, align="right")
        pen.text(right, base - 4.8 * mm, says.code, 10.5, "semi", INK, spread=0.5, align="right")
        return
    pen.text(right, base - 0.4 * mm, _grouped(says.code[:12]), 8.5, "semi", SOFT, spread=0.3, align="right")
    pen.text(right, base - 4.4 * mm, _grouped(says.code[12:]), 8.5, "semi", SOFT, spread=0.3, align="right")


def _grouped(code: str) -> str:
    """A code in fours, to be read out."""
    return " ".join(code[at : at + 4] for at in range(0, len(code), 4))


def _sponsors(pen: Pen, around: Around, base: float) -> None:
    """All logos in one row around the middle, between who signs and the code."""
    if not around.logos:
        return
    room, gap = pen.width - 2 * (MARGIN + 82 * mm), 5 * mm
    sizes = [_fitted(width, height) for _image, width, height in around.logos]
    wide = sum(width for width, _height in sizes) + gap * (len(sizes) - 1)
    scale = min(1.0, room / wide)
    x = pen.width / 2 + 2 * mm - wide * scale / 2
    for (image, _width, _height), (width, height) in zip(around.logos, sizes, strict=True):
        y = base + 1 * mm - height * scale / 2
        pen.canvas.drawImage(image, x, y, width * scale, height * scale, mask="auto")
        x += (width + gap) * scale


def _fitted(width: int, height: int) -> tuple[float, float]:
    """A logo's size within its box."""
    scale = min(LOGO_WIDTH / width, LOGO_HEIGHT / height)
    return width * scale, height * scale


def _qr(pen: Pen, text: str, x: float, y: float) -> None:
    """A QR code, its dark squares row by row."""
    rows = [list(row) for row in segno.make(text, error="m", micro=False).matrix_iter(border=0)]
    step = QR_SIDE / len(rows)
    path = pen.canvas.beginPath()
    for number, row in enumerate(rows):
        for at, dark in enumerate(row):
            if dark:
                path.rect(x + at * step, y + QR_SIDE - (number + 1) * step, step, step)
    pen.canvas.setFillColor(INK)
    pen.canvas.drawPath(path, stroke=0, fill=1)
