"""Which column of a sheet holds what: as somebody said, as its headings say, else as its cells look."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tdapp.interchange.roster.headings import (
    COUNTERS,
    NAMES,
    Heading,
    field_of,
    find_heading,
    folded,
    heading_of,
)
from tdapp.interchange.roster.reader import Rules, as_text
from tdapp.interchange.roster.reading import Reading, SheetReading
from tdapp.kernel.tabular import Row, column_letters, is_blank

SAMPLES, LOOKED_AT, SAMPLE = 3, 60, 40
LONGEST, LOOKED_INTO = 9, 200
PRIVATE = frozenset(
    {"guardian", "contact", "email", "guardian_contact", "birth_date", "birth_year", "gender", "notes"}
)
YEAR = re.compile(r"(?:19[2-9]\d|20[0-3]\d)(?:\.0)?")
NUMBER = re.compile(r"\d{1,4}(?:\.0)?|unrated|ur|nr")
DAY = re.compile(r"\d{4}-\d\d?-\d\d?.*|\d\d?[-/. ]\d\d?[-/. ]\d{4}")
MAIL = re.compile(r"\S+@\S+\.\S+")
PHONE = re.compile(r"(?:\+?63|0)[\d -]{9,13}")
GENDER = re.compile(r"m|f|male|female|lalaki|babae", re.IGNORECASE)
SCHOOL = re.compile(
    r"school|paaralan|elem|\b[a-z]?[eh]s\b|college|univers|academy|institut|colegio", re.IGNORECASE
)
CLUB = re.compile(r"club|klub|samahan|association", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ColumnFound:
    """A column: its 0-based place, its heading, what it was taken for ("": left out), why, and what stands in it.

    how: said, heading, guessed, counter (it only counts the rows), unknown.
    """

    at: int
    heading: str
    field: str
    how: str
    samples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A sheet as it would be read. `heading` None: neither headings nor a column of names were found."""

    heading: Heading | None
    columns: tuple[ColumnFound, ...]

    @property
    def guessed(self) -> bool:
        """Whether its columns are known by their cells alone."""
        return any(one.how == "guessed" for one in self.columns)

    @property
    def sure(self) -> bool:
        """Whether every column is known by its heading, or somebody said what it is."""
        doubled = self.heading is not None and self.heading.doubled
        return not doubled and all(one.how in {"said", "heading", "counter"} for one in self.columns)


def lay_out(rows: Sequence[Row], said: SheetReading, reading: Reading, rules: Rules) -> Layout:
    """The headings of a sheet and what its columns are, from its first rows."""
    top = list(rows[:LOOKED_AT])
    heading = _headings(top, said, reading)
    guessed = heading is None
    if heading is None:
        heading = _guessed(top, reading, rules)
    number = heading.number if heading else 0
    body = [row for row in top if row.number > number]
    fields = {column: name for name, column in heading.columns.items()} if heading else {}
    found = []
    for at in range(max((len(row.values) for row in top), default=0)):
        samples = _samples(body, at)
        written = heading.written.get(at, "") if heading and number else ""
        if samples or written:
            how = _how(at, written, fields, said, guessed)
            if how == "unknown" and not written and _counts_up(_whole(samples), len(samples)):
                how = "counter"
            found.append(ColumnFound(at, written, fields.get(at, ""), how, samples))
    return Layout(heading, tuple(found))


def _guessed(top: Sequence[Row], reading: Reading, rules: Rules) -> Heading | None:
    """Headings nobody knows, over columns that are known by their cells; else columns without headings."""
    rows = [row for row in top if sum(not is_blank(value) for value in row.values) > 1]
    if len(rows) > 1 and _looks_like_headings(rows[0], rows[1:]):
        known = {at: field_of(value, reading.headings) for at, value in enumerate(rows[0].values)}
        taken = {name for name in known.values() if name}
        fields = {at: name for at, name in guess(rows[1:], rules).items() if name not in taken}
        fields |= {at: name for at, name in known.items() if name}
        return heading_of(rows[0], fields) if set(NAMES) & set(fields.values()) else None
    fields = guess(top, rules)
    return without_headings(top, fields) if fields else None


def _looks_like_headings(first: Row, below: Sequence[Row]) -> bool:
    """Whether a row is words alone where the rows below have numbers."""
    texts = [as_text(value) for value in first.values if not is_blank(value)]
    if any(char.isdigit() for text in texts for char in text):
        return False
    return any(
        _share([as_text(row.value(at)) or " " for row in below], lambda text: text[0].isdigit()) >= 0.7
        for at in range(len(first.values))
    )


def _headings(top: Sequence[Row], said: SheetReading, reading: Reading) -> Heading | None:
    """The headings as they were said or found; None when nobody said and none were found."""
    if said.heading == 0 or (said.heading is None and _letters(reading.headings)):
        return (
            without_headings(top, said.columns or _letters(reading.headings))
            if _said(said, reading)
            else None
        )
    found = find_heading(top, reading.headings)
    row = next((row for row in top if row.number == said.heading), None) if said.heading else None
    if row is None:
        row = next((one for one in top if found and one.number == found.number), None)
    if row is None:
        return without_headings(top, said.columns) if said.columns else None
    if said.columns is not None:
        return heading_of(row, said.columns)
    if found and found.number == row.number:
        return found
    return heading_of(row, {at: field_of(value, reading.headings) for at, value in enumerate(row.values)})


