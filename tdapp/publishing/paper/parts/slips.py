"""Result slips: two or four a page, or twenty where paper is short. Each is whole by itself once it is cut."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from reportlab.lib.units import mm

from tdapp.desk.day import prints
from tdapp.desk.day.prints import Printed
from tdapp.kernel.pages.shells import PrintHead
from tdapp.publishing.paper.drawing.codes import qr
from tdapp.publishing.paper.drawing.document import LINE, SHADE, Box, Document, Sheet, stamp

Slip = dict[str, Any]
# Slips a page -> columns and rows.
GRIDS = {2: (1, 2), 4: (1, 4), 20: (2, 10)}
GAP = 4 * mm


@dataclass(frozen=True, slots=True)
class Kind:
    """What all slips of a run have in common; `address` is behind the QR code ("" none)."""

    head: PrintHead
    address: str = ""
    void: bool = False


def filled(document: Document, printed: Printed, per_page: int, address: str) -> None:
    """A slip for every table of a round."""
    kind = Kind(prints.head(printed, _("Result slips")), address, printed.void)
    draw(document, kind, prints.slips(printed), per_page)


def blank(document: Document, head: PrintHead, per_page: int, address: str) -> None:
    """One page of slips with lines to write on."""
    draw(document, Kind(head, address), prints.blank_slips(per_page), per_page)


def draw(document: Document, kind: Kind, slips: Sequence[Slip], per_page: int) -> None:
    """Slips in order of their tables."""
    document.begin(Sheet(kind.head, void=kind.void, bare=True))
    for first in range(0, len(slips), per_page):
        room = document.page()
        for place, slip in enumerate(slips[first : first + per_page]):
            box = _box(room, per_page, place)
            (_small if per_page == 20 else _large)(document, kind, slip, box)
            if kind.void:
                document.void(box)


def _box(room: Box, per_page: int, place: int) -> Box:
    """The place of a slip on its page, with dashes to cut along around it."""
    columns, rows = GRIDS[per_page]
    left, width = room.x - 6 * mm, (room.width + 12 * mm) / columns
    height = (room.height + 4 * mm) / rows
    row, column = divmod(place, columns)
    return Box(left + column * width, room.top + 4 * mm - (row + 1) * height, width, height)


def _cut(document: Document, box: Box) -> None:
    canvas = document.canvas
    canvas.saveState()
    canvas.setDash(2, 2)
    canvas.setStrokeGray(LINE)
    canvas.setLineWidth(0.4)
    canvas.rect(box.x, box.y, box.width, box.height)
    canvas.restoreState()


def _large(document: Document, kind: Kind, slip: Slip, box: Box) -> None:
    _cut(document, box)
    inner = box.inside(4.5 * mm)
    width = _code(document, kind, inner, min(30 * mm, inner.height * 0.5))
    _head(document, kind, slip, inner, width)
    rows = slip["seats"]
    top = inner.top - 16 * mm
    height = min(17 * mm, (top - inner.y - 9.5 * mm) / len(rows))
    _columns(document, inner, top, width)
    for number, seat in enumerate(rows, start=1):
        _seat(document, seat, Box(inner.x, top - number * height, inner.width - width, height))
    _closing(document, kind, inner)


def _code(document: Document, kind: Kind, inner: Box, side: float) -> float:
    """The event's code at the right, with what it is for; how much width it takes."""
    if not kind.address:
        return 0
    place = Box(inner.right - side, inner.y + (inner.height - side) / 2 - 2 * mm, side, side)
    qr(document, kind.address, place)
    document.text(
        place.x + side / 2, place.y - 2.4 * mm, _("Report it by phone"), 6.5, grey=True, align="center", width=side
    )  # fmt: skip
    return side + GAP


def _head(document: Document, kind: Kind, slip: Slip, inner: Box, right: float) -> None:
    """Event, division and round at the left, the table's number at the right."""
    head, width = kind.head, inner.width * 0.6
    document.text(inner.x, inner.top - 4.4 * mm, head.event, 11, bold=True, width=width)
    where = " · ".join(part for part in (head.division, head.round_label) if part)
    document.text(inner.x, inner.top - 9 * mm, where, 9.5, width=width)
    number = str(slip.get("table") or "______")
    wide = document.text(inner.right, inner.top - 8.6 * mm, number, 27, bold=True, align="right")
    document.text(inner.right - wide - 2 * mm, inner.top - 8.6 * mm, _("Table"), 9, grey=True, align="right")
    if slip.get("code"):
        document.text(inner.right, inner.top - 13 * mm, _kiosk(slip), 9, bold=True, align="right")


