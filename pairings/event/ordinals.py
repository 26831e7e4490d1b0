"""Places and times: first, 2nd, 21st."""

from __future__ import annotations

from functools import lru_cache

from core.messages import Message, say, say_as

ORDINALS = {1: say("first"), 2: say("second"), 3: say("third"), 4: say("fourth"), 5: say("fifth")}
SUFFIXES = {1: "st", 2: "nd", 3: "rd"}
FOURTH = say_as("ordinal 4th", "%(n)sth", n=4)


@lru_cache(maxsize=4096)
def nth(number: int) -> Message:
    """1st, 2nd, 3rd ... 11th, 21st. One object for each number: a page of standings says it a thousand times."""
    teen = number % 100 in (11, 12, 13)
    english = f"{number}{'th' if teen else SUFFIXES.get(number % 10, 'th')}"
    return Message("", FOURTH.template, {"n": number}, context=FOURTH.context, english=english)


def ordinal(number: int) -> Message:
    """first, second ... 6th, 21st."""
    return ORDINALS.get(number) or nth(number)
