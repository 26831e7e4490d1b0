"""How a person's name is shown. The only place that decides it, and the only place that knows about age."""

from __future__ import annotations

import unicodedata
from datetime import date

ADULT, MINOR, UNKNOWN = "adult", "minor", "unknown"
ADULT_AT = 18


def display_name(
    given: str, surname: str, *, club: str = "", age: str = ADULT, school: bool = False, consent: bool = False
) -> str:
    """The name as the public may see it.

    A minor, or anyone of unknown age in a school division, is shown as given name + initial + school unless
    consent is recorded (RA 10173; NPC Advisory 2024-03: privacy by default). Others: "Given Surname".
    """
    if consent or not is_guarded(age, school):
        return " ".join(part for part in (given, surname) if part)
    short = f"{given} {surname[:1].upper()}." if given and surname else given or f"{surname[:1].upper()}."
    return f"{short} ({club})" if club else short


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


def listed_name(given: str, surname: str) -> str:
    """The name as the desk lists it: "Surname, Given"."""
    return ", ".join(part for part in (surname, given) if part)


def fold(text: str) -> str:
    """A name folded for matching and sorting: no case, no accents (Ñ stays its own letter), single spaces."""
    if text.isascii():
        return " ".join(text.casefold().split())
    kept = unicodedata.normalize("NFC", text).casefold().replace("ñ", "n\uffff")
    bare = "".join(c for c in unicodedata.normalize("NFD", kept) if not unicodedata.combining(c))
    return " ".join(bare.replace("\uffff", "~").replace("’", "'").split())
