"""What stands where in a scoresheet workbook: the headings in every language, the kinds of rows a ruleset knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring import Ruleset, Scoresheet, Turn
from scoring.sheets.scoresheet import (
    BONUS,
    CHALLENGE,
    END,
    EXCHANGE,
    LOST,
    OUT,
    PASSED,
    PLAY,
    RACK,
    RECYCLE,
    SCORE,
    THEME,
    TIME,
    WITHDRAWN,
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sheet belongs, for its head: texts as the event says them, None for what is not settled."""

    event: str = ""
    division: str = ""
    round: int | None = None
    table: int | None = None


# Written for "there is nothing": an empty cell says that nothing was written.
NOTHING = "-"
NUMBERS = frozenset({"turn", "seat", "number", "score", "total", "seconds", "of"})


@dataclass(frozen=True, slots=True)
class Heading:
    """A column: the field of a turn (or of a player) below it, what stands on top, its width in characters.

    `at`: where it stands, 1 is A; 0 where the order says so.
    """

    key: str
    label: Any
    width: int
    at: int = 0


# In the order the paper is written.
TURNS: tuple[Heading, ...] = (
    Heading("turn", _("Turn"), 6),
    Heading("seat", _("Seat"), 6),
    Heading("kind", _("Kind"), 11),
    Heading("position", pgettext_lazy("square on the board", "Place"), 8),
    Heading("word", _("Word"), 18),
    Heading("rack", _("Rack"), 15),
    Heading("tiles", _("Tiles"), 12),
    Heading("number", _("Count"), 7),
    Heading("score", _("Score"), 8),
    Heading("total", _("Total"), 8),
    Heading("seconds", _("Seconds"), 9),
    Heading("challengers", _("Challenged by"), 12),
    Heading("verdict", _("Verdict"), 9),
    Heading("words", _("Words"), 16),
    Heading("of", _("Of turn"), 8),
    Heading("hold", _("Hold"), 6),
    Heading("reason", _("Reason"), 16),
    Heading("note", _("Note"), 24),
    Heading("extra", _("After the total"), 12),
)
# A name takes the width of four columns; scores stand over scores.
PLAYERS: tuple[Heading, ...] = (
    Heading("seat", _("Seat"), 0, 1),
    Heading("name", _("Player"), 0, 2),
    Heading("nick", _("Short name"), 0, 6),
    Heading("racks", _("Tiles left"), 0, 7),
    Heading("winners", _("Winner"), 0, 8),
    Heading("before", _("Before unplayed tiles"), 0, 9),
    Heading("totals", _("Final score"), 0, 10),
)
HEAD: Mapping[str, Any] = {
    "event": _("Event"),
    "division": _("Division"),
    "round": _("Round"),
    "table": _("Table"),
    "ruleset": _("Rules"),
    "starter": _("First (seat)"),
    "complete": _("Game finished"),
    "source": _("Written by"),
    "about": _("About"),
}
# Headings of other sheets for the same columns.
ALSO: Mapping[str, str] = {
    "player": "seat", "type": "kind", "square": "position", "position": "position", "coordinates": "position",
    "exchanged": "tiles", "points": "score", "sum": "total", "running total": "total", "cumulative": "total",
    "clock": "seconds", "time": "seconds", "remark": "note", "no.": "turn", "#": "turn",
}  # fmt: skip
KINDS: Mapping[str, Any] = {
    PLAY: _("a play: place, word, score; the rack before it if it was written"),
    EXCHANGE: _("tiles exchanged: which tiles, or only how many (count)"),
    PASSED: _("a pass"),
    LOST: _("a turn lost to a challenge"),
    SCORE: _("a turn of which only the points are known"),
    WITHDRAWN: _("the play above was taken back: the points it loses, as a negative score"),
    CHALLENGE: _("a challenge of the play above (or of turn “of”): who, the verdict, the words named"),
    BONUS: _("points for somebody else's wrong challenge"),
    THEME: _("extra points for theme words"),
    RECYCLE: _("a blank taken from the board: its place, the tile laid for it"),
    TIME: _("points off for time, as a negative score"),
    RACK: _("unplayed tiles deducted: the tiles, as a negative score"),
    OUT: _("the others' unplayed tiles earned: the tiles, the score"),
    END: _("how the game ended, where the rows do not show it: see reason"),
}


def kinds_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The kinds of rows a game under these rules can have, in the order of a choice."""
    wanted = {
        EXCHANGE: ruleset.exchange.allowed,
        PASSED: ruleset.passing.allowed,
        LOST: ruleset.challenge.allowed,
        WITHDRAWN: ruleset.challenge.allowed,
        CHALLENGE: ruleset.challenge.allowed,
        BONUS: ruleset.challenge.wrong not in ("nothing", "next_turn_lost"),
        THEME: ruleset.variants.theme,
        RECYCLE: ruleset.variants.recycled_blanks,
        TIME: ruleset.timer.kind != "none" and ruleset.timer.overrun == "points",
        RACK: ruleset.adjustment.deduct_own,
        OUT: ruleset.adjustment.out_gains != "nothing",
    }
    return tuple(kind for kind in KINDS if wanted.get(kind, True))


def columns_of(ruleset: Ruleset, sheet: Scoresheet) -> tuple[Heading, ...]:
    """The columns these rules need, and any other in which the sheet holds something."""
    unneeded = {"extra"} | (set() if ruleset.timer.kind != "none" else {"seconds"})
    if not ruleset.challenge.allowed:
        unneeded |= {"challengers", "verdict", "words", "of", "hold"}
    unneeded -= set(used(sheet.turns))
    return tuple(heading for heading in TURNS if heading.key not in unneeded)


def used(turns: Iterable[Turn]) -> set[str]:
    """The fields in which any of the turns holds something."""
    empty = Turn("")
    return {name for turn in turns for name in Turn._fields if getattr(turn, name) != getattr(empty, name)}


def plain(text: object) -> str:
    """A heading as it is compared: small letters, single spaces."""
    return " ".join(str(text).casefold().split())


@cache
def turn_labels() -> Mapping[str, str]:
    """What may stand over a column of turns -> its field; in every language of the program."""
    own = {heading.key: heading.key for heading in TURNS}
    return {**own, **ALSO, **_in_every_language((heading.key, heading.label) for heading in TURNS)}


@cache
def player_labels() -> Mapping[str, str]:
    """What may stand over a column of players -> its field."""
    return _in_every_language((heading.key, heading.label) for heading in PLAYERS)


@cache
def head_labels() -> Mapping[str, str]:
    """What may stand before a fact of the head -> its field."""
    return {**{key: key for key in HEAD}, **_in_every_language(HEAD.items())}


def _in_every_language(labels: Iterable[tuple[str, Any]]) -> dict[str, str]:
    found: dict[str, str] = {}
    pairs = list(labels)
    for code, _name in settings.LANGUAGES:
        with translation.override(code):
            found |= {plain(label): key for key, label in pairs}
    return found
