"""Hunspell's .dic and .aff: every form a dictionary stands for, within bounds (Hunspell manual, hunspell(5)).

Read are SET, FLAG, AF, PFX, SFX, NEEDAFFIX, FORBIDDENWORD and ONLYINCOMPOUND; two suffixes may follow each other. Compounding
rules are left alone: they make words nobody ever wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from core.messages import gettext_noop
from core.problems import unfit
from lexicon_admin.words.files.affixing import Affix, Edges, Rule, rule_of
from lexicon_admin.words.files.encoding import KNOWN

MOST_RULES = 100_000
MOST_FORMS_OF_ONE = 20_000
SET = re.compile(rb"^\s*SET\s+(\S+)", re.MULTILINE)
ENCODINGS = {
    "utf-8": "utf-8", "utf8": "utf-8", "iso8859-1": "iso-8859-1", "iso-8859-1": "iso-8859-1",
    "windows-1252": "windows-1252", "cp1252": "windows-1252", "microsoft-cp1252": "windows-1252",
}  # fmt: skip

_ENCODING = gettext_noop(
    "The affix file says that it and its dictionary are in %(encoding)s, which is not read here. Save both as UTF-8 and write "
    "SET UTF-8 in it, or choose the encoding they really are in; known are %(known)s."
)
_RULES = gettext_noop("The affix file has more than %(limit)s rules.")
_NUMBER = gettext_noop("Line %(line)s of the affix file is no rule: “%(text)s”.")
_FORMS = gettext_noop(
    "“%(word)s” (line %(line)s) stands for more than %(limit)s forms: the affix file is not sound."
)
_FLAGS = gettext_noop("Line %(line)s: the flags “%(text)s” are not in the form the affix file announces.")


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
    suffixes: Edges = field(init=False)
    prefixes: Edges = field(init=False)

    def __post_init__(self) -> None:
        self.suffixes = Edges(self.by_flag, prefix=False)
        self.prefixes = Edges(self.by_flag, prefix=True)

    def flags(self, text: str, line: int) -> frozenset[str]:
        """A word's flags, by the notation the file announces; a number may stand for a list of them (AF)."""
        if self.aliases and text.isascii() and text.isdigit():
            at = int(text)
            text = self.aliases[at - 1] if 1 <= at <= len(self.aliases) else ""
        if self.flag == "num":
            return frozenset(part.strip() for part in text.split(",") if part.strip())
        if self.flag == "long":
            if len(text) % 2:
                raise unfit("bad-flags", _FLAGS, line=line, text=text[:40])
            return frozenset(text[at : at + 2] for at in range(0, len(text), 2))
        return frozenset(text)


def announced_encoding(aff: bytes) -> str:
    """The encoding an affix file says it and its dictionary are in; "" when it says none. One not read here is an Unfit."""
    found = SET.search(aff[:100_000])
    if not found:
        return ""
    said = found[1].decode("ascii", "replace")
    if said.lower() not in ENCODINGS:
        raise unfit("bad-encoding", _ENCODING, encoding=said[:40], known=", ".join(KNOWN))
    return ENCODINGS[said.lower()]


def read_affixes(text: str) -> Affixes:
    """The rules of an affix file. A broken rule is an Unfit with its line."""
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
        raise unfit("bad-affix", _NUMBER, line=number, text=line[:60])
    flag, prefix = parts[1], parts[0] == "PFX"
    if flag not in found.by_flag:
        found.by_flag[flag] = Affix(prefix, parts[2] == "Y")
        return
    found.count += 1
    if found.count > MOST_RULES:
        raise unfit("too-many-rules", _RULES, limit=MOST_RULES)
    add, _slash, flags = parts[3].partition("/")
    condition = parts[4] if len(parts) > 4 else "."
    affix, then = found.by_flag[flag], found.flags(flags, number)
    affix.rules.append(rule_of(affix, _nothing(parts[2]), _nothing(add), condition, then))


def _nothing(text: str) -> str:
    return "" if text == "0" else text


def expand(word: str, flags: frozenset[str], affixes: Affixes, line: int = 0) -> list[str]:
    """Every form of a dictionary word: itself, with a suffix, with two, with a prefix before any of these."""
    if flags & affixes.never:
        return []
    found: dict[str, None] = {}
    reach, head = affixes.prefixes.any_of(flags), ""
    before: tuple[Rule, ...] = ()
    for form, crossable in _forms(word, flags, affixes):
        found[form] = None
        if reach and crossable:
            # Nearly all forms of a word begin alike, so that what stands before one stands before the next.
            if form[:reach] != head:
                head, before = form[:reach], affixes.prefixes.fitting(flags, form)
            for rule in before:
                found[rule.add + form[rule.cut :]] = None
        if len(found) > MOST_FORMS_OF_ONE:
            raise unfit("too-many-forms", _FORMS, word=word[:40], line=line, limit=MOST_FORMS_OF_ONE)
    if affixes.need_affix and affixes.need_affix in flags:
        found.pop(word, None)
    found.pop("", None)
    return list(found)


def _forms(word: str, flags: frozenset[str], affixes: Affixes) -> Iterator[tuple[str, bool]]:
    """The word itself and its suffixed forms; whether a prefix may stand before each."""
    yield word, True
    ends = affixes.suffixes
    for rule in ends.fitting(flags, word):
        made = word[: len(word) - rule.cut] + rule.add
        if not (affixes.need_affix and affixes.need_affix in rule.flags):
            yield made, rule.cross
        if rule.flags and ends.any_of(rule.flags):
            size = len(made)
            for second in ends.fitting(rule.flags, made):
                yield made[: size - second.cut] + second.add, rule.cross


def split_entry(line: str) -> tuple[str, str]:
    r"""A dictionary line as word and flags; "\/" is a slash of the word, what follows a tab is morphology."""
    body = line.split("\t", 1)[0].strip()
    place = re.search(r"(?<!\\)/", body)
    word, flags = (body[: place.start()], body[place.end() :]) if place else (body, "")
    return word.replace("\\/", "/"), flags.split(" ", 1)[0]
