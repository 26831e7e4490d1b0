"""A template as its pieces: tags of HTML, tags of Django, words, white space. Standard library only."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

DJANGO = r"(?:\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\})"
QUOTED = rf"(?:\"(?:{DJANGO}|[^\"])*+\"|'(?:{DJANGO}|[^'])*+')"
# Kept to the letter, or what belongs to the letter of a message.
WHOLE = {"comment": "endcomment", "verbatim": "endverbatim", "blocktranslate": "endblocktranslate"}
RAW = ("pre", "textarea", "script", "style")
PIECE = re.compile(
    rf"(?P<whole>\{{% *(?P<opened>comment|verbatim|blocktranslate)\b.*?%\}})"
    rf"|(?P<django>{DJANGO})"
    r"|(?P<aside><!--[\s\S]*?-->)"
    rf"|(?P<tag><(?P<slash>/?)(?P<name>[A-Za-z][-\w:]*)(?:{DJANGO}|{QUOTED}|[^>\"'])*+>|<![^>]*>)"
    r"|(?P<space>\s+)"
    r"|(?P<word>[^\s<{]+|[\s\S])",
    # A space that does not break is no white space to a browser.
    re.ASCII,
)
SPACE, WORD, TAG, DJANGO_TAG, ASIDE, MESSAGE, RAW_TEXT = (
    "space",
    "word",
    "tag",
    "django",
    "aside",
    "message",
    "raw",
)


@dataclass(frozen=True, slots=True)
class Piece:
    """One of them: `name` is the element's or the Django tag's, `/p` for an end tag."""

    kind: str
    text: str
    name: str = ""


def pieces(source: str) -> Iterator[Piece]:
    """All of a template, in order: joined again they are the template."""
    at = 0
    while at < len(source):
        found = PIECE.match(source, at)
        assert found is not None  # the last alternative takes any character
        at = found.end()
        if found["whole"]:
            at = _end(rf"\{{% *{WHOLE[found['opened']]}\b.*?%\}}", source, at)
            kind = ASIDE if found["opened"] == "comment" else MESSAGE
            yield Piece(kind, source[found.start() : at], found["opened"])
        elif found["tag"]:
            name = (found["slash"] or "") + (found["name"] or "!").lower()
            yield Piece(TAG, found[0], name)
            if name in RAW:
                end = source.find(f"</{name}", at)
                end = len(source) if end < 0 else end
                yield Piece(RAW_TEXT, source[at:end])
                at = end
        elif found["django"]:
            yield Piece(DJANGO_TAG, found[0], django_name(found[0]))
        else:
            kind = ASIDE if found["aside"] else SPACE if found["space"] else WORD
            yield Piece(kind, found[0])


def _end(pattern: str, source: str, at: int) -> int:
    found = re.compile(pattern).search(source, at)
    return found.end() if found else len(source)


def django_name(tag: str) -> str:
    """`if` of `{% if a %}`, "" of a value, `#` of a remark."""
    if tag.startswith("{%"):
        words = tag[2:-2].split()
        return words[0] if words else ""
    return "#" if tag.startswith("{#") else ""
