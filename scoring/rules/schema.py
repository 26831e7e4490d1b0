"""The ruleset schema: every field, its kind and range. One class a section, one attribute a field.

Values are typed and final: the engine reads `ruleset.rack.size`, never a dictionary. See docs/rules/. Sections are named
tuples, and annotations are evaluated as they stand: every start of the program pays for this module.
"""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from scoring.board.board import Square
from scoring.board.tiles import Tile
from scoring.rules.tile_table import TileTable
from scoring.rules.value_kinds import (
    Choice,
    Flag,
    Grid,
    Kind,
    Numbers,
    Squares,
    StartSquare,
    Text,
    Texts,
    Whole,
)

NO_LIMIT = "none"
MAX_TILES_IN_SET = 500
REFUSED = ("proper_nouns", "abbreviations", "affixes", "foreign", "english", "apostrophes", "hyphens")
ASK = "ask"  # marks a field the director must look at when creating an event


class Later(NamedTuple):
    """Marks a field that is younger than rules somebody keeps (frozen divisions, archives, files of their own).

    `meant`: what its absence means there. Rules that say the same keep the hash they had before there was the field.
    """

    meant: object


class Players(NamedTuple):
    fewest: Annotated[int, Whole(2, 4)]
    most: Annotated[int, Whole(2, 4)]
    order: Annotated[str, Choice("clockwise", "counterclockwise")]


class BoardRules(NamedTuple):
    """`start` None is the centre. `evidenced`: squares the book proves, each with its mirror images."""

    name: Annotated[str, Text()]
    grid: Annotated[tuple[str, ...], Grid()]
    start: Annotated[Square | None, StartSquare()]
    evidenced: Annotated[tuple[Square, ...], Squares()]
    confirmed: Annotated[bool, Flag()]


class TileRules(NamedTuple):
    """`total`: tiles the book announces. `alphabet`: what a blank may be under `any_letter`."""

    name: Annotated[str, Text()]
    table: Annotated[tuple[Tile, ...], TileTable()]
    total: Annotated[int, Whole(2, MAX_TILES_IN_SET)]
    alphabet: Annotated[tuple[str, ...], Texts(limit=100)]
    blank_may_be: Annotated[str, Choice("any_letter", "letters_with_a_tile")]
    digraph_from_singles: Annotated[str, Choice("allow", "forbid")]
    confirmed: Annotated[bool, Flag()]


class Rack(NamedTuple):
    size: Annotated[int, Whole(5, 12)]


class Bag(NamedTuple):
    """`split`: (bag, tiles of it on a full rack); empty with one bag. `when_empty`: where to draw instead."""

    policy: Annotated[str, Choice("one", "two")]
    split: Annotated[tuple[tuple[str, int], ...], Numbers("bag = tiles on a full rack", 0, 12)]
    when_empty: Annotated[str, Choice("draw_from_other", "draw_nothing")]


class Premiums(NamedTuple):
    counted: Annotated[str, Choice("once", "every_turn")]
    two_words: Annotated[str, Choice("multiply", "add")]


class Bonus(NamedTuple):
    """`by_tiles`: (tiles laid in one turn, points)."""

    by_tiles: Annotated[tuple[tuple[str, int], ...], Numbers("tiles laid = points", 0, 500, numbered=True)]

    def points(self, laid: int) -> int:
        """Bonus for laying exactly `laid` tiles (SAL:213, BIS:56)."""
        return dict(self.by_tiles).get(str(laid), 0)


class FirstPlay(NamedTuple):
    min_tiles: Annotated[int, Whole(1, 12)]
    covers_start: Annotated[bool, Flag()]
    word_multiplier: Annotated[int, Whole(1, 4)]


class Exchange(NamedTuple):
    """Refused when the bag holds `refused_at` tiles or fewer; never more tiles than the bag holds."""

    allowed: Annotated[bool, Flag()]
    refused_at: Annotated[int, Whole(0, 100)]
    order: Annotated[str, Choice("draw_first", "return_first")]
    opener_may: Annotated[bool, Flag()]

    @property
    def min_in_bag(self) -> int:
        """The fewest tiles in the bag with which an exchange is still allowed."""
        return self.refused_at + 1


class Passing(NamedTuple):
    allowed: Annotated[bool, Flag()]


class End(NamedTuple):
    """`passes_each`: passes in a row by every player; None: passing never ends a game."""

    when_out: Annotated[bool, Flag()]
    passes_each: Annotated[int | None, Whole(1, 6, NO_LIMIT)]
    lost_turns: Annotated[str, Choice("ignored", "counted", "reset")]
    nobody_can_move: Annotated[str, Choice("never", "any_time", "empty_bag")]
    question_after_scoreless: Annotated[int | None, Whole(2, 24, NO_LIMIT)]


class Adjustment(NamedTuple):
    """What unplayed tiles do to final scores. `out_gains`: what the player who went out receives."""

    deduct_own: Annotated[bool, Flag()]
    out_gains: Annotated[str, Choice("nothing", "others_tiles", "twice_others_tiles")]

    @property
    def any(self) -> bool:
        return self.deduct_own or self.out_gains != "nothing"


