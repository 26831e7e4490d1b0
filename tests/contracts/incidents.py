"""Incidents of a world: one is open and has a photo, one is decided."""

from __future__ import annotations

from typing import Any

from tdapp.events.models import Division, Table
from tdapp.judging.incidents.commands import incident_photos
from tdapp.judging.incidents.commands.incidents import Ruling, decide, report
from tdapp.judging.models import Incident, IncidentPhoto
from tdapp.kernel.models import User
from tests import factories as f
from tests.scoresheets.pictures import png


def incidents(of: Division, judge: User, tables: list[Table]) -> dict[str, Any]:
    """Number 1 is open, every other one decided; each is about those who sit at its table."""
    program = f.program(of.event)
    for table in tables:
        report(program, of.event, kind="protest", text="The score was added wrongly", table=table, turn=3)
    rows = list(
        Incident.objects.select_related("table__round", "event").order_by("number").filter(event=of.event)
    )
    for row in rows[1:]:
        decide(f.acting(judge, of.event), row, ruling=Ruling("Count again", "recount"), seen=1, neutral=True)
    photo = incident_photos.attach(program, rows[0], data=png())["photo"]
    return {"incident_photo": IncidentPhoto.objects.get(pk=photo)}
