"""The columns of a file of results as somebody is shown them, to say what each holds. No database here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tdapp.interchange.results_book import columns as heads
from tdapp.interchange.results_book.columns import HEADINGS, LOOK_AT, NOTHING, Said, key_of
from tdapp.interchange.results_book.reading import PEOPLE, plain, sheets_of
from tdapp.kernel.tabular import Row, column_letters

MOST_COLUMNS, MOST_SAMPLES, MOST_ROWS, LONGEST = 40, 3, 10, 60


@dataclass(frozen=True, slots=True)
class ColumnShown:
    """A column: its place (0-based), heading, the field it was taken for ("" none), and what stands in it."""

    at: int
    heading: str
    field: str
    samples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SheetShown:
    """A sheet: whether it is read as results, its first rows and that of headings (`heading`, 0 none), and its columns."""

    name: str
    read: bool
    rows: tuple[tuple[int, str], ...]
    heading: int
    columns: tuple[ColumnShown, ...]


def layout(data: bytes, said: Said) -> list[SheetShown]:
    """Every sheet that is looked at. Where none is one of results the first that is no list of players is taken for one.

    Raises Unreadable or TooLarge.
    """
    sheets = [(name, rows, heads.find(rows, said, name)) for name, rows in sheets_of(data)]
    wanted = {name for name, _rows, columns in sheets if columns}
    if not wanted:
        wanted = {name for name, _rows, _none in sheets if not PEOPLE.match(name.strip())}
        wanted = set(sorted(wanted, key=[name for name, _rows, _none in sheets].index)[:1])
    return [
        _shown(name, rows, said, _heading(rows, said, key_of(name), columns), name in wanted)
        for name, rows, columns in sheets
    ]


def _heading(rows: Sequence[Row], said: Said, key: str, columns: heads.Columns | None) -> int:
    """The row of headings; the one with the most headings that are known where none is whole, else the first of words."""
    if columns:
        return columns.row
    if key in said.rows:
        return said.rows[key]
    known = {row.number: len(heads.named(row, said)) for row in rows[:LOOK_AT]}
    best = max(known, key=lambda number: (known[number], -number), default=0)
    if known.get(best):
        return best
    return next((row.number for row in rows[:LOOK_AT] if _is_worded(row)), 0)


def _is_worded(row: Row) -> bool:
    """Whether a row has words and no number, as headings nobody knows do."""
    texts = [text for value in row.values if (text := plain(value))]
    return len(texts) > 1 and not any(text.lstrip("+-").isdecimal() for text in texts)


def _shown(name: str, rows: Sequence[Row], said: Said, heading: int, read: bool) -> SheetShown:
    at_top = next((row for row in rows if row.number == heading), None)
    fields = {at: field for field, at in heads.named(at_top, said).items()} if at_top else {}
    fields |= said.of_sheet(key_of(name))
    below = [row for row in rows if row.number > heading]
    width = min(max((len(row.values) for row in rows[:LOOK_AT]), default=0), MOST_COLUMNS)
    columns = tuple(
        ColumnShown(at, plain(at_top.value(at)) if at_top else "", fields.get(at, ""), _samples(below, at))
        for at in range(width)
    )
    # The row of headings is always among those to choose from: what the page cannot offer it would change unasked.
    offered = [row for at, row in enumerate(rows) if at < MOST_ROWS or row.number == heading]
    first = tuple((row.number, _text(row)) for row in offered)
    return SheetShown(name, read, first, heading, tuple(one for one in columns if one.heading or one.samples))


def _samples(rows: Iterable[Row], at: int) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for row in rows:
        if text := plain(row.value(at))[:LONGEST]:
            found[text] = None
        if len(found) == MOST_SAMPLES:
            break
    return tuple(found)


def _text(row: Row) -> str:
    return " · ".join(text for value in row.values if (text := plain(value)))[:LONGEST]


def written(name: str, *, read: bool, heading: int, columns: Mapping[int, str]) -> list[str]:
    """What was said of a sheet, as the lines `columns.said_columns` reads."""
    key = key_of(name)
    if not read:
        return [f"{key}!* = {NOTHING}"]
    places = (f"{key}!{column_letters(at)} = {field or NOTHING}" for at, field in columns.items())
    return [f"{key}!{heading} = {HEADINGS}", *places]
