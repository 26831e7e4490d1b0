"""What happened beside the games, as the association is told of it.

A register of incidents hands its summary in through `told_by`. Where none is kept the bundle says so: that nothing was
written down is not the same as that nothing happened; what the director knows stands in the remarks of the signature.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tdapp.events.models import Event

# An event -> one plain dict for each incident: round, table, kind, what was decided. No ages, no contacts.
Source = Callable[[Event], Sequence[dict[str, Any]]]
_sources: list[Source] = []


def told_by(source: Source) -> Source:
    """Register where incidents are kept."""
    _sources.append(source)
    return source


def summary(event: Event) -> dict[str, Any]:
    """Whether a register is kept, and what is in it."""
    rows = [row for source in _sources for row in source(event)]
    return {"kept": bool(_sources), "count": len(rows), "incidents": rows}
