"""Files that leave the desk, opened again as somebody else would."""

from __future__ import annotations

import io
from pathlib import Path

import openpyxl
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.browser.person import Person
from tests.browser.rounds import Line


def workbook(person: Person) -> Workbook:
    """The event as a workbook: two presses, and the file comes as soon as the worker has made it."""
    person.go("export/")
    person.page.get_by_role("radio", name="Workbook").check()
    with person.page.expect_download() as download:
        person.page.get_by_role("button", name="Export", exact=True).press("Enter")
    assert download.value.suggested_filename == f"{person.event}.xlsx"
    return openpyxl.load_workbook(io.BytesIO(Path(download.value.path()).read_bytes()))


def table(sheet: Worksheet, first: str) -> list[dict[str, object]]:
    """The rows under the headings, the first of which is `first`, by heading."""
    rows = [list(row) for row in sheet.iter_rows(values_only=True)]
    head = next(at for at, row in enumerate(rows) if row[0] == first)
    names = [str(name) for name in rows[head] if name is not None]
    return [
        dict(zip(names, row, strict=False))
        for row in rows[head + 1 :]
        if any(cell is not None for cell in row)
    ]


def standings(sheet: Worksheet) -> list[Line]:
    """A standings sheet in the words of the page: equal ranks are marked shared, spreads signed."""
    rows = table(sheet, "Rank")
    ranks = [row["Rank"] for row in rows if row["Remark"] != "withdrawn"]
    return [
        Line(
            _place(row["Rank"], ranks),
            int(str(row["No."])),
            f"{_half(row['Wins'])}-{_half(row['Losses'])}",
            _signed(row["Spread"]),
        )
        for row in rows
    ]


def _place(rank: object, ranks: list[object]) -> str:
    if rank is None:
        return "–"
    return f"{rank}=" if ranks.count(rank) > 1 else str(rank)


def _half(points: object) -> str:
    assert isinstance(points, int | float)
    whole = int(points)
    return f"{whole or ''}½" if points != whole else str(whole)


def _signed(spread: object) -> str:
    assert isinstance(spread, int)
    return f"{spread:+d}".replace("-", "−") if spread else "0"
