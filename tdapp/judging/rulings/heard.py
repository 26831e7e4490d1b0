"""Who has to know of a ruling: rooms above this one, told inside its transaction."""

from __future__ import annotations

from collections.abc import Callable

from tdapp.events.models import Table
from tdapp.kernel.ports import Port

RULED: Port[Callable[[Table], None]] = Port("a ruling at a table was stored")


def tell(table: Table | None) -> None:
    """A ruling at this table was stored."""
    if table is not None:
        for follow in RULED:
            follow(table)
