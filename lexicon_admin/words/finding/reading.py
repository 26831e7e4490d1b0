"""The values of conditions: patterns, racks, numbers, hooks, as they were typed, in the tiles of an edition."""

from __future__ import annotations

import re
from itertools import product
from math import prod
from typing import NamedTuple

from core.messages import gettext_noop
from core.problems import unfit
from lexicon_admin.words.finding.coding import Coding
from lexicon_admin.words.normalise import MOST_LETTERS, alphabet_of, clean, key_of
from lexicon_admin.words.tiles import LATIN
from lexicon_admin.words.tilings import cuts

MOST_STARS = 3
MOST_BLANKS = 3
MOST_SPELLINGS = 64
ANY: frozenset[int] = frozenset()
SIGNS = re.compile(r"\[([^\[\]]*)\]|(.)", re.DOTALL)
STAR, ANYTHING, BLANKS = "*", "?_.", "?_"
IGNORED = " ,.-'"
RANGE = re.compile(r"(\d{0,3})\s*(-?)\s*(\d{0,3})")

_EMPTY = gettext_noop("At character %(at)s: type what to look for behind “%(name)s:”.")
_LONG = gettext_noop("At character %(at)s: at most %(limit)s tiles can be looked for.")
_STARS = gettext_noop("At character %(at)s: at most %(limit)s stars fit in a pattern.")
_BLANKS = gettext_noop("At character %(at)s: at most %(limit)s blanks (?) fit in an anagram.")
_SIGN = gettext_noop("At character %(at)s: “%(sign)s” is no letter and no sign of a pattern.")
_ALIEN = gettext_noop(
    "At character %(at)s: “%(sign)s” is a letter of another alphabet (%(name)s). Type it anew."
)
_TILE = gettext_noop("At character %(at)s: “[%(sign)s]” is no tile here.")
_NUMBER = gettext_noop("At character %(at)s: “%(value)s” is no number and no range like 5-7, 5- or -7.")
_SPELLINGS = gettext_noop(
    "At character %(at)s: too many letters here may be one tile or two; write them in [ ]."
)

Piece = frozenset[int]


class Shape(NamedTuple):
    """A pattern: pieces of tiles (each a set of tiles, the empty one for any) with stars between; whether one stands first
    or last."""

    pieces: tuple[tuple[Piece, ...], ...]
    open_before: bool
    open_behind: bool


class Rack(NamedTuple):
    """What an anagram is made of: its tiles and blanks."""

    tiles: bytes
    blanks: int


class Range(NamedTuple):
    """From and to, both counted in."""

    low: int
    high: int


class Asked(NamedTuple):
    """What a value is read for: the condition's name, where it stands, the tiles."""

    name: str
    at: int
    coding: Coding


def shapes(text: str, asked: Asked, *, before: bool = False, behind: bool = False) -> list[Shape]:
    """A pattern in every way its plain letters can be laid: NG written plainly is one tile or two.

    before, behind: whether anything may stand there, as if a star did.
    """
    tokens = _tokens(text, asked)
    if tokens.count(STAR) > MOST_STARS:
        raise unfit("too-many-stars", _STARS, at=asked.at, limit=MOST_STARS)
    if len(tokens) > MOST_LETTERS:
        raise unfit("question-too-long", _LONG, at=asked.at, limit=MOST_LETTERS)
    found = [_shape(spelt) for spelt in _spellings(tokens, asked)]
    return [Shape(pieces, before or first, behind or last) for pieces, first, last in found]


def _tokens(text: str, asked: Asked) -> list[str | Piece]:
    """The signs of a pattern: a letter, a star, or the set of tiles that fits."""
    tokens: list[str | Piece] = []
    for match in SIGNS.finditer(key_of(clean(text), asked.coding.table.marks)):
        group, sign = match[1], match[2]
        if group is not None:
            tokens.append(_group(group, asked))
        elif sign in ANYTHING:
            tokens.append(ANY)
        elif sign == "*":
            tokens += ["*"] if tokens[-1:] != ["*"] else []
        elif sign.isalpha():
            tokens.append(sign)
        elif sign not in IGNORED:
            raise unfit("bad-sign", _SIGN, at=asked.at, sign=sign)
    if not tokens:
        raise unfit("nothing-asked", _EMPTY, at=asked.at, name=asked.name)
    return tokens


