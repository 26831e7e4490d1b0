"""How many tiles are in the bags and on the racks, counted from what was laid. Never changed in place.

Counts are exact as long as every play is known. After a play of which the tiles are not written, two counts go on side
by side: one as if the fewest possible tiles had been laid, one as if the most (`Bounds`).
Sources: SAL:96-104, 169, 217, 238; SET:16, 26; BIS:16, 23.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scoring.board.tiles import Piece, TileSet
from scoring.rules.schema import Bag

Counts = tuple[int, ...]


class Rules(NamedTuple):
    """What drawing needs of a ruleset: rack size, tiles of each bag on a full rack, drawing from the other bag.

    `bag_of`: the bag of each tile id; `bags`: tiles in each bag before anybody has drawn.
    """

    size: int
    split: Counts
    other: bool
    bag_of: dict[str, int]
    bags: Counts


class Supply(NamedTuple):
    """Tiles in each bag, and on each rack by the bag they came from."""

    bags: Counts
    racks: tuple[Counts, ...]

    @property
    def in_bag(self) -> int:
        return sum(self.bags)

    def on_rack(self, seat: int) -> int:
        return sum(self.racks[seat])


def drawing_rules(tiles: TileSet, bag: Bag, size: int) -> Rules:
    """One bag unless the ruleset says two (SAL:96-104); `size`: tiles on a full rack."""
    names = tiles.bags
    two = bag.policy == "two" and len(names) > 1
    bag_of = {tile.id: names.index(tile.bag) if two else 0 for tile in tiles.tiles}
    split = dict(bag.split)
    parts = tuple(split.get(name, 0) for name in names) if two else (size,)
    return Rules(size, parts, bag.when_empty == "draw_from_other", bag_of, _filled(tiles, bag_of, len(parts)))


def _filled(tiles: TileSet, bag_of: dict[str, int], bags: int) -> Counts:
    """Tiles the book announces and the table does not hold lie in the first bag."""
    counts = [0] * bags
    for tile in tiles.tiles:
        counts[bag_of[tile.id]] += tile.count
    counts[0] += tiles.total - tiles.size
    return tuple(counts)


def first_supply(rules: Rules, seats: int) -> Supply:
    """After everybody has drawn a first rack."""
    supply = Supply(rules.bags, ((0,) * len(rules.bags),) * seats)
    for seat in range(seats):
        supply = refill(rules, supply, seat)
    return supply


def by_bag(rules: Rules, pieces: Sequence[Piece]) -> Counts:
    """Tiles of each bag among the pieces."""
    if len(rules.split) == 1:
        return (len(pieces),)
    counts = [0] * len(rules.split)
    for piece in pieces:
        counts[rules.bag_of.get(piece.tile, 0)] += 1
    return tuple(counts)


def lay(rules: Rules, supply: Supply, seat: int, laid: Counts) -> Supply:
    """After a play: the tiles leave the rack (never below nothing) and the rack is filled again."""
    if len(laid) == 1:
        return _lay_one(rules, supply, seat, laid[0])
    rack = tuple(max(held - gone, 0) for held, gone in zip(supply.racks[seat], laid, strict=True))
    over = sum(laid) - (supply.on_rack(seat) - sum(rack))
    return refill(rules, _with_rack(supply, seat, _take_any(rack, over)), seat)


def _lay_one(rules: Rules, supply: Supply, seat: int, laid: int) -> Supply:
    """The same for a single bag, where nothing has to be divided."""
    bag, left = supply.bags[0], max(supply.racks[seat][0] - laid, 0)
    drawn = min(rules.size - left, bag)
    racks = supply.racks
    return Supply((bag - drawn,), (*racks[:seat], (left + drawn,), *racks[seat + 1 :]))


def _with_rack(supply: Supply, seat: int, rack: Counts) -> Supply:
    return Supply(supply.bags, (*supply.racks[:seat], rack, *supply.racks[seat + 1 :]))


def _take_any(rack: Counts, number: int) -> Counts:
    """Take `number` more tiles from wherever some are left."""
    counts = list(rack)
    for bag, held in enumerate(counts):
        gone = min(held, max(number, 0))
        counts[bag] -= gone
        number -= gone
    return tuple(counts)


def refill(rules: Rules, supply: Supply, seat: int) -> Supply:
    """Draw up to the split of each bag, then up to a full rack from any bag that has tiles (SAL:217)."""
    bags, rack = list(supply.bags), list(supply.racks[seat])
    for bag, wanted in enumerate(rules.split):
        _draw(bags, rack, bag, min(wanted - rack[bag], rules.size - sum(rack)))
    if rules.other:
        for bag in range(len(bags)):
            _draw(bags, rack, bag, rules.size - sum(rack))
    return _with_rack(Supply(tuple(bags), supply.racks), seat, tuple(rack))


def _draw(bags: list[int], rack: list[int], bag: int, number: int) -> None:
    drawn = max(0, min(number, bags[bag]))
    bags[bag] -= drawn
    rack[bag] += drawn


class Bounds(NamedTuple):
    """Two counts: `low` has the fewest tiles left in the bags that are possible, `high` the most."""

    low: Supply
    high: Supply

    @property
    def exact(self) -> bool:
        return self.low is self.high or self.low == self.high

    @property
    def in_bag(self) -> tuple[int, int]:
        return self.low.in_bag, self.high.in_bag

    def on_rack(self, seat: int) -> tuple[int, int]:
        one, two = self.low.on_rack(seat), self.high.on_rack(seat)
        return min(one, two), max(one, two)

    def laid(self, rules: Rules, seat: int, counts: Counts) -> Bounds:
        """After a play whose tiles are known."""
        low = lay(rules, self.low, seat, counts)
        return Bounds(low, low) if self.low is self.high else Bounds(low, lay(rules, self.high, seat, counts))

    def unknown(self, rules: Rules, seat: int, most: Counts | None = None) -> Bounds:
        """After a play of nobody knows which tiles: at least one, at most the rack, or `most` of each bag.

        With two bags nobody knows from which of them the least one came.
        """
        held = self.low.racks[seat]
        least = (1,) if len(held) == 1 else (0,) * len(held)
        return Bounds(lay(rules, self.low, seat, most or held), lay(rules, self.high, seat, least))

    def swapped(self, seat: int, given: int, taken: int) -> Bounds:
        """After one tile of bag `given` left the rack for one of bag `taken` (a recycled blank, SAL:403)."""
        return Bounds(_swap(self.low, seat, given, taken), _swap(self.high, seat, given, taken))


def _swap(supply: Supply, seat: int, given: int, taken: int) -> Supply:
    rack = list(supply.racks[seat])
    rack[given] = max(rack[given] - 1, 0)
    rack[taken] += 1
    return _with_rack(supply, seat, tuple(rack))


def first_bounds(rules: Rules, seats: int) -> Bounds:
    """Exact, as nothing has been played yet."""
    supply = first_supply(rules, seats)
    return Bounds(supply, supply)


class Stock:
    """The usual case of `Bounds`, changed in place: one bag, and every play so far is known."""

    def __init__(self, size: int, bag: int, held: list[int]) -> None:
        self.size, self.bag, self.held = size, bag, held

    def laid(self, seat: int, number: int) -> None:
        """Tiles leave the rack, which must hold that many, and it is filled again."""
        left = self.held[seat] - number
        wanted = self.size - left
        drawn = wanted if wanted < self.bag else self.bag
        self.bag -= drawn
        self.held[seat] = left + drawn

    @property
    def bounds(self) -> Bounds:
        supply = Supply((self.bag,), tuple([(held,) for held in self.held]))
        return Bounds(supply, supply)


def first_stock(rules: Rules, seats: int) -> Stock | None:
    """After everybody has drawn a first rack from the one bag; None where there are two."""
    if len(rules.bags) > 1:
        return None
    stock = Stock(rules.size, rules.bags[0], [0] * seats)
    for seat in range(seats):
        stock.laid(seat, 0)
    return stock


def stock_of(rules: Rules, bounds: Bounds) -> Stock | None:
    """The same counts as a Stock; None where there are two bags, or where they are not exact."""
    if len(rules.bags) > 1 or not bounds.exact:
        return None
    return Stock(rules.size, bounds.low.bags[0], [rack[0] for rack in bounds.low.racks])
