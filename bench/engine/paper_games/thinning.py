"""An honest sheet with less written on it: never anything else. What was true of it is still true."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from copy import deepcopy

from bench.engine.paper_games.writing import Row, Sheet

MOVES = ("play", "exchange", "pass", "lost", "score")


def _without(*keys: str, of: tuple[str, ...] = ()) -> Callable[[Row], None]:
    def thin(row: Row) -> None:
        if not of or row["kind"] in of:
            for key in keys:
                row.pop(key, None)

    return thin


def _brackets(row: Row) -> None:
    for key in ("word", "rack", "tiles"):
        if key in row:
            row[key] = row[key].replace("[", "").replace("]", "")


def _torn(row: Row) -> None:
    """One letter of the word that nobody can read."""
    tiles = re.findall(r"\[[^\]]*\]|\([^)]*\)|.", row.get("word", ""))
    if tiles:
        tiles[row["score"] % len(tiles) if row.get("score") else 0] = "?"
        row["word"] = "".join(tiles)


def _points_only(row: Row) -> None:
    if row["kind"] == "play" and "score" in row:
        row["kind"] = "score"
        _without("word", "position", "rack")(row)


# What is missing, by name. Each is taken from one row, from some, or from all.
THIN: dict[str, Callable[[Row], None]] = {
    "word": _without("word"),
    "letter": _torn,
    "square": _without("position"),
    "rack": _without("rack", "tiles"),
    "score": _without("score"),
    "total": _without("total"),
    "seat": _without("seat", "challengers"),
    "brackets": _brackets,
    "points only": _points_only,
    "score and total": _without("score", "total"),
    "word and square": _without("word", "position"),
}
HEAD = ("starter", "totals", "before", "racks", "winners")


def thinned(sheet: Sheet, kind: str, share: str, dice: random.Random) -> Sheet:
    """The sheet without that in `one` row, `some` or `all`; `head`: without some of what stands at its head."""
    found = deepcopy(sheet)
    if kind == "head":
        gone = [key for key in HEAD if key in found]
        for key in dice.sample(gone, {"one": 1, "some": (len(gone) + 1) // 2, "all": len(gone)}[share]):
            del found[key]
        return found
    rows = [row for row in found["turns"] if _changes(row, kind)]
    if rows:
        number = {"one": 1, "some": dice.randint(1, len(rows)), "all": len(rows)}[share]
        for row in dice.sample(rows, number):
            THIN[kind](row)
    return found


def _changes(row: Row, kind: str) -> bool:
    after = dict(row)
    THIN[kind](after)
    return after != row


def mixed(sheet: Sheet, dice: random.Random) -> tuple[Sheet, list[str]]:
    """Two to four kinds one after the other."""
    kinds = dice.sample([*THIN, "head"], dice.randint(2, 4))
    for kind in kinds:
        sheet = thinned(sheet, kind, dice.choice(("one", "some", "all")), dice)
    return sheet, kinds
