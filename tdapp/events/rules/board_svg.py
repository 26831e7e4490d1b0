"""The board as a picture: one SVG for the editor, the replay, the painter, the rule sheet and paper.

Colours and the geometry that repeats come from `td/board.css`, by class; `td/board.js` lays tiles into the same
structure. The origin of every square is its middle, so a tile needs no coordinates of its own.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.board.board import COLUMNS, Layout, Premium, Square

SIDE = 20
NOTHING = SafeString("")
# Class of a square by its premium; what is written on it is built from the same numbers.
CLASSES: Mapping[Premium, str] = {
    Premium(letter=2): "sq-dl",
    Premium(letter=3): "sq-tl",
    Premium(letter=4): "sq-ql",
    Premium(word=2): "sq-dw",
    Premium(word=3): "sq-tw",
    Premium(word=4): "sq-qw",
}
WORDS: Mapping[Premium, object] = {
    Premium(letter=2): gettext_lazy("double letter"),
    Premium(letter=3): gettext_lazy("triple letter"),
    Premium(letter=4): gettext_lazy("fourfold letter"),
    Premium(word=2): gettext_lazy("double word"),
    Premium(word=3): gettext_lazy("triple word"),
    Premium(word=4): gettext_lazy("fourfold word"),
}
_STAR = mark_safe('<path class="star" d="M0-7L2-2L7-2L3 1L4 6L0 3L-4 6L-3 1L-7-2L-2-2z"/>')


class BoardTile(NamedTuple):
    """What lies on a square: the letters it shows, its value, and whether it is a blank."""

    shown: str
    value: int = 0
    blank: bool = False


def short(premium: Premium) -> str:
    """What is written on a square: "2L", "3W", "" on a plain one."""
    if premium.word > 1:
        return f"{premium.word}W"
    return f"{premium.letter}L" if premium.letter > 1 else ""


def board_svg(
    layout: Layout,
    tiles: Mapping[Square, BoardTile] | None = None,
    *,
    fresh: Collection[Square] = (),
    title: str,
    desc: str = "",
    letters: bool = True,
    ids: bool = True,
) -> SafeString:
    """The board with what lies on it; about 30 KB for 19x19, 40 KB with a hundred tiles.

    `fresh`: squares of the last play. `desc`: told to who cannot see the picture (its premiums, if not given).
    `letters`: write 2L, 3W on the premium squares. `ids`: name every square (`data-square`) so that scripts find it;
    a picture that nothing touches is smaller without.
    """
    lying = tiles or {}
    drawn = [_row(layout, row, lying, frozenset(fresh), letters, ids) for row in range(layout.height)]
    rows = format_html_join("", "{}", ((row,) for row in drawn))
    width, height = (layout.width + 1) * SIDE, (layout.height + 1) * SIDE
    return format_html(
        '<svg class="board" viewBox="0 0 {} {}" role="img"><title>{}</title><desc>{}</desc>{}{}</svg>',
        width, height, title, desc or described(layout, lying), _edges(layout), rows,
    )  # fmt: skip


def described(layout: Layout, tiles: Mapping[Square, BoardTile] | None = None) -> str:
    """The picture in a sentence: its size, its premium squares by kind, and how many tiles lie on it."""
    found = list(layout.premiums.values())
    kinds = [f"{found.count(premium)} {word}" for premium, word in WORDS.items() if premium in found]
    told = _("%(width)s by %(height)s squares: %(kinds)s. Start square %(start)s.") % {
        "width": layout.width,
        "height": layout.height,
        "kinds": ", ".join(kinds) or _("no premiums"),
        "start": layout.start.name,
    }
    return f"{told} " + _("%(tiles)s tiles on it.") % {"tiles": len(tiles)} if tiles else told


def legend(layout: Layout) -> list[tuple[str, str, str]]:
    """(class, short form, words) of each premium the board has, letters first."""
    found = set(layout.premiums.values())
    return [(CLASSES[one], short(one), str(WORDS[one])) for one in CLASSES if one in found]


def _edges(layout: Layout) -> SafeString:
    """The names of columns and rows."""
    columns = [(SIDE * (col + 1) + SIDE // 2, SIDE - 6, COLUMNS[col]) for col in range(layout.width)]
    rows = [(SIDE // 2, SIDE * (row + 1) + SIDE - 6, str(row + 1)) for row in range(layout.height)]
    names = format_html_join("", '<text x="{}" y="{}">{}</text>', [*columns, *rows])
    return format_html('<g class="edge">{}</g>', names)


def _row(
    layout: Layout,
    row: int,
    tiles: Mapping[Square, BoardTile],
    fresh: frozenset[Square],
    letters: bool,
    ids: bool,
) -> SafeString:
    places = [Square(row, col) for col in range(layout.width)]
    squares = [_square(layout, one, tiles.get(one), one in fresh, letters, ids) for one in places]
    middle = SIDE * (row + 1) + SIDE // 2
    return mark_safe(f'<g transform="translate(0 {middle})">{"".join(squares)}</g>')  # noqa: S308  (see _square)


def _square(
    layout: Layout, square: Square, tile: BoardTile | None, fresh: bool, letters: bool, ids: bool
) -> str:
    """One square; its parts are numbers, fixed shapes, and texts that were escaped."""
    premium = layout.premiums[square]
    start = square == layout.start
    name = f' data-square="{square.name}"' if ids else ""
    place = SIDE * (square.col + 1) + SIDE // 2
    below = _ground(str(WORDS.get(premium, "")), short(premium), letters, start)
    above = _tile(tile, fresh) if tile else ""
    kinds = f"sq{_spaced(CLASSES.get(premium, ''))}{' sq-start' if start else ''}"
    return f'<g class="{kinds}"{name} transform="translate({place})"><rect/>{below}{above}</g>'


def _spaced(name: str) -> str:
    return f" {name}" if name else ""


@lru_cache(maxsize=256)
def _ground(words: str, written: str, letters: bool, start: bool) -> SafeString:
    """What is printed on a square: its premium in words (shown on hover), as written, and the star of the start."""
    star = _STAR if start else NOTHING
    if not words:
        return star
    text = format_html("<text>{}</text>", written) if letters and not start else NOTHING
    return format_html("<title>{}</title>{}{}", words, text, star)


@lru_cache(maxsize=2048)
def _tile(tile: BoardTile, fresh: bool) -> SafeString:
    """A tile: a blank shows its letter in lower case and no value, as scoresheets write it."""
    names = ("tile", f"long-{min(len(tile.shown), 4)}" if len(tile.shown) > 1 else "")
    states = ("blank" if tile.blank else "", "fresh" if fresh else "")
    face = tile.shown.lower() if tile.blank else tile.shown
    value = NOTHING if tile.blank else format_html('<text class="v">{}</text>', tile.value)
    classes = " ".join(name for name in (*names, *states) if name)
    return format_html('<g class="{}"><rect/><text>{}</text>{}</g>', classes, face, value)
