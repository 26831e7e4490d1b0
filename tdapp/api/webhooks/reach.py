"""Which logs a webhook is told from, and whether whoever made it may still have it told."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from tdapp.api.models import Webhook
from tdapp.events import access
from tdapp.events.models import Event
from tdapp.kernel import audit
from tdapp.kernel.permissions import can
from tdapp.kernel.refusals import Missing
from tdapp.people import officers
from tdapp.people.models import RatingList

NEEDS = "webhook.edit"


def events_of(row: Webhook) -> QuerySet[Event]:
    """The events it is told of: those of its club, or those its maker has a part in."""
    rows = Event.objects.filter(deleted_at=None)
    if row.event_id is not None:
        return rows.filter(pk=row.event_id)
    if row.club_id is not None:
        return rows.filter(host=row.club_id)
    return rows.filter(access.within_reach(row.user_id)).distinct()


def scopes_of(row: Webhook) -> set[str]:
    """The scopes whose logs it is told from."""
    keys: Any = events_of(row).order_by().values_list("pk", flat=True)
    found = {f"event:{pk}" for pk in keys}
    if row.event_id is None:
        found.add(row.scope_key)
    if row.event_id is None and row.club_id is None:
        found.update(audit.scopes_of(RatingList.SCOPE))
    return found


def is_trusted(row: Webhook) -> bool:
    """Whether its maker may still have programs told there: a webhook falls with them, as a key does."""
    if row.club is not None:
        return can(officers.club_context(row.user, row.club.home, "job"), NEEDS)
    if row.event is None:
        return can(access.installation_context(row.user, "job"), NEEDS)
    try:
        return row.event.deleted_at is None and can(access.event_context(row.user, row.event, "job"), NEEDS)
    except Missing:
        return False
