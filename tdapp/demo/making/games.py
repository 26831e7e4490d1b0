"""The demo's written games: one whole by the rules of competition (made up; racks, squares and clock with it), and the same
with a slip of the pen.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tdapp.events.models import Table
from tdapp.kernel.context import Context
from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.editor.commands.closing import finish
from tdapp.scoresheets.files.commands.upload import upload
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.replay.commands.release import release

GAME = Path(__file__).parents[1] / "written" / "game.json"
# The seventh turn with one tile counted twice, and added so from there on.
SLIP_AT, SLIP = 6, 8
# A sheet is right or wrong only where somebody looked at the board and the tiles.
LOOKED_AT = {"board.confirmed": True, "tiles.confirmed": True}


def write_down(ctx: Context, table: Table) -> tuple[int, ...]:
    """The game as the table's finished and released sheet; its final scores in seat order."""
    sheet = _written(ctx, table, GAME.read_bytes())
    finished = finish(ctx, sheet, seen=sheet.version)
    release(ctx, sheet)
    return tuple(finished["totals"])


def write_down_wrong(ctx: Context, table: Table) -> Sheet:
    """The game with the slip, open at the table: to be found and repaired."""
    return _written(ctx, table, json.dumps(with_slip(json.loads(GAME.read_bytes()))).encode())


def with_slip(game: dict[str, Any]) -> dict[str, Any]:
    """The game with one score read wrongly and carried through its player's column."""
    seat = game["turns"][SLIP_AT]["seat"]
    turns = [
        {**turn, "total": turn["total"] + SLIP}
        if at >= SLIP_AT and turn.get("seat") == seat and "total" in turn
        else turn
        for at, turn in enumerate(game["turns"])
    ]
    turns[SLIP_AT] = {**turns[SLIP_AT], "score": turns[SLIP_AT]["score"] + SLIP}
    totals = [score + SLIP * (at == seat) for at, score in enumerate(game["totals"], start=1)]
    return {**game, "turns": turns, "totals": totals}


def _written(ctx: Context, table: Table, data: bytes) -> Sheet:
    told = upload(ctx, table, data=data, name=GAME.name, order="1 2", sure=True)
    found: Sheet = sheets().get(table=table, number=told["sheet"])
    return found
