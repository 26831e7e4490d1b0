"""Which elements of a template are of block level: white space at their edges is dropped by a browser."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tdapp.kernel.folding.pieces import DJANGO_TAG, TAG, Piece


def named(words: str) -> frozenset[str]:
    return frozenset(words.split())


BLOCKS = named(
    """
    address article aside blockquote body caption col colgroup datalist dd details dialog div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html legend li link main meta nav ol optgroup
    option p pre section summary table tbody td template tfoot th thead title tr ul br ! g rect path line circle
    """
)
# In the line with its neighbours outside, with edges of its own inside.
BOXES = frozenset({"button", "select", "svg"})
BOXED = named("btn stage-word")  # classes of such elements
ELEMENTS = named("chip icon")  # tags of Django that bring in one element
VOID = named(
    """
    area base br col embed hr img input link meta source track wbr !
    """
)
OPENS = frozenset({"if", "for", "ifchanged"})
CLOSES = frozenset({"endif", "endfor", "endifchanged"})
TURNS = frozenset({"elif", "else", "empty"})
# Elements whose inside is a row or a grid (td.css): each element right in it is of block level, whatever it is elsewhere.
ROWS = named(
    """
    btn-row card card-head cell choice cols empty field form-grid line note page-head pager stack stack-tight stage tabs
    """
)
CLASSES = re.compile(r"""\bclass="([^"{]*)""")
# The block of a page that stands in a row, wherever it is written (td/desk.html).
ROW_BLOCK = re.compile(r"\{% *block +actions\b")
# Of a tag's edges: none, those inside its element, those outside too.
INLINE, BOX, BLOCK = 0, 1, 2


@dataclass(frozen=True, slots=True)
class _Open:
    """An element, or a branch, that what follows stands in."""

    name: str
    level: int
    is_row: bool


BRANCH, UNKNOWN = "{", "?"


def levels(given: Sequence[Piece]) -> list[int]:
    """The edges of each piece; what is no tag has none of its own."""
    told: list[int] = []
    stack = [_Open("", INLINE, False)]
    for piece in given:
        told.append(INLINE)
        if piece.kind == DJANGO_TAG:
            _branch(piece, stack)
            told[-1] = BLOCK if piece.name in ELEMENTS and stack[-1].is_row else INLINE
        elif piece.kind == TAG and piece.name.startswith("/"):
            told[-1] = _end(piece.name[1:], stack)
        elif piece.kind == TAG:
            found = CLASSES.search(piece.text)
            told[-1] = _level(piece.name, found[1].split() if found else [], stack[-1].is_row)
            if piece.name not in VOID and not piece.text.endswith("/>"):
                is_row = found is not None and not ROWS.isdisjoint(found[1].split())
                stack.append(_Open(piece.name, told[-1], is_row))
    return told


def _level(name: str, classes: list[str], in_row: bool) -> int:
    if name in BLOCKS or in_row:
        return BLOCK
    return BOX if name in BOXES or not BOXED.isdisjoint(classes) else INLINE


def _branch(piece: Piece, stack: list[_Open]) -> None:
    """A condition, loop or block begins, turns or ends; what it leaves open makes unknown what follows stands in."""
    name = piece.name
    if name in OPENS or name == "block":
        stack.append(_Open(BRANCH, INLINE, stack[-1].is_row or bool(ROW_BLOCK.match(piece.text))))
    elif name in TURNS | CLOSES | {"endblock"} and any(one.name == BRANCH for one in stack):
        unclosed = False
        while stack[-1].name != BRANCH:
            stack.pop()
            unclosed = True
        branch = stack.pop()
        if unclosed:
            stack.append(_Open(UNKNOWN, INLINE, False))
        if name in TURNS:
            stack.append(_Open(BRANCH, INLINE, branch.is_row and not unclosed))


def _end(name: str, stack: list[_Open]) -> int:
    """Closes the element of that name, when it was opened in this branch."""
    for at in range(len(stack) - 1, 0, -1):
        if stack[at].name == name:
            level = stack[at].level
            del stack[at:]
            return level
        if stack[at].name in {BRANCH, UNKNOWN}:
            break
    if len(stack) > 1:
        stack.append(_Open(UNKNOWN, INLINE, False))
    return BLOCK if name in BLOCKS else INLINE