def _group(group: str, asked: Asked) -> Piece:
    """`[NG]` is that tile, `[ABC]` one of three."""
    if group in asked.coding.table.digraphs:
        return frozenset((asked.coding.code[group],))
    if not group.isalpha():
        raise unfit("bad-sign", _SIGN, at=asked.at, sign=f"[{group[:10]}]")
    return frozenset(code_of(letter, asked) for letter in group)


def refuse_foreign(letter: str, at: int) -> None:
    """Raise Unfit for a letter of another alphabet, which only looks like one of ours."""
    if len(letter) == 1 and letter not in LATIN and (name := alphabet_of(letter)):
        raise unfit("foreign-letter", _ALIEN, at=at, sign=letter, name=name)


def code_of(letter: str, asked: Asked) -> int:
    """The number of a letter; one that only looks like a letter of the tiles is named (Cyrillic А)."""
    code = asked.coding.code.get(letter)
    if code is None:
        refuse_foreign(letter, asked.at)
        raise unfit("bad-sign", _TILE, at=asked.at, sign=letter)
    return code


def _spellings(tokens: list[str | Piece], asked: Asked) -> list[list[str | Piece]]:
    """Runs of plain letters cut into tiles; everything else as it is."""
    parts: list[list[tuple[str | Piece, ...]]] = []
    letters = ""
    for token in [*tokens, STAR]:
        if isinstance(token, str) and token != STAR:
            letters += token
            continue
        if letters:
            parts.append([_coded(cut, asked) for cut in cuts(letters, asked.coding.table)])
            letters = ""
        parts.append([(token,)])
    if prod(map(len, parts)) > MOST_SPELLINGS:
        raise unfit("too-many-spellings", _SPELLINGS, at=asked.at)
    return [[token for part in way for token in part] for way in product(*parts[:-1])]


def _coded(cut: tuple[str, ...], asked: Asked) -> tuple[str | Piece, ...]:
    return tuple(frozenset((code_of(tile, asked),)) for tile in cut)


def _shape(tokens: list[str | Piece]) -> Shape:
    pieces: list[list[Piece]] = [[]]
    for token in tokens:
        if isinstance(token, str):
            pieces.append([])
        else:
            pieces[-1].append(token)
    kept = tuple(tuple(piece) for piece in pieces if piece)
    return Shape(kept, tokens[0] == "*", tokens[-1] == "*")


def racks(text: str, asked: Asked) -> list[Rack]:
    """A rack in every way it can be meant: `ABA?` letters and a blank, `BA[NG]` names the tile, NG plain is one tile or two."""
    meant = key_of(clean(text), asked.coding.table.marks)
    signs = [match[1] if match[1] is not None else match[2] for match in SIGNS.finditer(meant)]
    kept = [sign for sign in signs if sign and sign not in IGNORED]
    letters = [sign for sign in kept if sign not in BLANKS]
    blanks = len(kept) - len(letters)
    for sign in letters:
        if not sign.isalpha():
            raise unfit("bad-sign", _SIGN, at=asked.at, sign=sign[:10])
    if blanks > MOST_BLANKS:
        raise unfit("too-many-blanks", _BLANKS, at=asked.at, limit=MOST_BLANKS)
    if not kept:
        raise unfit("nothing-asked", _EMPTY, at=asked.at, name=asked.name)
    if len(kept) > MOST_LETTERS:
        raise unfit("question-too-long", _LONG, at=asked.at, limit=MOST_LETTERS)
    if "[" in text:
        return [Rack(bytes(code_of(sign, asked) for sign in letters), blanks)]
    laid = cuts("".join(letters), asked.coding.table)
    return [Rack(bytes(code_of(tile, asked) for tile in cut), blanks) for cut in laid]


def numbers(text: str, asked: Asked) -> Range:
    """`7`, `5-7`, `5-` or `-7`."""
    found = RANGE.fullmatch(clean(text)) if text.isascii() else None
    low, dash, high = found.groups() if found else ("", "", "")
    asked_for = Range(int(low or 0), int(high or 999) if dash else int(low or 0))
    if not (low or high) or asked_for.low > asked_for.high:
        raise unfit("bad-length", _NUMBER, at=asked.at, value=text[:30])
    return asked_for


def hooks(text: str, asked: Asked) -> list[Piece]:
    """The tiles a word must take, each a set of which one will do; none for `none`, the empty set for any."""
    found = [token for token in _spellings(_tokens(text, asked), asked)[0] if not isinstance(token, str)]
    if not found:
        raise unfit("nothing-asked", _EMPTY, at=asked.at, name=asked.name)
    return found
