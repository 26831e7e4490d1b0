"""Which rules of an affix file fit a word: looked up by the word's edge, not tried one after the other.

A rule looks at a few letters of the edge alone (the end for a suffix, the beginning for a prefix), and edges repeat
from word to word. What fits an edge is narrowed down from what fits half of it, and kept.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

K = TypeVar("K")
V = TypeVar("V")
MARK = re.compile(r"\[(\^?)([^\]]*)\]|(.)")
MOST_KEPT = 100_000


class Piece(NamedTuple):
    """One place of a condition: one of these letters, or any but these."""

    letters: str
    other: bool


ANY, NEVER = Piece("", True), Piece("", False)


class Rule(NamedTuple):
    """One line of an affix: what is taken off, what is put on, and the flags of the new form.

    `gone` and `pieces` (the letters taken off, the condition) are told from the edge inwards.
    """

    add: str
    gone: str
    pieces: tuple[Piece, ...]
    flags: frozenset[str]
    cross: bool
    cut: int

    @property
    def reach(self) -> int:
        """How many letters of the edge decide; a word is never taken off whole."""
        return max(self.cut + 1, len(self.pieces))


@dataclass
class Affix:
    """All rules of one flag. cross: may stand together with one of the other end."""

    prefix: bool
    cross: bool
    rules: list[Rule] = field(default_factory=list)


def rule_of(affix: Affix, strip: str, add: str, condition: str, flags: frozenset[str]) -> Rule:
    """A rule from its line; `strip` and `add` are "" for nothing, the condition is Hunspell's, "." for always."""
    pieces = () if condition == "." else tuple(_piece(match) for match in MARK.finditer(condition))
    if not affix.prefix:
        strip, pieces = strip[::-1], pieces[::-1]
    return Rule(add, strip, pieces, flags, affix.cross, len(strip))


def _piece(match: re.Match[str]) -> Piece:
    if match[3] is not None:
        return ANY if match[3] == "." else Piece(match[3], False)
    return Piece(match[2], bool(match[1])) if match[2] else NEVER


class Edges:
    """The rules of one end of the word, by flags and edge."""

    def __init__(self, by_flag: Mapping[str, Affix], *, prefix: bool) -> None:
        self.by_flag, self.prefix = by_flag, prefix
        self.told: dict[str, tuple[tuple[Rule, ...], int]] = {}
        self.reaches: dict[frozenset[str], int] = {}
        self.of_flags: dict[tuple[frozenset[str], str], tuple[Rule, ...]] = {}
        self.of_flag: dict[tuple[str, str, int], tuple[Rule, ...]] = {}

    def any_of(self, flags: frozenset[str]) -> int:
        """How many letters of an edge decide between the rules of all these flags; 0 when there are none."""
        reach = self.reaches.get(flags)
        if reach is None:
            reach = _keep(self.reaches, flags, max((self._rules(flag)[1] for flag in flags), default=0))
        return reach

    def fitting(self, flags: frozenset[str], word: str) -> tuple[Rule, ...]:
        """The rules of all these flags that a word may take, by flag and then as the file has them."""
        reach = self.any_of(flags)
        key = (flags, word[:reach] if self.prefix else word[: -reach - 1 : -1])
        found = self.of_flags.get(key)
        if found is None:
            each = (self._narrowed(flag, key[1], self._rules(flag)[1]) for flag in sorted(flags))
            found = _keep(self.of_flags, key, tuple(rule for rules in each for rule in rules))
        return found

    def _rules(self, flag: str) -> tuple[tuple[Rule, ...], int]:
        """A flag's rules of this end, and how many letters decide between them; 0 when there are none."""
        found = self.told.get(flag)
        if found is None:
            affix = self.by_flag.get(flag)
            rules = tuple(affix.rules) if affix and affix.prefix == self.prefix else ()
            found = _keep(self.told, flag, (rules, max((rule.reach for rule in rules), default=0)))
        return found

    def _narrowed(self, flag: str, edge: str, length: int) -> tuple[Rule, ...]:
        """The rules of a flag that the first `length` letters of an edge let through."""
        if not length:
            return ()
        edge = edge[:length]
        key = (flag, edge, length)
        found = self.of_flag.get(key)
        if found is None:
            half = (length + 1) // 2 if length > 1 else 0
            pool = self._narrowed(flag, edge, half) if half else self._rules(flag)[0]
            found = _keep(self.of_flag, key, tuple(rule for rule in pool if _fits(rule, edge, half, length)))
        return found


def _fits(rule: Rule, edge: str, since: int, length: int) -> bool:
    """Whether the letters of an edge from `since` to `length` let a rule through; a shorter edge is the whole word."""
    here, gone, pieces = len(edge), rule.gone, rule.pieces
    if here < length and (len(pieces) > here or len(gone) >= here):
        return False
    if not edge.startswith(gone[:length]):
        return False
    return all(
        (edge[at] in pieces[at].letters) != pieces[at].other for at in range(since, min(length, len(pieces)))
    )


def _keep(kept: dict[K, V], key: K, value: V) -> V:
    """Remember; a full memory begins anew."""
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = value
    return value
