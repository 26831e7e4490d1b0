"""Sheets, their photos and files, the timer, replays."""

from __future__ import annotations

from tests.contracts.filling.fill import Fill

FILLS: dict[str, Fill] = {
    "scoresheets:reopen": lambda here: {"sheet": here.facts["finished_sheet"].number},
    **{
        f"scoresheets:{name}": lambda here: {"sheet": here.facts["finished_sheet"].number}
        for name in ("release", "hide")
    },
    "scoresheets:timer_time": lambda here: {"table": here.divisions["open"].table_first + 1},
}
