"""Whether what was typed can be the words of one play. What is wrong is told before any list is asked, and tells nothing
of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lexicon_admin.words.normalise import alphabet_of, clean, strange_in, typed
from lexicon_admin.words.tiles import LATIN
from scoring.rules.loading import Ruleset
from tdapp.kernel.refusals import Refusal

# What stands between letters and is not counted by `typed`.
BETWEEN = str.maketrans("", "", " \t.")
BRACKETS = re.compile(r"[\[\]()]")


def keys_of(words: Iterable[object], marks: bool) -> frozenset[str]:
    """Words as they are compared: NG written [NG], a blank in lower case and a hyphen make no difference.

    marks: a diacritic does, as the lists of the division have it.
    """
    return frozenset(typed(BRACKETS.sub("", str(word)), marks) for word in words) - {""}


def refuse_words(words: Sequence[str], ruleset: Ruleset) -> None:
    """One word at least, at most as many as a full rack can form, none longer than a line of the board."""
    most = ruleset.rack.size + 1
    if not words:
        raise Refusal("no-words", _("Type the word that is challenged."))
    if len(words) > most:
        sentence = ngettext(
            "A play forms at most %(most)s word.", "A play forms at most %(most)s words.", most
        )
        raise Refusal("too-many", sentence % {"most": most})
    for word in words:
        refuse_word(word, ruleset)


def refuse_word(word: str, ruleset: Ruleset) -> None:
    """Letters of this game's alphabet, no more than a line of the board has."""
    # A tile spells two letters at most (NG, CH), so no word on the board is longer than this.
    key, longest = typed(word), 2 * len(ruleset.board.grid)
    if len(key) > longest:
        raise Refusal("too-long", _("“%(word)s…” is longer than the board.") % {"word": word[:20]})
    if odd := strange_in(clean(word).translate(BETWEEN), _alphabet(ruleset)):
        raise Refusal("no-word", _odd(odd) % {"word": word[:30], "sign": odd, "name": alphabet_of(odd)})
    if not key:
        raise Refusal("no-word", _("“%(word)s” is no word: letters only.") % {"word": word[:30]})


def _alphabet(ruleset: Ruleset) -> frozenset[str]:
    """Letters a word may hold: the Latin ones, Ñ, and what the tiles add. A blank may be a letter no tile has (SAL:30)."""
    return LATIN | {letter for tile in ruleset.tile_set.tiles for letter in tile.letters}


def _odd(sign: str) -> str:
    """A letter that only looks right is named: Cyrillic А and Latin A are one to the eye."""
    if not sign.isalpha():
        return _("“%(word)s” is no word: “%(sign)s” is no letter; letters only.")
    return _("“%(word)s”: “%(sign)s” is a letter of another alphabet (%(name)s). Type the word anew.")
