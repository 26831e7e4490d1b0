"""Hunspell's .dic and .aff: every form a dictionary stands for, within bounds (Hunspell manual, hunspell(5)).

Read are SET, FLAG, AF, PFX, SFX, NEEDAFFIX, FORBIDDENWORD and ONLYINCOMPOUND; two suffixes may follow each other. Compounding
rules are left alone: they make words nobody ever wrote.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from lexicon_admin.words.problem import Problem, gettext_noop

MOST_RULES = 100_000
MOST_FORMS_OF_ONE = 20_000
SET = re.compile(rb"^\s*SET\s+(\S+)", re.MULTILINE)
ENCODINGS = {"utf-8": "utf-8", "utf8": "utf-8", "iso8859-1": "iso-8859-1", "iso-8859-1": "iso-8859-1"}
MARK = re.compile(r"\[(\^?)([^\]]*)\]|(.)")

_RULES = gettext_noop("The affix file has more than %(limit)s rules.")
_NUMBER = gettext_noop("Line %(line)s of the affix file is no rule: “%(text)s”.")
_FORMS = gettext_noop(
    "“%(word)s” (line %(line)s) stands for more than %(limit)s forms: the affix file is not sound."
)
_FLAGS = gettext_noop("Line %(line)s: the flags “%(text)s” are not in the form the affix file announces.")


class Rule(NamedTuple):
    """One line of an affix: what is taken off, what is put on, where, and the flags of the new form."""

    strip: str
    add: str
    fits: Callable[[str], object]
    flags: frozenset[str]


@dataclass
class Affix:
    """All rules of one flag. cross: may stand together with one of the other end."""

    prefix: bool
    cross: bool
    rules: list[Rule] = field(default_factory=list)


@dataclass
class Affixes:
    """An affix file, read."""

    flag: str = ""
    aliases: list[str] = field(default_factory=list)
    by_flag: dict[str, Affix] = field(default_factory=dict)
    need_affix: str = ""
    never: set[str] = field(default_factory=set)
    aliases_announced: bool = False
    count: int = 0

    def flags(self, text: str, line: int) -> frozenset[str]:
        """A word's flags, by the notation the file announces; a number may stand for a list of them (AF)."""
        if self.aliases and text.isdigit():
            at = int(text)
            text = self.aliases[at - 1] if 1 <= at <= len(self.aliases) else ""
        if self.flag == "num":
            return frozenset(part.strip() for part in text.split(",") if part.strip())
        if self.flag == "long":
            if len(text) % 2:
                raise Problem("bad-flags", _FLAGS, line=line, text=text[:40])
            return frozenset(text[at : at + 2] for at in range(0, len(text), 2))
        return frozenset(text)


def announced_encoding(aff: bytes) -> str:
    """The encoding an affix file says it and its dictionary are in; "" when it says none that is read here."""
    found = SET.search(aff[:100_000])
    return ENCODINGS.get(found[1].decode("ascii", "replace").lower(), "") if found else ""


def read_affixes(text: str) -> Affixes:
    """The rules of an affix file. A broken rule is a Problem with its line."""
    found = Affixes()
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        parts = line.split()
        if parts and not parts[0].startswith("#"):
            _take(found, parts, number, line)
    return found


def _take(found: Affixes, parts: list[str], number: int, line: str) -> None:
    name, rest = parts[0], parts[1:]
    if name in {"PFX", "SFX"}:
        _take_affix(found, parts, number, line)
    elif name == "FLAG" and rest:
        found.flag = "" if rest[0] == "UTF-8" else rest[0].lower()
    elif name == "AF" and rest:
        _take_alias(found, rest[0])
    elif name in {"NEEDAFFIX", "PSEUDOROOT"} and rest:
        found.need_affix = rest[0]
    elif name in {"FORBIDDENWORD", "ONLYINCOMPOUND"} and rest:
        found.never.add(rest[0])


def _take_alias(found: Affixes, text: str) -> None:
    """The first AF line says how many follow; each of those is a list of flags with a number by its place."""
    if found.aliases_announced:
        found.aliases.append(text)
    found.aliases_announced = True


