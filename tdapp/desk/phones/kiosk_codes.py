"""Says to the judges' room what a kiosk's codes are made from: as the players' own, of what goes along with a copy."""

from __future__ import annotations

from uuid import UUID

from tdapp.desk.phones.codes import root_of
from tdapp.judging.tables.codes import made_from


@made_from
def root(event: UUID) -> bytes:
    """What the codes of an event are made from."""
    return root_of(event)
