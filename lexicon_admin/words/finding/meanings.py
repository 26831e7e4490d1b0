"""What a search reads in definitions: their words, and the part of speech marked at their head or in brackets behind."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

TOKENS = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
TAIL = re.compile(r"[\[(]([a-z]{1,9})\b[^\])]*[\])]\s*$")

# As English, Filipino (UP Diksiyonaryong Filipino, KWF) and Spanish (DRAE) dictionaries mark them.
PARTS: dict[str, tuple[str, ...]] = {
    "noun": ("n", "noun", "png", "pangngalan", "m", "f", "s", "sust", "sustantivo"),
    "verb": ("v", "vt", "vi", "vb", "verb", "pd", "pnd", "pandiwa", "tr", "intr", "prnl", "verbo"),
    "adjective": ("adj", "a", "adjective", "pnr", "pr", "pang-uri", "panguri", "adjetivo"),
    "adverb": ("adv", "adverb", "pnb", "pang-abay", "pangabay", "adverbio"),
    "pronoun": ("pron", "pronoun", "pnh", "panghalip", "pronombre"),
    "preposition": ("prep", "preposition", "pnu", "pang-ukol", "pangukol", "preposición"),
    "conjunction": ("conj", "conjunction", "pnt", "ptg", "pangatnig", "conjunción"),
    "interjection": ("interj", "int", "interjection", "pdd", "padamdam", "interjección"),
}
PART_OF = {mark: part for part, marks in PARTS.items() for mark in (part, *marks)}
# One-letter marks that are also words: only with their full stop, or alone in brackets.
SHORT = frozenset({"a", "s", "m", "f", "n", "v"})
MARK = re.compile(r"([a-zñáéíóú-]{1,14})(\.?)")


def plain(text: str) -> str:
    """Lower-case letters without diacritics, as definitions are compared; ñ stays."""
    lowered = text.lower()
    if lowered.isascii():
        return lowered
    kept = lowered.replace("ñ", "\ue000")
    bare = "".join(sign for sign in unicodedata.normalize("NFD", kept) if not unicodedata.combining(sign))
    return bare.replace("\ue000", "ñ")


def tokens(definition: str) -> list[str]:
    """The words of a definition."""
    return TOKENS.findall(plain(definition))


def parts(definition: str) -> set[str]:
    """The parts of speech a definition is marked with; empty where it has no mark."""
    return {*_head(definition), *_tail(definition)}


def _head(definition: str) -> Iterator[str]:
    """Marks before the first word of the meaning: `n.`, `png`, `adj., adv.`, `(v)`."""
    text = definition.strip().lower()
    bracketed = text[:1] in {"(", "["}
    text = text.lstrip("([ ")
    while found := MARK.match(text):
        mark, stop = found.groups()
        rest = text[found.end() :]
        sure = bool(stop) or rest[:1] in {")", "]", ",", "/", "&"} or bracketed
        if mark not in PART_OF or (mark in SHORT and not sure):
            return
        yield PART_OF[mark]
        text = rest.lstrip(" ,/&;")


def _tail(definition: str) -> Iterator[str]:
    """`[n BAHAYS]`, as lists of words for the board write it."""
    if (found := TAIL.search(definition.lower())) and found[1] in PART_OF:
        yield PART_OF[found[1]]
