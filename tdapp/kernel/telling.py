"""Sentences of the pairing engine in the language of the page.

The engine writes plain English, also into the runs that are stored. A sentence is told by finding the template it was
made from (`engine_sentences`, the longest that fits), translating that, and putting its facts back in, which may be
sentences themselves. What fits no template is taken apart at its joints; what still fits none stays as it is: a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache

from django.utils.translation import get_language, gettext, npgettext, override, pgettext

from tdapp.kernel.engine_sentences import SENTENCES

HOLE = re.compile(r"%\((\w+)\)s|\{\}")
JOINTS = ("; ", ". ", ", ", ": ")
NTH = re.compile(r"(\d+)(st|nd|rd|th)")
MANY = re.compile(r"(\d+|no|one) ([a-z][a-z -]+)")
ENGLISH = frozenset({"", "en"})


def told(sentence: str) -> str:
    """One sentence of the engine, translated; as it is when the page is English."""
    language = get_language() or ""
    return sentence if language in ENGLISH or not sentence else _told(sentence, language)


def all_told(sentences: Iterable[str]) -> list[str]:
    """Several sentences."""
    return [told(sentence) for sentence in sentences]


@lru_cache(maxsize=20_000)
def _told(sentence: str, language: str) -> str:
    with override(language):
        return _whole(sentence) or _in_parts(sentence)


def _whole(sentence: str) -> str:
    """By the template it was made from, "" when there is none."""
    if found := NTH.fullmatch(sentence):
        return pgettext("ordinal 4th", "%dth") % int(found[1])
    for template, pattern, anchor in _patterns():
        if anchor in sentence and (fit := pattern.fullmatch(sentence)):
            return _filled(template, fit.groups())
    return _small(sentence) or _counted(sentence)


def _filled(template: str, facts: tuple[str, ...]) -> str:
    """The translation with its facts, each told by itself; by name, for a translation may turn them round."""
    text = gettext(template)
    if not facts:
        return text
    told_facts = [_whole(fact) or _in_parts(fact) for fact in facts]
    if "{}" in template:
        return text.format(*told_facts)
    names = [found[1] for found in HOLE.finditer(template)]
    return text % dict(zip(names, told_facts, strict=True))


def _small(sentence: str) -> str:
    """A sentence that begins with a capital only because it stands first."""
    if not sentence[:1].isupper():
        return ""
    small = sentence[0].lower() + sentence[1:]
    text = gettext(small) if small in _plain() else ""
    return text[:1].upper() + text[1:]


def _counted(sentence: str) -> str:
    """3 repeats, one bye, no round: a number and what is counted."""
    found = MANY.fullmatch(sentence)
    if not found or found[2] not in _plain():
        return ""
    number = {"no": 0, "one": 1}.get(found[1], -1)
    count = int(found[1]) if number < 0 else number
    said = npgettext("a number and what is counted", "%(n)s %(what)s", "%(n)s %(what)s", count)
    return said % {"n": count, "what": gettext(found[2])}


def _in_parts(sentence: str) -> str:
    """Taken apart at the first joint both sides of which are left, then put together again."""
    bare = sentence.strip(" .,;")
    if bare != sentence and bare:
        at = sentence.index(bare)
        return f"{sentence[:at]}{_whole(bare) or _in_parts(bare)}{sentence[at + len(bare) :]}"
    for joint in JOINTS:
        if joint in sentence:
            return joint.join(_whole(part) or _in_parts(part) for part in sentence.split(joint))
    return sentence


@cache
def _plain() -> frozenset[str]:
    return frozenset(template for template in SENTENCES if not HOLE.search(template))


@cache
def _patterns() -> list[tuple[str, re.Pattern[str], str]]:
    """Every template with its pattern and its longest fixed part, the most telling first."""
    return [
        (template, _pattern(template), max(HOLE.split(template)[::2], key=len).replace("%%", "%"))
        for template in sorted(SENTENCES, key=_fixed, reverse=True)
    ]


def _fixed(template: str) -> int:
    return len(HOLE.sub("", template))


def _pattern(template: str) -> re.Pattern[str]:
    fixed = [part.replace("%%", "%") if "%(" in template else part for part in HOLE.split(template)[::2]]
    return re.compile("(.*?)".join(re.escape(part) for part in fixed), re.DOTALL)
