"""The permission matrix: what each address asks for. An address that is not here fails the test with its name.

`look` is what GET needs, `change` what POST (or `method`) needs: a permission of the table in
`tdapp.kernel.permissions`, or one of the words of `row`. "" means that this method is answered 405.
A row stands in the file of its room.
"""

from __future__ import annotations

from tests.contracts.joined import joined
from tests.contracts.matrix import (
    accounts,
    api,
    clubs,
    desk,
    events,
    interchange,
    judging,
    launch,
    lexicons,
    publishing,
    ratings,
    scoresheets,
)
from tests.contracts.matrix.row import ANYBODY, KIOSK, MAKER, MEMBER, OWN, SELF, WATCHER, Row

__all__ = ["ANYBODY", "KIOSK", "MAKER", "MATRIX", "MEMBER", "OWN", "SELF", "WATCHER", "Row"]

MATRIX: dict[str, Row] = joined(
    accounts.ROWS,
    api.ROWS,
    clubs.ROWS,
    desk.ROWS,
    events.ROWS,
    interchange.ROWS,
    judging.ROWS,
    launch.ROWS,
    lexicons.ROWS,
    publishing.ROWS,
    ratings.ROWS,
    scoresheets.ROWS,
)
