"""Sentences of the pure rooms in the language of the page.

A translation may put a linker behind a fact in brackets, `%(byes)s[ na] bye`: it is said behind a count that takes the
second plural form (4, 6, 9) and behind an ordinal number (ika-3), and left out behind any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.utils.translation import get_language, gettext, gettext_noop, npgettext, pgettext

from core.messages import Message

ENGLISH = frozenset({"", "en"})
LINKED = re.compile(r"%\((\w+)\)s\[([^\]]+)\]")
NTH = re.compile(r"\d+(st|nd|rd|th)")
# What `scoring.rules.overrides` says of a rule of the event's own, with the lines of the book it departs from.
HERE, INSTEAD = gettext_noop("set for this event"), gettext_noop("set for this event, instead of %(lines)s")
# What a language looks at in a number stands at its end; a fact may be a number of thousands of digits somebody typed.
LAST = 9


def translated(sentence: str) -> str:
    """One sentence, on an English page as it stands; what is no message (a name, a text stored as English) stays as it is."""
    if not isinstance(sentence, Message) or (get_language() or "") in ENGLISH:
        return str(sentence)
    text = _filled(sentence)
    return text[:1].upper() + text[1:] if sentence[:1].isupper() else text


def all_translated(sentences: Iterable[str]) -> list[str]:
    """Several sentences."""
    return [translated(sentence) for sentence in sentences]


def of_rules(text: str) -> str:
    """A name, note or doubt of a file of rules: those of the shipped files stand in the catalogue."""
    if text.startswith(before := INSTEAD % {"lines": ""}):
        return gettext(INSTEAD) % {"lines": text.removeprefix(before)}
    return gettext(text) if text else ""


def _filled(sentence: str) -> str:
    if not isinstance(sentence, Message):
        return sentence
    template, facts = _template(sentence), sentence.facts
    linked = LINKED.sub(lambda at: f"%({at[1]})s{at[2] if _is_linked(str(facts[at[1]])) else ''}", template)
    found = {name: _filled(fact) if isinstance(fact, str) else fact for name, fact in facts.items()}
    text = linked % found if facts else linked.replace("%%", "%")
    text = text[:1].upper() + text[1:] if sentence.capital else text
    return text if sentence.endswith(".") else text.removesuffix(".")


def _template(message: Message) -> str:
    if message.number is not None:
        return npgettext(message.context, message.template, message.template, message.number)
    if message.context:
        return pgettext(message.context, message.template)
    return gettext(message.template) if message.template else ""


def _is_linked(fact: str) -> bool:
    """An ordinal number, or a count that the catalogue links to its noun."""
    return bool(NTH.fullmatch(fact)) or (fact.isdecimal() and _joint(int(fact[-LAST:])) != _joint(1))


def _joint(count: int) -> str:
    return npgettext("a number and what is counted", "%(n)s %(what)s", "%(n)s %(what)s", count)
