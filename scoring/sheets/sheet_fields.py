"""What each field of a scoresheet in JSON must be, how it is read and how it is written. Seats and turns count from 1 there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from core.clean_text import is_plain
from core.messages import say
from scoring.sheets.scoresheet import INVALID, KINDS, MAX_SEATS, REASONS, VALID

FORMAT, VERSION = "scoresheet", 1
MAX_NUMBER, MAX_TEXT, MAX_TURNS = 100_000, 2_000, 2_000
# What reading gives for a value that is none of the field's.
UNFIT = object()


class Field:
    """How one field is read and what it must be; `read` gives `UNFIT` for a wrong value."""

    def __init__(self, expected: str, read: Callable[[Any], Any], write: Callable[[Any], Any]) -> None:
        self.expected, self.read, self.write = expected, read, write


def _whole(low: int, high: int, shift: int = 0) -> Field:
    def read(raw: Any) -> Any:
        fits = isinstance(raw, int) and not isinstance(raw, bool) and low <= raw <= high
        return raw - shift if fits else UNFIT

    expected = say("a whole number from %(low)s to %(high)s", low=low, high=high)
    return Field(expected, read, lambda value: value + shift)


def _text(*options: str) -> Field:
    def read(raw: Any) -> Any:
        fits = isinstance(raw, str) and len(raw) <= MAX_TEXT and is_plain(raw)
        return raw if fits and (not options or raw in options) else UNFIT

    a_text = say("a text of at most %(most)s printable characters", most=MAX_TEXT)
    expected = say("one of %(options)s", options=", ".join(options)) if options else a_text
    return Field(expected, read, lambda value: value)


def _flag() -> Field:
    return Field(
        say("true or false"), lambda raw: raw if isinstance(raw, bool) else UNFIT, lambda value: value
    )


def _list(item: Field, *, nullable: bool = False) -> Field:
    def read(raw: Any) -> Any:
        if not isinstance(raw, list):
            return UNFIT
        found = tuple(None if one is None and nullable else item.read(one) for one in raw)
        return UNFIT if UNFIT in found else found

    def write(value: Any) -> Any:
        return [None if one is None else item.write(one) for one in value]

    each = say("%(what)s or null", what=item.expected) if nullable else item.expected
    return Field(say("a list, each entry %(what)s", what=each), read, write)


def _pair(raw: Any) -> Any:
    fits = (
        isinstance(raw, list) and len(raw) == 2 and all(isinstance(one, str) and is_plain(one) for one in raw)
    )
    return tuple(raw) if fits else UNFIT


def _same(value: Any) -> Any:
    return value


_NUMBER = _whole(-MAX_NUMBER, MAX_NUMBER)
_SEAT = _whole(1, MAX_SEATS, 1)
ROWS = Field(say("a list of objects"), lambda raw: raw if isinstance(raw, list) else UNFIT, _same)
TURN: Mapping[str, Field] = {
    "kind": _text(*KINDS),
    "seat": _SEAT,
    "position": _text(),
    "word": _text(),
    "rack": _text(),
    "tiles": _text(),
    "number": _whole(0, 99),
    "score": _NUMBER,
    "total": _NUMBER,
    "seconds": _whole(0, MAX_NUMBER),
    "challengers": _list(_SEAT),
    "verdict": _text(VALID, INVALID, ""),
    "words": _list(_text()),
    "of": _whole(1, MAX_TURNS, 1),
    "hold": _flag(),
    "reason": _text(*REASONS, ""),
    "note": _text(),
    "extra": _text(),
}
PLAYER: Mapping[str, Field] = {"name": _text(), "nick": _text()}
HEAD: Mapping[str, Field] = {
    "format": _text(FORMAT),
    "version": _whole(VERSION, VERSION),
    "ruleset": _text(),
    "players": ROWS,
    "starter": _SEAT,
    "turns": ROWS,
    "totals": _list(_NUMBER, nullable=True),
    "before": _list(_NUMBER, nullable=True),
    "racks": _list(_text(), nullable=True),
    "winners": _list(_SEAT),
    "complete": _flag(),
    "source": _text(),
    "about": _list(Field(say("a pair of texts"), _pair, list)),
    "remarks": ROWS,
}
