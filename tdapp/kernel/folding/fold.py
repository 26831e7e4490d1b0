"""White space that a page needs, and no more: a template as it is read by the machine, however it is laid out.

Laid out in any way that changes nothing on the page, a template folds to the same text: `./td check` asks for that.
"""

from __future__ import annotations

import re

from tdapp.kernel.folding.levels import CLOSES, OPENS, TURNS
from tdapp.kernel.folding.pieces import ASIDE, DJANGO, MESSAGE, QUOTED, SPACE, TAG, Piece, django_name, pieces
from tdapp.kernel.folding.seams import edges, is_silent

WHITE = " \t\r\n\f"
BREAK = re.compile(r"\s*\n\s*", re.ASCII)
RUN = re.compile(r"\s+", re.ASCII)
INNER = re.compile(
    rf"(?P<space>\s+)|(?P<django>{DJANGO})|(?P<word>(?:{QUOTED}|[^\s\"'{{]|\{{(?![{{%#]))+|.)", re.ASCII
)
TRIMMED = re.compile(r"^\{% *blocktranslate\b[^%]*\btrimmed\b")
REMARK = re.compile(r"(\{% *comment\b.*?%\}) ?(.*?) ?(\{% *endcomment\b)")
SEGMENT = re.compile(r"(\{% *(?:blocktranslate|plural|endblocktranslate)\b.*?%\})")


def fold(source: str) -> str:
    """The template with one space where white space is needed, none where a browser drops it."""
    given = list(pieces(source))
    out: list[str] = []
    spaced = False  # the page has a space here already
    for piece, before, after in zip(given, *edges(given), strict=True):
        if piece.kind == SPACE:
            if not (before or after or spaced):
                out.append(" ")
            spaced = True
            continue
        out.append(_folded(piece))
        spaced = spaced and (piece.kind == ASIDE or is_silent(piece))
    return "".join(out)


def _folded(piece: Piece) -> str:
    if piece.kind == TAG:
        return fold_tag(piece.text)
    if piece.kind == ASIDE:
        return REMARK.sub(r"\1\2\3", RUN.sub(" ", piece.text))
    if piece.kind == MESSAGE and TRIMMED.match(piece.text):
        return "".join(
            part if part.startswith("{% ") and SEGMENT.fullmatch(part) else BREAK.sub(" ", part.strip(WHITE))
            for part in SEGMENT.split(piece.text)
        )
    return piece.text


def fold_tag(text: str) -> str:
    """An element's tag: one space before each attribute, inside the condition it depends on."""
    out: list[str] = []
    held: list[bool] = []  # for each condition entered: was there white space before it
    spaced = left = False
    body = text[:-1].rstrip(WHITE)
    closing = "/>" if body.endswith("/") else ">"
    for found in INNER.finditer(body.removesuffix("/")):
        name = django_name(found[0]) if found["django"] else ""
        if found["space"]:
            spaced = True
            continue
        if name in OPENS:
            held.append(spaced)
        elif name in TURNS and held:
            spaced = held[-1]
        elif name in CLOSES and held:
            left = held.pop()
        elif left and not spaced:
            # What follows clings to what the condition brings: the space before it is not the condition's alone.
            return BREAK.sub(" ", body.removesuffix("/").rstrip(WHITE)) + closing
        else:
            out.append((" " if spaced else "") + BREAK.sub(" ", found[0]))
            spaced = left = False
            continue
        out.append(found[0])
    return "".join(out) + closing
