"""A ruleset as the games use it: all values typed, each with its mark, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from core.later import later
from scoring.board.board import Board, Layout, Square, centre, images
from scoring.board.tiles import TileSet
from scoring.marks import KINDS as MARK_KINDS
from scoring.marks import SOURCE, Mark
from scoring.rules.ruleset_files import SCHEMA
from scoring.rules.ruleset_tables import Tables
from scoring.rules.schema import (
    ABOUT,
    KINDS,
    LATER,
    Adjustment,
    Bag,
    BoardRules,
    Bonus,
    Challenge,
    End,
    Exchange,
    FirstPlay,
    Passing,
    Players,
    Premiums,
    Rack,
    Starter,
    Tie,
    TileRules,
    Timer,
    Variants,
    Words,
)
from scoring.rules.supply import Rules, drawing_rules

if TYPE_CHECKING:
    import hashlib
    import json
else:
    hashlib, json = later("hashlib"), later("json")

HEADER = ("id", "name", "book", "language")


class Note(NamedTuple):
    """A rule that is the same in every ruleset of a book, told on the rule sheet with its mark."""

    topic: str
    text: str
    mark: Mark


@dataclass(frozen=True)
class Ruleset:
    """All rules of a game, typed: `ruleset.rack.size`; its mark is `ruleset.marks["rack.size"]`."""

    id: str
    name: str
    book: str
    language: str
    players: Players
    board: BoardRules
    tiles: TileRules
    rack: Rack
    bag: Bag
    premiums: Premiums
    bonus: Bonus
    first_play: FirstPlay
    exchange: Exchange
    passing: Passing
    end: End
    adjustment: Adjustment
    challenge: Challenge
    timer: Timer
    tie: Tie
    starter: Starter
    variants: Variants
    words: Words
    marks: Mapping[str, Mark]
    notes: tuple[Note, ...] = ()

    @cached_property
    def layout(self) -> Layout:
        """The printed board with its start square resolved."""
        rows = self.board.grid
        return Layout(rows, self.board.start or centre(len(rows), len(rows[0])))

    @cached_property
    def empty_board(self) -> Board:
        """What every game starts from."""
        return Board(self.layout)

    @cached_property
    def tile_set(self) -> TileSet:
        rules = self.tiles
        any_letter = rules.blank_may_be == "any_letter"
        tiled = tuple(tile.letters for tile in rules.table if tile.letters)
        letters = rules.alphabet if any_letter else tiled
        return TileSet(rules.table, letters, rules.digraph_from_singles == "allow", rules.total)

    @cached_property
    def drawing(self) -> Rules:
        """How bags and racks are filled."""
        return drawing_rules(self.tile_set, self.bag, self.rack.size)

    @cached_property
    def tables(self) -> Tables:
        """Board and tiles as the quick reading of whole games needs them."""
        sure = frozenset(square for square in self.layout.squares() if self.square_is_certain(square))
        bonus = tuple(self.bonus.points(laid) for laid in range(self.rack.size + 1))
        return Tables(self.layout, self.tile_set, bonus, sure)

    @cached_property
    def tiles_certain(self) -> bool:
        """Whether findings may rest on every tile."""
        return all(self.tile_is_certain(tile.id) for tile in self.tiles.table)

    def value(self, name: str) -> object:
        """The value of a field by its name, `"rack.size"`; KeyError for no field."""
        if name not in KINDS:
            raise KeyError(name)
        section, key = name.split(".")
        return getattr(getattr(self, section), key)

    def values(self) -> dict[str, object]:
        """Every field in plain form, as TOML and JSON hold it."""
        return {name: kind.plain(self.value(name)) for name, kind in KINDS.items()}

    @cached_property
    def content_hash(self) -> str:
        """sha256 of the rules alone, the same on every machine; confirming a board does not change it.

        Nor does a later field that says what its absence meant: rules fixed before it keep their number.
        """
        told = {name: value for name, value in self.values().items() if name not in ABOUT}
        values = {
            name: _hashed(name, value)
            for name, value in told.items()
            if name not in LATER or value != LATER[name]
        }
        text = json.dumps(
            {"schema": SCHEMA, "values": values}, sort_keys=True, separators=(",", ":"), ensure_ascii=False
        )
        return hashlib.sha256(text.encode()).hexdigest()

    @cached_property
    def _evidenced(self) -> frozenset[Square]:
        height, width = self.layout.height, self.layout.width
        return frozenset(image for square in self.board.evidenced for image in images(square, height, width))

    @cached_property
    def all_certain(self) -> bool:
        """Whether findings may rest on every square and every tile."""
        return self.tiles_certain and all(map(self.square_is_certain, self.layout.squares()))

    def square_is_certain(self, square: Square) -> bool:
        """Whether a finding may rest on this square's premium: confirmed, or proven by the book."""
        if self.board.confirmed or self.marks["board.grid"].kind == SOURCE:
            return True
        return square in self._evidenced

    def tile_is_certain(self, tile_id: str) -> bool:
        """Whether a finding may rest on this tile's value."""
        tile = self.tile_set.by_id.get(tile_id)
        mark = (tile.mark if tile else None) or self.marks["tiles.table"]
        return self.tiles.confirmed or mark.kind == SOURCE

    @property
    def distribution_is_certain(self) -> bool:
        """Whether a finding may rest on how many of each tile there are."""
        known = self.tiles.confirmed or self.marks["tiles.table"].kind == SOURCE
        return known and self.tile_set.complete

    def to_data(self) -> dict[str, object]:
        """Everything as JSON-able data; `ruleset_from_data` gives the same ruleset back."""
        header = {"schema": SCHEMA, **{key: getattr(self, key) for key in HEADER}}
        marks = {name: mark.as_data() for name, mark in self.marks.items()}
        notes = [{"topic": note.topic, "text": note.text, **note.mark.as_data()} for note in self.notes]
        return {**header, "values": self.values(), "marks": marks, "notes": notes}


def _hashed(name: str, value: object) -> object:
    """Tile rows in one order and without their marks: who vouches for a value is not the value."""
    if name != "tiles.table" or not isinstance(value, list):
        return value
    rows = sorted(value, key=lambda row: str(row["id"]))
    return [{key: part for key, part in row.items() if key not in (*MARK_KINDS, "note")} for row in rows]
