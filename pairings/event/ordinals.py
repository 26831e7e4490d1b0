"""Places and times in English words and figures: first, 2nd, 21st."""

from __future__ import annotations

ORDINALS = {1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth"}
SUFFIXES = {1: "st", 2: "nd", 3: "rd"}


def nth(number: int) -> str:
    """1st, 2nd, 3rd ... 11th, 21st."""
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else SUFFIXES.get(number % 10, 'th')}"


def ordinal(number: int) -> str:
    """first, second ... 6th, 21st."""
    return ORDINALS.get(number, nth(number))
