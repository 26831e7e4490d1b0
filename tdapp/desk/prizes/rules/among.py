"""Whom a prize is for, by gender or age: "girls", "under 13", "boys under 18", "from 60". Pure.

Decided from private data and told to nobody: a prize among some is known in public by its own name and its winner.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date

FEMALE, MALE = "female", "male"
CALLED = {FEMALE: "girls", MALE: "boys"}
GENDERS = {
    **dict.fromkeys(("girl", "girls", "woman", "women", "female", "females", "lady", "ladies", "babae"), FEMALE),
    **dict.fromkeys(("boy", "boys", "man", "men", "male", "males", "lalaki"), MALE),
}  # fmt: skip
AGE_MOST = 120
PIECE = re.compile(r"(?P<word>[a-z]+)(?:\s*(?P<age>\d{1,3}))?\s*")
AGES = {"under": "under", "u": "under", "from": "least"}


@dataclass(frozen=True, slots=True)
class Among:
    """Of one gender ("" for any), younger than `under`, at least `least` years old (0: no bound)."""

    gender: str = ""
    under: int = 0
    least: int = 0

    def __str__(self) -> str:
        ages = (f"under {self.under}" if self.under else "", f"from {self.least}" if self.least else "")
        return " ".join(part for part in (CALLED.get(self.gender, ""), *ages) if part)

    @property
    def fits_somebody(self) -> bool:
        """Whether it asks for anything, and for nothing that cannot be."""
        asks = bool(self.gender or self.under or self.least)
        return asks and not (self.under and self.least >= self.under)

    def takes(self, gender: str, born: date | None, day: date) -> bool:
        """Whether somebody is one of them on a day; who is not known well enough is not."""
        if self.gender and gender != self.gender:
            return False
        if not (self.under or self.least):
            return True
        if born is None:
            return False
        age = day.year - born.year - ((day.month, day.day) < (born.month, born.day))
        return self.least <= age and (not self.under or age < self.under)


def gender_of(called: str) -> str:
    """The gender of those called so; "" for everybody."""
    return next((gender for gender, name in CALLED.items() if name == called), "")


def read(text: str) -> Among | None:
    """Whom words name; None when they name nobody there could be."""
    found: dict[str, str | int] = {}
    rest = " ".join(text.lower().replace("-", " ").split())
    while rest:
        piece = PIECE.match(rest)
        if piece is None or not _take(piece["word"], piece["age"], found):
            return None
        rest = rest[piece.end() :]
    one = Among(str(found.get("gender", "")), int(found.get("under", 0)), int(found.get("least", 0)))
    return one if one.fits_somebody else None


def _take(word: str, age: str | None, found: dict[str, str | int]) -> bool:
    """Put one piece to the others; False for one that is none, or that was said already."""
    name = "gender" if word in GENDERS else AGES.get(word, "")
    if not name or name in found or (name == "gender") == bool(age):
        return False
    if name == "gender":
        found[name] = GENDERS[word]
    elif age and 1 <= int(age) <= AGE_MOST:
        found[name] = int(age)
    return name in found
