"""What happened beside the games, as the association is told of it: the event's register, without names or ages."""

from __future__ import annotations

from typing import Any

from tdapp.events.models import Event
from tdapp.judging.incidents import incident_list


def summary(event: Event) -> dict[str, Any]:
    """The register's lines; players by their numbers. What else the director knows stands in the signature's remarks."""
    rows = incident_list.summary(event)
    return {"kept": True, "count": len(rows), "incidents": rows}
