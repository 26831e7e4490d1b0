"""What was written down of one game, complete or not. Nothing here is computed and nothing written is changed.

A sheet is a row of turns as they stand on the paper. Every field of a turn may be missing: a sheet may hold totals
only, scores only, words without squares, or everything. JSON (`sheet_json`) is the master form and loses nothing.
Seats count from 0 here and from 1 in every file and on every screen.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from core.messages import Message

MIN_SEATS, MAX_SEATS = 2, 4

PLAY = "play"
EXCHANGE = "exchange"
PASSED = "pass"
LOST = "lost"
SCORE = "score"
WITHDRAWN = "withdrawn"
CHALLENGE = "challenge"
BONUS = "bonus"
THEME = "theme"
RECYCLE = "recycle"
TIME = "time"
OUT = "out"
RACK = "rack"
END = "end"
KINDS = (
    PLAY, EXCHANGE, PASSED, LOST, SCORE, WITHDRAWN, CHALLENGE, BONUS, THEME, RECYCLE, TIME, OUT, RACK, END,
)  # fmt: skip
# Rows that use up a turn; `score` is a turn of which only the points were written.
MOVES = frozenset({PLAY, EXCHANGE, PASSED, LOST, SCORE})
# Rows that can stand after the last move.
CLOSING = frozenset({TIME, OUT, RACK, END, BONUS, CHALLENGE, WITHDRAWN, THEME})
VALID, INVALID = "valid", "invalid"
NOBODY_CAN_MOVE, TIME_CALLED, AGREED = "nobody_can_move", "time_called", "agreed"
REASONS = (NOBODY_CAN_MOVE, TIME_CALLED, AGREED)


@dataclass(frozen=True)
class Player:
    """`nick` is the short name GCG files use; "" when there is none."""

    name: str
    nick: str = ""


class Turn(NamedTuple):
    """One row. `seat` None: it belongs to nobody (an end event) or was not written.

    play: `position`, `word`, `rack` · exchange: `tiles` or their `number` · withdrawn: `score` is what was lost, negative
    · challenge: `challengers` in order of claiming, `verdict` valid | invalid | "", `words` named, `of` the turn it
    means (0-based; None: the play before it), `hold` · bonus: points for a wrong challenge · theme: `words` ·
    recycle: `position` of the blank, `tiles` laid for it · time: penalty · out: `tiles` of the others, what they earned
    · rack: `tiles` deducted · end: `reason`. `seconds`: the clock's reading for this turn. `total`: running total.
    `extra`: text a file had after the total.
    """

    kind: str
    seat: int | None = None
    position: str = ""
    word: str = ""
    rack: str | None = None
    tiles: str | None = None
    number: int | None = None
    score: int | None = None
    total: int | None = None
    seconds: int | None = None
    challengers: tuple[int, ...] = ()
    verdict: str = ""
    words: tuple[str, ...] = ()
    of: int | None = None
    hold: bool = False
    reason: str = ""
    note: str = ""
    extra: str = ""

    @property
    def is_move(self) -> bool:
        return self.kind in MOVES


@dataclass(frozen=True)
class Remark:
    """Something odd in the file itself. `turn`: the row it stands at, None for the head. `line`: 1-based, 0: none."""

    message: Message
    turn: int | None = None
    line: int = 0


@dataclass(frozen=True)
class Scoresheet:
    """One game as written. `totals`, `before` (adjustment) and `racks` (tiles left) are per seat, () if not written.

    `winners`: seats the sheet calls winners. `complete`: whether the game was finished, None when it does not say.
    `about`: title, lexicon and the like, in order. `remarks`: what was odd about the file. `ordered` False: the rows of
    each player stand in order, but nobody wrote how they follow each other between players.
    """

    players: tuple[Player, ...]
    turns: tuple[Turn, ...] = ()
    ruleset: str = ""
    totals: tuple[int | None, ...] = ()
    before: tuple[int | None, ...] = ()
    racks: tuple[str | None, ...] = ()
    winners: tuple[int, ...] = ()
    starter: int | None = None
    complete: bool | None = None
    about: tuple[tuple[str, str], ...] = ()
    source: str = "json"
    remarks: tuple[Remark, ...] = field(default=(), compare=False)
    ordered: bool = field(default=True, compare=False)

    @property
    def seats(self) -> int:
        return len(self.players)

    def value(self, key: str) -> str:
        """The first entry of `about` under `key`, "" for none."""
        return next((text for name, text in self.about if name == key), "")


@dataclass(frozen=True)
class ReadSheet:
    """A file read: the sheet, or why there is none. `problems` are sentences, one a mistake."""

    sheet: Scoresheet | None
    problems: tuple[Message, ...] = ()
