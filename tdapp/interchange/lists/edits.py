"""What somebody changed on the pages of a list, put into its reading: columns chosen, cells mended, rows ticked, questions
answered. Pure: what was sent goes in, a new reading comes out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import QueryDict

from tdapp.interchange.lists.labels import LABELS, SECTIONS
from tdapp.interchange.roster import Reading, SheetReading
from tdapp.interchange.roster.reading import NOBODY, SPAN

LONGEST, LONGEST_ROW = 160, 12
CELL, AS, STANDS = "c", "as", "stands"


def with_rows(
    reading: Reading, report: Mapping[str, Any], sent: QueryDict, divisions: Iterable[str]
) -> Reading:
    """The reading with everything the page of rows sent. What is no row, field or division of the list is passed over."""
    reading = _answers(reading, report, sent, set(divisions))
    rows = {one["row"]: one for one in (*report.get("rows", ()), *report.get("left", ()))}
    shown = [
        int(text)
        for text in str(sent.get("shown", "")).split(",")
        if text.isdecimal() and len(text) < LONGEST_ROW and int(text) in rows
    ]
    taken = {text for text in sent.getlist("take") if isinstance(text, str)}
    sheets = dict(reading.sheets)
    for row in shown:
        sheet, number = place_of(row, report)
        said = sheets.get(sheet, SheetReading())
        here = str(row) in taken
        if here != ("cells" in rows[row]):
            said = replace(said, rows={**said.rows, number: here})
        if changed := _changed(row, rows[row].get("cells", {}), sent):
            said = replace(said, cells={**said.cells, number: {**said.cells.get(number, {}), **changed}})
        sheets[sheet] = said
    return replace(reading, sheets={name: one for name, one in sheets.items() if one != SheetReading()})


def place_of(row: int, report: Mapping[str, Any]) -> tuple[str, int]:
    """The sheet a row stands in and its number there."""
    sheets = report["layout"]["sheets"]
    read = [one["name"] for one in sheets if one["read"]]
    if len(read) > 1:
        return sheets[row // SPAN]["name"], row % SPAN
    return (read[0] if read else ""), row


def _changed(row: int, cells: Mapping[str, str], sent: QueryDict) -> dict[str, str]:
    """Cells typed over; of a name both parts, since one column may hold them."""
    typed = {
        name: " ".join(str(text).split())[:LONGEST]
        for name in LABELS if (text := sent.get(f"{CELL}.{row}.{name}")) is not None
    }  # fmt: skip
    changed = {name: text for name, text in typed.items() if text != cells.get(name, "")}
    if {"surname", "given"} & set(changed):
        changed |= {name: typed[name] for name in ("surname", "given") if name in typed}
    return changed


def _answers(reading: Reading, report: Mapping[str, Any], sent: QueryDict, divisions: set[str]) -> Reading:
    """Questions asked once for a whole column."""
    known = dict(reading.divisions)
    for key, slug in zip(sent.getlist(STANDS), sent.getlist(AS), strict=False):
        if slug in divisions and isinstance(key, str):
            known[key[:80]] = slug
    sections = sent.get("sections", "")
    if sections not in (*SECTIONS, NOBODY) or sections == (
        reading.sections or report.get("sections") or NOBODY
    ):
        sections = reading.sections
    order = sent.get("names", "")
    return replace(
        reading, divisions=known, sections=sections,
        surname_first=order == "surname" if order in ("surname", "given") else reading.surname_first,
    )  # fmt: skip


def has_other_headings(sheet: Mapping[str, Any], said: SheetReading) -> bool:
    """Whether only the row of headings was chosen anew: then the columns shown beside it were not meant."""
    shown = {column["at"]: column["field"] for column in sheet["columns"]}
    return said.heading is not None and said.heading != sheet["heading"] and said.columns == shown


def with_columns(
    reading: Reading, layout: Sequence[Mapping[str, Any]], chosen: Mapping[str, SheetReading]
) -> Reading:
    """The reading with the columns chosen for each sheet. Cells and rows of a sheet stay; where other headings alone were
    chosen its columns are found anew, and the reading is not settled yet.
    """
    sheets, settled = dict(reading.sheets), True
    for sheet in layout:
        said = chosen[sheet["name"]]
        other = has_other_headings(sheet, said)
        looked_at = said.columns is not None or not said.read
        settled = settled and not (other and said.read) and looked_at
        old = reading.of(sheet["name"])
        columns = None if other else said.columns
        sheets[sheet["name"]] = replace(said, columns=columns, cells=old.cells, rows=old.rows)
    return replace(reading, sheets=sheets, settled=settled)
