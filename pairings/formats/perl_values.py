"""The plain values of a line of Perl: numbers, texts, `undef`, lists and tables of these. Nothing is ever run.

config max_rounds = 12      config session_breaks = [7, 14]      config tables = {'A' => [1 .. 9]}
"""

from __future__ import annotations

import re
from collections.abc import Callable

Value = int | float | str | None | list["Value"] | dict[str, "Value"]
LONGEST, DEEPEST, MOST_ITEMS, DIGITS = 20_000, 8, 2_000, 9
TOKEN = re.compile(
    r"""\s*(?:(?P<number>[-+]?\d+(?:\.(?!\.)\d*)?)(?!\w)
    |(?P<range>\.\.)
    |'(?P<single>(?:[^'\\]|\\.)*)'
    |"(?P<double>(?:[^"\\]|\\.)*)"
    |qw?\((?P<words>[^()]*)\)
    |(?P<word>-?[A-Za-z_]\w*)
    |(?P<sign>=>|[\[\]{},])
    )""",
    re.VERBOSE,
)
OPEN = {"[": "]", "{": "}"}


class NotPlain(ValueError):
    """The text is more than a plain value, or none at all."""


def read_value(text: str) -> Value:
    """The value of a text. Raises NotPlain for anything that would have to be run, and for what is too long or deep."""
    if len(text) > LONGEST:
        raise NotPlain
    reader = _Reader(text)
    found = reader.value(0)
    if reader.at < len(text.rstrip()):
        raise NotPlain
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.at, self.count = text, 0, 0

    def _next(self) -> tuple[str, str]:
        """Kind and text of the next token, taken."""
        found = TOKEN.match(self.text, self.at)
        if found is None or found.lastgroup is None:
            raise NotPlain
        self.at = found.end()
        return found.lastgroup, found[found.lastgroup]

    def _sign(self) -> str:
        """The sign that comes next, not taken; empty for anything else."""
        found = TOKEN.match(self.text, self.at)
        return found[found.lastgroup] if found and found.lastgroup in ("sign", "range") else ""

    def value(self, depth: int) -> Value:
        """One value from here on."""
        self.count += 1
        if depth > DEEPEST or self.count > MOST_ITEMS:
            raise NotPlain
        kind, text = self._next()
        if kind == "sign" and text in OPEN:
            return self._table(depth) if text == "{" else self._list(depth)
        if kind not in PLAIN:
            raise NotPlain
        return PLAIN[kind](text)

    def _list(self, depth: int) -> list[Value]:
        found: list[Value] = []
        while self._sign() != "]":
            item = self.value(depth + 1)
            found += self._up_to(item) if self._sign() == ".." else [item]
            self._comma("]")
        self._next()
        return found

    def _up_to(self, first: Value) -> list[Value]:
        """The numbers of `3 .. 9`."""
        self._next()
        last = self.value(0)
        if not isinstance(first, int) or not isinstance(last, int) or last - first > MOST_ITEMS:
            raise NotPlain
        return list(range(first, last + 1))

    def _table(self, depth: int) -> dict[str, Value]:
        found: dict[str, Value] = {}
        while self._sign() != "}":
            key = self.value(depth + 1)
            if isinstance(key, list | dict) or self._next()[1] not in ("=>", ","):
                raise NotPlain
            found[str(key)] = self.value(depth + 1)
            self._comma("}")
        self._next()
        return found

    def _comma(self, end: str) -> None:
        if self._sign() != end and self._next() not in (("sign", ","), ("sign", "=>")):
            raise NotPlain


def _number(text: str) -> Value:
    if len(text) > DIGITS:
        raise NotPlain
    return float(text) if "." in text else int(text)


def _double(text: str) -> Value:
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "t": "\t"}.get(found[1], found[1]), text)


def _word(text: str) -> Value:
    # A bare word is the key of a table, or no value.
    return None if text == "undef" else text


PLAIN: dict[str, Callable[[str], Value]] = {
    "number": _number,
    "single": lambda text: re.sub(r"\\(['\\])", r"\1", text),
    "double": _double,
    "words": lambda text: text,
    "word": _word,
}
