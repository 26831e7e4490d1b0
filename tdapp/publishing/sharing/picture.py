"""A sheet as PNG pictures of a phone's width, drawn with the font of our PDFs; a long list becomes several."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import font_source_sans_pro
from PIL import Image, ImageDraw, ImageFont

from tdapp.publishing.sharing.sheets import NAME, Sheet

WIDTH, SIDE, ROW, GAP = 1080, 44, 56, 22
HEAD, TABLE_HEAD, FOOT = 176, 48, 76
ROWS_MOST = 36
LETTERS, SMALLEST = 33, 15
PAPER, BAND, INK, SOFT, SUN, LINE = "#fbfaf7", "#ffffff", "#1d2328", "#59626b", "#c98a00", "#dcd8cf"
COLOURS = 64


@cache
def _font(size: int, bold: bool = False) -> ImageFont.FreeTypeFont:
    files = font_source_sans_pro.font_files_ttf
    return ImageFont.truetype(files["SourceSansProBold" if bold else "SourceSansPro"], size)


def parts(sheet: Sheet) -> int:
    """How many pictures a sheet becomes."""
    return max(1, -(-len(sheet.rows) // ROWS_MOST))


@dataclass(frozen=True, slots=True)
class _Column:
    left: int
    width: int
    name: bool


@lru_cache(maxsize=96)
def draw(sheet: Sheet, part: int, address: str) -> bytes:
    """The PNG of one part, from 1 on; IndexError beyond the last. The last ones drawn are kept, some 10 MB at most: of a
    website only what changed is drawn anew."""
    count = parts(sheet)
    if not 1 <= part <= count:
        raise IndexError(part)
    each = -(-len(sheet.rows) // count)
    rows = sheet.rows[(part - 1) * each : part * each]
    image = Image.new("RGB", (WIDTH, HEAD + TABLE_HEAD + ROW * len(rows) + FOOT), PAPER)
    pen = ImageDraw.Draw(image)
    _head(pen, sheet, f"{part}/{count}" if count > 1 else "")
    columns = _columns(sheet)
    _titles(pen, sheet, columns)
    for place, row in enumerate(rows):
        _row(pen, columns, row, HEAD + TABLE_HEAD + ROW * place, place % 2 == 1)
    _write(pen, address, (SIDE, image.height - FOOT + 22), WIDTH - 2 * SIDE, 28, SOFT)
    return png(image)


def png(image: Image.Image) -> bytes:
    """A drawn picture as PNG: by the quick tree of colours, a sixth of the time of the usual cut and no larger."""
    out = io.BytesIO()
    image.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


def _head(pen: ImageDraw.ImageDraw, sheet: Sheet, which: str) -> None:
    pen.rectangle((0, 0, WIDTH, 10), fill=SUN)
    room = WIDTH - 2 * SIDE - (110 if which else 0)
    _write(pen, sheet.sub, (SIDE, 26), room, 52, INK, bold=True)
    _write(pen, sheet.title, (SIDE, 88), WIDTH - 2 * SIDE, 32, SOFT)
    _write(pen, sheet.note, (SIDE, 128), WIDTH - 2 * SIDE, 27, SOFT)
    pen.text((WIDTH - SIDE, 40), which, font=_font(36), fill=SOFT, anchor="ra")


def _write(
    pen: ImageDraw.ImageDraw, text: str, at: tuple[int, int], room: int, size: int, fill: str, *, bold: bool = False
) -> None:  # fmt: skip
    """One line, smaller until it fits."""
    while size > SMALLEST and pen.textlength(text, _font(size, bold)) > room:
        size -= 2
    pen.text(at, text, font=_font(size, bold), fill=fill)


def _columns(sheet: Sheet) -> list[_Column]:
    """Numbers as wide as the widest of them, the rest shared by the names."""
    widths = [_widest(sheet, place) if kind != NAME else 0 for place, kind in enumerate(sheet.columns)]
    names = sheet.columns.count(NAME)
    room = WIDTH - 2 * SIDE - GAP * (len(widths) - 1) - sum(widths)
    found, left = [], SIDE
    for kind, width in zip(sheet.columns, widths, strict=True):
        own = room // names if kind == NAME else width
        found.append(_Column(left, own, kind == NAME))
        left += own + GAP
    return found


def _widest(sheet: Sheet, place: int) -> int:
    texts = (row[place] for row in sheet.rows)
    figures = max(map(_width, texts), default=0)
    return int(max(figures, _font(26).getlength(sheet.heads[place]))) + 1


@lru_cache(maxsize=10_000)
def _width(figure: str) -> float:
    """A large field is drawn in twenty parts, and each has columns as wide as the widest figure of all."""
    return _font(LETTERS, True).getlength(figure)


def _titles(pen: ImageDraw.ImageDraw, sheet: Sheet, columns: Sequence[_Column]) -> None:
    for column, text in zip(columns, sheet.heads, strict=True):
        at, anchor = (column.left, "ls") if column.name else (column.left + column.width, "rs")
        pen.text((at, HEAD + TABLE_HEAD - 12), text, font=_font(26), fill=SOFT, anchor=anchor)


def _row(
    pen: ImageDraw.ImageDraw, columns: Sequence[_Column], row: Sequence[str], top: int, band: bool
) -> None:
    if band:
        pen.rectangle((SIDE // 2, top, WIDTH - SIDE // 2, top + ROW - 1), fill=BAND)
    pen.line((SIDE // 2, top + ROW - 1, WIDTH - SIDE // 2, top + ROW - 1), fill=LINE)
    for place, (column, text) in enumerate(zip(columns, row, strict=False)):
        if column.name:
            _name(pen, column, text, top)
        else:
            at = (column.left + column.width, top + ROW // 2)
            pen.text(at, text, font=_font(LETTERS, place == 0 or not column.name), fill=INK, anchor="rm")


def _name(pen: ImageDraw.ImageDraw, column: _Column, text: str, top: int) -> None:
    """A name is never cut: smaller letters, then two lines of them."""
    for size in range(LETTERS, 23, -2):
        if pen.textlength(text, _font(size)) <= column.width:
            pen.text((column.left, top + ROW // 2), text, font=_font(size), fill=INK, anchor="lm")
            return
    first, second, size = _halves(pen, text, column.width)
    pen.text((column.left, top + 23), first, font=_font(size), fill=INK, anchor="ls")
    pen.text((column.left, top + ROW - 10), second, font=_font(size), fill=INK, anchor="ls")


def _halves(pen: ImageDraw.ImageDraw, text: str, room: int) -> tuple[str, str, int]:
    """The text on two lines, broken where they are most alike, and the size at which both fit."""
    words = text.split(" ")
    breaks = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))] or [(text, "")]
    widest = [(max(pen.textlength(part, _font(23)) for part in pair), *pair) for pair in breaks]
    _width, first, second = min(widest)
    size = 23
    while size > 8 and max(pen.textlength(part, _font(size)) for part in (first, second)) > room:
        size -= 1
    return first, second, size
