"""How a list was read, told where nobody can press: what each column was taken for, which rows are nobody and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from tdapp.interchange.lists.labels import LABELS
from tdapp.interchange.lists.preview_page import why_left
from tdapp.interchange.roster import Reading, Sheet
from tdapp.interchange.roster.reading import SILENT
from tdapp.kernel.refusals import Refusal
from tdapp.kernel.tabular import column_letters

# Findings that say of single rows and columns what `left_lines` and `column_lines` say of all.
TOLD = frozenset(
    {"heading-again", "row-beside", "section-row", "total-row", "foot-row", "row-left", "row-empty", "column-unknown"}
)  # fmt: skip
Data = dict[str, Any]


def read_as(layout: Mapping[str, Any]) -> list[Data]:
    """The sheets that are read, as data: their row of headings (0: none), and each column with its field ("": not read)."""
    return [
        {
            "sheet": one["name"], "division": one["division"], "heading": one["heading"],
            "columns": [
                {"column": column_letters(column["at"]), "heading": column["heading"], "field": column["field"],
                 "guessed": column["how"] == "guessed"}
                for column in one["columns"]
            ],
        }
        for one in layout["sheets"]
        if one["read"]
    ]  # fmt: skip


def column_lines(sheets: Sequence[Data]) -> Iterator[str]:
    """What each column of each sheet was read as, a line each."""
    for one in sheets:
        yield _about(one)
        for column in one["columns"]:
            field = str(LABELS[column["field"]]) if column["field"] else _("not read")
            told = _("%(field)s (by what stands in it)") % {"field": field} if column["guessed"] else field
            yield f"  {column['column']:<3} {column['heading'] or '-'}: {told}"


def _about(one: Data) -> str:
    where = (
        _("headings in row %(row)s") % {"row": one["heading"]} if one["heading"] else _("no row of headings")
    )
    parts = [_("sheet “%(sheet)s”") % {"sheet": one["sheet"]} if one["sheet"] else "", where]
    parts.append(_("division %(division)s") % one if one["division"] else "")
    return _("Columns (%(where)s):") % {"where": ", ".join(part for part in parts if part)}


def left_lines(left: Sequence[Data], findings: Sequence[Data]) -> Iterator[str]:
    """Every row that is nobody with why, empty ones too, and how one is taken for somebody all the same."""
    rows = [(one["row"], f"{one['label']}: {why_left(one['code'])} (“{one['text']}”)") for one in left]
    rows += [(one["row"], one["sentence"]) for one in findings if one["code"] == "row-empty"]
    if not rows:
        return
    yield _("Left out:")
    for _row, text in sorted(rows):
        yield f"  {text}"
    if left:
        yield _("If one of them is somebody: --people ROW.")
    if any(one["code"] == "total-row" for one in left):
        yield _("If all that look like totals are people: --totals-are-people.")


def with_rows(
    reading: Reading, sheets: Sequence[Sheet], people: Sequence[str], nobody: Sequence[str]
) -> Reading:
    """The reading with rows that are somebody, or are not, as a page's ticks say it: "14", of several sheets "Open:14"."""
    known = {sheet.table.sheet: {row.number for row in sheet.rows} for sheet in sheets}
    said: dict[str, dict[int, bool]] = {name: dict(reading.of(name).rows) for name in known}
    faults = [
        fault
        for word, here in [*((one, True) for one in people), *((one, False) for one in nobody)]
        if (fault := _take(word, here, known, said))
    ]
    if faults:
        raise Refusal("no-such-row", *faults)
    changed = {name: replace(reading.sheets.get(name, SILENT), rows=rows) for name, rows in said.items()}
    return replace(reading, sheets={**reading.sheets, **changed})


def _take(word: str, here: bool, known: Mapping[str, set[int]], said: dict[str, dict[int, bool]]) -> str:
    """Put one row where it belongs; what is wrong with it, "" for nothing."""
    name, _mark, digits = word.strip().rpartition(":")
    name = name if name or len(known) > 1 else next(iter(known), "")
    number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 7 else 0
    if name in known and number in known[name]:
        said[name][number] = here
        return ""
    if name not in known:
        facts = {"word": word, "sheets": ", ".join(known)}
        return _("%(word)s: say of which sheet, like SHEET:14. Sheets that are read: %(sheets)s.") % facts
    return _("There is no row %(word)s that holds anything.") % {"word": word}
