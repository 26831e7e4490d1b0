"""The kinds of value a ruleset field can hold: what is accepted, from a file (native) or from a form (text).

`Kind.read` returns the value in its one canonical form, or a `BadValue` saying what would have been right.
`Kind.plain` turns it back into what TOML and JSON can hold.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.messages import joined, say
from scoring.board.board import MAX_SIDE, SYMBOLS, Square, parse_square

WRONG_TYPE = "wrong_type"
OUT_OF_RANGE = "out_of_range"
_YES = ("true", "yes", "on", "1")
_NO = ("false", "no", "off", "0")
MAX_TEXT = 200


class BadValue(NamedTuple):
    """Why a value is refused: `code` is WRONG_TYPE or OUT_OF_RANGE, `expected` completes "it must be …"."""

    code: str
    expected: str


class Kind:
    """One kind of value; subclasses override `read`, and `from_text` / `plain` where they differ."""

    expected: str = say("a value")

    def read(self, raw: object) -> object:
        return self.wrong_type()

    def from_text(self, text: str) -> object:
        """A form field or command-line value as the native value `read` takes."""
        return text.strip()

    def plain(self, value: object) -> object:
        return value

    def wrong_type(self) -> BadValue:
        return BadValue(WRONG_TYPE, self.expected)

    def out_of_range(self) -> BadValue:
        return BadValue(OUT_OF_RANGE, self.expected)


class Flag(Kind):
    expected = say("true or false")

    def read(self, raw: object) -> object:
        return raw if isinstance(raw, bool) else self.wrong_type()

    def from_text(self, text: str) -> object:
        word = text.strip().lower()
        return True if word in _YES else False if word in _NO else text


class Whole(Kind):
    """A whole number in a range; with `none`, that word stands for "no such limit" (None)."""

    def __init__(self, low: int, high: int, none: str = "") -> None:
        self.low, self.high, self.none = low, high, none
        number = say("a whole number from %(low)s to %(high)s", low=low, high=high)
        self.expected = joined("", (number, say(", or “%(none)s”", none=none) if none else ""))

    def read(self, raw: object) -> object:
        if self.none and raw in (self.none, None):
            return None
        if not isinstance(raw, int) or isinstance(raw, bool):
            return self.wrong_type()
        return raw if self.low <= raw <= self.high else self.out_of_range()

    def from_text(self, text: str) -> object:
        return whole_number(text)

    def plain(self, value: object) -> object:
        return self.none if value is None else value


class Choice(Kind):
    def __init__(self, *options: str) -> None:
        self.options = options
        self.expected = joined("", (say("one of "), ", ".join(options)))

    def read(self, raw: object) -> object:
        if not isinstance(raw, str):
            return self.wrong_type()
        return raw if raw in self.options else self.out_of_range()


class Text(Kind):
    expected = say("a text of 1 to %(it)s characters", it=MAX_TEXT)

    def read(self, raw: object) -> object:
        if not isinstance(raw, str):
            return self.wrong_type()
        return raw.strip() if 0 < len(raw.strip()) <= MAX_TEXT else self.out_of_range()


class Texts(Kind):
    """A list of short texts, none twice; `options` limits them."""

    def __init__(self, *options: str, limit: int = 200) -> None:
        self.options, self.limit = options, limit
        known = ", ".join(options)
        self.expected = (
            say("a list of at most %(limit)s different entries out of %(known)s", limit=limit, known=known)
            if options
            else say("a list of at most %(limit)s different short texts", limit=limit)
        )

    def read(self, raw: object) -> object:
        if not isinstance(raw, list | tuple) or not all(isinstance(item, str) for item in raw):
            return self.wrong_type()
        items = tuple(item.strip() for item in raw)
        return items if self._fits(items) else self.out_of_range()

    def _fits(self, items: Sequence[str]) -> bool:
        short = all(0 < len(item) <= MAX_TEXT for item in items)
        known = not self.options or set(items) <= set(self.options)
        return short and known and len(items) <= self.limit and len(set(items)) == len(items)

    def from_text(self, text: str) -> object:
        return [part.strip() for part in text.split(",") if part.strip()]

    def plain(self, value: object) -> object:
        return list(value) if isinstance(value, tuple) else value


class Grid(Kind):
    """Board rows, one text a row, one sign of SYMBOLS a square; blanks between signs are ignored."""

    expected = joined(
        "",
        (
            say(
                "3 to %(it)s rows of one length (3 to %(it_)s), made of the signs ", it=MAX_SIDE, it_=MAX_SIDE
            ),
            " ".join(SYMBOLS),
        ),
    )

    def read(self, raw: object) -> object:
        if not isinstance(raw, list | tuple) or not all(isinstance(row, str) for row in raw):
            return self.wrong_type()
        rows = tuple("".join(row.split()) for row in raw)
        return rows if self._fits(rows) else self.out_of_range()

    def _fits(self, rows: Sequence[str]) -> bool:
        sizes = {len(rows), *(len(row) for row in rows)}
        signs = {sign for row in rows for sign in row}
        same = len({len(row) for row in rows}) == 1
        return same and min(sizes) >= 3 and max(sizes) <= MAX_SIDE and signs <= set(SYMBOLS)

    def from_text(self, text: str) -> object:
        return [row for row in text.replace("/", "\n").splitlines() if row.strip()]

    def plain(self, value: object) -> object:
        return list(value) if isinstance(value, tuple) else value


class StartSquare(Kind):
    """A square by name, or “centre” (None) for the middle of whatever board is used."""

    expected = say("“centre” or a square such as J10")

    def read(self, raw: object) -> object:
        if not isinstance(raw, str):
            return self.wrong_type()
        if raw.strip() == "centre":
            return None
        return parse_square(raw) or self.out_of_range()

    def plain(self, value: object) -> object:
        return value.name if isinstance(value, Square) else "centre"


class Squares(Kind):
    expected = say("a list of squares such as J10, each once")

    def read(self, raw: object) -> object:
        if not isinstance(raw, list | tuple) or not all(isinstance(name, str) for name in raw):
            return self.wrong_type()
        squares = [parse_square(name) for name in raw]
        if None in squares or len(set(squares)) != len(squares):
            return self.out_of_range()
        return tuple(squares)

    def from_text(self, text: str) -> object:
        return [part for part in text.replace(",", " ").split() if part]

    def plain(self, value: object) -> object:
        return [square.name for square in value] if isinstance(value, tuple) else value


class Numbers(Kind):
    """A table name -> whole number in a range, in the order written. As text: `10=75, 9=60`."""

    def __init__(self, what: str, low: int, high: int, *, numbered: bool = False) -> None:
        self.low, self.high, self.numbered = low, high, numbered
        self.expected = say(
            "a table %(what)s, each number from %(low)s to %(high)s", what=what, low=low, high=high
        )

    def read(self, raw: object) -> object:
        if not isinstance(raw, Mapping) or any(_not_whole(number) for number in raw.values()):
            return self.wrong_type()
        if not self._fits(raw):
            return self.out_of_range()
        pairs = tuple((self._key(key), n) for key, n in raw.items())
        return pairs if len(dict(pairs)) == len(pairs) else self.out_of_range()

    def _key(self, key: object) -> str:
        """Numbers as keys lose leading zeros: `07` and `7` are one key."""
        return str(whole_number(str(key))) if self.numbered else str(key)

    def _fits(self, raw: Mapping[object, object]) -> bool:
        keys = all(not self.numbered or isinstance(whole_number(str(key)), int) for key in raw)
        return keys and all(isinstance(n, int) and self.low <= n <= self.high for n in raw.values())

    def from_text(self, text: str) -> object:
        pairs = [part.partition("=") for part in text.split(",") if part.strip()]
        return {key.strip(): whole_number(number) for key, _, number in pairs}

    def plain(self, value: object) -> object:
        return dict(value) if isinstance(value, tuple) else value


def whole_number(text: str) -> object:
    """The int a text writes, or the text itself: the kind then says what it should have been."""
    cleaned = text.strip()
    digits = cleaned[1:] if cleaned[:1] == "-" else cleaned
    return int(cleaned) if digits.isascii() and digits.isdigit() and len(digits) < 10 else cleaned


def _not_whole(value: object) -> bool:
    return not isinstance(value, int) or isinstance(value, bool)
