"""Rules between fields: each value may be fine by itself and still make no game together with the others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scoring.board.board import COLUMNS, Square, centre
from scoring.board.tiles import Tile
from scoring.marks import ASSUMED, UNCONFIRMED, Mark
from scoring.rules.tile_table import bad_letters

Values = Mapping[str, Any]
Marks = Mapping[str, Mark]
Found = Iterator[tuple[str, str]]  # field, sentence


def cross_check(values: Values, marks: Marks) -> list[tuple[str, tuple[str, ...], str]]:
    """(field, all fields involved, sentence) for each contradiction; checks lacking a readable field are left out."""
    able = [(needs, check) for needs, check in _CHECKS if set(needs) <= set(values)]
    return [(name, needs, told) for needs, check in able for name, told in check(values, marks)]


def _players(values: Values, _: Marks) -> Found:
    if values["players.fewest"] > values["players.most"]:
        yield "players.most", "players.most is smaller than players.fewest; it must be at least as large"


def _squares(values: Values, _: Marks) -> Found:
    rows = values["board.grid"]
    named = [
        ("board.start", values["board.start"]),
        *(("board.evidenced", s) for s in values["board.evidenced"]),
    ]
    for name, square in named:
        if square and not (square.row < len(rows) and square.col < len(rows[0])):
            yield (
                name,
                f"{name}: {square.name} is not on a board of {len(rows[0])} columns and {len(rows)} rows",
            )


def _sun(values: Values, _: Marks) -> Found:
    rows = values["board.grid"]
    start = values["board.start"] or centre(len(rows), len(rows[0]))
    stars = [Square(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "*"]
    for square in stars:
        if square != start:
            yield "board.grid", f"board.grid has * at {square.name}, but the start square is {_name(start)}"


def _name(square: Square) -> str:
    return f"{COLUMNS[square.col]}{square.row + 1}"


def _total(values: Values, marks: Marks) -> Found:
    held, total = sum(tile.count for tile in values["tiles.table"]), values["tiles.total"]
    open_table = marks["tiles.table"].kind in (ASSUMED, UNCONFIRMED)
    if held > total or (held < total and not open_table):
        yield "tiles.table", f"tiles.table holds {held} tiles, but tiles.total is {total}; they must be equal"


def _alphabet(values: Values, _: Marks) -> Found:
    for letters in values["tiles.alphabet"]:
        if problem := bad_letters(letters):
            yield "tiles.alphabet", f"tiles.alphabet: “{letters}”: {problem}"
    strays = [t.id for t in _lettered(values) if t.letters not in values["tiles.alphabet"]]
    if strays:
        yield "tiles.alphabet", f"tiles.alphabet lacks {', '.join(strays)}, which the tile table holds"


def _lettered(values: Values) -> list[Tile]:
    return [tile for tile in values["tiles.table"] if tile.letters]


def _racks(values: Values, _: Marks) -> Found:
    needed = values["rack.size"] * values["players.most"]
    if values["tiles.total"] < needed:
        yield (
            "rack.size",
            f"rack.size: {needed} tiles fill all racks, but the set holds {values['tiles.total']}",
        )


def _bonus(values: Values, _: Marks) -> Found:
    for laid, points in values["bonus.by_tiles"]:
        if not 1 <= int(laid) <= values["rack.size"]:
            yield (
                "bonus.by_tiles",
                f"bonus.by_tiles gives {points} for {laid} tiles, but a rack holds {values['rack.size']}",
            )


def _bags(values: Values, _: Marks) -> Found:
    two, split = values["bag.policy"] == "two", dict(values["bag.split"])
    if two and sum(split.values()) != values["rack.size"]:
        yield (
            "bag.split",
            f"bag.split must add up to rack.size ({values['rack.size']}) when there are two bags",
        )
    if not two and split:
        yield "bag.split", "bag.split must be empty when there is one bag"
    used = {tile.bag for tile in values["tiles.table"]}
    if two and (len(split) != 2 or used != set(split)):
        yield (
            "bag.split",
            f"bag.split must name the two bags of tiles.table ({', '.join(sorted(used)) or 'none'})",
        )


def _first_play(values: Values, _: Marks) -> Found:
    if values["first_play.min_tiles"] > values["rack.size"]:
        yield "first_play.min_tiles", "first_play.min_tiles must not be larger than rack.size"


def _challenge(values: Values, _: Marks) -> Found:
    in_points = values["challenge.wrong"] not in ("nothing", "next_turn_lost")
    if in_points and not values["challenge.wrong_points"]:
        yield (
            "challenge.wrong_points",
            "challenge.wrong_points must be at least 1 when a wrong challenge costs points",
        )


def _timer(values: Values, _: Marks) -> Found:
    if values["timer.overrun"] == "points" and not values["timer.points_per_minute"]:
        yield (
            "timer.points_per_minute",
            "timer.points_per_minute must be at least 1 when an overrun costs points",
        )


def _open_end(values: Values, _: Marks) -> Found:
    ends = values["end.when_out"] or values["end.passes_each"] or values["variants.short_turns"]
    if not ends and values["end.nobody_can_move"] == "never":
        yield (
            "end.when_out",
            "end: no rule ends the game; set end.when_out, end.passes_each or end.nobody_can_move",
        )


_CHECKS: tuple[tuple[tuple[str, ...], Callable[[Values, Marks], Found]], ...] = (
    (("players.fewest", "players.most"), _players),
    (("board.grid", "board.start", "board.evidenced"), _squares),
    (("board.grid", "board.start"), _sun),
    (("tiles.table", "tiles.total"), _total),
    (("tiles.table", "tiles.alphabet"), _alphabet),
    (("rack.size", "players.most", "tiles.total"), _racks),
    (("bonus.by_tiles", "rack.size"), _bonus),
    (("bag.policy", "bag.split", "rack.size", "tiles.table"), _bags),
    (("first_play.min_tiles", "rack.size"), _first_play),
    (("challenge.wrong", "challenge.wrong_points"), _challenge),
    (("timer.overrun", "timer.points_per_minute"), _timer),
    (("end.when_out", "end.passes_each", "end.nobody_can_move", "variants.short_turns"), _open_end),
)
