"""Between which pieces of a template white space means nothing to who reads the page.

At the edge of an element of block level a browser drops it: so it is told, forwards and backwards, where such an edge
lies on every way through the template's conditions and loops.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tdapp.kernel.folding.levels import BLOCK, BOX, CLOSES, OPENS, TURNS, levels, named
from tdapp.kernel.folding.pieces import ASIDE, DJANGO_TAG, MESSAGE, SPACE, TAG, Piece

HIDDEN = re.compile(r"""^<input\b[^>]*\btype="hidden\"""")
# Tags that leave nothing on the page, or nothing that is seen.
SILENT = named("csrf_token load extends with endwith regroup language endlanguage #")
SILENT_AS = re.compile(r"\bas [\w.]+ *%\}$|\basvar \w+")
# Parts that begin and end with an element of block level, whatever they are given, or leave nothing.
BLOCK_PARTS = named(
    "desk/standings/_counting events/entries/_sort interchange/event_files/_unknown_ages judging/rulings/_tallies"
    " td/parts/_empty"
    " td/forms/_field td/forms/_form_errors td/parts/_note td/parts/_problem td/parts/_progress td/parts/_share"
    " td/shell/_tabs td/error"
)
# A block that stands inside a tag: its space parts attributes.
NO_EDGE = re.compile(r"\bblock +\w+_attrs\b")
PART = re.compile(r"""\{% *include ['"]([^'"]+)\.html['"]""")


def edges(given: Sequence[Piece]) -> tuple[list[bool], list[bool]]:
    """Whether an edge lies right before each piece, and whether one lies right after it."""
    level = levels(given)
    forwards = _walk(given, level, opens=OPENS, closes=CLOSES, loop="for", sides=0)
    backwards = _walk(given[::-1], level[::-1], opens=CLOSES, closes=OPENS, loop="endfor", sides=1)
    return forwards, backwards[::-1]


@dataclass
class _Way:
    """What one condition or loop was entered with, and what each of its branches ended with."""

    entered: bool
    ends: list[bool] = field(default_factory=list)
    whole: bool = False  # one of the branches is always taken


def _walk(
    given: Sequence[Piece],
    level: Sequence[int],
    *,
    opens: frozenset[str],
    closes: frozenset[str],
    loop: str,
    sides: int,
) -> list[bool]:
    told, ways, depth = [], [_Way(False)], 0
    # What an extending template has outside its blocks is not on the page.
    extends = any(piece.name == "extends" for piece in given)
    # A part begins at an edge: what calls it in writes the space before it.
    state = extends or not sides
    for piece, edge in zip(given, level, strict=True):
        told.append(state)
        name = piece.name if piece.kind == DJANGO_TAG else ""
        if name in opens:
            ways.append(_Way(state))
            # A loop comes back from its own end: what stands there is not looked up.
            state = state and name != loop
        elif name in TURNS and len(ways) > 1:
            ways[-1].ends.append(state)
            ways[-1].whole = ways[-1].whole or name != "elif"
            state = ways[-1].entered and (name != "empty" or not sides)
        elif name in closes and len(ways) > 1:
            way = ways.pop()
            state = all([state, *way.ends, way.whole or way.entered])
        elif name in {"block", "endblock"}:
            into = (name == "block") != bool(sides)
            depth += 1 if into else -1
            state = not NO_EDGE.search(piece.text) if into else extends and depth == 0
        else:
            state = edge == BLOCK or _after(piece, state, sides, edge)
    return told


def _after(piece: Piece, state: bool, sides: int, edge: int) -> bool:
    """Whether an edge lies behind this piece, as one walks."""
    if piece.kind == SPACE or piece.kind == ASIDE or is_silent(piece):
        return state
    if piece.kind == TAG:
        return edge == BOX and piece.name.startswith("/") == bool(sides)
    return is_block_part(piece)


def is_silent(piece: Piece) -> bool:
    """Whether it leaves nothing on the page."""
    if piece.kind == TAG:
        return bool(HIDDEN.search(piece.text))
    if piece.kind == MESSAGE:
        return bool(SILENT_AS.search(piece.text[: piece.text.index("%}") + 2]))
    return piece.kind == DJANGO_TAG and (piece.name in SILENT or bool(SILENT_AS.search(piece.text)))


def is_block_part(piece: Piece) -> bool:
    """Whether it brings in a part that is of block level."""
    found = PART.match(piece.text) if piece.name == "include" else None
    return found is not None and found[1] in BLOCK_PARTS
