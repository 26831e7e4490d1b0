"""Text from elsewhere made plain: one form for each letter, no invisible or reordering characters."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

SPACES = re.compile(r"\s+")
BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Not in category Cf, yet shown as nothing: fillers of Hangul, Khmer and Mongolian, the combining joiner.
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0\u2800")
SCRIPTS = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "HEBREW", "ARABIC", "CJK", "HANGUL", "CHEROKEE")


@dataclass(frozen=True, slots=True)
class Tidied:
    """Plain text, and what was changed: "invisible", "bidi", "control", "spaces", "composed"."""

    text: str
    changes: frozenset[str]
    removed: tuple[str, ...] = ()


def tidy(raw: str) -> Tidied:
    """Compose (NFC), drop invisible, reordering and control characters, join runs of white space, trim.

    "Pen\u0303a" and "Peña" become one text, "A\u00adbad" becomes "Abad" (Unicode TR 36 on spoofing).
    """
    if raw.isascii() and raw.isprintable() and "  " not in raw and raw == raw.strip():
        return Tidied(raw, frozenset())
    kept, changes, removed = _without_unseen(raw)
    composed = unicodedata.normalize("NFC", kept)
    plain = SPACES.sub(" ", composed).strip()
    changes |= {"composed"} if composed != kept else set()
    changes |= {"spaces"} if plain != composed else set()
    return Tidied(plain, frozenset(changes), tuple(removed))


def _without_unseen(raw: str) -> tuple[str, set[str], list[str]]:
    kept, changes, removed = [], set(), []
    for char in raw:
        if what := _unseen(char):
            changes.add(what)
            removed.append(f"U+{ord(char):04X}")
        else:
            kept.append(char)
    return "".join(kept), changes, removed


def _unseen(char: str) -> str:
    if char in BIDI:
        return "bidi"
    category = unicodedata.category(char)
    if category == "Cc" and not char.isspace():
        return "control"
    return "invisible" if category in {"Cf", "Cs"} or char in UNSEEN else ""


def scripts(text: str) -> frozenset[str]:
    """The writing systems of a text's letters, by their Unicode names: {"LATIN"} for an ordinary name."""
    if text.isascii():
        return frozenset({"LATIN"} if any(char.isalpha() for char in text) else ())
    return frozenset(_scripts(text))


def _scripts(text: str) -> Iterator[str]:
    for char in text:
        if char.isalpha():
            name = unicodedata.name(char, "OTHER")
            yield next((script for script in SCRIPTS if name.startswith(script)), "OTHER")


def stacked_marks(text: str) -> bool:
    """Whether some letter carries more than two combining marks: text made to spill over its line."""
    if text.isascii():
        return False
    run = 0
    for char in unicodedata.normalize("NFC", text):
        run = run + 1 if unicodedata.combining(char) else 0
        if run > 2:
            return True
    return False


def mended(text: str) -> str:
    """What a text was before UTF-8 was read as Windows-1252 ("PeÃ±a" gives "Peña"); "" when it was not."""
    if text.isascii():
        return ""
    try:
        back = text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return ""
    return "" if back == text else back
