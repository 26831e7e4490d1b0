"""Games written on sheets, for the replay: plays, a challenge each way, an exchange, an overrun, unplayed tiles."""

from __future__ import annotations

from typing import Any

from tdapp.scoresheets.access import sheets
from tdapp.scoresheets.editor.commands.closing import finish
from tdapp.scoresheets.editor.commands.writing import create, write
from tdapp.scoresheets.models import Sheet
from tdapp.scoresheets.replay.commands.release import release
from tests import factories as f
from tests.scoresheets.factories import add

Turn = dict[str, Any]


def play(seat: int, position: str, word: str, score: int | None = None, **more: Any) -> Turn:
    scored = {} if score is None else {"score": score}
    return {"kind": "play", "seat": seat, "position": position, "word": word, **scored, **more}


# The plays are those of SAL:145-209; the words are nobody's business here.
GAME: tuple[Turn, ...] = (
    play(1, "10E", "MABAIT", 22, seconds=40),
    play(2, "H7", "MAGANDA", 24, seconds=131),
    play(1, "8G", "HATI", 19, seconds=61),
    play(2, "13G", "DALAGA", 18, seconds=12),
    {"kind": "challenge", "challengers": [1], "verdict": "valid", "words": ["DALAGA"]},
    {"kind": "lost", "seat": 1},
    play(2, "J10", "TAGALOG", 36, seconds=99, note="Tita Baby saw it"),
    play(1, "K11", "TAGAK", 24, seconds=80),
    play(2, "15K", "KAB", seconds=30),
    {"kind": "challenge", "challengers": [1], "verdict": "invalid"},
    {"kind": "exchange", "seat": 1, "number": 3, "tiles": "WKY", "seconds": 20},
    {"kind": "pass", "seat": 2},
    {"kind": "rack", "seat": 1, "tiles": "LU", "score": -2},
    {"kind": "rack", "seat": 2, "tiles": "W", "score": -10},
    {"kind": "end", "reason": "agreed"},
)
BINGO: tuple[Turn, ...] = (play(1, "10E", "MABAITKULO"), play(2, "9H", "NA"))


def stored(hall: f.Hall, turns: tuple[Turn, ...] = GAME, *, done: bool = True, public: bool = False) -> Sheet:
    """A sheet of the hall's first table of round 1 with these turns; finished and released where wanted."""
    director, table = hall.as_(hall.director), hall.table(1, 1)
    number = create(director, table)["sheet"]
    row = sheets().get(table=table, number=number)
    if turns:
        write(director, row, operations=[add(turn) for turn in turns])
    if done:
        fresh = sheets().get(pk=row.pk)
        finish(director, fresh, seen=fresh.version)
    if public:
        release(director, sheets().get(pk=row.pk))
    return sheets().get(pk=row.pk)
