"""What stands or hangs in the hall: table numbers to fold, posters with a QR code, each player's card."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from tdapp.desk.phones import codes
from tdapp.events.models import Division, Entrant
from tdapp.kernel import clock
from tdapp.kernel.pages.shells import PrintHead
from tdapp.publishing.paper.drawing.codes import qr
from tdapp.publishing.paper.drawing.document import LINE, Box, Document, Sheet
from tdapp.publishing.paper.parts.lists import division_head, field

CARDS_A_PAGE = 10
DESK_CODE = 15 * mm


def tents(document: Document, division: Division) -> None:
    """A table number a page: fold it along the line and it stands, to be read from both sides."""
    document.begin(Sheet(division_head(division, _("Table numbers")), bare=True))
    for number in range(division.table_first, division.table_first + tables_needed(division)):
        room = document.page()
        half = room.height / 2
        below = Box(room.x, room.y, room.width, half)
        _fold(document, room, room.y + half)
        _tent(document, division, number, below)
        _turned(document, division, number, Box(room.x, room.y + half, room.width, half))


def tables_needed(division: Division) -> int:
    """Tables for everybody, no more than the division has."""
    wanted = ceil(division.entrants.count() / 2)
    return min(wanted, division.table_last - division.table_first + 1)


def _fold(document: Document, room: Box, y: float) -> None:
    canvas = document.canvas
    canvas.saveState()
    canvas.setDash(3, 4)
    canvas.setStrokeGray(LINE)
    canvas.line(room.x, y, room.right, y)
    canvas.restoreState()


def _tent(document: Document, division: Division, number: int, box: Box) -> None:
    size = min(300.0, box.width / (0.56 * len(str(number))), box.height * 0.9)
    middle = box.x + box.width / 2
    document.text(
        middle, box.y + box.height * 0.52 - size * 0.33, str(number), size, bold=True, align="center"
    )
    where = " · ".join(part for part in (division.event.name, division.name, division.room) if part)
    document.text(middle, box.y + 6 * mm, where, 13, grey=True, align="center", width=box.width)


def _turned(document: Document, division: Division, number: int, box: Box) -> None:
    """The same upside down, for the other side of the table."""
    canvas = document.canvas
    canvas.saveState()
    canvas.translate(2 * box.x + box.width, 2 * box.y + box.height)
    canvas.rotate(180)
    _tent(document, division, number, box)
    canvas.restoreState()


def poster(document: Document, event: str, address: str, title: str, told: Sequence[str]) -> None:
    """A page for the wall: what it is for, the code, the address to type."""
    document.begin(Sheet(PrintHead(event, title=title, at=clock.now()), bare=True))
    room = document.page()
    middle = room.x + room.width / 2
    document.text(middle, room.top - 18 * mm, event, 34, bold=True, align="center", width=room.width)
    document.text(middle, room.top - 36 * mm, title, 26, align="center", width=room.width)
    side = min(room.width * 0.86, room.height - 92 * mm)
    qr(document, address, Box(middle - side / 2, room.top - 44 * mm - side, side, side))
    y = room.top - 56 * mm - side
    document.text(middle, y, address, 21, bold=True, align="center", width=room.width)
    for line in told:
        y -= 9 * mm
        document.text(middle, y, line, 15, grey=True, align="center", width=room.width)


def cards(document: Document, division: Division, address: str, checkin: str, who: str) -> None:
    """A card for each player, with the code to type and the longer one to scan: to be cut and handed to them alone.

    A small code beside it is for the desk: `checkin`, where who is signed in there checks the player in ("" none).
    """
    people = field(division)
    phone, scanned = codes.codes_of(people), codes.cards_of(people)
    document.begin(Sheet(division_head(division, _("Players' cards")), private=who, bare=True))
    for first in range(0, len(people), CARDS_A_PAGE):
        room = document.page()
        for place, row in enumerate(people[first : first + CARDS_A_PAGE]):
            line, column = divmod(place, 2)
            width, height = room.width / 2, room.height / (CARDS_A_PAGE / 2)
            box = Box(room.x + column * width, room.top - (line + 1) * height, width, height)
            link = f"{address}card/{scanned[row.pk]}" if address else ""
            desk = f"{checkin}card/{row.pk.hex}" if checkin else ""
            _card(document, row, codes.spaced(phone[row.pk]), (link, desk), box)


def _card(document: Document, row: Entrant, code: str, links: tuple[str, str], box: Box) -> None:
    _dashed(document, box)
    inner, (link, desk) = box.inside(4 * mm), links
    side = min(inner.height, 34 * mm) if link else 0
    if desk:
        small = Box(inner.x, inner.y + 3.5 * mm, DESK_CODE, DESK_CODE)
        qr(document, desk, small, "l")
        document.text(small.right + 1.5 * mm, small.y + 1 * mm, _("for the check-in desk"), 7, grey=True)
    if link:
        qr(document, link, Box(inner.right - side, inner.y + (inner.height - side) / 2, side, side))
    width = inner.width - side - 3 * mm
    document.text(inner.x, inner.top - 5 * mm, row.listed, 13, bold=True, width=width)
    where = " · ".join(part for part in (row.division.name, row.club.name if row.club else "") if part)
    document.text(inner.x, inner.top - 10.5 * mm, where, 9, grey=True, width=width)
    _figures(
        document, (str(row.number), code), Box(inner.x, inner.y + (19 if desk else 6) * mm, width, 16 * mm)
    )
    document.text(inner.x, inner.y + 0.5 * mm, row.division.event.name, 7.5, grey=True, width=width)


def _figures(document: Document, values: tuple[str, str], box: Box) -> None:
    for x, title, value in zip((0, 0.42), (_("Number"), _("Code")), values, strict=True):
        document.text(box.x + x * box.width, box.top - 3 * mm, title, 8, grey=True)
        document.text(box.x + x * box.width, box.y + 3.4 * mm, value, 21, bold=True)


def _dashed(document: Document, box: Box) -> None:
    canvas = document.canvas
    canvas.saveState()
    canvas.setDash(2, 2)
    canvas.setStrokeGray(LINE)
    canvas.rect(box.x, box.y, box.width, box.height)
    canvas.restoreState()
