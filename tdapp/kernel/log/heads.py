"""The head of a log as people copy it: the number of an entry and 80 bits of its chain value, with a check.

`137-K4T9-QX2M-0ZRB-7WCD-3F`: digits and capitals without I, L, O and U; the last two find every single typing mistake
and every two neighbours that changed places.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tdapp.kernel.refusals import Refusal

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BITS, LETTERS, CHECK = 80, 16, 2
# The largest prime that two letters hold: no change of one letter, or of two neighbours, is a multiple of it.
PRIME = 1021
ALIKE = str.maketrans("OIL", "011")
APART = re.compile(r"[\s\-\u2010-\u2015_.]+")
MOST_DIGITS = 12


@dataclass(frozen=True, slots=True)
class Head:
    """Entry number and the first 80 bits of its chain value."""

    number: int
    bits: int

    def fits(self, chained: str) -> bool:
        """Whether an entry with this chain value is the one that was printed."""
        return _bits(chained) == self.bits


def spoken(number: int, chained: str) -> str:
    """A head as it is printed; empty before the first entry."""
    if not number:
        return ""
    return of(Head(number, _bits(chained)))


def of(head: Head) -> str:
    """A head in groups, with its check."""
    text = _letters(head.bits, LETTERS)
    groups = [text[at : at + 4] for at in range(0, LETTERS, 4)]
    return "-".join([str(head.number), *groups, _letters(_check(head.number, head.bits), CHECK)])


def read(typed: str) -> Head:
    """What somebody typed, as a head; a typing mistake is refused with one sentence."""
    text = APART.sub("", typed).upper().translate(ALIKE)
    digits, letters, check = text[: -LETTERS - CHECK], text[-LETTERS - CHECK : -CHECK], text[-CHECK:]
    if (
        not (digits.isascii() and digits.isdecimal())
        or len(digits) > MOST_DIGITS
        or set(text) - set(ALPHABET)
    ):
        raise Refusal("bad-head", _shape())
    number, bits = int(digits), _value(letters)
    if _check(number, bits) != _value(check):
        raise Refusal("mistyped-head", _("There is a typing mistake in it; compare it with the print again."))
    return Head(number, bits)


def _shape() -> str:
    return _("This is not what is printed: a number, four groups of four and one of two, like %(like)s.") % {
        "like": spoken(137, "0" * 64)
    }


def _bits(chained: str) -> int:
    return int(chained[: BITS // 4], 16)


def _check(number: int, bits: int) -> int:
    return ((number << BITS) + bits) % PRIME


def _letters(value: int, count: int) -> str:
    return "".join(ALPHABET[(value >> 5 * place) & 31] for place in reversed(range(count)))


def _value(letters: str) -> int:
    value = 0
    for letter in letters:
        value = value * 32 + ALPHABET.index(letter)
    return value
