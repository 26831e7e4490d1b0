"""Unplayed tiles at the end: what each row is worth, and what everybody's score becomes.

Sources: SAL:226-228, BIS:58; Set Words names none. Other programs write the end in other ways (own tiles off and the
others' on, or twice the others' on and nothing off): both are recognised, and with two players the spread is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoring.board.tile_reading import quoted, read_rack
from scoring.board.tiles import Piece, count_tiles
from scoring.game.issues import Issue
from scoring.game.seats.racks import has_gap, over_set
from scoring.game.state import OUT_OF_TILES, RECORDED, Game
from scoring.sheets.scoresheet import OUT, RACK, Turn

Left = tuple[Piece, ...] | None


class Adjustment(NamedTuple):
    """Points each seat gains or loses, None where the tiles left are not known; `out`: who went out."""

    points: tuple[int | None, ...]
    out: int | None


def value(pieces: Sequence[Piece]) -> int:
    """Points of unplayed tiles."""
    return sum(piece.value for piece in pieces)


def closing_row(game: Game, turn: Turn) -> tuple[int | None, list[Issue]]:
    """A row for tiles left: deducted from their holder, or earned by who went out."""
    pieces, issues = _tiles_of(game, turn)
    if pieces is None:
        return None, issues
    if turn.kind == RACK:
        return -value(pieces), issues
    points, odd = _earned(game, turn, value(pieces))
    return points, [*issues, *odd]


def _tiles_of(game: Game, turn: Turn) -> tuple[Left, list[Issue]]:
    """The tiles written in the row; without them those nobody has laid, when only one player can hold them."""
    ended = game.ended
    seated = game.unseated is None
    out = ended.seat if ended is not None and ended.why == OUT_OF_TILES and seated else None
    only_one = game.seats == 2 and out is not None and (turn.seat == out) == (turn.kind == OUT)
    if not turn.tiles:
        return unseen_tiles(game) if only_one else None, []
    reading = read_rack(turn.tiles, game.ruleset.tile_set)
    written = reading.pieces or _by_value(reading.readings, turn.score)
    if has_gap(turn.tiles, game.ruleset.tile_set) or not reading.readings:
        return None, [Issue("rack_unreadable", {"rack": quoted(turn.tiles)})]
    if written is None:
        return None, []
    too_long = _too_long(game, len(written), 1 if turn.kind == RACK else max(game.seats - 1, 1))
    if game.seats != 2 or out is None or _are_left(game, written):
        return written, too_long
    unseen = unseen_tiles(game)
    if unseen is None or count_tiles(unseen) == count_tiles(written):
        return written, too_long
    facts = {"written": turn.tiles, "left": _text_of(unseen)}
    return written, [*too_long, Issue("tiles_left_differ", facts)]


def _too_long(game: Game, number: int, racks: int) -> list[Issue]:
    """More tiles left over than so many racks can hold."""
    most = racks * game.ruleset.rack.size
    facts = {"held": number, "size": most, "most": most}
    return [Issue("rack_long", facts, number, most)] if number > most else []


def racks_at_head(game: Game) -> Iterator[tuple[int | None, Issue]]:
    """What is wrong with the tiles left at the head of the sheet (SAL:226-228), by seat; None: with all of them together."""
    tiles = game.ruleset.tile_set
    texts = [text or "" for text in game.sheet.racks[: game.seats]]
    readings = [read_rack(text, tiles) for text in texts]
    left = [reading.pieces if text.strip() else () for text, reading in zip(texts, readings, strict=True)]
    for seat, (text, reading) in enumerate(zip(texts, readings, strict=True)):
        if text.strip() and (has_gap(text, tiles) or not reading.readings):
            yield seat, Issue("rack_unreadable", {"rack": quoted(text)})
        yield from ((seat, issue) for issue in _too_long(game, len(left[seat] or ()), 1))
    holding = [seat for seat, rack in enumerate(left) if rack]
    together = [piece for rack in left for piece in rack or ()]
    issues = over_set(game, together)
    if game.ended is None:
        # Noted while the game went on, they are no count of what was left over: asked, not told.
        issues = [Issue("on_two_racks", issue.facts) for issue in issues]
    issues = issues or _differ(game, left, " ".join(filter(None, texts)))
    yield from ((holding[0] if len(holding) == 1 else None, issue) for issue in issues)


def _differ(game: Game, left: Sequence[Left], written: str) -> list[Issue]:
    """The racks of all who did not go out hold whatever the board does not."""
    ended, unseen = game.ended, unseen_tiles(game)
    if unseen is None or ended is None or ended.why != OUT_OF_TILES:
        return []
    whole = len(left) == game.seats and all(rack or seat == ended.seat for seat, rack in enumerate(left))
    if not whole or _are_left(game, [piece for rack in left for piece in rack or ()]):
        return []
    return [Issue("tiles_left_differ", {"written": quoted(written), "left": _text_of(unseen)})]


def _text_of(pieces: Sequence[Piece]) -> str:
    return "".join(piece.text for piece in pieces)


def _are_left(game: Game, written: Sequence[Piece]) -> bool:
    """Whether these are exactly the tiles of the set that do not lie on the board."""
    tables = game.tables
    return game.lying + tables.together(written) + tables.guard == tables.guarded_set


def _by_value(readings: Sequence[tuple[Piece, ...]], score: int | None) -> Left:
    """The reading that is worth what was written, once or twice; None when that does not settle it."""
    worth = {abs(score or 0), abs(score or 0) // 2}
    fitting = [pieces for pieces in readings if value(pieces) in worth]
    return fitting[0] if len(fitting) == 1 else None


def unseen_tiles(game: Game) -> Left:
    """All tiles that are not on the board, when the bag is empty and every play is known."""
    tiles = game.ruleset.tile_set
    if not game.known or not game.bounds.exact or game.bounds.low.in_bag or not tiles.complete:
        return None
    pieces: list[Piece] = []
    lying = game.counts
    for tile in tiles.tiles:
        pieces += [tile.piece()] * max(tile.count - lying.get(tile.id, 0), 0)
    return tuple(pieces)


def _earned(game: Game, turn: Turn, points: int) -> tuple[int | None, list[Issue]]:
    """Once the others' tiles by the books; twice when nothing is deducted from them (a habit of other programs)."""
    rules = game.ruleset.adjustment
    factor = {"nothing": 0, "others_tiles": 1, "twice_others_tiles": 2}[rules.out_gains]
    deducted = any(row.kind == RACK and row.seat != turn.seat for row in game.sheet.turns)
    written, by_book = turn.score, deducted or not rules.deduct_own or not points
    if written is None:
        return factor * points if by_book else None, []
    if written == factor * points and by_book:
        return factor * points, []
    if written == 2 * points and not deducted:
        return 2 * points, [_convention(game, turn, points)]
    if written == points:
        code = "deduction_missing" if rules.deduct_own and not deducted else "end_convention_once"
        return points, [Issue(code, {"points": points}, fields=("adjustment.deduct_own",))]
    return points if deducted or game.seats > 2 else 2 * points, []


