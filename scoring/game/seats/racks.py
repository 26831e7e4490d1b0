"""Racks as written: how they are read, and what they may hold at that moment of the game.

Sources: SAL:102-104, 217 for two bags; SAL:118, SET:26-35, BIS:20.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scoring.board.board import Placement
from scoring.board.tile_reading import SEPARATORS, quoted, read_rack
from scoring.board.tiles import Piece, TileSet, count_tiles
from scoring.game.issues import Issue
from scoring.game.state import Game
from scoring.rules.supply import by_bag
from scoring.sheets.scoresheet import Turn

Rack = tuple[Piece, ...] | None


class WrittenRack(NamedTuple):
    """`pieces` None: not written, or to be read in several ways. `whole`: as many as the player must have held.

    `other`: the same rack as it was before a blank was taken for one of its tiles, or after; None without such a blank.
    """

    pieces: Rack
    whole: bool = False
    other: Rack = None


def read_turn_rack(game: Game, turn: Turn, seat: int) -> tuple[WrittenRack, tuple[Issue, ...]]:
    """The rack of a row; what a player holds after taking a blank from the board may be written either way."""
    if not turn.rack:
        return WrittenRack(None), ()
    low, high = game.bounds.on_rack(seat)
    tiles = game.ruleset.tile_set
    reading = read_rack(turn.rack, tiles)
    if reading.pieces is None and low == high:
        reading = read_rack(turn.rack, tiles, size=low)
    if (reading.pieces is None and not reading.readings) or has_gap(turn.rack, tiles):
        return WrittenRack(None), (Issue("rack_unreadable", {"rack": quoted(turn.rack)}),)
    pieces = None if _unknown_tiles(game, reading.pieces) else reading.pieces
    if pieces is None:
        return WrittenRack(None), ()
    whole = low == high == len(pieces)
    before = _after_taking(game, seat, pieces)
    if before is None:
        return WrittenRack(pieces, whole), ()
    if any(piece.blank for piece in pieces):
        return WrittenRack(pieces, whole, before), ()
    return WrittenRack(before, whole, pieces), ()


def has_gap(text: str, tiles: TileSet) -> bool:
    """Whether a point stands among the tiles that does not just divide them: somebody could not read one."""
    if "." not in text:
        return False
    parts = [part for part in SEPARATORS.split(text) if part]
    read = [read_rack(part, tiles).pieces for part in parts]
    return any(pieces is None or len(pieces) != 1 for pieces in read)


def _after_taking(game: Game, seat: int, rack: Sequence[Piece]) -> Rack:
    """A rack written as at the start of the turn, with the blank in place of what was given for it (SAL:403)."""
    taken = game.recycled
    if taken is None or taken.blank is None or taken.given is None:
        return None
    if taken.seat != seat or taken.given not in rack:
        return None
    rest = list(rack)
    rest[rest.index(taken.given)] = taken.blank
    return tuple(rest)


def _unknown_tiles(game: Game, rack: Sequence[Piece] | None) -> bool:
    """Some files write `???????` for a rack nobody knows: more blanks than there are, and nothing else."""
    blank = game.ruleset.tile_set.blank
    return (
        bool(rack)
        and blank is not None
        and all(p.blank for p in rack or ())
        and len(rack or ()) > blank.count
    )


def rack_issues(game: Game, seat: int, written: WrittenRack) -> list[Issue]:
    """Too many tiles, fewer than the player must have held, more of a tile than the set holds, the wrong bags."""
    rack = written.pieces or ()
    size, (low, high), held = game.ruleset.rack.size, game.bounds.on_rack(seat), len(rack)
    odd = over_set(game, rack)
    odd = [] if written.other is not None and not over_set(game, written.other) else odd
    odd = odd or _against_others(game, seat, rack)
    odd += [*_vanished(game, seat, rack), *_wrong_bags(game, seat, rack)] if written.whole else []
    if low <= held <= min(high, size):
        return odd
    facts = {"held": held, "size": size, "most": high}
    code, right = (
        ("rack_long", size) if held > size else ("rack_count", high) if held > high else ("rack_short", low)
    )
    return [Issue(code, facts, held, right), *odd]


def over_set(game: Game, rack: Sequence[Piece]) -> list[Issue]:
    """More of a tile than the set has beside the board. While the board is not known a tile may have been read twice:
    then only what the rack alone holds is proof."""
    by_id, lying = game.ruleset.tile_set.by_id, game.counts
    held = count_tiles(rack)
    over = [tile for tile, number in held.items() if number + lying.get(tile, 0) > by_id[tile].count]
    if not over:
        return []
    proven = game.known or any(held[tile] > by_id[tile].count for tile in over)
    facts = {"tiles": ", ".join(over)}
    return [Issue("rack_over_set", facts, certain=proven, tiles=frozenset(over))]


def _wrong_bags(game: Game, seat: int, rack: Sequence[Piece]) -> list[Issue]:
    """So many tiles of each bag while both have some (SAL:102-104, 217); not while a blank waits to be laid."""
    rules, taken = game.rules, game.recycled
    two = len(rules.split) > 1 and sum(rules.split) == rules.size == len(rack)
    if not two or min(game.bounds.low.bags) <= 0 or (taken is not None and taken.seat == seat):
        return []
    held = by_bag(rules, rack)
    if held == rules.split:
        return []
    names = game.ruleset.tile_set.bags
    facts = {"held": _by_name(names, held), "split": _by_name(names, rules.split)}
    return [Issue("rack_split", facts, certain=game.unseated is None)]


def _by_name(names: Sequence[str], numbers: Sequence[int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=True))


def _vanished(game: Game, seat: int, rack: Sequence[Piece]) -> list[Issue]:
    """Tiles that were not played must be on the next rack."""
    tables, kept = game.tables, game.kept[seat]
    if not kept or tables.holds(tables.together(rack), kept):
        return []
    now = count_tiles(rack)
    gone = [tile for tile, number in tables.counts(kept).items() if number > now.get(tile, 0)]
    return [Issue("tiles_vanished", {"tiles": ", ".join(gone)})]


def _against_others(game: Game, seat: int, tiles: Sequence[Piece]) -> list[Issue]:
    """A tile of which there are not so many cannot be on two racks."""
    tables, others = game.tables, sum(game.kept) - game.kept[seat]
    together = tables.together(tiles) + game.lying
    if (
        not others
        or not (game.known and game.ruleset.tile_set.complete)
        or tables.holds(tables.whole_set, together + others)
    ):
        return []
    too_many = tables.counts(together + others)
    by_id, held = game.ruleset.tile_set.by_id, count_tiles(tiles)
    twice = [tile for tile in held if too_many[tile] > by_id[tile].count]
    return [Issue("on_two_racks", {"tiles": ", ".join(twice)})] if twice else []


def laid_from_others(game: Game, seat: int, placements: Sequence[Placement]) -> list[Issue]:
    """The same for tiles laid from a rack that is not written."""
    return _against_others(game, seat, [piece for _, piece in placements])


def keep(game: Game, seat: int, written: WrittenRack, gone: Sequence[Piece] | None) -> None:
    """What must still be on the rack after these tiles left it; nothing is known if nobody wrote which."""
    tables = game.tables
    held = tables.together(written.pieces or ())
    left = tables.together(gone) if gone is not None else held
    game.kept[seat] = held - left if tables.holds(held, left) else 0


def missing_tiles(pieces: Sequence[Piece], rack: Sequence[Piece]) -> list[str]:
    """Tiles of `pieces` that `rack` does not hold, or not often enough."""
    held = count_tiles(rack)
    return [tile for tile, number in count_tiles(pieces).items() if number > held.get(tile, 0)]
