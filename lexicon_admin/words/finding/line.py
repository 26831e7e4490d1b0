"""A search as a line: conditions, `and`, `or`, `not` and brackets. What is between the signs is read elsewhere.

line := side ("or" side)*      side := part (["and"] part)*      part := "not" part | "(" line ")" | condition
condition := name ":" value | value      value := "several words" | a word or pattern without a blank
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from core.messages import gettext_noop
from core.problems import Unfit, unfit
from lexicon_admin.words.normalise import clean

MOST_LINE = 600
MOST_CONDITIONS = 20
MOST_DEPTH = 20

_EMPTY = gettext_noop("Type what to look for.")
_LONG = gettext_noop("A search has at most %(limit)s characters.")
_MANY = gettext_noop("A search has at most %(limit)s conditions.")
_DEEP = gettext_noop("At character %(at)s: brackets stand at most %(limit)s deep.")
_OPEN = gettext_noop("At character %(at)s: this bracket “(” is never closed.")
_CLOSE = gettext_noop("At character %(at)s: this bracket “)” was never opened.")
_QUOTE = gettext_noop("At character %(at)s: this quotation mark is never closed.")
_WANTED = gettext_noop("At character %(at)s: a condition is missing here, before “%(sign)s”.")
_END = gettext_noop("At the end: a condition is missing after “%(sign)s”.")
_NAME = gettext_noop(
    "At character %(at)s: a condition is written as its name, a colon and its value, like length:7."
)
_VALUE = gettext_noop("At character %(at)s: say behind “%(name)s:” what to look for.")

# As English and Filipino say them; several words without any other sign are one word with blanks, never these.
AND, OR, NOT = frozenset({"and", "at"}), frozenset({"or", "o"}), frozenset({"not", "hindi"})
SIGN = re.compile(
    r"\s*(?:(?P<mark>[()])|(?P<name>[^\W\d_]+(?:[-_][^\W\d_]+)*)?(?P<colon>:)?"
    r"(?:\"(?P<quoted>[^\"]*)(?P<closed>\"?)|(?P<value>(?:\[[^\[\]]*\]|[^\s()\"])+)?))"
)
CURLY = str.maketrans("“”„", '"""')
FREE = re.compile(r"[:()\"]|(?:^|\s)(?:and|or|not)(?:\s|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition: its name as typed ("" for a word or pattern alone), its value, and where it begins, from 1."""

    name: str
    value: str
    at: int


@dataclass(frozen=True, slots=True)
class Not:
    part: Tree


@dataclass(frozen=True, slots=True)
class All:
    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Some:
    parts: tuple[Tree, ...]


Tree = Condition | Not | All | Some


class Sign(NamedTuple):
    """A piece of a line: kind `(`, `)`, `and`, `or`, `not` or `condition`; its text, its value, where it begins."""

    kind: str
    text: str
    value: str
    at: int


def read(text: str) -> Tree:
    """The line as a tree. Raises Unfit with the place of what nobody can read."""
    line = clean(text).translate(CURLY)
    if not line:
        raise unfit("nothing-asked", _EMPTY)
    if len(line) > MOST_LINE:
        raise unfit("question-too-long", _LONG, limit=MOST_LINE)
    if _is_word(line) or not FREE.search(line):
        return Condition("", line, 1)
    signs = list(_signs(line))
    if sum(sign.kind == "condition" for sign in signs) > MOST_CONDITIONS:
        raise unfit("question-too-long", _MANY, limit=MOST_CONDITIONS)
    return _Reader(signs).line()


def conditions(tree: Tree) -> Iterator[Condition]:
    """Every condition of a tree, as they stand in the line."""
    match tree:
        case Condition():
            yield tree
        case Not(part):
            yield from conditions(part)
        case All(parts) | Some(parts):
            for part in parts:
                yield from conditions(part)


def _signs(line: str) -> Iterator[Sign]:
    place = 0
    while place < len(line):
        found = SIGN.match(line, place)
        if found is None or found.end() == place:
            raise unfit("bad-line", _QUOTE, at=place + 1)
        at = found.end() - len(found[0].lstrip()) + 1
        place = found.end()
        yield _sign(found, at)


def _sign(found: re.Match[str], at: int) -> Sign:
    """What stands here: a bracket, a word of the grammar, or a condition."""
    if found["mark"]:
        return Sign(found["mark"], found["mark"], "", at)
    if found["quoted"] is not None and not found["closed"]:
        raise unfit("bad-line", _QUOTE, at=found.start("quoted"))
    name, quoted = found["name"] or "", found["quoted"] is not None
    if bool(found["colon"]) != bool(name) and (found["colon"] or quoted):
        raise unfit("bad-line", _NAME, at=at)
    value = found["quoted"] if quoted else found["value"] or ""
    if found["colon"] and not value.strip():
        raise unfit("bad-line", _VALUE, at=at, name=name)
    if found["colon"] or quoted:
        return Sign("condition", name, value, at)
    return _word(f"{name}{value}", at)


def _word(word: str, at: int) -> Sign:
    for kind, words in (("and", AND), ("or", OR), ("not", NOT)):
        if word.lower() in words:
            return Sign(kind, word, "", at)
    return Sign("condition", "", word, at)


class _Reader:
    """The signs of a line, read from left to right, one function a rule of the grammar."""

    def __init__(self, signs: list[Sign]) -> None:
        self.signs, self.place = signs, 0

    def line(self) -> Tree:
        tree = self._some(0)
        if (left := self._next()) is not None:
            raise unfit("bad-line", _CLOSE, at=left.at)
        return tree

    def _next(self) -> Sign | None:
        return self.signs[self.place] if self.place < len(self.signs) else None

    def _take(self, kind: str) -> Sign | None:
        sign = self._next()
        if sign is None or sign.kind != kind:
            return None
        self.place += 1
        return sign

    def _some(self, depth: int) -> Tree:
        parts = [self._all(depth)]
        while self._take("or"):
            parts.append(self._all(depth))
        return _joined(Some, parts)

    def _all(self, depth: int) -> Tree:
        parts = [self._part(depth)]
        while True:
            joined = self._take("and")
            sign = self._next()
            if joined is None and (sign is None or sign.kind in {"or", ")"}):
                return _joined(All, parts)
            parts.append(self._part(depth))

    def _part(self, depth: int) -> Tree:
        sign = self._next()
        if depth > MOST_DEPTH and sign is not None:
            raise unfit("bad-line", _DEEP, at=sign.at, limit=MOST_DEPTH)
        if self._take("not"):
            return Not(self._part(depth + 1))
        if opened := self._take("("):
            tree = self._some(depth + 1)
            if self._take(")") is None:
                raise unfit("bad-line", _OPEN, at=opened.at)
            return tree
        if found := self._take("condition"):
            return Condition(found.text, found.value, found.at)
        raise self._missing()

    def _missing(self) -> Unfit:
        sign = self._next()
        if sign is None:
            return unfit("bad-line", _END, sign=self.signs[-1].text)
        return unfit("bad-line", _WANTED, at=sign.at, sign=sign.text)


def _joined(kind: type[All] | type[Some], parts: list[Tree]) -> Tree:
    """Parts said together; what brackets held of the same kind is of no other rank."""
    flat: list[Tree] = []
    for part in parts:
        flat += part.parts if isinstance(part, kind) else [part]
    return flat[0] if len(flat) == 1 else kind(tuple(flat))


def written(tree: Tree, within: type | None = None) -> str:
    """The line that reads as this tree."""
    match tree:
        case Condition(name, value):
            shown = (
                f'"{value}"'
                if re.search(r"[\s()\"]", _bare(value)) or (not name and _is_word(value))
                else value
            )
            return f"{name}:{shown}" if name else shown
        case Not(part):
            inner = written(part, Not)
            return f"not {inner}"
        case All(parts):
            # Bare words side by side would read as one word with blanks.
            bare = all(isinstance(part, Condition) and not part.name for part in parts)
            line = (" and " if bare else " ").join(written(part, All) for part in parts)
            return f"({line})" if within is Not else line
        case Some(parts):
            line = " or ".join(written(part, Some) for part in parts)
            return f"({line})" if within in (Not, All) else line


def _bare(value: str) -> str:
    """A value without its groups, which may hold anything but brackets of their own."""
    return re.sub(r"\[[^\[\]\s\"]*\]", "", value)


def _is_word(value: str) -> bool:
    return value.lower() in AND | OR | NOT
