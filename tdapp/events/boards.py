"""The printed board as a picture: squares by class, so that it follows theme, paper and content policy."""

from __future__ import annotations

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from scoring.board import Layout
from scoring.ruleset import Ruleset

SIDE = 20
CLASSES = {"d": "sq-dl", "t": "sq-tl", "q": "sq-tl", "D": "sq-dw", "T": "sq-tw", "Q": "sq-tw"}


def board_picture(ruleset: Ruleset) -> SafeString:
    """The ruleset's board as SVG with lettered columns and numbered rows; the start square carries a star."""
    layout = ruleset.layout
    width, height = (layout.width + 1) * SIDE, (layout.height + 1) * SIDE
    said = _("%(w)s by %(h)s squares with their premiums") % {"w": layout.width, "h": layout.height}
    return format_html(
        '<svg class="board-picture" viewBox="0 0 {} {}" role="img"><title>{}</title><desc>{}</desc>{}{}</svg>',
        width, height, ruleset.name, said, _labels(layout), _squares(layout),
    )  # fmt: skip


def _labels(layout: Layout) -> SafeString:
    columns = [(SIDE * (c + 1) + SIDE // 2, SIDE - 6, chr(ord("A") + c)) for c in range(layout.width)]
    rows = [(SIDE // 2, SIDE * (r + 1) + SIDE - 6, str(r + 1)) for r in range(layout.height)]
    return format_html_join("", '<text x="{}" y="{}" text-anchor="middle">{}</text>', [*columns, *rows])


def _squares(layout: Layout) -> SafeString:
    cells = [(r, c, sign) for r, row in enumerate(layout.rows) for c, sign in enumerate(row)]
    parts = [
        (CLASSES.get(sign, "sq-plain"), SIDE * (c + 1), SIDE * (r + 1), SIDE, SIDE) for r, c, sign in cells
    ]
    drawn = format_html_join("", '<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>', parts)
    start = layout.start
    x, y = SIDE * (start.col + 1) + SIDE // 2, SIDE * (start.row + 1) + SIDE - 5
    return format_html('{}<text x="{}" y="{}" text-anchor="middle">★</text>', drawn, x, y)
