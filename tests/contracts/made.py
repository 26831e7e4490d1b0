"""Things of somebody's for the contracts: put into the hands of whom a test wants to have made them."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from tdapp.interchange.models import RosterPreview
from tdapp.judging.models import Call, Incident
from tdapp.kernel.models import Job, User
from tdapp.scoresheets.models import Photo
from tests.contracts.worlds import World


def given(address: str, here: World, user: User) -> None:
    """From now on this person made what the address ends."""
    rows = {
        "judging:incident_withdraw": Incident.objects.filter(event=here.event),
        "judging:call_off": Call.objects.filter(table__round__division__event=here.event),
        "scoresheets:photo_remove": Photo.objects.filter(sheet__table__round__division__event=here.event),
        "interchange:cancel": RosterPreview.objects.filter(event=here.event),
        "interchange:discard": RosterPreview.objects.filter(event=here.event),
    }
    _put(rows.get(address, Job.objects.filter(scope=here.event.scope_key)), user)


def _put(rows: QuerySet[Any], user: User) -> None:
    columns: dict[type, dict[str, Any]] = {
        Incident: {"by": user}, Call: {"called_by": user.actor}, Job: {"actor": user.actor}
    }  # fmt: skip
    assert rows.update(**columns.get(rows.model, {"made_by": user.actor}))
