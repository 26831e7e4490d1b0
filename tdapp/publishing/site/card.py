"""The picture beside a link in a chat: who leads, 1200 by 630 as previews want it. Pure; letters of our own typeface."""

from __future__ import annotations

from functools import cache

import font_source_sans_pro
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from tdapp.kernel.templatetags.td import record, signed
from tdapp.publishing.released import rows
from tdapp.publishing.released.board import Board
from tdapp.publishing.sharing.picture import png

WIDTH, HEIGHT, SIDE = 1200, 630, 64
TOP, ROW, MOST = 230, 70, 5
PAPER, INK, SOFT, SUN, LINE = "#fbfaf7", "#1d2328", "#59626b", "#c98a00", "#dcd8cf"


@cache
def _font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(
        font_source_sans_pro.font_files_ttf["SourceSansProBold" if bold else "SourceSansPro"], size
    )


def draw(event: str, where_when: str, board: Board, several: bool, colour: str = "") -> bytes:
    """The event, what is out of a division, and the first five of its standings as PNG; `colour`: of the event's look."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    pen = ImageDraw.Draw(image)
    pen.rectangle((0, 0, WIDTH, 14), fill=colour or SUN)
    _fitted(pen, event, 60, 56, INK, bold=True)
    _fitted(pen, where_when, 132, 30, SOFT)
    _fitted(pen, _state(board, several), 174, 34, INK)
    first = rows.ranking(board)[:MOST]
    # Records stand below each other, and so do spreads.
    widest = max(
        (pen.textlength(signed(row.who.line.spread), _font(34)) for row in first if row.who.line), default=0
    )
    for place, row in enumerate(first):
        if row.who.line is None:
            continue
        top = TOP + ROW * place
        pen.line((SIDE, top, WIDTH - SIDE, top), fill=LINE, width=2)
        rank = f"{row.who.line.rank}{'=' if row.shared else ''}" if row.who.line.rank else "–"
        pen.text((SIDE, top + ROW // 2), rank, SOFT, _font(38, True), "lm")
        won, beside = record(row.who.line.wins, row.who.line.counted), int(WIDTH - SIDE - widest - 30)
        pen.text((WIDTH - SIDE, top + ROW // 2), signed(row.who.line.spread), INK, _font(34), "rm")
        pen.text((beside, top + ROW // 2), won, INK, _font(34), "rm")
        room = beside - int(pen.textlength(won, _font(34))) - 30 - SIDE - 90
        _name(pen, row.who.person.name, (SIDE + 90, top + ROW // 2), room)
    return png(image)


def _state(board: Board, several: bool) -> str:
    if board.final:
        told = _("Final standings")
    elif board.after:
        told = _("Standings after round %(round)s") % {"round": board.after}
    elif board.shown:
        told = _("Pairings of round %(n)s") % {"n": board.shown.number}
    else:
        told = ""
    return " · ".join(part for part in (board.name if several else "", told) if part)


def _fitted(
    pen: ImageDraw.ImageDraw, text: str, top: int, size: int, fill: str, *, bold: bool = False
) -> None:
    """One line from `top` on, in smaller letters until it fits."""
    while size > 20 and pen.textlength(text, _font(size, bold)) > WIDTH - 2 * SIDE:
        size -= 2
    pen.text((SIDE, top), text, fill, _font(size, bold), "lm")


def _name(pen: ImageDraw.ImageDraw, text: str, at: tuple[int, int], room: int) -> None:
    size = 38
    while size > 18 and pen.textlength(text, _font(size, True)) > room:
        size -= 2
    pen.text(at, text, INK, _font(size, True), "lm")
