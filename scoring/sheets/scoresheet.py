"""What was written down of one game, complete or not. Nothing here is computed and nothing written is changed.

A sheet is a row of turns as they stand on the paper. Every field of a turn may be missing: a sheet may hold totals
only, scores only, words without squares, or everything. JSON (`sheet_json`) is the master form and loses nothing.
Seats count from 0 here and from 1 in every file and on every screen.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from core.messages import Message

MIN_SEATS, MAX_SEATS = 2, 4
# No game has more rows; what is longer is read and checked row by row, and nobody looks for what else may be meant.
LONGEST = 300

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


class Unread:
    """A GCG file of which only the head was read: `players` it declares, each with a name of their own; the `lines` from
    the first turn on; `seats` by how lines of a player begin (`>ana:`). `usual` False: the head says more about the game.
    `read` gives the sheet they make.
    """

    lines: list[str]
    seats: dict[str, int]
    players: tuple[Player, ...]
    usual: bool

    def read(self) -> Any:
        raise LookupError("only a reader knows the rest")


def _nothing() -> None:
    return None


@dataclass(frozen=True)
class Scoresheet:
    """One game as written. `totals`, `before` (adjustment) and `racks` (tiles left) are per seat, () if not written.

    `winners`: seats the sheet calls winners. `complete`: whether the game was finished, None when it does not say.
    `about`: title, lexicon and the like, in order. `remarks`: what was odd about the file. `ordered` False: the rows of
    each player stand in order, but nobody wrote how they follow each other between players.

    A sheet may be `unread`: what its file says is read when somebody first asks for a field. Defaults are made by functions
    so that the class has none of its own, which would be found instead.
    """

    players: tuple[Player, ...]
    turns: tuple[Turn, ...] = field(default_factory=tuple)
    ruleset: str = field(default_factory=str)
    totals: tuple[int | None, ...] = field(default_factory=tuple)
    before: tuple[int | None, ...] = field(default_factory=tuple)
    racks: tuple[str | None, ...] = field(default_factory=tuple)
    winners: tuple[int, ...] = field(default_factory=tuple)
    starter: int | None = field(default_factory=_nothing)
    complete: bool | None = field(default_factory=_nothing)
    about: tuple[tuple[str, str], ...] = field(default_factory=tuple)
    source: str = field(default_factory=lambda: "json")
    remarks: tuple[Remark, ...] = field(default_factory=tuple, compare=False)
    ordered: bool = field(default_factory=lambda: True, compare=False)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A field that is not there (only those get here): the file has to be read now."""
            unread = self.__dict__.get("unread")
            if unread is None or name not in self.__dataclass_fields__:
                raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r}")
            self.__dict__.update(unread.read().__dict__)
            return self.__dict__[name]

    @property
    def raw(self) -> "Unread | None":
        """The lines of the file, where they were kept: the same as all the fields say."""
        return self.__dict__.get("unread")

    @property
    def seats(self) -> int:
        return len(self.players)

    def value(self, key: str) -> str:
        """The first entry of `about` under `key`, "" for none."""
        return next((text for name, text in self.about if name == key), "")


def unread_sheet(unread: Unread, **known: object) -> Scoresheet:
    """A Scoresheet of which only some fields are known yet."""
    made = object.__new__(Scoresheet)
    made.__dict__.update(known, unread=unread)
    return made


@dataclass(frozen=True)
class ReadSheet:
    """A file read: the sheet, or why there is none. `problems` are sentences, one a mistake."""

    sheet: Scoresheet | None
    problems: tuple[Message, ...] = ()
