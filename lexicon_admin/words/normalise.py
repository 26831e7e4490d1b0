"""From what a list or a person wrote to the key words are compared by, and why an entry is left out.

The key: NFC, capitals, diacritics off, unless the list keeps them; Ñ is a letter of its own and stays. The printed form is
kept beside it.
"""

from __future__ import annotations

import unicodedata
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, NamedTuple

from core.messages import gettext_noop
from core.problems import unfit
from lexicon_admin.words.tiles import LATIN, SIGNED

MOST_LETTERS = 60
UNSEEN = "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u034f"
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"
QUOTES = "\u2018\u2019\u201b\u2032\u02b9\u02bb\u02bc\u02bd\u0060\u00b4\uff07"
PLAIN = str.maketrans(
    {**dict.fromkeys(UNSEEN, ""), **dict.fromkeys(DASHES, "-"), **dict.fromkeys(QUOTES, "'")}
)
JOINERS = str.maketrans("", "", "-'")


class Reason(StrEnum):
    """Why an entry is left out of an edition."""

    PROPER = "proper"
    HYPHEN = "hyphen"
    APOSTROPHE = "apostrophe"
    DIGITS = "digits"
    PHRASE = "phrase"
    AFFIX = "affix"
    SIGNS = "signs"
    FOREIGN = "foreign"
    LONG = "long"
    BROKEN = "broken"
    UNPLAYABLE = "unplayable"
    NO_TILE = "no_tile"
    LINKER = "linker"


