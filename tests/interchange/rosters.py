"""Rosters for tests, invented, small."""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import date

from tdapp.interchange.commands.entering import apply_roster
from tdapp.interchange.models import RosterPreview
from tdapp.interchange.roster import Roster, RosterFinding, Rules, parse_roster
from tdapp.kernel import tabular
from tdapp.kernel.context import Context
from tdapp.kernel.tabular import Column, Sheet

TODAY = date(2026, 11, 20)
DIVISIONS = (("open", "Open"), ("college-high-school", "College-High School"), ("elementary", "Elementary"))
RULES = Rules(TODAY, DIVISIONS)
ONE = Rules(TODAY, (("open", "Open"),))

HEADINGS = "Member no,Surname,Given name,Club,Division,Rating,Birth year,Guardian consent"
PEOPLE = """\
101,Katigbak,Amihan,Tarlac Tiles,Open,1502,1981,
102,Peñaflor,Bayani,Bohol Board Club,Open,1388,1990,
,Lualhati,Dalisay,Tarlac Tiles,Open,,1969,
104,dela Peña,Makisig,Unattached,Open,1760,2001,
105,Katigbak,Amihan,Bohol Board Club,Open,990,1955,
,Sta. Maria,Ligaya,San Roque School,College-High School,,2010,yes
107,Ñunez,Tala,San Roque School,College-High School,812,2011,yes
,Macapagal,Luntian,San Isidro School,Elementary,,2016,yes
"""


def clean_csv() -> str:
    return f"{HEADINGS}\n{PEOPLE}"


def parsed(text: str, rules: Rules = RULES) -> Roster:
    return parse_roster(tabular.read_text(text), rules)


def read(data: bytes, rules: Rules = RULES) -> Roster:
    return parse_roster(tabular.read(data), rules)


def workbook(headings: Sequence[str], rows: Sequence[Sequence[object]]) -> bytes:
    stream = io.BytesIO()
    columns = [Column(heading) for heading in headings]
    tabular.write_workbook(stream, [Sheet("Entries", columns, rows)])  # type: ignore[arg-type]
    return stream.getvalue()


def clean_workbook() -> bytes:
    """The same people as `clean_csv`, numbers as numbers."""
    cells = [[_typed(cell) for cell in line.split(",")] for line in PEOPLE.splitlines()]
    return workbook(HEADINGS.split(","), cells)


def _typed(cell: str) -> object:
    return int(cell) if cell.isdigit() else cell or None


def codes(roster: Roster, row: int | None = None) -> list[str]:
    return [finding.code for finding in roster.findings if row is None or finding.row == row]


def finding(roster: Roster, code: str) -> RosterFinding:
    [found] = [finding for finding in roster.findings if finding.code == code]
    return found


def preview_of(pk: object) -> RosterPreview:
    return RosterPreview.objects.select_related("event").get(pk=pk)


def apply(ctx: Context, preview: RosterPreview) -> None:
    """Carry a dry run out as it is."""
    apply_roster(ctx, preview, seen=preview.digest, minors="no")
