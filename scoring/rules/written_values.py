"""Entries of a ruleset file as written: a value, its mark, and the place it came from."""

import re
from collections.abc import Mapping
from typing import NamedTuple, Self

from scoring.marks import DEPARTURE, KINDS, SOURCE, Mark

_BOOK_LINES = re.compile(r"(SAL|SET|BIS):[1-9]\d*(-[1-9]\d*)?")
MAX_MARK = 300


class Origin(NamedTuple):
    """Where something was written. `line` 0: not in a file (an override, a stored ruleset)."""

    file: str
    line: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" if self.line else self.file


class Mistake(NamedTuple):
    """One thing wrong: where, which field, and a sentence saying what would be right."""

    origin: Origin
    field: str
    code: str
    message: str

    def __str__(self) -> str:
        return f"{self.origin}: {self.message}"

    def as_data(self) -> dict[str, object]:
        where = {"file": self.origin.file, "line": self.origin.line}
        return {**where, "field": self.field, "code": self.code, "message": self.message}


class Entry(NamedTuple):
    """A field's value before it is read, with its mark. Kept exactly as written."""

    value: object
    mark: Mark
    origin: Origin

    def moved(self, origin: Origin) -> Self:
        return self._replace(origin=origin)


def entry_of(raw: object, origin: Origin, own: Mark) -> tuple[Entry, str]:
    """Read `{ value = …, source = "…" }` or a bare value (marked `own`); and what is wrong with the mark."""
    if not isinstance(raw, Mapping) or "value" not in raw:
        return Entry(raw, own, origin), ""
    mark, problem = mark_of({key: value for key, value in raw.items() if key != "value"})
    return Entry(raw["value"], mark or own, origin), problem


def mark_of(keys: Mapping[str, object]) -> tuple[Mark | None, str]:
    """The mark among `keys` (None when there is none) and what is wrong with it."""
    extra = [key for key in keys if key not in (*KINDS, "note")]
    if extra:
        return (
            None,
            f"“{extra[0]}” is not known here; beside the value stand one of {', '.join(KINDS)}, and note",
        )
    kinds = [key for key in keys if key in KINDS]
    if len(kinds) > 1:
        return None, f"a value carries one mark, not {len(kinds)} ({', '.join(kinds)})"
    if any(not isinstance(text, str) or not 0 < len(text.strip()) <= MAX_MARK for text in keys.values()):
        return None, f"a mark is a text of 1 to {MAX_MARK} characters"
    return _mark(kinds, keys), _bad_source(str(keys.get(SOURCE, "")))


def _mark(kinds: list[str], keys: Mapping[str, object]) -> Mark | None:
    return Mark(kinds[0], str(keys[kinds[0]]), str(keys.get("note", ""))) if kinds else None


def _bad_source(text: str) -> str:
    """A source that starts like one of the three books must cite lines; any other source is free text."""
    if not text.startswith(("SAL", "SET", "BIS")):
        return ""
    wrong = [part.strip() for part in text.split(",") if not _BOOK_LINES.fullmatch(part.strip())]
    return f"source “{wrong[0]}” must cite a line, such as SAL:254 or SAL:36-52" if wrong else ""


def own_rule(who: str) -> Mark:
    """The mark of a value somebody set without giving one: their own rule."""
    return Mark(DEPARTURE, who)
