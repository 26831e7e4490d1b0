"""A port to the desk above: what a table's result says, so that a sheet of points is added up against it."""

from __future__ import annotations

from collections.abc import Callable

from tdapp.events.models import Table
from tdapp.kernel.ports import Port

Slip = tuple[int, ...]
SLIP: Port[Callable[[Table], Slip | None]] = Port("what does the newest result of a table say")


def slip_of(table: Table) -> Slip | None:
    """Final scores by seat as the desk has them; None where nothing with scores is entered."""
    found = (ask(table) for ask in SLIP)
    return next((one for one in found if one), None)
