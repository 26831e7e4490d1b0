"""The list the newcomer brings is as dirty as it says, and read whole."""

from __future__ import annotations

import io

import openpyxl

from bench.use.newcomer.messy_list import NOVICE, OPEN, workbook
from tdapp.interchange.roster import parse_roster
from tdapp.interchange.roster.findings import Severity
from tdapp.kernel.tabular import read_text
from tests.interchange.rosters import ONE


def test_both_sheets_are_read_whole_and_what_is_nobody_is_left_out() -> None:
    for sheet, players in zip(openpyxl.load_workbook(io.BytesIO(workbook())), (OPEN, NOVICE), strict=True):
        lines = ["\t".join("" if cell is None else str(cell) for cell in row) for row in sheet.values]
        roster = parse_roster(read_text("\n".join(lines)), ONE)
        assert len(roster.rows) == players
        assert not [one for one in roster.findings if one.severity is Severity.ERROR]
