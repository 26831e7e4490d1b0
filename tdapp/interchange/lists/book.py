"""The sheets of a list that came: which of them hold people, which division each is for, what its columns are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from tdapp.interchange.lists import memory
from tdapp.interchange.models import RosterPreview
from tdapp.interchange.roster import Reading, Rules, Sheet
from tdapp.interchange.roster.headings import NAMES
from tdapp.interchange.roster.layout import LOOKED_AT, Layout, lay_out
from tdapp.interchange.roster.reader import as_text
from tdapp.interchange.roster.reading import division_key
from tdapp.kernel import tabular
from tdapp.kernel.tabular import Row, Table, is_blank

MOST_SHEETS = 12
HEADING_ROWS = 15


@dataclass(frozen=True, slots=True)
class SheetFound:
    """A sheet as it was found. `read`: whether it is read now; `division`: where its rows without one go; `top`: its
    first rows, among which the headings are.
    """

    name: str
    layout: Layout
    read: bool
    division: str
    top: tuple[Row, ...]

    @property
    def holds_people(self) -> bool:
        """Whether there are headings with names among them, and somebody below."""
        heading = self.layout.heading
        named = heading is not None and bool(set(NAMES) & set(heading.columns)) and not self.layout.guessed
        return named and any(row.number > heading.number for row in self.top)  # type: ignore[union-attr]

    @property
    def has_divisions(self) -> bool:
        """Whether its rows say their divisions themselves."""
        return self.layout.heading is not None and "division" in self.layout.heading.columns


@dataclass(frozen=True, slots=True)
class Book:
    """All sheets as found, those that are read, and the reading with what was remembered."""

    found: tuple[SheetFound, ...]
    sheets: tuple[Sheet, ...]
    reading: Reading
    sure: bool

    @property
    def told(self) -> dict[str, Any]:
        """What the page of columns shows, as data."""
        return {"sure": self.sure, "sheets": [_told(one) for one in self.found]}


def open_book(preview: RosterPreview, rules: Rules) -> Book:
    """Look at every sheet of a list and read those with people whole. Raises Unreadable, with one sentence."""
    reading = Reading.from_data(preview.reading)
    first = table_of(preview, preview.sheet)
    names = [first.sheet, *first.other_sheets][:MOST_SHEETS]
    several = len(names) > 1 and not preview.sheet
    if several:
        tops = {name: list(islice(table_of(preview, name).rows, LOOKED_AT)) for name in names}
    else:
        rows = list(first.rows)
        tops = {first.sheet: rows[:LOOKED_AT]}
    for name, one in reading.sheets.items():
        if one.read and name not in tops:
            table_of(preview, name)  # refuses a sheet that is not there, with the names of those that are
    reading = memory.recalled(reading, tops)
    found = [_found(name, top, reading, rules) for name, top in tops.items()]
    chosen, clear = _chosen(found, reading, rules)
    found = [replace(one, read=one.name in chosen) for one in found]
    if several:
        sheets = [_whole(preview, name, names.index(name) if len(chosen) > 1 else None) for name in chosen]
    else:
        sheets = [Sheet(first, rows)]
    reading = _with_divisions(reading, found)
    return Book(tuple(found), tuple(sheets), reading, reading.settled or (clear and _is_sure(found, rules)))


def table_of(preview: RosterPreview, sheet: str = "") -> Table:
    """The cells of a list, or of one of its sheets."""
    data = bytes(preview.data or b"")
    if preview.pasted:
        return tabular.read_text(data.decode("utf-8", "surrogatepass"))
    return tabular.read(data, sheet=sheet)


def _whole(preview: RosterPreview, name: str, place: int | None) -> Sheet:
    table = table_of(preview, name)
    return Sheet(table, list(table.rows), place)


def _found(name: str, top: Sequence[Row], reading: Reading, rules: Rules) -> SheetFound:
    said = reading.of(name)
    layout = lay_out(top, said, reading, rules)
    return SheetFound(name, layout, False, said.division or division_named(name, rules), tuple(top))


def division_named(sheet: str, rules: Rules) -> str:
    """The division a sheet is called after: by its name, or by words of it; "" for none or several."""
    key = division_key(sheet)
    names = {division_key(name): slug for pair in rules.divisions for slug in pair[:1] for name in pair}
    if key in names:
        return names[key]
    near = {
        slug
        for name, slug in names.items()
        if f" {name} " in f" {key} " or (len(key) > 3 and name.startswith(key))
    }
    return near.pop() if len(near) == 1 and key else ""


def _chosen(found: Sequence[SheetFound], reading: Reading, rules: Rules) -> tuple[list[str], bool]:
    """Names of the sheets that are read, and whether that is beyond doubt."""
    said = {one.name: reading.of(one.name).read for one in found}
    if any(said.values()):
        return [name for name, read in said.items() if read], True
    peopled = [one for one in found if one.holds_people and said[one.name] is not False]
    if len(peopled) > 1 and all(one.division for one in peopled):
        return [one.name for one in peopled], True
    return [(peopled or list(found))[0].name], len(peopled) < 2


def _with_divisions(reading: Reading, found: Sequence[SheetFound]) -> Reading:
    """The reading, with the division each sheet is called after."""
    sheets = dict(reading.sheets)
    for one in found:
        if one.read and one.division and not one.has_divisions:
            sheets[one.name] = replace(reading.of(one.name), division=one.division)
    return replace(reading, sheets=sheets)


def _is_sure(found: Sequence[SheetFound], rules: Rules) -> bool:
    read = [one for one in found if one.read]
    placed = len(rules.divisions) < 2 or bool(rules.default_division)
    return all(one.layout.sure and (placed or one.division or one.has_divisions) for one in read)


def _told(one: SheetFound) -> dict[str, Any]:
    heading = one.layout.heading
    return {
        "name": one.name, "read": one.read, "division": one.division, "people": one.holds_people,
        "heading": heading.number if heading else 0, "found": heading is not None,
        "columns": [
            {"at": column.at, "heading": column.heading, "field": column.field, "how": column.how,
             "samples": column.samples}
            for column in one.layout.columns
        ],
        "rows": [{"row": row.number, "text": _shown(row)} for row in one.top[:HEADING_ROWS]],
    }  # fmt: skip


def _shown(row: Row) -> str:
    return ", ".join(as_text(value).strip() for value in row.values if not is_blank(value))[:60]