def _take_affix(found: Affixes, parts: list[str], number: int, line: str) -> None:
    if len(parts) < 4:
        raise Problem("bad-affix", _NUMBER, line=number, text=line[:60])
    flag, prefix = parts[1], parts[0] == "PFX"
    if flag not in found.by_flag:
        found.by_flag[flag] = Affix(prefix, parts[2] == "Y")
        return
    found.count += 1
    if found.count > MOST_RULES:
        raise Problem("too-many-rules", _RULES, limit=MOST_RULES)
    add, _slash, flags = parts[3].partition("/")
    condition = parts[4] if len(parts) > 4 else "."
    found.by_flag[flag].rules.append(
        Rule(_nothing(parts[2]), _nothing(add), _condition(condition, prefix), found.flags(flags, number))
    )


def _nothing(text: str) -> str:
    return "" if text == "0" else text


def _condition(text: str, prefix: bool) -> Callable[[str], object]:
    """Hunspell's condition as a pattern: letters, the dot and character groups only, so that it cannot run away."""
    if text == ".":
        return _always
    made = "".join(_piece(match) for match in MARK.finditer(text))
    compiled = re.compile(f"^{made}" if prefix else f"{made}$")
    return compiled.search


def _always(_word: str) -> object:
    return True


def _piece(match: re.Match[str]) -> str:
    if match[3] is not None:
        return "." if match[3] == "." else re.escape(match[3])
    letters = "".join(map(re.escape, match[2]))
    return f"[{match[1]}{letters}]" if letters else "(?!)"


def expand(word: str, flags: frozenset[str], affixes: Affixes, line: int = 0) -> list[str]:
    """Every form of a dictionary word: itself, with a suffix, with two, with a prefix before any of these."""
    if flags & affixes.never:
        return []
    found: dict[str, None] = {}
    for form, crossable in _forms(word, flags, affixes):
        for made in (form, *(_prefixed(form, flags, affixes) if crossable else ())):
            if made:
                found[made] = None
        if len(found) > MOST_FORMS_OF_ONE:
            raise Problem("too-many-forms", _FORMS, word=word[:40], line=line, limit=MOST_FORMS_OF_ONE)
    if affixes.need_affix and affixes.need_affix in flags:
        found.pop(word, None)
    return list(found)


def _forms(word: str, flags: frozenset[str], affixes: Affixes) -> Iterator[tuple[str, bool]]:
    """The word itself and its suffixed forms; whether a prefix may stand before each."""
    yield word, True
    for flag, rule in _rules(flags, affixes, prefix=False):
        cross = affixes.by_flag[flag].cross
        for made in _applied(word, rule, False):
            if not (affixes.need_affix and affixes.need_affix in rule.flags):
                yield made, cross
            for _flag, second in _rules(rule.flags, affixes, prefix=False):
                yield from ((twice, cross) for twice in _applied(made, second, False))


def _prefixed(word: str, flags: frozenset[str], affixes: Affixes) -> Iterator[str]:
    for _flag, rule in _rules(flags, affixes, prefix=True):
        yield from _applied(word, rule, True)


def _rules(flags: frozenset[str], affixes: Affixes, *, prefix: bool) -> Iterator[tuple[str, Rule]]:
    for flag in sorted(flags):
        affix = affixes.by_flag.get(flag)
        if affix and affix.prefix == prefix:
            yield from ((flag, rule) for rule in affix.rules)


def _applied(word: str, rule: Rule, prefix: bool) -> Iterator[str]:
    if not rule.fits(word) or len(word) <= len(rule.strip):
        return
    if prefix and word.startswith(rule.strip):
        yield rule.add + word[len(rule.strip) :]
    elif not prefix and word.endswith(rule.strip):
        yield word[: len(word) - len(rule.strip)] + rule.add


def split_entry(line: str) -> tuple[str, str]:
    r"""A dictionary line as word and flags; "\/" is a slash of the word, what follows a tab is morphology."""
    body = line.split("\t", 1)[0].strip()
    place = re.search(r"(?<!\\)/", body)
    word, flags = (body[: place.start()], body[place.end() :]) if place else (body, "")
    return word.replace("\\/", "/"), flags.split(" ", 1)[0]
