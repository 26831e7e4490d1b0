"""Sheets, their photos and files, the timer, replays."""

from __future__ import annotations

from tests.contracts.matrix.row import ANYBODY, Row, change, ends, look

ROWS: dict[str, Row] = {
    "scoresheets:last_play": look("judge.rule"),
    "scoresheets:sheets": look("sheet.view"),
    "scoresheets:check_all": change("sheet.write"),
    "scoresheets:table": Row("sheet.view", "sheet.write"),
    "scoresheets:compare": Row("sheet.view", "sheet.write"),
    "scoresheets:sheet": look("sheet.view"),
    "scoresheets:tally": look("sheet.view"),
    "scoresheets:state": look("sheet.view"),
    "scoresheets:expected": look("sheet.write"),
    "scoresheets:offers": look("sheet.write"),
    "scoresheets:write": change("sheet.write"),
    "scoresheets:undo": change("sheet.write"),
    "scoresheets:finish": change("sheet.write"),
    "scoresheets:reopen": change("sheet.write"),
    "scoresheets:upload": Row("sheet.write", "sheet.write"),
    "scoresheets:files": look("sheet.view"),
    "scoresheets:file": look("sheet.view"),
    "scoresheets:photo_add": change("sheet.write"),
    "scoresheets:photo": look("sheet.view"),
    "scoresheets:photo_remove": ends("sheet.decide", own="sheet.write"),
    "scoresheets:blank": look("sheet.view"),
    "scoresheets:blank_pdf": look("sheet.view"),
    "scoresheets:template": look("sheet.view"),
    "scoresheets:practice_timer": look(ANYBODY),
    "scoresheets:timer": look("sheet.write"),
    "scoresheets:timer_time": change("sheet.write"),
    "scoresheets:replay": look("sheet.view"),
    "scoresheets:release": change("sheet.release"),
    "scoresheets:hide": change("sheet.release"),
}
