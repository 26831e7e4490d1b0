"""How a person's name is shown, in which order names stand, and what finds one. The only place that decides it, and the
only place that knows about age.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence
from datetime import date
from itertools import pairwise, starmap

ADULT, MINOR, UNKNOWN = "adult", "minor", "unknown"
ADULT_AT = 18
# Words before a surname that it may be filed without: dela Cruz, de los Santos, van der Berg. San Juan keeps its San.
PARTICLES = frozenset({
    "de", "del", "dela", "delas", "delos", "la", "las", "los", "da", "das", "do", "dos", "di", "van", "von", "der", "den",
    "ter", "y",
})  # fmt: skip
JOINED = ("la", "las", "los")
PUNCTUATION = str.maketrans({**dict.fromkeys("-.,()/", " "), "'": None})


def display_name(
    given: str, surname: str, *, club: str = "", age: str = ADULT, school: bool = False, consent: bool = False,
    listed: bool = False, beside: str = "",
) -> str:  # fmt: skip
    """The name as the public may see it; `listed`: surname first; `beside`: what tells two of one name apart.

    A minor, or anyone of unknown age in a school division, is shown as given name + initial + school unless
    consent is recorded (RA 10173; NPC Advisory 2024-03: privacy by default). Others: "Given Surname".
    """
    if consent or not is_guarded(age, school):
        # Told at once: lists ask it ten thousand times.
        return (listed_name if listed else spoken_name)(given, surname, beside)
    initial = f"{surname[:1].upper()}." if surname else ""
    return _written(given, initial, listed, (club, beside))


def _written(given: str, surname: str, listed: bool, more: Sequence[str]) -> str:
    return (listed_name if listed else spoken_name)(given, surname, ", ".join(part for part in more if part))


def is_guarded(age: str, school: bool) -> bool:
    """Whether a person of this age band needs consent before the full name is shown."""
    return age == MINOR or (age != ADULT and school)


def age_band(birth_date: date | None, birth_year: int | None, on: date) -> str:
    """adult, minor or unknown on the day given; a year alone counts as its last day."""
    if birth_date is None and not birth_year:
        return UNKNOWN
    born = birth_date or date(birth_year or on.year, 12, 31)
    had_birthday = (on.month, on.day) >= (born.month, born.day)
    return ADULT if on.year - born.year - (not had_birthday) >= ADULT_AT else MINOR


def listed_name(given: str, surname: str, beside: str = "") -> str:
    """The name as the desk lists it: "Surname, Given"; `beside`: what tells two of one name apart."""
    # Written out: pages ask it thousands of times.
    name = f"{surname}, {given}" if surname and given else surname or given
    return f"{name} ({beside})" if beside else name


def spoken_name(given: str, surname: str, beside: str = "") -> str:
    """The full name as it is read out: "Given Surname"; `beside`: what tells two of one name apart."""
    name = f"{given} {surname}" if given and surname else given or surname
    return f"{name} ({beside})" if beside else name


def short_name(given: str, surname: str, letters: int = 1, beside: str = "") -> str:
    """For narrow places at the desk: "Abad, M.", with more letters where brothers and sisters need them. A whole word has
    no point: of Maria L. and Mario stand Maria and Mario.
    """
    head, rest = given[:letters].rstrip(), given[letters:]
    cut = rest and not rest[0].isspace() and not given[:letters].endswith(" ")
    return listed_name(f"{head}{'.' if cut else ''}", surname, beside)


def letters_needed(names: Sequence[tuple[str, str]]) -> list[int]:
    """Of each (given, surname), how many letters of the given name tell it from the others of its surname: 1 if alone."""
    folded = [(fold(surname), fold(given)) for given, surname in names]
    families: dict[str, set[str]] = defaultdict(set)
    for surname, given in folded:
        families[surname].add(given)
    needed: dict[tuple[str, str], int] = {}
    for family, found in families.items():
        # Who shares the most letters stands next to it in their order.
        ordered = sorted(found)
        shared = [0, *starmap(_shared, pairwise(ordered)), 0]
        needed |= {(family, one): max(shared[at], shared[at + 1]) + 1 for at, one in enumerate(ordered)}
    return [needed[one] for one in folded]


def _shared(one: str, other: str) -> int:
    return next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def told_apart(people: Sequence[tuple[str, str, int]], *, numbers: bool = True) -> list[str]:
    """What stands beside each of these (name, club, number) because another has the same name; "" for all others.

    Their clubs, where these tell all of one name apart and do not stand in it; else their numbers, unless these stand
    there already.
    """
    alike: dict[str, list[str]] = defaultdict(list)
    folded = [fold(name) for name, _club, _number in people]
    for name, (_name, club, _number) in zip(folded, people, strict=True):
        alike[name].append(club)
    # Of a thousand hardly anybody: only their clubs are compared.
    several = {name: [*map(fold, told)] for name, told in alike.items() if len(told) > 1}
    clubs = {name for name, told in several.items() if all(told) and len(set(told)) == len(told)}
    return [
        "" if name not in several else club if name in clubs else f"#{number}" * numbers
        for name, (_name, club, number) in zip(folded, people, strict=True)
    ]


def rated(rating: int | None) -> str:
    """A rating as it stands in a column of ratings; "-" for who has none, never 0."""
    return str(rating) if rating else "-"


def mark(number: int, rating: int | None, *, rated_too: bool) -> str:
    """What stands beside every name on lists, slips, phones and screens: "#12 1890"; of who has no rating "#12"."""
    return f"#{number} {rating}" if rated_too and rating else f"#{number}"


def order_key(given: str, surname: str, *, under_particle: bool = True) -> str:
    """Where a name stands among names, as Filipinos read lists: by surname, then given name, Ñ after N, no accents.

    De los Santos stands under D like dela Cruz (de la Cruz beside it), or, not `under_particle`, under S.
    """
    words = fold(surname).translate(PUNCTUATION).split()
    lead = 0
    while lead < len(words) - 1 and words[lead] in PARTICLES:
        lead += 1
    if not under_particle:
        return "\t".join((" ".join(words[lead:]), fold(given), " ".join(words[:lead])))
    if len(words) > 2 and words[0] == "de" and words[1] in JOINED:
        words = [words[0] + words[1], *words[2:]]
    return "\t".join((" ".join(words), fold(given)))


def letter_of(key: str) -> str:
    """The letter of the alphabet a name of this `order_key` stands under."""
    key = key.lstrip()
    return "Ñ" if key.startswith("n~") else key[:1].upper()


def words_of(text: str) -> list[str]:
    """The words of a name as somebody looks for it: no case, no accents, Ñ like N, no points, no particles."""
    words = fold(text).replace("~", "").translate(PUNCTUATION).split()
    return [word for word in words if word not in PARTICLES] or words


def fits(typed: Sequence[str], *known: str) -> bool:
    """Whether each word typed (`words_of`) begins a word of what is known of somebody, in any order, each another one."""
    words = [word for text in known for word in fold(text).replace("~", "").translate(PUNCTUATION).split()]
    glued = [(word, "".join(words[at:])) for at, word in enumerate(words)]
    left = Counter(words)
    for piece in sorted(typed, key=len, reverse=True):
        word = min((one for one in left if left[one] and one.startswith(piece)), key=len, default="")
        # Typed in one: delacruz.
        if not word and not any(whole.startswith(piece) and len(piece) > len(one) for one, whole in glued):
            return False
        left[word] -= 1
    return bool(typed)


def fold(text: str) -> str:
    """A name folded for matching and sorting: no case, no accents (Ñ stays its own letter), single spaces."""
    if text.isascii():
        return " ".join(text.casefold().split())
    kept = unicodedata.normalize("NFC", text).casefold().replace("ñ", "n\uffff")
    bare = "".join(c for c in unicodedata.normalize("NFD", kept) if not unicodedata.combining(c))
    return " ".join(bare.replace("\uffff", "~").replace("’", "'").split())
