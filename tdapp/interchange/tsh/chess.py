"""TRF16 and TRF26 files of chess programs, taken as .t files are: people and who beat whom. Scores and spreads they have none."""

from __future__ import annotations

import re
from datetime import date

from pairings.event.refusals import Refusals
from pairings.formats.trf import BREAK, TrfFile, decode, read_heads, read_trf
from pairings.formats.trf_history import Imported, to_history
from pairings.formats.tsh import TshFile, TshPlayer

# A line begins with three signs that say what it is: `001` a player, `012` the event's name, `XXR` the rounds.
FIRST = re.compile(rb"(\xef\xbb\xbf)?(\d{3}|[A-Z]{3}|###) ")
PLAYER = re.compile(rb"^(\xef\xbb\xbf)?001 ", re.MULTILINE)


def looks_like_one(data: bytes) -> bool:
    """Whether the bytes are a TRF file: its first line has a code of three signs, and some line is a player's."""
    return FIRST.match(data) is not None and PLAYER.search(data) is not None


def read_chess(data: bytes) -> tuple[TshFile, Imported] | Refusals:
    """The players as lines of a .t file without results, and the event they played with what the file cannot say."""
    file = read_trf(data)
    if isinstance(file, Refusals):
        return file
    return TshFile(tuple(_lines(file)), encoding="utf-8"), to_history(file)


def _lines(file: TrfFile) -> list[TshPlayer]:
    return [TshPlayer(player.line, player.name, player.rating) for player in file.players]


def heads(data: bytes) -> tuple[str, int, date | None]:
    """The event's name, the rounds planned (0: not said) and the first day, where the file says them."""
    title, planned, day = read_heads(BREAK.split(decode(data)))
    return title[:120], planned, day
