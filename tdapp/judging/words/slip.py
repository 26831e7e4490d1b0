"""A slip of words, all checked at once: what the layers say, word by word or of the whole slip."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lexicon_admin.words.adjudicate import NOWHERE, Answer, Layers, adjudicate
from lexicon_admin.words.normalise import typed
from scoring.rules.loading import Ruleset
from tdapp.judging.words.words_of_play import refuse_word
from tdapp.kernel.refusals import Refusal

MOST = 60
# One space does not part words (“unti unti” is one); a slip is numbered, and a spreadsheet's row has tabs.
APART = re.compile(r"[,;\t\r\n]+")
TWO_PARTS = 2
NUMBERED = re.compile(r"^\s*\d+\s*[.):]?\s+")


def words_on(text: str) -> list[str]:
    """The words of a slip as typed or pasted, in order, without their numbers."""
    return [word for part in APART.split(text) for word in _words_in(NUMBERED.sub("", part).split())]


def _words_in(parts: list[str]) -> list[str]:
    """One word, or with two blanks and more so many: no word is written in three parts."""
    return parts if len(parts) > TWO_PARTS else [" ".join(parts)] if parts else []


def once_each(words: Sequence[str], ruleset: Ruleset, marks: bool) -> list[str]:
    """Each word once, where it stands first, by its key (with diacritics for `marks`).

    Refuses none, too many, and with a sentence a word what is no word."""
    if not words:
        raise Refusal("no-words", _("Type or paste the words of the slip."))
    if len(words) > MOST:
        sentence = ngettext(
            "%(most)s word fits one slip; here are %(n)s. Check them in parts.",
            "%(most)s words fit one slip; here are %(n)s. Check them in parts.",
            MOST,
        )
        raise Refusal("too-many", sentence % {"most": MOST, "n": len(words)})
    problems = [
        sentence for place, word in enumerate(words, 1) for sentence in _problems(place, word, ruleset)
    ]
    if problems:
        raise Refusal("no-word", *problems)
    once: dict[str, str] = {}
    for word in words:
        once.setdefault(typed(word, marks), word)
    return list(once.values())


def _problems(place: int, word: str, ruleset: Ruleset) -> list[str]:
    try:
        refuse_word(word, ruleset)
    except Refusal as refusal:
        return [
            _("Word %(place)s: %(problem)s") % {"place": place, "problem": one} for one in refusal.sentences
        ]
    return []


def checked(words: Sequence[str], layers: Layers, *, single: bool) -> dict[str, Any]:
    """What the layers say of a slip. `state`: ok, stop or ask (a judge decides). `read`: the words in
    the order of the slip, as they were asked about. Without `single` no word's answer is told."""
    verdict = adjudicate(words, layers)
    state = "ok" if verdict.acceptable else "ask" if verdict.waits_for_a_judge(layers) else "stop"
    lines = [_line(answer, layers) for answer in verdict.answers] if single else []
    return {"state": state, "words": len(words), "read": [one.key for one in verdict.answers], "lines": lines}


def _line(answer: Answer, layers: Layers) -> dict[str, Any]:
    open_word = layers.judged and answer.layer == NOWHERE
    state = "ok" if answer.acceptable else "ask" if open_word else "stop"
    return {**answer._asdict(), "state": state, "parts": _two_words(answer, layers)}


def _two_words(answer: Answer, layers: Layers) -> list[str]:
    """The two words meant perhaps where no list has the one: AKO and ANG of “ako ang”; [] otherwise."""
    parts = answer.typed.split()
    if answer.layer != NOWHERE or len(parts) != TWO_PARTS:
        return []
    verdict = adjudicate(parts, layers)
    return [one.key for one in verdict.answers] if verdict.acceptable else []
