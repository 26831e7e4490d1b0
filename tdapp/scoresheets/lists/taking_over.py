"""What one sheet of a game has and the other lacks, as operations on the other: rows, and cells left empty.

Nothing written is ever written over: what both have and write differently is for people to decide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from scoring import Comparison
from scoring.sheets.scoresheet import PLAY, SCORE
from tdapp.scoresheets.models import Sheet

Turn = Mapping[str, Any]
Operation = dict[str, Any]
# What says which turn it is: where both have it and not the same, they are not about one turn.
SAME = ("seat", "position", "word", "tiles", "number", "challengers", "verdict", "words", "reason")
CELLS = (*SAME, "rack", "score", "total", "seconds")


def places(found: Comparison, *, into_first: bool) -> list[tuple[int | None, int | None]]:
    """Rows of a comparison as (place in the sheet taken from, place in the one written into)."""
    pairs = [(row.first, row.second) for row in found.rows]
    return [(two, one) for one, two in pairs] if into_first else pairs


def lacking(mine: Turn | None, theirs: Turn | None) -> dict[str, Any] | None:
    """The turn as it would stand with what only the other has; None: nothing to take. `theirs` None: the row is missing."""
    if mine is None:
        return None
    if theirs is None:
        return {name: value for name, value in mine.items() if name != "of"}
    told = (
        theirs["kind"] == SCORE and mine["kind"] == PLAY and theirs.get("score") in (None, mine.get("score"))
    )
    differ = any(
        mine.get(name, theirs[name]) != theirs[name]
        for name in SAME
        if theirs.get(name) not in (None, "", [])
    )
    if differ or (theirs["kind"] != mine["kind"] and not told):
        return None
    more = {name: mine[name] for name in CELLS if name in mine and theirs.get(name) in (None, "", [])}
    return {**theirs, **more, "kind": mine["kind"]} if more else None


def operations(
    source: Sheet, target: Sheet, pairs: Sequence[tuple[int | None, int | None]], row: str = ""
) -> list[Operation]:
    """For the row of the source with this id, or for all that can be taken; in the order of the paper."""
    found: list[Operation] = []
    above: str | None = None
    for mine, place in pairs:
        theirs = None if place is None else target.rows[place]
        above = above if theirs is None else str(theirs["id"])
        if mine is None or row not in ("", source.rows[mine]["id"]):
            continue
        turn = lacking(source.rows[mine]["turn"], theirs and theirs["turn"])
        if turn is None:
            continue
        if theirs is not None:
            found.append({"op": "set", "row": theirs["id"], "seen": theirs["version"], "turn": turn})
            continue
        new = str(uuid4())
        found.append({"op": "add", "row": new, "after": above, "turn": turn})
        above = new
    return found
