"""How one enters, said at the desk."""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.utils.translation import gettext as _

from tdapp.events.models import Event, as_data
from tdapp.kernel.commands import Change, command
from tdapp.kernel.context import Context
from tdapp.kernel.refusals import Conflict
from tdapp.publishing.entering import telling
from tdapp.publishing.models import EventEntering


@command("event.entering", "how to enter said", needs="event.edit")
def set_entering(ctx: Context, event: Event, *, seen: int, **values: Any) -> Change:
    """Say how one enters; empty fields say nothing. Refuses as `telling.read`; 409 with both when it moved on since `seen`."""
    told = telling.read(values, event.ends_on)
    row = EventEntering.objects.get_or_create(event=event)[0]
    before = as_data(row, *telling.FIELDS)
    if not EventEntering.objects.filter(pk=row.pk, version=seen).update(version=F("version") + 1, **told):
        sentence = _("Somebody else changed this page. Nothing was saved; both are shown.")
        raise Conflict("stale", sentence, stored=before, typed=told)
    return Change({"slug": event.slug}, str(event), before, told)