def _kiosk(slip: Slip) -> str:
    return _("Kiosk code %(code)s") % {"code": slip["code"]}


# Shares of a slip's width: who begins, name, score, spread, signature.
SHARES = (1.5, 5.4, 2.3, 1.9, 3.6)


def _cells(row: Box) -> list[Box]:
    x, found = row.x, []
    for share in SHARES:
        width = row.width * share / sum(SHARES)
        found.append(Box(x, row.y, width, row.height))
        x += width
    return found


def _columns(document: Document, inner: Box, top: float, right: float) -> None:
    titles = ("", _("Player"), _("Score"), _("Spread"), _("Signature"))
    for title, cell in zip(titles, _cells(Box(inner.x, top, inner.width - right, 0)), strict=True):
        document.text(cell.x + 1.2 * mm, top + 1.2 * mm, title, 7, grey=True)


def _seat(document: Document, seat: dict[str, str], row: Box) -> None:
    word, name, *boxes = _cells(row)
    middle = row.y + row.height / 2 - 1.3 * mm
    document.box(word, fill=SHADE)
    document.text(word.x + 1.4 * mm, middle, seat["word"], 8.5, width=word.width - 2.4 * mm)
    document.box(name)
    lift = 1.4 * mm if seat.get("mark") else 0
    document.text(name.x + 1.8 * mm, middle + lift, seat["name"], 12.5, bold=True, width=name.width - 3 * mm)
    if lift:
        document.text(
            name.x + 1.8 * mm, middle - 2.2 * mm, seat["mark"], 8, grey=True, width=name.width - 3 * mm
        )
    for cell, weight in zip(boxes, (1.1, 0.5, 0.5), strict=True):
        document.box(cell, weight=weight)


def _closing(document: Document, kind: Kind, inner: Box) -> None:
    told = _("Equal scores: write the scores before unplayed tiles too.")
    document.text(inner.x, inner.y + 0.6 * mm, told, 7.2, grey=True)
    document.text(inner.right, inner.y + 0.6 * mm, _version(kind), 7.2, grey=True, align="right")


def _version(kind: Kind) -> str:
    version = _("version %(v)s") % {"v": kind.head.version} if kind.head.version else ""
    return " · ".join(part for part in (version, stamp(kind.head.at)) if part)


def _small(document: Document, kind: Kind, slip: Slip, box: Box) -> None:
    """A slip of which twenty fit: table, names, score and initials."""
    _cut(document, box)
    inner = box.inside(1.8 * mm)
    number = str(slip.get("table") or "___")
    left, rows = 14 * mm, slip["seats"]
    document.text(inner.x, inner.top - 8 * mm, number, 22, bold=True, width=left - 1 * mm)
    document.text(inner.x, inner.y + 2.4 * mm, kind.head.round_label, 6.5, grey=True, width=left - 1 * mm)
    if kind.head.version:
        document.text(inner.x, inner.y, _("version %(v)s") % {"v": kind.head.version}, 5.5, grey=True)
    side = inner.height - 7 * mm if kind.address else 0
    if side:
        qr(document, kind.address, Box(inner.right - side, inner.y + 4 * mm, side, side), "l")
    width = inner.width - left - (side + 1.5 * mm if side else 0)
    height = (inner.height - 3.4 * mm) / len(rows)
    for place, seat in enumerate(rows, start=1):
        _small_seat(document, seat, Box(inner.x + left, inner.top - place * height, width, height))
    kiosk = _kiosk(slip) if slip.get("code") else ""
    told = " · ".join(
        part for part in (kiosk, kind.head.event, kind.head.division, stamp(kind.head.at)) if part
    )
    document.text(inner.x + left, inner.y, told, 5.5, grey=True, width=inner.width - left)


def _small_seat(document: Document, seat: dict[str, str], row: Box) -> None:
    score, sign = 14 * mm, 11 * mm
    name = Box(row.x, row.y, row.width - score - sign, row.height)
    document.box(name)
    told = " · ".join(part for part in (seat["word"], seat.get("mark", "")) if part)
    document.text(name.x + 1 * mm, row.top - 2.3 * mm, told, 5.5, grey=True, width=name.width - 2 * mm)
    document.text(name.x + 1 * mm, row.y + 1.7 * mm, seat["name"], 9.5, bold=True, width=name.width - 2 * mm)
    document.box(Box(name.right, row.y, score, row.height), weight=1)
    document.box(Box(name.right + score, row.y, sign, row.height))
    for x, title in ((name.right, _("Score")), (name.right + score, _("Sign"))):
        document.text(x + 0.8 * mm, row.top - 2 * mm, title, 4.8, grey=True)
