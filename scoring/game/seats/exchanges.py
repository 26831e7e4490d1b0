"""Tiles given back: how many, which, and whether the bags allow it. Sources: SAL:110, 254; SET:59-64; BIS:38-39."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.board.tile_reading import quoted, read_rack
from scoring.board.tiles import Piece
from scoring.game.issues import Issue
from scoring.game.seats.racks import Rack, WrittenRack, has_gap, keep, missing_tiles
from scoring.game.state import Game
from scoring.rules.supply import by_bag
from scoring.sheets.scoresheet import EXCHANGE, PASSED, Turn


def exchange(game: Game, turn: Turn, seat: int, rack: WrittenRack) -> list[Issue]:
    """What is odd about the exchange; the tiles kept are remembered."""
    rules, high = game.ruleset.exchange, game.in_bag[1]
    issues = [] if rules.allowed else [Issue("exchange_not_allowed")]
    issues += opener(game, turn)
    pieces, number, odd = _exchanged(game, turn, rack.pieces)
    if high < rules.min_in_bag:
        issues.append(
            Issue("exchange_bag_low", {"bag": high, "least": rules.min_in_bag}, high, rules.min_in_bag)
        )
    elif number is not None and number > high:
        issues.append(Issue("exchange_over_bag", {"number": number, "bag": high}, number, high))
    elif pieces:
        issues += _over_one_bag(game, pieces)
    keep(game, seat, rack, pieces)
    return [*issues, *odd]


def _exchanged(game: Game, turn: Turn, rack: Rack) -> tuple[Sequence[Piece] | None, int | None, list[Issue]]:
    """The tiles given back, how many, and what is odd about them."""
    if not turn.tiles:
        return None, turn.number, _too_many(game, turn.number)
    reading = read_rack(turn.tiles, game.ruleset.tile_set, size=turn.number)
    pieces = reading.pieces
    if pieces is None or has_gap(turn.tiles, game.ruleset.tile_set):
        lost = not reading.readings or pieces is not None
        return None, turn.number, [Issue("rack_unreadable", {"rack": quoted(turn.tiles)})] if lost else []
    issues = _too_many(game, len(pieces))
    if rack is not None and (missing := missing_tiles(pieces, rack)):
        issues.append(Issue("exchange_not_on_rack", {"tiles": ", ".join(missing)}))
    return pieces, len(pieces), issues


def _too_many(game: Game, number: int | None) -> list[Issue]:
    size = game.ruleset.rack.size
    if number is None or number <= size:
        return []
    return [Issue("exchange_over_rack", {"number": number, "size": size}, number, size)]


def _over_one_bag(game: Game, pieces: Sequence[Piece]) -> list[Issue]:
    """With two bags each kind is drawn from its own bag (SAL:110)."""
    wanted, bags = by_bag(game.rules, pieces), game.bounds.high.bags
    over = [(number, bag) for number, bag in zip(wanted, bags, strict=True) if number > bag]
    return [Issue("exchange_over_bag", {"number": n, "bag": bag}, n, bag) for n, bag in over if len(bags) > 1]


def opener(game: Game, turn: Turn) -> list[Issue]:
    """No book forbids it; worth a question, or an error where the ruleset says so."""
    first = sum(game.moves) == 1 and turn.kind in (EXCHANGE, PASSED)
    if not first:
        return []
    return [Issue("opener_did_not_play" if game.ruleset.exchange.opener_may else "opener_must_play")]
