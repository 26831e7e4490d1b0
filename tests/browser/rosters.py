"""Lists of people: pasted, uploaded, looked at in a dry run, entered."""

from __future__ import annotations

import io
from collections.abc import Sequence

import openpyxl
from playwright.sync_api import expect

from tests.browser.person import Person

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def workbook(title: str, headings: Sequence[str], rows: Sequence[Sequence[object]]) -> bytes:
    """A workbook as a registrar sends it: a title, an empty row, headings, people."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in ([title], [], headings, *rows):
        sheet.append(list(row))
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _open(person: Person, division: str) -> None:
    person.go("entries/")
    person.follow("Import players", "Import players")
    if division:
        person.choose("Rows without a division go to", division)


def _read(person: Person) -> None:
    person.page.get_by_role("button", name="Preview").press("Enter")
    person.arrived("Preview")


def paste(person: Person, text: str, division: str = "") -> None:
    """Cells copied from a spreadsheet."""
    _open(person, division)
    person.page.get_by_label("or paste the cells here").fill(text)
    _read(person)


def upload(person: Person, data: bytes, division: str = "", name: str = "list.xlsx") -> None:
    """A file from the registrar's stick."""
    _open(person, division)
    file = {"name": name, "mimeType": XLSX, "buffer": data}
    person.page.get_by_label("Spreadsheet or CSV file").set_input_files(file)  # type: ignore[arg-type]
    _read(person)


def dry_run(person: Person, **counts: int) -> None:
    """What the dry run says would be done, by the words on the page."""
    for word, count in counts.items():
        figure = person.page.locator(".figures > div", has=person.page.get_by_text(word, exact=True))
        expect(figure.locator("dd")).to_have_text(str(count))


def apply(person: Person, added: int) -> None:
    """Import players as it was seen; where birth dates are missing, nobody on it is a child."""
    grown_up = person.page.get_by_label("No: their names are shown in full")
    if grown_up.count():
        grown_up.check()
    person.page.get_by_role("button", name="Import players").press("Enter")
    person.said(f"{added} added")
    person.arrived("Entries")
