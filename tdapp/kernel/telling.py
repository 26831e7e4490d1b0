"""Sentences of the pairing engine in the language of the page.

The engine writes plain English, also into the runs that are stored. A sentence is told by finding the template it was
made from (`engine_sentences`), translating that, and putting its facts back in, which may be sentences themselves. What
fits no template is taken apart at its joints; what still fits none stays as it is: a name. Names hold commas and short
templates fit too much, so all readings are held against each other: the one that leaves the least English, takes the
fewest facts apart and leaves the fewest pieces is told.

A translation may put a linker behind a fact in brackets, `%(byes)s[ na] bye`: it is said behind a count that takes the
second plural form (4, 6, 9) and behind an ordinal number (ika-3), and left out behind any other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache

from django.utils.translation import (
    get_language,
    gettext,
    gettext_lazy,
    npgettext,
    override,
    pgettext,
    pgettext_lazy,
)

from tdapp.kernel.engine_sentences import SENTENCES

WORD = re.compile(r"[\w\0]+")
HOLE = re.compile(r"%\((\w+)\)s|\{\}")
JOINTS = ("; ", ". ", ", ", ": ")
NTH = re.compile(r"(\d+)(st|nd|rd|th)")
MANY = re.compile(r"(\d+(?:\.\d+)?|no|one) ([a-z][a-z -]+)")
# In a translation: what is said behind a fact only where it is a number that is linked to its noun.
LINKED = re.compile(r"(%\((\w+)\)s|\{\})\[([^\]]+)\]")
# In a template: a fact right behind another one.
BEHIND = re.compile(r"(?<=\)s )%\((\w+)\)s")
# Words that are counted: some mean something else where they stand alone.
COUNTED = {
    "bye": pgettext_lazy("counted", "bye"), "byes": pgettext_lazy("counted", "byes"),
    "error": gettext_lazy("error"), "errors": gettext_lazy("errors"),
    "pair has": gettext_lazy("pair has"), "pairs have": gettext_lazy("pairs have"),
    "repeat": gettext_lazy("repeat"), "repeats": gettext_lazy("repeats"),
    "thing": gettext_lazy("thing"), "things": gettext_lazy("things"),
    "warning": gettext_lazy("warning"), "warnings": gettext_lazy("warnings"),
    "replies": pgettext_lazy("counted", "replies"), "reply": pgettext_lazy("counted", "reply"),
    "round": pgettext_lazy("counted", "round"), "rounds": pgettext_lazy("counted", "rounds"),
    "start": pgettext_lazy("counted", "start"), "starts": pgettext_lazy("counted", "starts"),
    "time": pgettext_lazy("counted", "time"), "times": pgettext_lazy("counted", "times"),
    "win": pgettext_lazy("counted", "win"), "wins": pgettext_lazy("counted", "wins"),
    "points": pgettext_lazy("counted", "points"),
}  # fmt: skip
# What a round is priced by, as the certificate lists it.
PRICES = {
    "back to back": pgettext_lazy("what a round is priced by", "back to back"),
    "bracket": pgettext_lazy("what a round is priced by", "bracket"),
    "bye": pgettext_lazy("what a round is priced by", "bye"),
    "casement": pgettext_lazy("what a round is priced by", "casement"),
    "catch": pgettext_lazy("what a round is priced by", "catch"),
    "class prize": pgettext_lazy("what a round is priced by", "class prize"),
    "club": pgettext_lazy("what a round is priced by", "club"),
    "distance": pgettext_lazy("what a round is priced by", "distance"),
    "draw": pgettext_lazy("what a round is priced by", "draw"),
    "factor": pgettext_lazy("what a round is priced by", "factor"),
    "fixed": pgettext_lazy("what a round is priced by", "fixed"),
    "flight": pgettext_lazy("what a round is priced by", "flight"),
    "games": pgettext_lazy("what a round is priced by", "games"),
    "gibson": pgettext_lazy("what a round is priced by", "gibson"),
    "gibson distance": pgettext_lazy("what a round is priced by", "gibson distance"),
    "gibson repeats": pgettext_lazy("what a round is priced by", "gibson repeats"),
    "lot": pgettext_lazy("what a round is priced by", "lot"),
    "match": pgettext_lazy("what a round is priced by", "match"),
    "over cap": pgettext_lazy("what a round is priced by", "over cap"),
    "pattern": pgettext_lazy("what a round is priced by", "pattern"),
    "quarter": pgettext_lazy("what a round is priced by", "quarter"),
    "repeats": pgettext_lazy("what a round is priced by", "repeats"),
    "schedule": pgettext_lazy("what a round is priced by", "schedule"),
    "score gap": pgettext_lazy("what a round is priced by", "score gap"),
    "small table": pgettext_lazy("what a round is priced by", "small table"),
    "starts": pgettext_lazy("what a round is priced by", "starts"),
    "team": pgettext_lazy("what a round is priced by", "team"),
    "tie": pgettext_lazy("what a round is priced by", "tie"),
    "victim": pgettext_lazy("what a round is priced by", "victim"),
    "wishes": pgettext_lazy("what a round is priced by", "wishes"),
}
WORDS = {
    "once": pgettext_lazy("how often two have met", "once"),
    "twice": pgettext_lazy("how often two have met", "twice"),
    "again": pgettext_lazy("two meet", "again"),
    **PRICES,
}
ENGLISH = frozenset({"", "en"})
# Holes for names, and what no name holds.
NAMES = frozenset({"name", "name_", "names", "names_", "members", "found", "entrant"})
NO_NAME = re.compile(r"[;:]")
ENGLISH_WORD = re.compile(r"(?<![\w'])[a-z]{2,}")


@dataclass(frozen=True, slots=True)
class Said:
    """A reading of a sentence and what speaks against it.

    `left`: words that look English and stay; `nested`: facts that had to be taken apart; `pieces`: names and numbers.
    """

    text: str
    left: int = 0
    nested: int = 0
    pieces: int = 0
    parted: bool = False

    @property
    def price(self) -> tuple[int, int, int]:
        """The lowest is the best reading."""
        return self.left, self.nested, self.pieces

    def begun(self) -> Said:
        """As the beginning of a sentence."""
        return replace(self, text=self.text[:1].upper() + self.text[1:])


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
        said = _read(sentence, language)
        return (said.begun() if sentence[0].isupper() else said).text


@lru_cache(maxsize=50_000)
def _read(sentence: str, language: str) -> Said:
    """The best reading: by one template where nothing English is left and no fact falls apart; else of all there are."""
    best = _as_it_is(sentence)
    for said in (*_unpointed(sentence, language), *_wholes(sentence, language)):
        best = said if said.price < best.price else best
        if not best.left and not best.nested:
            return best
    return min([best, *_parted(sentence, language)], key=lambda said: said.price)


@lru_cache(maxsize=50_000)
def _piece(sentence: str, language: str) -> Said:
    """The best reading that takes nothing apart."""
    found = (_as_it_is(sentence), *_wholes(sentence, language))
    return min(found, key=lambda said: said.price)


def _as_it_is(sentence: str) -> Said:
    """A name or a number, it seems: left alone."""
    return Said(sentence, len(ENGLISH_WORD.findall(sentence)), pieces=1)


def _wholes(sentence: str, language: str) -> Iterator[Said]:
    """As one thing: an ordinal number, a word, a template with its facts, a number and what is counted."""
    if found := NTH.fullmatch(sentence):
        yield Said(pgettext("ordinal 4th", "%dth") % int(found[1]))
    elif sentence in WORDS:
        yield Said(str(WORDS[sentence]))
    yield from _by_templates(sentence, language)
    if counted := _counted(sentence):
        yield Said(counted)


def _by_templates(sentence: str, language: str) -> Iterator[Said]:
    """By every template that fits, with a small letter where it begins with a big one, and without its point, too."""
    small = sentence[:1].lower() + sentence[1:]
    for template, pattern in _near(sentence):
        begun = small if template[:1].islower() else sentence
        if (fit := pattern.fullmatch(begun)) and not _reaches_over(template, fit.groups()):
            said = _filled(template, fit.groups(), language)
            said = said if begun == sentence else said.begun()
            unpointed = template.endswith(".") and not sentence.endswith(".")
            yield replace(said, text=said.text.removesuffix(".")) if unpointed else said


def _reaches_over(template: str, facts: tuple[str, ...]) -> bool:
    """Whether it would begin with two parts of a sentence as its first fact."""
    return bool(facts) and "; " in facts[0] and ";" not in template and HOLE.match(template) is not None


def _filled(template: str, facts: tuple[str, ...], language: str) -> Said:
    """The translation with its facts, each told by itself; by name, for a translation may turn them round."""
    text = gettext(template)
    if not facts:
        return Said(text)
    facts_by_name = dict(zip([found[1] or "" for found in HOLE.finditer(template)], facts, strict=True))
    text = LINKED.sub(
        lambda found: found[1] + (found[3] if _is_linked(facts_by_name[found[2] or ""]) else ""), text
    )
    behind = set(BEHIND.findall(template))
    told_facts = {name: _fact(fact, name in behind, language) for name, fact in facts_by_name.items()}
    texts = {name: said.text for name, said in told_facts.items()}
    filled = text.format(*texts.values()) if "{}" in template else text % texts
    nested = sum(said.parted for said in told_facts.values())
    nested += sum(bool(NO_NAME.search(fact)) for name, fact in facts_by_name.items() if name in NAMES)
    return _together(filled, told_facts.values(), nested)


def _fact(fact: str, behind: bool, language: str) -> Said:
    """A fact by itself, or the word that is counted by the fact before it."""
    return Said(str(COUNTED[fact])) if behind and fact in COUNTED else _read(fact, language)


def _together(text: str, parts: Iterable[Said], nested: int = 0, parted: bool = False) -> Said:
    parts = list(parts)
    left, pieces = sum(part.left for part in parts), sum(part.pieces for part in parts)
    return Said(text, left, nested + sum(part.nested for part in parts), pieces, parted)


def _is_linked(fact: str) -> bool:
    """An ordinal number, or a count that the catalogue links to its noun."""
    return bool(NTH.fullmatch(fact)) or (fact.isdecimal() and _joined(int(fact)) != _joined(1))


def _joined(count: int) -> str:
    return npgettext("a number and what is counted", "%(n)s %(what)s", "%(n)s %(what)s", count)


def _counted(sentence: str) -> str:
    """3 repeats, one bye, no round: a number and what is counted."""
    found = MANY.fullmatch(sentence)
    if not found or found[2] not in COUNTED:
        return ""
    number = {"no": "0", "one": "1"}.get(found[1], found[1])
    joined = _joined(int(number) if number.isdecimal() else 1)
    return joined % {"n": number, "what": COUNTED[found[2]]}


def _unpointed(sentence: str, language: str) -> Iterator[Said]:
    """Without the points at its ends."""
    bare = sentence.strip(" .,;")
    if bare != sentence and bare:
        inner, at = _read(bare, language), sentence.index(bare)
        text = f"{sentence[:at]}{inner.text}{sentence[at + len(bare) :]}"
        yield replace(inner, text=text)


def _parted(sentence: str, language: str) -> Iterator[Said]:
    """Taken apart at any joint into a piece and what is behind it."""
    for joint in JOINTS if "; " not in sentence else JOINTS[:1]:
        for found in re.finditer(re.escape(joint), sentence):
            read = _read if joint == JOINTS[0] else _piece
            parts = read(sentence[: found.start()], language), _read(sentence[found.end() :], language)
            text = joint.join(part.text for part in parts)
            yield _together(text, parts, parted=text != sentence)


def _near(sentence: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """The templates that may fit, the most telling first: those whose rarest word stands in the sentence."""
    index = _patterns()
    words = {"", *WORD.findall(sentence.lower())}
    found = sorted(one for word in words & index.keys() for one in index[word])
    return ((template, pattern) for _, template, pattern in found)


@cache
def _patterns() -> dict[str, list[tuple[int, str, re.Pattern[str]]]]:
    """Every template with its pattern and its place among all, by its rarest word ("": it has none)."""
    words = {template: _words(template) for template in SENTENCES}
    often = Counter(word for found in words.values() for word in found)
    index: dict[str, list[tuple[int, str, re.Pattern[str]]]] = {}
    for at, template in enumerate(sorted(SENTENCES, key=_fixed, reverse=True)):
        rarest = min(words[template], key=lambda word: (often[word], word), default="")
        index.setdefault(rarest, []).append((at, template, _pattern(template)))
    return index


def _words(template: str) -> set[str]:
    """Its words that touch no hole."""
    return {word for word in WORD.findall(HOLE.sub("\0", template).lower()) if "\0" not in word}


def _fixed(template: str) -> int:
    return len(HOLE.sub("", template))


def _pattern(template: str) -> re.Pattern[str]:
    fixed = [part.replace("%%", "%") if "%(" in template else part for part in HOLE.split(template)[::2]]
    # `{}` stands for an amount, the other holes for anything.
    text = (r"(\d+)" if "{}" in template else "(.*?)").join(re.escape(part) for part in fixed)
    return re.compile(f"{text}?" if template.endswith(".") else text, re.DOTALL)