def _said(said: SheetReading, reading: Reading) -> bool:
    return bool(said.columns or _letters(reading.headings))


def _letters(headings: Mapping[str, str]) -> dict[int, str]:
    """What was said by the letters of columns ("A=surname"), for a list without headings."""
    letters = {column_letters(at).casefold(): at for at in range(64)}
    found = {letters[key]: name for key, name in headings.items() if key in letters}
    return found if set(NAMES) & set(found.values()) else {}


def without_headings(rows: Sequence[Row], fields: Mapping[int, str]) -> Heading:
    """A heading of a sheet that has none: its columns are called by their letters."""
    width = max((len(row.values) for row in rows), default=0)
    written = {at: column_letters(at) for at in range(width)}
    columns: dict[str, int] = {}
    for at, name in sorted(fields.items()):
        if name:
            columns.setdefault(name, at)
    return Heading(0, columns, written)


def _how(at: int, written: str, fields: Mapping[int, str], said: SheetReading, guessed: bool) -> str:
    if said.columns is not None:
        return "said"
    if fields.get(at):
        return "guessed" if guessed and field_of(written) != fields[at] else "heading"
    return "counter" if not guessed and folded(written) in COUNTERS else "unknown"


def _samples(rows: Sequence[Row], at: int) -> tuple[str, ...]:
    """The first values of a column that differ."""
    texts = (as_text(value).strip()[:SAMPLE] for row in rows if not is_blank(value := row.value(at)))
    return tuple(list(dict.fromkeys(texts))[:SAMPLES])


def guess(rows: Sequence[Row], rules: Rules) -> dict[int, str]:
    """Column -> field by how the cells look, for a sheet without headings; {} when no column looks like names."""
    width = max((len(row.values) for row in rows), default=0)
    # A title alone in its row is no cell of a column.
    body = [row for row in rows if sum(not is_blank(value) for value in row.values) > 1] or list(rows)
    columns = {
        at: [text for row in body if (text := as_text(row.value(at)).strip()[:LOOKED_INTO])]
        for at in range(width)
    }
    found: dict[int, str] = {}
    words: list[int] = []
    for at, texts in columns.items():
        name = _looks_like(texts, rules)
        if name and name not in found.values():
            found[at] = name
        elif texts and not name and _share(texts, lambda text: not any(c.isdigit() for c in text)) > 0.8:
            words.append(at)
    found |= _names(words, columns, "school" if rules.schools else "club")
    return found if set(NAMES) & set(found.values()) else {}


def _looks_like(texts: Sequence[str], rules: Rules) -> str:
    """A field whose values cannot be mistaken, "" for none."""
    known = {folded(name) for pair in rules.divisions for name in pair}
    numbers = _whole(texts)
    if not texts or _counts_up(numbers, len(texts)):
        return ""
    tests: tuple[tuple[str, Callable[[str], bool]], ...] = (
        ("division", lambda text: folded(text) in known),
        ("gender", lambda text: bool(GENDER.fullmatch(text))),
        ("birth_year", lambda text: bool(YEAR.fullmatch(text))),
        ("birth_date", lambda text: bool(DAY.fullmatch(text))),
        ("email", lambda text: bool(MAIL.fullmatch(text))),
        ("contact", lambda text: bool(PHONE.fullmatch(text))),
        ("rating", lambda text: bool(NUMBER.fullmatch(text.casefold()))),
        ("school", lambda text: bool(SCHOOL.search(text))),
        ("club", lambda text: bool(CLUB.search(text))),
    )
    return next((name for name, test in tests if _share(texts, test) >= 0.7), "")


def _whole(texts: Sequence[str]) -> list[int]:
    """Those of the texts that are whole numbers as a list counts; a cell of thousands of digits counts nothing."""
    return [int(text) for text in texts if text.isdecimal() and len(text) < LONGEST]


def _counts_up(numbers: Sequence[int], of: int) -> bool:
    """Whether a column only counts the rows: 1, 2, 3."""
    return len(numbers) == of > 1 and numbers[0] < 2 and all(b == a + 1 for a, b in pairwise(numbers))


def _share(texts: Sequence[str], test: Callable[[str], bool]) -> float:
    return sum(map(test, texts)) / len(texts)


def _names(words: Sequence[int], columns: Mapping[int, Sequence[str]], third: str) -> dict[int, str]:
    """Columns of words: one of whole names, or surnames with given names beside them; a third is a club (or school)."""
    if not words:
        return {}
    first = columns[words[0]]
    whole = _share(first, lambda text: "," in text) > 0.5 or _share(first, lambda text: " " in text) > 0.7
    beside = len(words) > 1 and words[1] == words[0] + 1
    names = [words[0]] if whole or not beside else [words[0], words[1]]
    found = dict(zip(names, ("surname", "given") if len(names) > 1 else ("name",), strict=True))
    rest = [at for at in words if at not in found]
    return found | ({rest[0]: third} if rest else {})