def _convention(game: Game, turn: Turn, points: int) -> Issue:
    """What the two ways of writing the end have in common: with two players, the difference."""
    rules = game.ruleset.adjustment
    same = game.seats == 2 and rules.deduct_own and rules.out_gains == "others_tiles"
    facts = {"twice": 2 * points, "points": points}
    if same or not rules.any:
        return Issue("end_convention" if same else "end_convention_twice", facts)
    return Issue("end_convention_twice", facts, turn.score, points)


def has_closing_rows(game: Game) -> bool:
    """Whether the sheet itself writes what unplayed tiles did."""
    return any(turn.kind in (OUT, RACK) for turn in game.sheet.turns)


def adjustments(game: Game) -> list[Adjustment]:
    """What the ruleset makes of the tiles left: one answer, or one for everybody who may have gone out."""
    return [_adjusted(game, out) for out in _may_be_out(game)]


def _may_be_out(game: Game) -> list[int | None]:
    """Who went out (None: nobody): as the board has it, else as the racks at the head of the sheet allow it.

    Where not every tile of the set is known a bag that seems to hold the rest may be empty: then nothing proves that nobody did.
    """
    ended, seated = game.ended, game.unseated is None
    if ended is not None and ended.why == OUT_OF_TILES and seated:
        return [ended.seat]
    counted = game.known and game.bounds.exact and game.ruleset.tile_set.complete
    exact = counted and any(turn.is_move for turn in game.sheet.turns)
    if seated and (exact or (ended is not None and ended.why != RECORDED)):
        return [None]
    racks = [*game.sheet.racks, *[None] * game.seats][: game.seats]
    bare = [seat for seat, text in enumerate(racks) if text is not None and not text.strip()]
    if len(bare) == 1:
        return [*bare]
    return [None, *(seat for seat, text in enumerate(racks) if not (text or "").strip())]


def _adjusted(game: Game, out: int | None) -> Adjustment:
    left = [_left(game, seat, out) for seat in range(game.seats)]
    if out is not None and left.count(None) == 1:
        left[left.index(None)] = _remaining(game, left)
    worth = [None if pieces is None else value(pieces) for pieces in left]
    return Adjustment(tuple(_points(game, seat, out, worth) for seat in range(game.seats)), out)


def _left(game: Game, seat: int, out: int | None) -> Left:
    if seat == out:
        return ()
    text = game.sheet.racks[seat] if seat < len(game.sheet.racks) else None
    if text is None:
        return None
    return read_rack(text, game.ruleset.tile_set).pieces if text.strip() else ()


def _remaining(game: Game, left: Sequence[Left]) -> Left:
    """The one rack that is not written holds whatever nobody else has."""
    unseen = unseen_tiles(game)
    if unseen is None:
        return None
    pieces = list(unseen)
    for piece in (piece for rack in left if rack for piece in rack):
        same = next((one for one in pieces if one.tile == piece.tile), None)
        if same is None:
            return None
        pieces.remove(same)
    return tuple(pieces)


def _points(game: Game, seat: int, out: int | None, worth: Sequence[int | None]) -> int | None:
    rules, own = game.ruleset.adjustment, worth[seat]
    if seat == out:
        factor = {"nothing": 0, "others_tiles": 1, "twice_others_tiles": 2}[rules.out_gains]
        others = [points for other, points in enumerate(worth) if other != seat]
        return 0 if not factor else None if None in others else factor * sum(p or 0 for p in others)
    if not rules.deduct_own:
        return 0
    return None if own is None else -own