class Challenge(NamedTuple):
    """`wrong`: what a wrong challenge costs; `wrong_points` counts only when that is points."""

    allowed: Annotated[bool, Flag()]
    window: Annotated[str, Choice("until_next_turn", "until_score_called")]
    hold: Annotated[bool, Flag()]
    invalid_play: Annotated[str, Choice("turn_lost")]
    wrong: Annotated[
        str,
        Choice(
            "nothing",
            "next_turn_lost",
            "points_to_player",
            "points_per_word_to_player",
            "points_off_challenger",
        ),
    ]
    wrong_points: Annotated[int, Whole(0, 100)]
    challengers: Annotated[str, Choice("first", "each")]
    scope: Annotated[str, Choice("named", "play")]
    quota: Annotated[int | None, Whole(0, 99, NO_LIMIT)]
    quota_counts: Annotated[str, Choice("all", "wrong")]
    decided_by: Annotated[str, Choice("players", "judge")]


class Timer(NamedTuple):
    """`seconds` per move or per player and game; `points_per_minute` for each started minute over."""

    kind: Annotated[str, Choice("none", "per_move", "per_game")]
    seconds: Annotated[int, Whole(10, 14400)]
    overrun: Annotated[str, Choice("record", "points", "turn_lost"), ASK]
    points_per_minute: Annotated[int, Whole(0, 100)]
    stops_at: Annotated[str, Choice("score_called", "tiles_laid"), ASK]


class Tie(NamedTuple):
    rule: Annotated[str, Choice("higher_before_adjustment", "half_each")]


class Starter(NamedTuple):
    rule: Annotated[str, Choice("eldest", "nearest_a", "balanced", "lots")]
    blank_first: Annotated[bool, Flag()]


class Variants(NamedTuple):
    """The four variants, off unless an event switches them on. `short_turns`: turns each, None for a full game."""

    open_dictionary: Annotated[bool, Flag()]
    theme: Annotated[bool, Flag()]
    theme_points: Annotated[int, Whole(1, 100)]
    recycled_blanks: Annotated[bool, Flag()]
    short_turns: Annotated[int | None, Whole(1, 50, NO_LIMIT)]


class Words(NamedTuple):
    """What counts as a word, as far as the rulebook says; the lexicon itself belongs to the division."""

    length_in: Annotated[str, Choice("tiles", "letters")]
    refused: Annotated[tuple[str, ...], Texts(*REFUSED)]
    printed_list: Annotated[tuple[str, ...], Texts()]
    printed_list_outranks: Annotated[bool, Flag()]
    dialects: Annotated[tuple[str, ...], Texts(limit=30)]
    unchallenged_stands: Annotated[bool, Flag()]


SECTIONS: Mapping[str, type[Any]] = {
    "players": Players,
    "board": BoardRules,
    "tiles": TileRules,
    "rack": Rack,
    "bag": Bag,
    "premiums": Premiums,
    "bonus": Bonus,
    "first_play": FirstPlay,
    "exchange": Exchange,
    "passing": Passing,
    "end": End,
    "adjustment": Adjustment,
    "challenge": Challenge,
    "timer": Timer,
    "tie": Tie,
    "starter": Starter,
    "variants": Variants,
    "words": Words,
}
_HINTS: Mapping[str, tuple[Any, ...]] = {
    f"{section}.{name}": hint.__metadata__
    for section, cls in SECTIONS.items()
    for name, hint in cls.__annotations__.items()
}
KINDS: Mapping[str, Kind] = {name: hint[0] for name, hint in _HINTS.items()}
ASKED: tuple[str, ...] = tuple(name for name, hint in _HINTS.items() if ASK in hint[1:])
LATER: dict[str, object] = {
    name: mark.meant for name, hint in _HINTS.items() for mark in hint[1:] if isinstance(mark, Later)
}
ALIASES: Mapping[str, str] = {"board": "board.grid", "tiles": "tiles.table"}
# What is known about a board or tile set, and what they are called: no rule of the game, so no part of its hash.
ABOUT = frozenset({"board.name", "board.evidenced", "board.confirmed", "tiles.name", "tiles.confirmed"})
# A new board or tile table voids what was known about the old one, unless it is given again beside it.
VOIDED_BY: Mapping[str, Mapping[str, object]] = {
    "board.grid": {"board.evidenced": [], "board.confirmed": False},
    "tiles.table": {"tiles.confirmed": False},
}


class FieldSpec(NamedTuple):
    """A field as a form needs it: its name, what it must be, its options when it is a choice, whether to ask."""

    name: str
    expected: str
    options: tuple[str, ...]
    ask: bool


def field_specs() -> tuple[FieldSpec, ...]:
    """Every field in file order."""
    options = {name: kind.options for name, kind in KINDS.items() if isinstance(kind, Choice)}
    return tuple(
        FieldSpec(name, kind.expected, options.get(name, ()), name in ASKED) for name, kind in KINDS.items()
    )
