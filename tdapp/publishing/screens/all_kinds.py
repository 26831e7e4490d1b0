"""Every kind of screen, imported so that it is registered, in the order the desk offers them."""

from __future__ import annotations

from tdapp.publishing.screens.kinds import KINDS
from tdapp.publishing.screens.slides import (
    announcements,
    auto,
    ceremony,
    checkin,
    clock,
    code,
    pairings,
    standings,
    tables_out,
    teams,
)

__all__ = [
    "KINDS",
    "announcements",
    "auto",
    "ceremony",
    "checkin",
    "clock",
    "code",
    "pairings",
    "standings",
    "tables_out",
    "teams",
]
ORDER = (
    "auto",
    "checkin",
    "names",
    "tables",
    "clock",
    "out",
    "standings",
    "teams",
    "ceremony",
    "announcements",
    "code",
)


def in_order() -> list[str]:
    """The names of all kinds, the usual ones first."""
    return sorted(KINDS, key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))
