"""What is written of a game while it goes on: rows, running totals, racks and words in one of the usual ways."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from bench.engine.paper_games.rules import Rules
from bench.engine.paper_games.table import At, Play, Table, Tile

Row = dict[str, Any]
Sheet = dict[str, Any]


@dataclass
class Writer:
    """The game so far and its rows. `owed`: lost turns by seat; `over`: points for time not yet written.

    `taken`: the square and the blank that was taken from it in this turn.
    """

    rules: Rules
    table: Table
    dice: random.Random
    rows: list[Row] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    owed: list[int] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)
    over: list[int] = field(default_factory=list)
    clock: list[int] = field(default_factory=list)
    passes: int = 0
    through: str = "letters"
    taken: tuple[At, Tile] | None = None

    def write(self, kind: str, seat: int, points: int | None = None, **more: Any) -> None:
        row: Row = {"kind": kind, "seat": seat + 1, **{key: value for key, value in more.items() if value}}
        if points is not None:
            self.scores[seat] += points
            row |= {"score": points, "total": self.scores[seat]}
        self.rows.append(row)

    def rack(self, seat: int) -> str:
        tiles = [tile.shown for tile in self.table.racks[seat]]
        return " ".join(tiles) if self.rules.several else "".join(tiles)

    def word(self, play: Play) -> str:
        """With brackets wherever letters could run together."""
        board, several = self.table.board, bool(self.rules.several)
        shown = []
        for square in play.squares:
            text = board[square].shown
            if square in play.laid:
                shown.append(f"[{text.strip('[]')}]" if several else text)
            elif self.through == "dots":
                shown.append(".")
            elif self.through == "round":
                shown.append(f"({text.strip('[]').upper()})")
            else:
                shown.append(f"[{text.strip('[]')}]" if several else text)
        return "".join(shown)
