"""A division's rules as values on one page: the lines of the rule sheet, the board and the tiles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.lib.utils import simpleSplit

from scoring import Ruleset
from scoring.board.board import Layout, Square
from tdapp.events.models import Division
from tdapp.events.rules.board_svg import short
from tdapp.events.rules.views.rules import Line, sheet_facts
from tdapp.kernel.messages.sentences import of_rules
from tdapp.publishing.paper.drawing.document import LINE, SHADE, Box, Document, Sheet
from tdapp.publishing.paper.parts.lists import division_head

LARGEST, SMALLEST = 9.5, 5.5
GAP = 7 * mm


@dataclass(frozen=True, slots=True)
class Piece:
    """One line of text in a column; `gap` above it."""

    text: str
    bold: bool = False
    gap: float = 0


def rule_sheet(document: Document, division: Division) -> None:
    """Everything on one page: in the largest type that lets it fit."""
    facts = sheet_facts(division)
    ruleset: Ruleset = facts["ruleset"]
    head = division_head(division, of_rules(ruleset.name), "", ruleset.content_hash[:12])
    if division.frozen_at:
        where = (head.division, _("fixed since round 1 was posted"))
        head = replace(head, division=" · ".join(part for part in where if part))
    document.begin(Sheet(head))
    room = document.page()
    width = (room.width - GAP) / 2
    board = Box(room.x, room.top - width, width, width)
    _board(document, ruleset.layout, board)
    lines = [line for line in facts["lines"] if line.code != "tiles.table"]
    pieces, size = _set(document, lines, tiles_of(ruleset), width, room.height, board.height)
    _draw(document, pieces, size, room, board)


def tiles_of(ruleset: Ruleset) -> str:
    """Every tile with its value and how often there is one: A 1 ×12."""
    names = ((_("blank") if tile.is_blank else tile.shown, tile) for tile in ruleset.tile_set.tiles)
    return "   ".join(f"{name} {tile.value} ×{tile.count}" for name, tile in names)


def _set(
    document: Document, lines: Sequence[Line], tiles: str, width: float, height: float, board: float
) -> tuple[list[Piece], float]:  # fmt: skip
    """The lines broken at the largest size at which two columns hold them, the board above the first."""
    size = LARGEST
    while True:
        pieces = list(_pieces(document, lines, tiles, width, size))
        space = sum(size * 1.25 + piece.gap for piece in pieces)
        if space + 6 * size <= 2 * height - board - 4 * mm or size <= SMALLEST:
            return pieces, size
        size -= 0.25


def _pieces(
    document: Document, lines: Sequence[Line], tiles: str, width: float, size: float
) -> list[Piece]:  # fmt: skip
    found = [Piece(_("Tiles"), True, 2 * mm)]
    found += [Piece(text) for text in simpleSplit(tiles, document.plain, size, width)]
    topic = ""
    for line in lines:
        if line.topic != topic:
            topic = line.topic
            found.append(Piece(topic, True, 2 * mm))
        told = f"{line.rule} [{line.mark}]"
        found += [
            Piece(text, gap=0.5 * mm * (not place))
            for place, text in enumerate(simpleSplit(told, document.plain, size, width))
        ]
    return found


def _draw(document: Document, pieces: Sequence[Piece], size: float, room: Box, board: Box) -> None:
    x, y = room.x, board.y - 2 * mm
    for piece in pieces:
        y -= size * 1.25 + piece.gap
        heading_alone = piece.bold and y < room.y + 2.5 * size
        if x == room.x and (y < room.y or heading_alone):
            x, y = room.x + board.width + GAP, room.top - size * 1.25
        document.text(x, y, piece.text, size + (0.6 if piece.bold else 0), bold=piece.bold)


def _board(document: Document, layout: Layout, box: Box) -> None:
    """The squares with what is written on them; the start has its own mark."""
    step = box.width / max(layout.width, layout.height)
    for row in range(layout.height):
        for column in range(layout.width):
            square = Square(row, column)
            place = Box(box.x + column * step, box.top - (row + 1) * step, step, step)
            _square(document, layout, square, place)


def _square(document: Document, layout: Layout, square: Square, place: Box) -> None:
    premium = layout.premiums[square]
    told = short(premium)
    shade = None if not told else SHADE if premium.word == 1 else 0.82
    document.box(place, weight=0.3, grey=LINE, fill=shade)
    told = f"\N{BULLET}{told}" if square == layout.start else told
    if told:
        size = place.height * 0.4
        document.text(
            place.x + place.width / 2, place.y + place.height / 2 - size * 0.35, told, size, align="center",
            bold=premium.word > 1, width=place.width,
        )  # fmt: skip
