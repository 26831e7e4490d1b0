"""TRF16 and TRF26 files of chess programs, taken as .t files are: people and who beat whom. Scores and spreads they have none."""

from __future__ import annotations

import re
from datetime import date

from pairings.event.refusals import Refusals
from pairings.formats.trf import TrfFile, read_trf
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


def rounds_planned(data: bytes) -> int:
    """How many rounds the file says there will be; 0 where it does not."""
    file = read_trf(data)
    return 0 if isinstance(file, Refusals) else file.rounds


def heading(data: bytes) -> tuple[str, date | None]:
    """The event's name and first day, where the file says them."""
    file = read_trf(data)
    return ("", None) if isinstance(file, Refusals) else (file.title[:120], file.more.first_day)