HYPHENS = ("exclude", "strip", "keep")
APOSTROPHES = ("exclude", "strip")
CAPITALS = ("proper", "ignore", "words")
KEPT = ("keep", "exclude")
LINKERS = ("flag", "exclude", "off")
DIACRITICS = ("fold", "keep")
CHOICES = {
    "hyphen": HYPHENS, "apostrophe": APOSTROPHES, "capitals": CAPITALS, "no_tile": KEPT, "unplayable": KEPT,
    "linker": LINKERS, "diacritics": DIACRITICS,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Policy:
    """How one list is read; the defaults are those of lexicon.md 7.

    hyphen `strip`: key and printed form without it; `keep`: key without, printed with. capitals `proper`: an entry with
    a capital is a proper noun. no_tile and unplayable: words that need a blank, or cannot be laid, stay or go.
    capitals `ignore`: it is a word like others, in this file (all in capitals); `words`: in this list (German nouns).
    diacritics `keep`: Ä is no A.
    linker `flag`: a form in -ng whose base is there too is counted; `exclude`: left out; `off`: not looked for.
    """

    hyphen: str = "exclude"
    apostrophe: str = "exclude"
    capitals: str = "proper"
    no_tile: str = "keep"
    unplayable: str = "keep"
    linker: str = "flag"
    diacritics: str = "fold"

    @property
    def marks(self) -> bool:
        """Whether a letter with a sign on it is one of its own."""
        return self.diacritics == "keep"

    def as_data(self) -> dict[str, str]:
        return asdict(self)


def usual(language: str) -> Policy:
    """How a list of this language is read where nobody says otherwise: linker forms are a matter of Filipino, in German nouns
    have capitals and Ä is no A.
    """
    if language == "de":
        return Policy(linker="off", capitals="words", diacritics="keep")
    return Policy(linker="flag" if language == "fil" else "off")


def policy_from(data: dict[str, Any]) -> Policy:
    """A policy from its data; an unknown choice is an Unfit that names the ones there are."""
    for name, value in data.items():
        if value not in CHOICES.get(name, ()):
            raise unfit(
                "bad-policy", _UNKNOWN, name=name, value=value, known=", ".join(CHOICES.get(name, CHOICES))
            )
    return Policy(**data)


_UNKNOWN = gettext_noop("“%(value)s” is no choice for %(name)s; there are: %(known)s.")


class Word(NamedTuple):
    """An entry that may stand in an edition. hyphenated: the key is without the hyphen its source has."""

    key: str
    printed: str
    hyphenated: bool


def clean(text: str) -> str:
    """NFC, invisible characters off, every dash a hyphen, every quote an apostrophe."""
    if text.isascii():
        return text.strip()
    return unicodedata.normalize("NFC", text.translate(PLAIN)).strip()


def key_of(text: str, marks: bool = False) -> str:
    """The key of cleaned text: capitals without diacritics (with them for `marks`); hyphens and apostrophes stay for the
    policy to judge.
    """
    if text.isascii():
        return text.upper()
    return "".join(map(_signed if marks else _bare, unicodedata.normalize("NFC", text.upper())))


def _signed(letter: str) -> str:
    return letter if letter in SIGNED else _bare(letter)


@lru_cache(maxsize=4_096)
def _bare(letter: str) -> str:
    if letter == "Ñ" or letter.isascii():
        return letter
    plain = unicodedata.normalize("NFD", letter)
    return "".join(char for char in plain if not unicodedata.combining(char))


def typed(text: str, marks: bool = False) -> str:
    """The key of a word somebody typed at the kiosk or in a search: hyphens, apostrophes and blanks do not count.

    marks: as a list writes it that keeps diacritics.
    """
    kept = key_of(clean(text[: 4 * MOST_LETTERS]), marks)
    return "".join(char for char in kept if char not in "-' \t.")


def examine(text: str, policy: Policy, alphabet: frozenset[str] = LATIN) -> Word | Reason:
    """The word in an entry, or why it is none."""
    printed = clean(text)
    if printed.isascii() and printed.isalpha() and printed.islower() and len(printed) <= MOST_LETTERS:
        return Word(printed.upper(), printed, False)
    if len(printed) > MOST_LETTERS:
        return Reason.LONG
    key = key_of(printed, policy.marks)
    if printed.isalpha() and printed.islower() and alphabet.issuperset(key):
        return Word(key, printed, False)
    key = key.translate(JOINERS)
    return _wrong(printed, key, policy, alphabet) or _read(printed, key, policy)


def _wrong(printed: str, key: str, policy: Policy, alphabet: frozenset[str]) -> Reason | None:
    """What no policy changes comes before capitals: a formula or a Cyrillic word in capitals is no proper noun."""
    if "\ufffd" in printed or any("\ud800" <= char <= "\udfff" or char < " " != char for char in printed):
        return Reason.BROKEN
    if any(char.isspace() for char in printed):
        return Reason.PHRASE
    if any(char.isdigit() or char.isnumeric() for char in printed):
        return Reason.DIGITS
    if not alphabet.issuperset(key):
        return Reason.FOREIGN if strange_in(printed, alphabet).isalpha() else Reason.SIGNS
    if policy.capitals == "proper" and any(char.isupper() for char in printed):
        return Reason.PROPER
    return _joined(printed, policy)


def _joined(printed: str, policy: Policy) -> Reason | None:
    """What its hyphens and apostrophes make of it; a hyphen at an end marks an affix, whatever the policy."""
    if printed.startswith("-") or printed.endswith("-"):
        return Reason.AFFIX
    if "-" in printed and policy.hyphen == "exclude":
        return Reason.HYPHEN
    return Reason.APOSTROPHE if "'" in printed and policy.apostrophe == "exclude" else None


def strange_in(text: str, alphabet: frozenset[str] = LATIN) -> str:
    """The first character of cleaned text that no word of this alphabet holds, "" for none; hyphens and apostrophes may."""
    return next((char for char in text if not alphabet.issuperset(key_of(char).translate(JOINERS))), "")


def alphabet_of(letter: str) -> str:
    """The alphabet a letter belongs to, in the words of Unicode: Cyrillic, Greek, Fullwidth Latin; "" for no letter."""
    name = unicodedata.name(letter, "")
    words = name.split(" LETTER ")[0].removesuffix(" CAPITAL").removesuffix(" SMALL")
    return words.title() if letter.isalpha() else ""


def _read(printed: str, key: str, policy: Policy) -> Word | Reason:
    if not key:
        return Reason.SIGNS
    shown = printed.replace("-", "") if policy.hyphen == "strip" else printed
    return Word(key, shown, "-" in printed)


def linker_bases(key: str) -> tuple[str, ...]:
    """Forms the key could be the linker form of: ABUGADONG of ABUGADO, BAYANG of BAYAN (lexicon.md 2.4)."""
    if len(key) < 4 or not key.endswith("NG"):
        return ()
    return (*([key[:-2]] if key[-3] in "AEIOU" else []), key[:-1])
