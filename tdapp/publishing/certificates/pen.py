"""What certificates are drawn with: the fonts, the colours, and a canvas with the few strokes they are made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

import font_source_sans_pro
from reportlab.lib.colors import Color, HexColor
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

INK, SOFT, LINE, GOLD, PALE = (
    HexColor(code) for code in ("#16242e", "#56646d", "#b9c3c8", "#a5792a", "#f5efe1")
)
FONTS = {"light": "SourceSansProLight", "plain": "SourceSansPro", "semi": "SourceSansProSemibold", "black": "SourceSansProBlack",
         "italic": "SourceSansProIt"}  # fmt: skip


@cache
def fonts() -> dict[str, str]:
    """Make the fonts known to reportlab, once; their names by weight."""
    for name, file in FONTS.items():
        pdfmetrics.registerFont(TTFont(f"td-cert-{name}", font_source_sans_pro.font_files_ttf[file]))
    return {name: f"td-cert-{name}" for name in FONTS}


def halves(text: str) -> tuple[str, str]:
    """A text of several words as two lines, as even as words allow."""
    words = text.split()
    cuts = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words)))
    return min(cuts, key=lambda two: max(map(len, two)))


@dataclass
class Pen:
    """A canvas with the few strokes certificates are made of."""

    canvas: Canvas
    width: float
    height: float
    font: dict[str, str] = field(default_factory=fonts)

    def text(
        self, x: float, y: float, text: str, size: float, weight: str = "plain", color: Color = INK,
        *, spread: float = 0, width: float = 0, align: str = "center",
    ) -> None:  # fmt: skip
        """A line of text; smaller than asked where it would be wider than `width`. `spread`: room between letters."""
        name = self.font[weight]
        wide = stringWidth(text, name, size) + spread * max(0, len(text) - 1)
        if width and wide > width:
            size, spread, wide = size * width / wide, spread * width / wide, width
        left = x - wide / 2 if align == "center" else x - wide if align == "right" else x
        self.canvas.setFillColor(color)
        self.canvas.setFont(name, size)
        self.canvas.drawString(left, y, text, charSpace=spread)

    def folded(
        self, x: float, y: float, text: str, size: float, weight: str = "plain", color: Color = INK, *,
        width: float, least: float, lead: float = 1.2,
    ) -> float:  # fmt: skip
        """A line of text on two even ones where one would be smaller than `least`; how far down the second stands."""
        wide = stringWidth(text, self.font[weight], size)
        if wide <= width * size / least or " " not in text:
            self.text(x, y, text, size, weight, color, width=width)
            return 0
        first, second = halves(text)
        size *= min(1.0, width / max(stringWidth(half, self.font[weight], size) for half in (first, second)))
        self.text(x, y, first, size, weight, color)
        self.text(x, y - lead * size, second, size, weight, color)
        return lead * size

    def rule(self, x: float, y: float, width: float, color: Color = LINE, thick: float = 0.7) -> None:
        """A horizontal line around a middle."""
        self.canvas.setStrokeColor(color)
        self.canvas.setLineWidth(thick)
        self.canvas.line(x - width / 2, y, x + width / 2, y)
