"""What a blank scoresheet of a ruleset has on it: columns, closing rows, every tile to cross off. For page and PDF alike."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring import Ruleset
from tdapp.events.models import Division
from tdapp.events.rules import rulesets
from tdapp.kernel.messages.sentences import of_rules

PAPERS = ("a4", "letter")
# Turns that fit on one page, by seats; a game of four has fewer turns each.
ROWS = {2: 20, 3: 17, 4: 17}


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a seat; `share` is its part of the seat's width."""

    key: str
    label: str
    share: int


@dataclass(frozen=True, slots=True)
class TileRun:
    """A tile with its value and as many copies as the set holds, to be crossed off."""

    shown: str
    value: int
    count: int

    @property
    def copies(self) -> range:
        return range(self.count)


@dataclass(frozen=True, slots=True)
class Blank:
    """A blank sheet. `wide`: laid across the page, as more than two seats need."""

    event: str
    division: str
    rules: str
    facts: str
    seats: int
    columns: tuple[Column, ...]
    closing: tuple[str, ...]
    tiles: tuple[TileRun, ...]
    unknown: int

    @property
    def wide(self) -> bool:
        return self.seats > 2

    @property
    def rows(self) -> range:
        return range(1, ROWS[self.seats] + 1)

    @property
    def seat_numbers(self) -> range:
        return range(1, self.seats + 1)

    @property
    def tiles_in_all(self) -> int:
        return sum(tile.count for tile in self.tiles)

    @property
    def closing_span(self) -> int:
        """Columns of a seat before the one a closing row is written in, the last one."""
        return len(self.columns) - 1


def blank(division: Division, seats: int) -> Blank:
    """The blank sheet of a division for so many players (2 to 4)."""
    ruleset = rulesets.of_division(division)
    tiles = tuple(TileRun(tile.shown or "?", tile.value, tile.count) for tile in ruleset.tile_set.tiles)
    return Blank(
        division.event.name, division.name if division.event.divisions.count() > 1 else "", of_rules(ruleset.name),
        " · ".join(_facts(ruleset)), seats, tuple(_columns(ruleset, seats)), tuple(_closing(ruleset)), tiles,
        ruleset.tile_set.total - ruleset.tile_set.size,
    )  # fmt: skip


def seats_wanted(text: str, ruleset: Ruleset) -> int:
    """How many seats a sheet is for: what was asked if the rules allow it, else their fewest."""
    allowed = range(ruleset.players.fewest, ruleset.players.most + 1)
    return (
        int(text)
        if text.isascii() and text.isdigit() and len(text) == 1 and int(text) in allowed
        else allowed[0]
    )


def _columns(ruleset: Ruleset, seats: int) -> Iterator[Column]:
    """The word has about 34 mm of an upright page: words of 19 squares are written there."""
    yield Column("position", pgettext("square on the board", "Place"), 5)
    yield Column("word", _("Word"), 19 if seats == 2 else 14)
    if ruleset.timer.kind != "none":
        yield Column("seconds", _("Clock"), 5)
    if ruleset.challenge.allowed:
        yield Column("challenge", _("Ch."), 4)
    yield Column("score", _("Score"), 5)
    yield Column("total", _("Total"), 6)


def _closing(ruleset: Ruleset) -> Iterator[str]:
    """The rows under the last turn: what the rules add and take off before the final score."""
    adjustment = ruleset.adjustment
    if adjustment.any:
        yield _("Before unplayed tiles")
        yield _("Tiles left")
    if adjustment.deduct_own:
        yield _("Own tiles off −")
    if adjustment.out_gains == "others_tiles":
        yield _("Others' tiles on +")
    elif adjustment.out_gains == "twice_others_tiles":
        yield _("Others' tiles twice +")
    if ruleset.timer.kind != "none" and ruleset.timer.overrun == "points":
        yield _("Time off −")
    yield _("Final score")


def _facts(ruleset: Ruleset) -> Iterator[str]:
    """What players look up most: rack, clock, exchange, bonus, challenges."""
    yield _("rack %(n)s") % {"n": ruleset.rack.size}
    if ruleset.timer.kind != "none":
        minutes = f"{ruleset.timer.seconds // 60}:{ruleset.timer.seconds % 60:02d}"
        words = _("%(time)s a move") if ruleset.timer.kind == "per_move" else _("%(time)s a player")
        yield words % {"time": minutes}
    if ruleset.exchange.allowed:
        yield _("exchange with %(n)s or more in the bag") % {"n": ruleset.exchange.min_in_bag}
    bonus = ", ".join(f"{tiles} = +{points}" for tiles, points in ruleset.bonus.by_tiles)
    if bonus:
        yield _("tiles laid %(bonus)s") % {"bonus": bonus}
    if ruleset.challenge.quota is not None:
        yield _("%(n)s challenges each") % {"n": ruleset.challenge.quota}
