"""What is to be ruled on, as every door hands it in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Asked:
    """What is to be ruled: the words as typed, who challenged whose play, and where.

    `turn`: its number on the sheet, else as the table counts; `play`: the sheet's row, where known. `new_play`: these
    words were ruled on before at this table, and this is another play of them. `decided`: word key -> stands or not, by
    a judge, for words no list knows; then `source` is needed.
    """

    words: tuple[str, ...]
    challengers: tuple[int, ...] = ()
    challenged: int | None = None
    turn: int | None = None
    play: str = ""
    decided: Mapping[str, bool] = field(default_factory=dict)
    source: str = ""
    page: str = ""
    note: str = ""
    new_play: bool = False
