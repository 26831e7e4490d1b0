"""The font of every PDF: Source Sans Pro, embedded, so that Ñ and stress marks look alike on every machine."""

from __future__ import annotations

from functools import cache

import font_source_sans_pro
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

PLAIN, BOLD = "td-sans", "td-sans-bold"


@cache
def register() -> tuple[str, str]:
    """Make the fonts known to reportlab, once; their names."""
    files = font_source_sans_pro.font_files_ttf
    pdfmetrics.registerFont(TTFont(PLAIN, files["SourceSansPro"]))
    pdfmetrics.registerFont(TTFont(BOLD, files["SourceSansProBold"]))
    return PLAIN, BOLD


def lacks(text: str) -> str:
    """The characters of a text the font has no picture for."""
    register()
    known = pdfmetrics.getFont(PLAIN).face.charToGlyph
    return "".join(char for char in text if ord(char) not in known and not char.isspace())
