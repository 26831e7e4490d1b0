"""Who has to know of a ruling: rooms above this one say so at their start, and are told inside its transaction."""

from __future__ import annotations

from collections.abc import Callable

from tdapp.events.models import Table

Hear = Callable[[Table], None]
_hearers: list[Hear] = []


def heard_by(hear: Hear) -> Hear:
    """Register what has to follow a ruling at a table; usable as a decorator."""
    if hear not in _hearers:
        _hearers.append(hear)
    return hear


def tell(table: Table | None) -> None:
    """A ruling at this table was stored."""
    for hear in _hearers if table is not None else ():
        hear(table)  # type: ignore[arg-type]
