"""Ports of the rulings to rooms above: what the scoresheets know of a play is asked, and who follows a ruling is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tdapp.events.models import Table
from tdapp.judging.models import Ruling
from tdapp.kernel.ports import Port


@dataclass(frozen=True, slots=True)
class Written:
    """A play on a sheet. `play`: its row's id; `turn`: its number there, from 1."""

    play: str
    turn: int


@dataclass(frozen=True, slots=True)
class AtStake:
    """The last turn of the sheet that is being written: the only one a challenge can be about (SAL:136).

    `play`: its row; `turn`: its number on the sheet; `seat`: whose, from 1. `words`: every word it forms, empty where the sheet
    does not tell them. `open`: it is a play, and nothing was written of a challenge of it.
    """

    play: str
    turn: int
    seat: int | None
    words: tuple[str, ...] = ()
    open: bool = False


@dataclass(frozen=True, slots=True)
class OnSheet:
    """Where a ruling stands on one sheet. `laid`: over a play; `asks`: over none, and the sheet asks about it.

    `turn`: the turn it is laid over, else the one that may be meant.
    """

    name: str
    url: str
    sentence: str
    laid: bool = False
    asks: bool = False
    turn: int | None = None


Finds = Callable[[Table, Sequence[str], int | None, Sequence[int]], Written | None]
Tells = Callable[[Ruling], list[OnSheet]]
Stakes = Callable[[Table], AtStake | None]
NEWEST: Port[Finds] = Port("which newest play forms these words")
ON_SHEETS: Port[Tells] = Port("where does a ruling stand on the sheets of its table")
LAST_TURN: Port[Stakes] = Port("what is the last turn of a table's sheet")
RULED: Port[Callable[[Table], None]] = Port("a ruling at a table was stored")


def at_stake(table: Table) -> AtStake | None:
    """The last turn written at this table; None where no turn is."""
    found = (stake(table) for stake in LAST_TURN)
    return next((one for one in found if one), None)


def newest_play(
    table: Table | None, words: Sequence[str], challenged: int | None, challengers: Sequence[int]
) -> Written | None:
    """The newest play written at this table that forms all these words and may be the one challenged."""
    found = (find(table, words, challenged, challengers) for find in NEWEST if table is not None)
    return next((one for one in found if one), None)


def on_sheets(ruling: Ruling) -> list[OnSheet]:
    """Every sheet of the ruling's table, with where the ruling stands on it."""
    return [one for tell in ON_SHEETS if ruling.table_id for one in tell(ruling)]


def after_a_ruling(table: Table | None) -> None:
    """A ruling at this table was stored: what rests on it follows inside its transaction."""
    if table is not None:
        for follow in RULED:
            follow(table)
