"""Sheets, their photos and files, the timer, replays."""

from __future__ import annotations

from uuid import uuid4

from django.core.files.uploadedfile import SimpleUploadedFile

from tdapp.scoresheets.models import Sheet
from tests.contracts.sending.send import Body, Send, send
from tests.contracts.worlds import World
from tests.scoresheets.pictures import png


def _only_there(here: World) -> Body:
    """A row only another sheet of the table has."""
    sheet = here.facts["sheet"]
    number = sheet.table.sheets.count() + 1
    lost = {"id": str(uuid4()), "version": 1, "turn": {"kind": "lost", "seat": 2}}
    Sheet.objects.create(table=sheet.table, number=number, rows=[lost])
    return {"source": number, "target": sheet.number, "row": ""}


SENDS: dict[str, Send] = {
    "scoresheets:check_all": send("sheet.check"),
    "scoresheets:table": send("sheet.create", kept_by="1"),
    "scoresheets:compare": Send(_only_there, ("sheet.write",), "clerk"),
    "scoresheets:write": Send(
        lambda here: {
            "operations": [{"op": "add", "row": str(uuid4()), "turn": {"kind": "pass", "seat": 1}}]
        },
        ("sheet.write",),
        "clerk",
    ),
    "scoresheets:undo": send("sheet.undo", seen=2),
    "scoresheets:finish": send("sheet.finish", seen=2),
    "scoresheets:upload": Send(
        lambda here: {"file": SimpleUploadedFile("t.csv", b"players,1,2\nseat,score\n1,20\n")},
        ("sheet.upload",),
        "clerk",
    ),
    "scoresheets:photo_add": Send(
        lambda here: {"photo": SimpleUploadedFile("p.png", png())}, ("sheet.photo",), "clerk"
    ),
    "scoresheets:photo_remove": send("sheet.photo_remove"),
    "scoresheets:reopen": send("sheet.reopen", seen=3, reason="a row was missing"),
    "scoresheets:release": send("sheet.release", by="publisher"),
    "scoresheets:hide": send("sheet.hide", by="publisher"),
    "scoresheets:timer_time": send(
        "sheet.time", by="clerk", moves=[{"move": 1, "seat": 1, "seconds": 95, "limit": 120}]
    ),
}
